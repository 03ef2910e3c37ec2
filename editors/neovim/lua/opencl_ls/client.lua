--- The client: how it is started, found, asked and started again.
local M = {}

M.NAME = "opencl_ls"
M.FILETYPES = { "opencl", "toml" }
--- The files whose strings may hold kernels.
M.HOST_FILETYPES = { "c", "cpp", "cuda", "julia", "python", "rust" }
M.INSTALL = "pipx install opencl-ls"

-- A server that ended this often within these seconds is not started again by itself.
local MOST_RESTARTS = 4
local RESTARTS_WITHIN = 180

local said_missing = false
local ended = {} -- when servers ended by themselves, in seconds
local initialized = {} -- the clients that were answered once, by id
local waiting = {} -- what is called when a client has ended, by id

local function options()
  return require("opencl_ls").options
end

local function say(text, level)
  vim.notify("opencl-ls: " .. text, level or vim.log.levels.INFO)
end
M.say = say

--- Calls a method of a client, which before 0.11 are functions without `self`.
local function call(client, name, ...)
  if vim.fn.has("nvim-0.11") == 1 then
    return client[name](client, ...)
  end
  return client[name](...)
end

--- The clients of a buffer, or all; `filter` is that of vim.lsp.get_clients.
function M.clients(bufnr)
  local get = vim.lsp.get_clients or vim.lsp.get_active_clients
  return get({ name = M.NAME, bufnr = bufnr })
end

--- The files that are served: with the setting `embedded`, kernels in host programs as well.
local function filetypes()
  local served = vim.list_extend({}, M.FILETYPES)
  return options().settings.embedded and vim.list_extend(served, M.HOST_FILETYPES) or served
end

--- Tells whether a buffer is a file that the server knows: a kernel, its settings or its host.
function M.is_ours(bufnr)
  if vim.bo[bufnr].buftype ~= "" then
    return false
  end
  local filetype = vim.bo[bufnr].filetype
  local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(bufnr), ":t")
  if options().settings.embedded and vim.tbl_contains(M.HOST_FILETYPES, filetype) then
    return true
  end
  return filetype == "opencl" or (filetype == "toml" and name == "opencl-ls.toml")
end

--- The folder of the repository, or else of the settings, or else of the file itself.
local function root_of(bufnr)
  local path = vim.api.nvim_buf_get_name(bufnr)
  local folder = path ~= "" and vim.fs.dirname(vim.fs.normalize(path)) or vim.loop.cwd()
  local markers = {
    { ".git", ".hg", ".jj", ".svn" },
    { "opencl-ls.toml", "compile_flags.txt", "compile_commands.json", "pyproject.toml" },
  }
  for _, names in ipairs(markers) do
    local search = { path = folder, upward = true, stop = vim.loop.os_homedir() }
    local found = vim.fs.find(names, search)[1]
    if found then
      return vim.fs.dirname(found)
    end
  end
  return folder
end

local function capabilities()
  local own = {
    textDocument = { inactiveRegionsCapabilities = { inactiveRegions = true } },
    experimental = {
      commands = { commands = vim.tbl_keys(require("opencl_ls.lenses").COMMANDS) },
      openclStatus = true,
    },
  }
  if vim.lsp.config then
    return own -- Neovim's own, and those that a user gives all servers, are added to them.
  end
  return vim.tbl_deep_extend("force", vim.lsp.protocol.make_client_capabilities(), own)
end

--- What vim.lsp.start or vim.lsp.config is given.
function M.config()
  return {
    name = M.NAME,
    cmd = options().cmd,
    filetypes = filetypes(),
    root_dir = function(bufnr, on_dir)
      if M.is_ours(bufnr) then
        on_dir(root_of(bufnr))
      end
    end,
    capabilities = capabilities(),
    settings = { opencl = options().settings },
    init_options = options().settings,
    commands = require("opencl_ls.lenses").ALL,
    handlers = {
      ["textDocument/inactiveRegions"] = require("opencl_ls.inactive").handler,
      ["opencl-ls/status"] = require("opencl_ls.status").handler,
    },
    on_init = function(client)
      initialized[client.id] = true
    end,
    on_exit = function(code, signal, id)
      vim.schedule(function()
        M.exited(code, signal, id)
      end)
    end,
  }
end

--- The configuration that holds: from 0.11 on a user may have changed it with vim.lsp.config.
local function effective()
  return vim.lsp.config and vim.lsp.config[M.NAME] or M.config()
end

-- vim.lsp.enable looks at open buffers again only in later versions of 0.11.
local function attach_all()
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(bufnr) and M.is_ours(bufnr) and M.is_installed() then
      M.attach(bufnr)
    end
  end
end

--- Takes options over that were changed, also for servers that run.
function M.options_changed()
  if vim.lsp.config then
    vim.lsp.config(M.NAME, {
      cmd = options().cmd,
      filetypes = filetypes(),
      settings = { opencl = options().settings },
      init_options = options().settings,
    })
  end
  for _, client in ipairs(M.clients()) do
    client.config.settings = { opencl = options().settings }
    client.settings = client.config.settings
    call(client, "notify", "workspace/didChangeConfiguration", { settings = client.config.settings })
  end
  if options().settings.embedded then
    -- Host programs may be open already.
    attach_all()
  end
