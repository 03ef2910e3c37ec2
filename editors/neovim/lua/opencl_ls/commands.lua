--- The commands that a user types.
local M = {}

local client = require("opencl_ls.client")
local page = require("opencl_ls.page")

local function starting_with(lead, names)
  return vim.tbl_filter(function(name)
    return vim.startswith(name, lead)
  end, names)
end

local function names_of(rows, key)
  return vim.tbl_map(function(row)
    return row[key]
  end, rows or {})
end

local function show_page(nothing)
  return function(found)
    if found then
      page.show(found.title, found.markdown, "markdown")
    else
      client.say(nothing)
    end
  end
end

local function show_text(nothing)
  return function(found)
    if found then
      page.show(found.title, found.text, found.language)
    else
      client.say(nothing)
    end
  end
end

-- Configurations

local function select_configuration(name)
  client.execute("opencl-ls.selectConfiguration", {
    uri = vim.uri_from_bufnr(0),
    name = name,
  }, function(answer)
    local current = answer.current
    client.say(current == vim.NIL and "no configuration holds now" or ("the configuration `%s` holds now"):format(current))
  end)
end

local function choose_configuration(answer)
  if #answer.configurations == 0 then
    client.say("no configuration is named: a table [configurations.NAME] in opencl-ls.toml names one")
    return
  end
  local rows = {}
  for _, each in ipairs(answer.configurations) do
    local text = each.description ~= "" and each.name .. ": " .. each.description or each.name
    table.insert(rows, { name = each.name, text = text, current = each.isCurrent })
  end
  table.insert(rows, { name = "", text = "none of them" })
  table.insert(rows, { name = vim.NIL, text = "what the settings say" })
  vim.ui.select(rows, {
    prompt = "Configuration of this file",
    format_item = function(row)
      return (row.current and "* " or "  ") .. row.text
    end,
  }, function(row)
    if row then
      select_configuration(row.name)
    end
  end)
end

local function configuration(arguments)
  if arguments.args ~= "" then
    select_configuration(arguments.args)
  else
    client.execute("opencl-ls.configurations", { uri = vim.uri_from_bufnr(0) }, choose_configuration)
  end
end

local function configuration_names(lead)
  local answer = client.execute_now("opencl-ls.configurations", { uri = vim.uri_from_bufnr(0) })
  return starting_with(lead, names_of(answer and answer.configurations, "name"))
end

-- Rules

--- The rules of the findings in the cursor's line; those at the cursor itself if there are any.
local function rules_here()
  local cursor = vim.api.nvim_win_get_cursor(0)
  local at, beside = {}, {}
  for _, each in ipairs(vim.diagnostic.get(0, { lnum = cursor[1] - 1 })) do
    local code = each.code
    if type(code) == "string" and code:find("^[%w-]+/[%w-]+$") then
      local is_at = each.col <= cursor[2] and (each.end_lnum > each.lnum or cursor[2] < each.end_col)
      local row = is_at and at or beside
      if not vim.tbl_contains(row, code) then
        table.insert(row, code)
      end
    end
  end
  return #at > 0 and at or beside
end

local function explain(id)
  client.execute("opencl-ls.explainRule", { id = id }, show_page(("there is no rule `%s`: :OpenCLRule completes their names"):format(id)))
end

local function rule(arguments)
  if arguments.args ~= "" then
    explain(arguments.args)
    return
  end
  local here = rules_here()
  if #here == 1 then
    explain(here[1])
  elseif #here > 1 then
    vim.ui.select(here, { prompt = "Rule" }, function(id)
      if id then
        explain(id)
      end
    end)
  else
    client.execute("opencl-ls.rules", {}, function(rows)
      vim.ui.select(rows, {
        prompt = "Rule",
        format_item = function(row)
          return row.id .. ": " .. row.summary
        end,
      }, function(row)
        if row then
          explain(row.id)
        end
      end)
    end)
  end
end

local function rule_names(lead)
  return starting_with(lead, names_of(client.execute_now("opencl-ls.rules"), "id"))
end

-- Documentation

