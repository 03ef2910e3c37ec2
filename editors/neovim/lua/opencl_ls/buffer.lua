--- What a buffer is given when the client attaches.
local M = {}

function M.attached(bufnr, client)
  local options = require("opencl_ls").options
  require("opencl_ls.status").refresh(bufnr, client)
  if vim.bo[bufnr].filetype ~= "opencl" then
    return
  end
  if options.inlay_hints and vim.lsp.inlay_hint and vim.fn.has("nvim-0.10") == 1 then
    vim.lsp.inlay_hint.enable(true, { bufnr = bufnr })
  end
  if options.code_lens then
    require("opencl_ls.lenses").enable(bufnr)
  end
end

return M
