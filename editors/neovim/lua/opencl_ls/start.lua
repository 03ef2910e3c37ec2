--- What happens when Neovim starts, and when a kernel is opened.
local M = {}

local client = require("opencl_ls.client")

function M.start()
  local group = vim.api.nvim_create_augroup("opencl_ls", {})
  require("opencl_ls.colours").define()
  vim.api.nvim_create_autocmd("ColorScheme", {
    group = group,
    callback = function()
      require("opencl_ls.colours").define()
    end,
  })
  vim.api.nvim_create_autocmd("FileType", {
    group = group,
    pattern = vim.list_extend(vim.list_extend({}, client.FILETYPES), client.HOST_FILETYPES),
    callback = function(event)
      M.opened(event.buf)
    end,
  })
  vim.api.nvim_create_autocmd("LspAttach", {
    group = group,
    callback = function(event)
      local found = vim.lsp.get_client_by_id(event.data.client_id)
      if found and found.name == client.NAME then
        require("opencl_ls.buffer").attached(event.buf, found)
      end
    end,
  })
  require("opencl_ls.commands").define()
  if vim.lsp.enable then
    vim.lsp.enable(client.NAME)
  end
  if vim.v.vim_did_enter == 1 then
    -- A plugin manager that loads late: kernels may be open already.
    for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
      if vim.api.nvim_buf_is_loaded(bufnr) then
        M.opened(bufnr)
      end
    end
  end
end

--- Gives a buffer colours and a client.
function M.opened(bufnr)
  if vim.bo[bufnr].filetype == "opencl" then
    require("opencl_ls.parser").highlight(bufnr)
  end
  if not client.is_ours(bufnr) or not client.is_installed() then
    return
  end
  -- From 0.11 on vim.lsp.enable starts it.
  if not vim.lsp.enable then
    client.attach(bufnr)
  end
end

return M