local function document(name)
  client.execute("opencl-ls.documentation", { name = name, uri = vim.uri_from_bufnr(0) }, function(found)
    if found then
      page.show(found.title, found.markdown, "markdown")
      return
    end
    client.execute("opencl-ls.searchDocumentation", { query = name }, function(rows)
      if #rows == 0 then
        client.say(("nothing is written about `%s`"):format(name))
        return
      end
      vim.ui.select(rows, {
        prompt = "Documentation",
        format_item = function(row)
          return row.name .. ": " .. row.summary
        end,
      }, function(row)
        if row then
          document(row.name)
        end
      end)
    end)
  end)
end

local function documentation(arguments)
  if arguments.args ~= "" then
    document(arguments.args)
  else
    local word = vim.fn.expand("<cword>")
    client.execute("opencl-ls.documentation", client.here(), show_page(("nothing is written about `%s`"):format(word)))
  end
end

local function documented_names(lead)
  if lead == "" then
    return {}
  end
  return starting_with(lead, names_of(client.execute_now("opencl-ls.searchDocumentation", { query = lead }), "name"))
end

-- Texts about the program

local STYLES = { "c", "cpp", "pyopencl" }

local function host_code(arguments)
  local style = arguments.args ~= "" and arguments.args or STYLES[1]
  local argument = vim.tbl_extend("error", client.here(), { style = style })
  client.execute("opencl-ls.hostCode", argument, show_text("this file has no kernel"))
end

local function resources()
  client.execute("opencl-ls.kernelResources", { uri = vim.uri_from_bufnr(0) }, show_page("this file has no kernel"))
end

local function explain()
  client.execute("opencl-ls.explainKernels", { uri = vim.uri_from_bufnr(0) }, show_page("this file has no kernel"))
end

local function expand_macro()
  client.execute("opencl-ls.expandMacro", client.here(), show_text("there is no macro at the cursor"))
end

-- The server itself

local function status()
  client.execute("opencl-ls.status", { uri = vim.uri_from_bufnr(0) }, function(found)
    local parts = { found.version, found.std, "device " .. found.device }
    if type(found.configuration) == "string" then
      table.insert(parts, "configuration " .. found.configuration)
    end
    local file = type(found.file) == "string" and vim.fn.fnamemodify(vim.uri_to_fname(found.file), ":~:.")
    table.insert(parts, file and "settings from " .. file or "no settings file")
    client.say(table.concat(parts, ", "))
  end)
end

local function log()
  local current = vim.lsp.log and vim.lsp.log.get_filename and vim.lsp.log.get_filename()
  vim.cmd("tabedit " .. vim.fn.fnameescape(current or vim.lsp.get_log_path()))
  vim.cmd("normal! G")
end

local COMMANDS = {
  OpenCLRestart = { client.restart, "Start opencl-ls again" },
  OpenCLLog = { log, "Show what opencl-ls wrote" },
  OpenCLStatus = { status, "Tell what holds for this file" },
  OpenCLConfiguration = { configuration, "Choose a configuration", configuration_names },
  OpenCLRule = { rule, "Explain a rule, or the finding at the cursor", rule_names },
  OpenCLDoc = { documentation, "Document a name, or the one at the cursor", documented_names },
  OpenCLExpandMacro = { expand_macro, "Expand the macro at the cursor" },
  OpenCLHostCode = {
    host_code,
    "Write the host's side of the kernel at the cursor",
    function(lead)
      return starting_with(lead, STYLES)
    end,
  },
  OpenCLExplain = { explain, "Tell what a work-item of each kernel computes and moves" },
  OpenCLResources = { resources, "Tell what the kernels of this file take" },
}

function M.define()
  for name, row in pairs(COMMANDS) do
    local run, description, complete = row[1], row[2], row[3]
    vim.api.nvim_create_user_command(name, run, {
      desc = description,
      nargs = complete and "?" or 0,
      complete = complete,
    })
  end
  vim.api.nvim_create_user_command("OpenCLBuildParser", function(arguments)
    require("opencl_ls.parser").build(arguments.args)
  end, { desc = "Build the tree-sitter parser", nargs = "?", complete = "dir" })
end

return M
