--- Lines that conditionals leave out, greyed: the server tells them as clangd does.
local M = {}

local NAMESPACE = vim.api.nvim_create_namespace("opencl_ls.inactive")
-- Above the colours of semantic tokens, which begin at 125.
local PRIORITY = 150

--- Handles `textDocument/inactiveRegions`.
function M.handler(_, result)
  local bufnr = vim.uri_to_bufnr(result.textDocument.uri)
  if not vim.api.nvim_buf_is_loaded(bufnr) then
    return
  end
  vim.api.nvim_buf_clear_namespace(bufnr, NAMESPACE, 0, -1)
  if not require("opencl_ls").options.inactive then
    return
  end
  for _, region in ipairs(result.regions) do
    -- Whole lines; the buffer may have become shorter since.
    vim.api.nvim_buf_set_extmark(bufnr, NAMESPACE, region.start.line, 0, {
      end_row = region["end"].line + 1,
      end_col = 0,
      hl_group = "OpenCLInactive",
      hl_eol = true,
      priority = PRIORITY,
      strict = false,
    })
  end
end

--- Takes the greying away, as when the server has gone.
function M.clear(bufnr)
  vim.api.nvim_buf_clear_namespace(bufnr, NAMESPACE, 0, -1)
end

return M
