-- The commands :OpenCL...
local M = {}

local client = require("opencl_ls.client")

-- Shows a text in a window of its own, which `q` closes.
local function show(title, text, filetype)
  local name = "opencl-ls://" .. title
  local buffer = vim.fn.bufnr("^" .. vim.fn.escape(name, "[]*?{}\\") .. "$")
  if buffer < 0 then
    buffer = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(buffer, name)
  end
  vim.bo[buffer].modifiable = true
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(text, "\n", { plain = true }))
  vim.bo[buffer].bufhidden = "wipe"
  vim.bo[buffer].buftype = "nofile"
  vim.bo[buffer].filetype = filetype
  vim.bo[buffer].modifiable = false
  vim.keymap.set("n", "q", "<Cmd>close<CR>", { buffer = buffer, nowait = true })
  local window = vim.fn.bufwinid(buffer)
  if window > 0 then
    vim.api.nvim_set_current_win(window)
  else
    vim.cmd("botright split")
    vim.api.nvim_win_set_buf(0, buffer)
  end
  if filetype == "markdown" then
    vim.wo.conceallevel = 2
    vim.wo.wrap = true
    vim.wo.linebreak = true
  end
end

local function show_page(missing)
  return function(page)
    if page and page ~= vim.NIL then
      show(page.title, page.markdown or page.text, page.language or "markdown")
    else
      client.say(missing)
    end
  end
end

local function uri()
  return vim.uri_from_bufnr(0)
end

-- Returns the rule of the finding on the cursor's line, that under the cursor first.
local function rule_here()
  local line, column = vim.api.nvim_win_get_cursor(0)[1] - 1, vim.api.nvim_win_get_cursor(0)[2]
  local found
  for _, each in ipairs(vim.diagnostic.get(0, { lnum = line })) do
    if each.source == "opencl-ls" and type(each.code) == "string" then
      local is_here = each.col <= column and column < math.max(each.end_col or 0, each.col + 1)
      if is_here then
        return each.code
      end
      found = found or each.code
    end
  end
  return found
end

local function explain(id)
  client.ask("explainRule", { id = id }, show_page("there is no rule " .. id))
end

local function rule(arguments)
  local id = arguments.args ~= "" and arguments.args or rule_here()
  if id then
    explain(id)
    return
  end
  client.ask("rules", vim.empty_dict(), function(rules)
    vim.ui.select(rules, {
      prompt = "Rule",
      format_item = function(each)
        return each.id .. ": " .. each.summary
      end,
    }, function(chosen)
      if chosen then
        explain(chosen.id)
      end
    end)
  end)
end

local function documentation(arguments)
  local name = arguments.args ~= "" and arguments.args or nil
  local about = name and { name = name, uri = uri() } or client.place()
  client.ask("documentation", about, show_page("OpenCL C has no such name"))
end

local function choose(name)
  client.ask("selectConfiguration", { uri = uri(), name = name }, function(told)
    local current = told.current
    local is_none = current == nil or current == vim.NIL
    client.say(is_none and "no configuration" or ("configuration " .. current), vim.log.levels.INFO)
  end)
end

local NONE = "(none)"

local function configuration(arguments)
  if arguments.args ~= "" then
    choose(arguments.args == NONE and "" or arguments.args)
    return
  end
  client.ask("configurations", { uri = uri() }, function(told)
    local choices = { { name = NONE, description = "the plain settings" } }
    vim.list_extend(choices, told.configurations)
    vim.ui.select(choices, {
      prompt = "Configuration",
      format_item = function(each)
        return each.name .. (each.isCurrent and " *" or "") .. "  " .. each.description
      end,
    }, function(chosen)
      if chosen then
        choose(chosen.name == NONE and "" or chosen.name)
      end
    end)
  end)
end

-- Returns the names that a command's argument can have, asked from the server.
local function completing(command, argument, names)
  return function(begun)
    local found
    client.ask(command, argument(begun), function(told)
      found = names(told)
    end)
    vim.wait(1000, function()
      return found ~= nil
    end, 5)
    return vim.tbl_filter(function(name)
      return vim.startswith(name, begun)
    end, found or {})
  end
end

local function field(key)
  return function(list)
    return vim.tbl_map(function(each)
      return each[key]
    end, list)
  end
end

local function status()
  client.ask("status", { uri = uri() }, function(told)
    local named = told.configuration
    local has_name = named ~= nil and named ~= vim.NIL
    local text = string.format(
      "server %s, %s, device %s%s",
      told.version,
      told.std,
      told.device,
      has_name and (", configuration " .. named) or ""
    )
    client.say(text, vim.log.levels.INFO)
  end)
end

local function log()
  local path = vim.lsp.log and vim.lsp.log.get_filename and vim.lsp.log.get_filename()
    or vim.lsp.get_log_path()
  vim.cmd("tabedit " .. vim.fn.fnameescape(path))
  vim.cmd("normal! G")
end

local STYLES = { "c", "cpp", "pyopencl" }

local function host_code(arguments)
  local place = client.place()
  place.style = arguments.args ~= "" and arguments.args or STYLES[1]
  client.ask("hostCode", place, show_page("there is no kernel here"))
end

function M.define()
  local define = vim.api.nvim_create_user_command
  local rules = completing("rules", vim.empty_dict, field("id"))
  local names = completing("searchDocumentation", function(begun)
    return { query = begun }
  end, field("name"))
  local configurations = completing("configurations", function()
    return { uri = uri() }
  end, function(told)
    return field("name")(told.configurations)
  end)

  define("OpenCLRestart", client.restart, { desc = "Start the OpenCL server again" })
  define("OpenCLLog", log, { desc = "Open Neovim's log of language servers" })
  define("OpenCLStatus", status, { desc = "Say what holds for this file" })
  define("OpenCLRule", rule, { nargs = "?", complete = rules, desc = "Explain a rule" })
  define("OpenCLDoc", documentation, { nargs = "?", complete = names, desc = "Explain a name" })
  define("OpenCLConfiguration", configuration, {
    nargs = "?",
    complete = configurations,
    desc = "Choose a configuration for this file",
  })
  define("OpenCLExpandMacro", function()
    client.ask("expandMacro", client.place(), show_page("there is no macro here"))
  end, { desc = "Show what the macro under the cursor becomes" })
  define("OpenCLHostCode", host_code, {
    nargs = "?",
    complete = function()
      return STYLES
    end,
    desc = "Write the host's side of a kernel",
  })
  define("OpenCLResources", function()
    client.ask("kernelResources", { uri = uri() }, show_page("there is no kernel in this file"))
  end, { desc = "Show what the kernels of this file take" })
  define("OpenCLBuildParser", function(arguments)
    require("opencl_ls.parser").build(arguments.args)
  end, { nargs = "?", complete = "dir", desc = "Build the tree-sitter parser" })
end

return M
