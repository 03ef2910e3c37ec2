-- opencl-ls for Neovim; see :help opencl-ls.
local M = {}

-- What setup() was given: the program, and the server's settings.
M.options = { cmd = { "opencl-ls", "--stdio" }, settings = {} }

---Changes how the server is started, and its settings.
---@param options { cmd?: string[], settings?: table }?
function M.setup(options)
  options = options or {}
  M.options = vim.tbl_deep_extend("force", M.options, options)
  if options.cmd then
    -- A list is replaced as a whole.
    M.options.cmd = options.cmd
  end
  if vim.g.loaded_opencl_ls and vim.fn.has("nvim-0.8") == 1 then
    require("opencl_ls.client").changed()
  end
end

return M
