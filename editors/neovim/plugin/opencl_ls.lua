-- Starts opencl-ls for OpenCL C files, and defines its commands.
if vim.g.loaded_opencl_ls then
  return
end
vim.g.loaded_opencl_ls = true

if vim.fn.has("nvim-0.8") == 0 then
  vim.schedule(function()
    local version = vim.version()
    vim.api.nvim_echo({
      {
        string.format(
          "opencl-ls: Neovim 0.8 or newer is needed; this is %d.%d.%d",
          version.major,
          version.minor,
          version.patch
        ),
        "WarningMsg",
      },
    }, true, {})
  end)
  return
end

require("opencl_ls.highlights").define()
require("opencl_ls.commands").define()
require("opencl_ls.client").enable()
