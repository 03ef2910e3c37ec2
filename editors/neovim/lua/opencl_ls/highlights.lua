-- Colours: code that is left out, address spaces, kernels.
local M = {}

local inactive = vim.api.nvim_create_namespace("opencl_ls.inactive")

-- What each group looks like until you say otherwise.
local LINKS = {
  OpenCLInactive = "Comment",
  ["@lsp.mod.global.opencl"] = "OpenCLGlobal",
  ["@lsp.mod.local.opencl"] = "OpenCLLocal",
  ["@lsp.mod.constant.opencl"] = "OpenCLConstant",
  ["@lsp.mod.kernel.opencl"] = "OpenCLKernel",
  OpenCLGlobal = "Identifier",
  OpenCLLocal = "Special",
  OpenCLConstant = "Constant",
  OpenCLKernel = "Title",
}

local function links()
  for group, other in pairs(LINKS) do
    vim.api.nvim_set_hl(0, group, { link = other, default = true })
  end
end

function M.define()
  links()
  vim.api.nvim_create_autocmd("ColorScheme", {
    group = vim.api.nvim_create_augroup("opencl_ls.highlights", {}),
    callback = links,
  })
end

---Greys the lines that conditionals leave out, as the server names them.
function M.show_inactive(params)
  local buffer = vim.uri_to_bufnr(params.textDocument.uri)
  if not vim.api.nvim_buf_is_loaded(buffer) then
    return
  end
  vim.api.nvim_buf_clear_namespace(buffer, inactive, 0, -1)
  local count = vim.api.nvim_buf_line_count(buffer)
  for _, region in ipairs(params.regions) do
    local first, last = region.start.line, math.min(region["end"].line + 1, count)
    for line = first, last - 1 do
      vim.api.nvim_buf_set_extmark(buffer, inactive, line, 0, {
        end_row = line + 1,
        hl_group = "OpenCLInactive",
        hl_eol = false,
        -- Above the tokens of the server, whose priority is 125 and a little more.
        priority = 150,
        strict = false,
      })
    end
  end
end

return M
