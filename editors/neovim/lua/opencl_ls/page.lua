--- A window with text that a command shows.
local M = {}

--- Shows a text in a window below, in which `q` closes it; the same title takes its window again.
function M.show(title, text, filetype)
  local name = "opencl-ls://" .. title
  local bufnr = vim.fn.bufnr("^" .. vim.fn.escape(name, "[]*?\\{},") .. "$")
  if bufnr == -1 then
    bufnr = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(bufnr, name)
  end
  local lines = vim.split((text:gsub("\n+$", "")), "\n", { plain = true })
  vim.bo[bufnr].modifiable = true
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  vim.bo[bufnr].modifiable = false
  vim.bo[bufnr].bufhidden = "wipe"
  vim.bo[bufnr].buftype = "nofile"
  vim.keymap.set("n", "q", "<Cmd>close<CR>", { buffer = bufnr, nowait = true })
  M.open(bufnr, #lines)
  -- What others do for a file type may fail, as Neovim's own does without its Markdown parser: the
  -- page is shown all the same.
  vim.cmd("silent! setlocal filetype=" .. filetype)
  if filetype == "markdown" then
    vim.wo.conceallevel = 2
    vim.wo.wrap = true
    vim.wo.linebreak = true
  end
end

function M.open(bufnr, height)
  local window = vim.fn.bufwinid(bufnr)
  if window ~= -1 then
    vim.api.nvim_set_current_win(window)
    return
  end
  vim.cmd("botright split")
  vim.api.nvim_win_set_buf(0, bufnr)
  vim.api.nvim_win_set_height(0, math.min(height, math.floor(vim.o.lines / 2)))
end

return M
