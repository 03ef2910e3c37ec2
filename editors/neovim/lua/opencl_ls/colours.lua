--- Highlight groups: what only OpenCL C has.
local M = {}

-- By group of ours, what it looks like where a colour scheme does not say.
local GROUPS = {
  OpenCLKernel = "Special",
  OpenCLGlobal = "Identifier",
  OpenCLLocal = "Type",
  OpenCLConstant = "Constant",
  OpenCLBuiltin = "Function",
}

local DARK_GREY = 8

-- By group of a semantic token, a group of ours.
local TOKENS = {
  ["@lsp.typemod.function.kernel.opencl"] = "OpenCLKernel",
  ["@lsp.typemod.function.defaultLibrary.opencl"] = "OpenCLBuiltin",
  ["@lsp.typemod.variable.global.opencl"] = "OpenCLGlobal",
  ["@lsp.typemod.variable.local.opencl"] = "OpenCLLocal",
  ["@lsp.typemod.variable.constant.opencl"] = "OpenCLConstant",
  ["@lsp.typemod.parameter.global.opencl"] = "OpenCLGlobal",
  ["@lsp.typemod.parameter.local.opencl"] = "OpenCLLocal",
  ["@lsp.typemod.parameter.constant.opencl"] = "OpenCLConstant",
  ["@lsp.mod.inactive.opencl"] = "OpenCLInactive",
}

--- Lines that are left out look like comments, which have no colour in some terminals.
local function define_inactive()
  local get = vim.api.nvim_get_hl
  local comment = get and get(0, { name = "Comment", link = false }) or {}
  local definition = { link = "Comment", default = true }
  if get and not comment.ctermfg then
    definition = { fg = comment.fg, ctermfg = DARK_GREY, italic = comment.italic, default = true }
  end
  vim.api.nvim_set_hl(0, "OpenCLInactive", definition)
end

--- Defines those that are not defined yet.
function M.define()
  define_inactive()
  for _, links in ipairs({ GROUPS, TOKENS }) do
    for name, target in pairs(links) do
      vim.api.nvim_set_hl(0, name, { link = target, default = true })
    end
  end
end

return M
