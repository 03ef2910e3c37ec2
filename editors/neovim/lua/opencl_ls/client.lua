-- The client of the server: its configuration, its start, and what happens when it ends.
local M = {}

local NAME = "opencl_ls"
local INSTALL = "Install it with: pipx install opencl-ls"
local SHOW_REFERENCES = "opencl-ls.showReferences"
local MARKERS = { "opencl-ls.toml", "compile_flags.txt", "pyproject.toml", ".git" }

-- A server that ends more often than this within the time, in seconds, stays down.
local MOST_ENDS, WITHIN = 4, 180

local ends = {} -- when the server ended, the latest last
local expected = {} -- the clients, by id, that were stopped on purpose
local has_told = false -- whether the user knows that the server is missing

local function say(text, level)
  vim.schedule(function()
    vim.notify("opencl-ls: " .. text, level or vim.log.levels.WARN)
  end)
end

M.say = say

---Returns the clients that run, of one buffer or of all.
function M.clients(buffer)
  local get = vim.lsp.get_clients or vim.lsp.get_active_clients
  return get({ name = NAME, bufnr = buffer })
end

---Asks the server; `answered` gets the result.  A client that is not there is said on screen.
function M.ask(command, argument, answered)
  local buffer = vim.api.nvim_get_current_buf()
  local client = M.clients(buffer)[1] or M.clients()[1]
  if not client then
    say("no server runs for this file; :OpenCLRestart starts it")
    return
  end
  local params = { command = "opencl-ls." .. command, arguments = { argument } }
  local function handler(problem, result)
    if problem then
      say(problem.message or tostring(problem))
    else
      answered(result, client)
    end
  end
  if vim.fn.has("nvim-0.11") == 1 then
    client:request("workspace/executeCommand", params, handler, buffer)
  else
    client.request("workspace/executeCommand", params, handler, buffer)
  end
end

---Returns a document and the cursor's place in it, as the server counts.
function M.place()
  local client = M.clients(vim.api.nvim_get_current_buf())[1]
  local encoding = client and client.offset_encoding or "utf-16"
  local params = vim.lsp.util.make_position_params(0, encoding)
  return { uri = params.textDocument.uri, position = params.position }
end

local function capabilities()
  local known = vim.lsp.protocol.make_client_capabilities()
  known.textDocument.inactiveRegionsCapabilities = { inactiveRegions = true }
  known.experimental = { commands = { commands = { SHOW_REFERENCES } }, openclStatus = true }
  return known
end

local function is_missing(cmd)
  return type(cmd) == "table" and vim.fn.executable(cmd[1]) == 0
end

-- Says once that there is no server to start.
local function tell_missing(cmd)
  if not has_told then
    has_told = true
    say(string.format('the server "%s" is not installed, or not on PATH. %s', cmd[1], INSTALL))
  end
end

