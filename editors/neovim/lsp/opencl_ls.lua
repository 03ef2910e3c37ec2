-- The server's configuration for Neovim 0.11 and newer.  vim.lsp.config("opencl_ls", {...}) in
-- your init.lua changes it.
return require("opencl_ls.client").config()
