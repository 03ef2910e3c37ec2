--- `:checkhealth opencl_ls`.
local M = {}

local health = vim.health or require("health")
local start = health.start or health.report_start
local ok = health.ok or health.report_ok
local warn = health.warn or health.report_warn
local problem = health.error or health.report_error
local info = health.info or health.report_info

local function check_server()
  local client = require("opencl_ls.client")
  local cmd = client.config().cmd
  if vim.lsp.config then
    cmd = vim.lsp.config[client.NAME].cmd
  end
  if type(cmd) ~= "table" then
    info("the server is started by a function")
    return
  end
  local path = vim.fn.exepath(cmd[1])
  if path == "" then
    problem(("`%s` is not found"):format(cmd[1]), { "Run `" .. client.INSTALL .. "`, then :OpenCLRestart." })
    return
  end
  local version = vim.fn.system({ path, "--version" })
  if vim.v.shell_error ~= 0 then
    problem(("`%s --version` fails: %s"):format(path, version), { "Install it again: `" .. client.INSTALL .. " --force-reinstall`." })
    return
  end
  ok(vim.trim(version) .. " at " .. path)
  local running = client.clients()
  for _, each in ipairs(running) do
    ok("it serves " .. (each.config.root_dir or "single files"))
  end
  if #running == 0 then
    info("no kernel is open, so that it does not run")
  end
end

local function check_files()
  if vim.filetype.match({ filename = "a.cl" }) == "opencl" then
    ok("*.cl, *.clh and *.ocl are OpenCL C")
  else
    warn("*.cl is not taken for OpenCL C", { "Another plugin or vim.filetype.add says what it is." })
  end
end

local function check_parser()
  if not require("opencl_ls.parser").is_built() then
    info("no tree-sitter parser: :OpenCLBuildParser builds it")
    return
  end
  local loaded, message = pcall(vim.treesitter.language.add, "opencl")
  if loaded then
    ok("the tree-sitter parser is built")
  else
    problem("the tree-sitter parser cannot be loaded: " .. message, { "Build it anew with :OpenCLBuildParser." })
  end
end

function M.check()
  start("opencl-ls")
  if vim.fn.has("nvim-0.8") == 0 then
    problem("opencl-ls needs Neovim 0.8 or newer")
    return
  end
  check_server()
  check_files()
  check_parser()
end

return M
