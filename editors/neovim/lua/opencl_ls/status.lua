--- What the server is at, and what holds for the shown file: for a status line.
local M = {}

local known = {} -- by buffer: what `opencl-ls.status` answered last
local busy = "" -- what the server works at

--- What a status line shows.
function M.text(bufnr)
  local status = known[bufnr or vim.api.nvim_get_current_buf()]
  if not status then
    return ""
  end
  local parts = { status.std }
  if type(status.configuration) == "string" then
    table.insert(parts, status.configuration)
  end
  if busy ~= "" then
    table.insert(parts, "(" .. busy .. ")")
  end
  return table.concat(parts, " ")
end

local function changed()
  vim.api.nvim_exec_autocmds("User", { pattern = "OpenCLStatus", modeline = false })
  vim.cmd("redrawstatus!")
end

--- Asks what holds for a buffer.
function M.refresh(bufnr, client)
  local provider = client.server_capabilities.executeCommandProvider or {}
  if not vim.tbl_contains(provider.commands or {}, "opencl-ls.status") then
    return
  end
  local params = {
    command = "opencl-ls.status",
    arguments = { { uri = vim.uri_from_bufnr(bufnr) } },
  }
  local function answered(err, result)
    if not err and type(result) == "table" then
      known[bufnr] = result
      changed()
    end
  end
  if vim.fn.has("nvim-0.11") == 1 then
    client:request("workspace/executeCommand", params, answered, bufnr)
  else
    client.request("workspace/executeCommand", params, answered, bufnr)
  end
end

--- Handles `opencl-ls/status`: work began or ended, or settings have changed.
function M.handler(_, result, context)
  busy = result.busy and result.message or ""
  local client = vim.lsp.get_client_by_id(context.client_id)
  if client and not result.busy then
    for bufnr in pairs(client.attached_buffers) do
      M.refresh(bufnr, client)
    end
  end
  changed()
end

return M
