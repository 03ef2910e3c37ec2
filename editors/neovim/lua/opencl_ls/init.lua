--- The settings of the plugin, and what a status line shows.
local M = {}

--- What `setup` may change.
M.options = {
  -- The command of the server; its first word may be a path.
  cmd = { "opencl-ls", "--stdio" },
  -- The section `opencl` of the server's settings, as docs/configuration.md lists it.
  settings = vim.empty_dict(),
  -- How lines look that conditionals leave out: false leaves them as they are.
  inactive = true,
  -- Whether hints are shown in the code from the start; from Neovim 0.10 on.
  inlay_hints = true,
  -- Whether lenses are shown above functions from the start.
  code_lens = false,
  -- Whether tree-sitter colours kernels, where its parser was built with :OpenCLBuildParser.
  tree_sitter = true,
}

--- Changes options; it may be called at any time, and again.
function M.setup(options)
  options = options or {}
  for name, value in pairs(options) do
    local known = M.options[name]
    if known == nil then
      local names = vim.tbl_keys(M.options)
      table.sort(names)
      error(('opencl_ls: there is no option "%s": known are %s'):format(name, table.concat(names, ", ")), 2)
    end
    if type(value) ~= type(known) then
      error(('opencl_ls: "%s" should be a %s, and is a %s'):format(name, type(known), type(value)), 2)
    end
  end
  M.options = vim.tbl_extend("force", M.options, options)
  if vim.tbl_isempty(M.options.settings) then
    -- An empty table would be sent as a list.
    M.options.settings = vim.empty_dict()
  end
  require("opencl_ls.client").options_changed()
end

--- What holds for a buffer, such as "CL2.0 wide"; "" where no server is.
function M.status(bufnr)
  return require("opencl_ls.status").text(bufnr)
end

return M
