-- OpenCL C for Neovim by opencl-ls; `:help opencl-ls` tells the rest.
if vim.g.loaded_opencl_ls then
  return
end
vim.g.loaded_opencl_ls = true

if vim.fn.has("nvim-0.8") == 1 then
  require("opencl_ls.start").start()
  return
end

-- Older ones lack what the client needs.  Their users are told so once, at the first kernel.
local version = vim.version()
local text = ("opencl-ls: Neovim 0.8 or newer is needed; this is %d.%d.%d"):format(
  version.major,
  version.minor,
  version.patch
)
vim.cmd("augroup opencl_ls")
vim.cmd(("autocmd FileType opencl ++once echohl WarningMsg | echomsg '%s' | echohl None"):format(text))
vim.cmd("augroup END")
