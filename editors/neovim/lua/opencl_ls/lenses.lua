--- What a click on a code lens does.
local M = {}

--- Lists places in the quickfix window, or goes to the only one.
local function show_references(command, context)
  local locations = command.arguments[3]
  local client = vim.lsp.get_client_by_id(context.client_id)
  local encoding = client and client.offset_encoding or "utf-16"
  if #locations == 0 then
    return
  end
  local items = vim.lsp.util.locations_to_items(locations, encoding)
  vim.fn.setqflist({}, " ", { title = command.title, items = items })
  if #items == 1 then
    vim.cmd("cfirst")
  else
    vim.cmd("botright copen")
  end
end

--- The commands of the client that a lens may name.
M.COMMANDS = { ["opencl-ls.showReferences"] = show_references }

--- Those, and that of a lens which says something and leads nowhere: its name is empty.
M.ALL = vim.tbl_extend("error", { [""] = function() end }, M.COMMANDS)

--- Shows the lenses of a buffer, and keeps them current.
function M.enable(bufnr)
  if vim.lsp.codelens.enable then
    vim.lsp.codelens.enable(true, { bufnr = bufnr })
    return
  end
  vim.lsp.codelens.refresh()
  vim.api.nvim_create_autocmd({ "BufEnter", "CursorHold", "InsertLeave" }, {
    group = vim.api.nvim_create_augroup("opencl_ls_lenses_" .. bufnr, {}),
    buffer = bufnr,
    callback = function()
      vim.lsp.codelens.refresh()
    end,
  })
end

return M