end

--- Tells whether the server's program is there, and says once what to do where it is not.
function M.is_installed()
  local cmd = effective().cmd
  if type(cmd) ~= "table" or vim.fn.executable(cmd[1]) == 1 then
    return true
  end
  if not said_missing then
    said_missing = true
    local text = "the server `%s` is not found: run `%s`, then :OpenCLRestart"
    vim.schedule(function()
      say(text:format(cmd[1], M.INSTALL), vim.log.levels.ERROR)
    end)
  end
  return false
end

--- Starts a client for a buffer, or takes the one of its folder.
function M.attach(bufnr)
  local config = vim.tbl_extend("force", effective(), {})
  local function start(folder)
    config.root_dir = folder
    vim.api.nvim_buf_call(bufnr, function()
      vim.lsp.start(config, { bufnr = bufnr })
    end)
  end
  if type(config.root_dir) == "function" then
    config.root_dir(bufnr, start)
  else
    start(config.root_dir or root_of(bufnr))
  end
end

--- Starts the server again, whether it runs or not.
function M.restart()
  said_missing = false
  ended = {}
  local clients = M.clients()
  local left = #clients
  if left == 0 then
    attach_all()
  end
  for _, client in ipairs(clients) do
    waiting[client.id] = function()
      left = left - 1
      if left == 0 then
        attach_all()
      end
    end
    call(client, "stop")
    -- One that hangs does not answer a shutdown.
    vim.defer_fn(function()
      if waiting[client.id] then
        call(client, "stop", true)
      end
    end, 1000)
  end
end

--- A server has ended: what waits for that goes on, and one that died is started again.
function M.exited(code, signal, id)
  local was_initialized, on_ended = initialized[id], waiting[id]
  initialized[id], waiting[id] = nil, nil
  -- The client is gone from Neovim's lists only after what is scheduled now.
  vim.defer_fn(function()
    if on_ended then
      on_ended()
    elseif vim.v.exiting ~= vim.NIL or (code == 0 and signal == 0) or signal == 15 then
      return -- It was asked to end.
    elseif not was_initialized then
      local text = "`%s` ended with exit code %d before it served: try it in a terminal; :OpenCLLog shows what it wrote"
      local cmd = effective().cmd
      local shown = type(cmd) == "table" and cmd[1] .. " --version" or "opencl-ls --version"
      say(text:format(shown, code), vim.log.levels.ERROR)
    else
      M.died(signal ~= 0 and "signal " .. signal or "exit code " .. code)
    end
  end, 10)
end

--- Starts a server again that died, as long as it does not die over and over.
function M.died(how)
  local now = vim.loop.now() / 1000
  ended = vim.tbl_filter(function(time)
    return now - time < RESTARTS_WITHIN
  end, ended)
  table.insert(ended, now)
  if #ended > MOST_RESTARTS then
    local text = "the server ended %d times in %d minutes (%s): :OpenCLLog shows what it wrote, :OpenCLRestart starts it again"
    say(text:format(#ended, RESTARTS_WITHIN / 60, how), vim.log.levels.ERROR)
    return
  end
  say(("the server ended (%s) and is started again"):format(how), vim.log.levels.WARN)
  attach_all()
end

--- The client that answers a command: the buffer's own, or any.
local function answering(bufnr)
  return M.clients(bufnr)[1] or M.clients()[1]
end

local function lacks(client, command)
  local provider = client.server_capabilities.executeCommandProvider or {}
  return not vim.tbl_contains(provider.commands or {}, command)
end

local function params_of(command, argument)
  if argument == nil or vim.tbl_isempty(argument) then
    argument = vim.empty_dict()
  end
  return { command = command, arguments = { argument } }
end

--- Has the server execute a command; `callback` is given what it answers, nil for nothing.
function M.execute(command, argument, callback)
  local bufnr = vim.api.nvim_get_current_buf()
  local client = answering(bufnr)
  if not client then
    say("no server runs: open a kernel first, or see :checkhealth opencl_ls", vim.log.levels.WARN)
    return
  end
  if lacks(client, command) then
    say(("this version of the server has no `%s`: run `pipx upgrade opencl-ls`"):format(command), vim.log.levels.WARN)
    return
  end
  call(client, "request", "workspace/executeCommand", params_of(command, argument), function(err, result)
    if err then
      say(err.message, vim.log.levels.ERROR)
    else
      callback(result ~= vim.NIL and result or nil)
    end
  end, bufnr)
end

--- What the server answers, while the user waits, as for completion; nil where it does not.
function M.execute_now(command, argument)
  local bufnr = vim.api.nvim_get_current_buf()
  local client = answering(bufnr)
  if not client or lacks(client, command) then
    return nil
  end
  local params = params_of(command, argument)
  local answer = call(client, "request_sync", "workspace/executeCommand", params, 2000, bufnr)
  return answer and answer.result ~= vim.NIL and answer.result or nil
end

--- The current buffer as `{ uri }`, and the cursor's position in it as the server counts.
function M.here()
  local client = answering(0)
  local encoding = client and client.offset_encoding or "utf-16"
  local params = vim.lsp.util.make_position_params(0, encoding)
  return { uri = params.textDocument.uri, position = params.position }
end

return M
