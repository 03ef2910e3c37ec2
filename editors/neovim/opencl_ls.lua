-- OpenCL C for Neovim 0.8 and newer, by opencl-ls.
--
-- Copy this file to ~/.config/nvim/plugin/ and put `opencl-ls` on PATH; nothing else is needed.
-- Settings go into the table below, or better into an opencl-ls.toml in the project.

-- For example { std = "CL2.0", defines = { "REAL=float" }, includePaths = { "include" } }.
local opencl = vim.empty_dict()

local config = {
  name = "opencl_ls",
  cmd = { "opencl-ls", "--stdio" },
  filetypes = { "opencl" },
  root_markers = { "opencl-ls.toml", "compile_flags.txt", "pyproject.toml", ".git" },
  settings = { opencl = opencl },
  init_options = opencl,
}

-- Without this a .cl file may be taken for Common Lisp.
vim.filetype.add({ extension = { cl = "opencl", ocl = "opencl", clh = "opencl" } })

if vim.lsp.enable then
  vim.lsp.config(config.name, config)
  vim.lsp.enable(config.name)
  return
end

-- Before 0.11 a client is started for each buffer by hand; one with the same name and root is
-- used again.
vim.api.nvim_create_autocmd("FileType", {
  group = vim.api.nvim_create_augroup("opencl_ls", {}),
  pattern = config.filetypes,
  callback = function(event)
    local path = vim.api.nvim_buf_get_name(event.buf)
    local found = vim.fs.find(config.root_markers, {
      path = vim.fs.dirname(path),
      upward = true,
    })[1]
    vim.lsp.start(vim.tbl_extend("force", config, {
      root_dir = vim.fs.dirname(found or path),
    }))
  end,
})