local function ended(code, signal, id)
  local was_expected = expected[id]
  expected[id] = nil
  if was_expected or vim.v.exiting ~= vim.NIL then
    return
  end
  local now = os.time()
  table.insert(ends, now)
  local first = ends[#ends - MOST_ENDS + 1]
  local how = signal ~= 0 and ("signal " .. signal) or ("status " .. code)
  if first and now - first < WITHIN then
    ends = {}
    say(string.format("the server has ended %d times (%s) and stays down; :OpenCLLog tells why,"
      .. " :OpenCLRestart starts it again", MOST_ENDS, how), vim.log.levels.ERROR)
    return
  end
  say(string.format("the server has ended (%s) and is started again", how))
  vim.schedule(function()
    M.start_all()
  end)
end

---Returns the configuration as vim.lsp.config and vim.lsp.start take it.
function M.config()
  local options = require("opencl_ls").options
  local settings = vim.empty_dict()
  for key, value in pairs(options.settings) do
    settings[key] = value
  end
  return {
    name = NAME,
    cmd = options.cmd,
    filetypes = { "opencl" },
    root_markers = MARKERS,
    settings = { opencl = settings },
    init_options = settings,
    capabilities = capabilities(),
    commands = {
      [SHOW_REFERENCES] = function(command, context)
        local client = vim.lsp.get_client_by_id(context.client_id)
        local encoding = client and client.offset_encoding or "utf-16"
        local items = vim.lsp.util.locations_to_items(command.arguments[3], encoding)
        vim.fn.setqflist({}, " ", { title = command.title, items = items })
        vim.cmd("botright copen")
      end,
    },
    handlers = {
      ["textDocument/inactiveRegions"] = function(_, params)
        require("opencl_ls.highlights").show_inactive(params)
      end,
      ["opencl-ls/status"] = function(_, params)
        M.status = params
        vim.api.nvim_exec_autocmds("User", { pattern = "OpenCLStatus", modeline = false })
      end,
    },
    on_exit = ended,
  }
end

-- Returns what holds: on 0.11 and newer the user may have changed it by vim.lsp.config.
local function resolved()
  local found = vim.lsp.config and vim.lsp.config[NAME] or M.config()
  return vim.tbl_extend("force", found, {})
end

local function root(buffer)
  local path = vim.api.nvim_buf_get_name(buffer)
  local found = vim.fs.find(MARKERS, { path = vim.fs.dirname(path), upward = true })[1]
  return vim.fs.dirname(found or path)
end

local function is_kernel(buffer)
  return vim.api.nvim_buf_is_loaded(buffer)
    and vim.bo[buffer].filetype == "opencl"
    and vim.bo[buffer].buftype == ""
end

---Starts the server for a buffer, or attaches the one that runs.
function M.start(buffer)
  local config = resolved()
  if is_missing(config.cmd) then
    tell_missing(config.cmd)
    return
  end
  if type(config.root_dir) ~= "string" then
    config.root_dir = root(buffer)
  end
  if vim.fn.has("nvim-0.9") == 1 then
    vim.lsp.start(config, { bufnr = buffer })
  else
    vim.api.nvim_buf_call(buffer, function()
      vim.lsp.start(config)
    end)
  end
end

---Starts the server for all buffers with OpenCL C.
function M.start_all()
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if is_kernel(buffer) then
      M.start(buffer)
    end
  end
end

-- Calls a method of a client, which 0.11 has made a method indeed.
local function call(client, method, ...)
  if vim.fn.has("nvim-0.11") == 1 then
    return client[method](client, ...)
  end
  return client[method](...)
end

---Stops the servers and starts them again, whether they run or not.
function M.restart()
  has_told, ends = false, {}
  local stopped = M.clients()
  for _, client in ipairs(stopped) do
    expected[client.id] = true
    call(client, "stop", true)
  end
  local function is_over()
    for _, client in ipairs(stopped) do
      if not call(client, "is_stopped") then
        return false
      end
    end
    return true
  end
  vim.wait(5000, is_over, 20)
  M.start_all()
end

---Follows what setup() has changed since the plugin was loaded.
function M.changed()
  if vim.lsp.config then
    local config = M.config()
    vim.lsp.config(NAME, { cmd = config.cmd, settings = config.settings, init_options = config.init_options })
  end
  if #M.clients() > 0 then
    M.restart()
  end
end

---Lets the server be started for each file of OpenCL C.
function M.enable()
  local group = vim.api.nvim_create_augroup("opencl_ls", {})
  vim.api.nvim_create_autocmd("FileType", {
    group = group,
    pattern = "opencl",
    callback = function(event)
      local config = resolved()
      if is_missing(config.cmd) then
        tell_missing(config.cmd)
      elseif not vim.lsp.enable and is_kernel(event.buf) then
        M.start(event.buf)
      end
    end,
  })
  if vim.lsp.enable then
    vim.lsp.enable(NAME)
  end
end

return M
