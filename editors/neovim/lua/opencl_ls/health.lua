-- :checkhealth opencl_ls
local M = {}

function M.check()
  local health = vim.health
  local start = health.start or health.report_start
  local ok, warn = health.ok or health.report_ok, health.warn or health.report_warn
  start("opencl-ls")
  local program = require("opencl_ls").options.cmd[1]
  if vim.fn.executable(program) == 1 then
    local version = vim.trim(vim.fn.system({ program, "--version" }))
    ok(string.format("%s: %s", vim.fn.exepath(program), version))
  else
    warn(program .. " is not installed, or not on PATH", { "pipx install opencl-ls" })
  end
  local clients = require("opencl_ls.client").clients()
  if #clients > 0 then
    ok(#clients .. " of its clients run")
  else
    warn("no server runs", { "Open a file of OpenCL C." })
  end
  if require("opencl_ls.parser").is_there() then
    ok("the tree-sitter parser is there")
  else
    warn("there is no tree-sitter parser: colours come from the server alone", { ":OpenCLBuildParser" })
  end
end

return M
