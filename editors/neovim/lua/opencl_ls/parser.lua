-- The tree-sitter parser: built from the grammar's source, and used where it is there.
local M = {}

local function target()
  return vim.fn.stdpath("data") .. "/site/parser/opencl.so"
end

-- Returns the folder tree-sitter-opencl of the checkout that this plugin is in, or "".
local function grammar()
  local here = debug.getinfo(1, "S").source:sub(2)
  local checkout = vim.fn.fnamemodify(vim.fn.resolve(here), ":p:h:h:h:h:h")
  local folder = checkout .. "/tree-sitter-opencl"
  return vim.fn.isdirectory(folder) == 1 and folder or ""
end

---Tells whether Neovim can load the parser.
function M.is_there()
  return #vim.api.nvim_get_runtime_file("parser/opencl.so", false) > 0
end

---Builds the parser with the C compiler of $CC, or cc.
---@param folder string? the folder tree-sitter-opencl, where it is not beside the plugin
function M.build(folder)
  local say = require("opencl_ls.client").say
  folder = folder ~= "" and folder or grammar()
  if vim.fn.filereadable(folder .. "/src/parser.c") == 0 then
    say("name the folder tree-sitter-opencl of a checkout: :OpenCLBuildParser FOLDER")
    return false
  end
  vim.fn.mkdir(vim.fn.fnamemodify(target(), ":h"), "p")
  local command = { vim.env.CC or "cc", "-shared", "-fPIC", "-O2", "-std=c11", "-I", folder .. "/src" }
  vim.list_extend(command, { "-o", target(), folder .. "/src/parser.c" })
  if vim.fn.filereadable(folder .. "/src/scanner.c") == 1 then
    table.insert(command, folder .. "/src/scanner.c")
  end
  if vim.fn.executable(command[1]) == 0 then
    say("a C compiler is needed, and " .. command[1] .. " is not there")
    return false
  end
  local output = vim.fn.system(command)
  if vim.v.shell_error ~= 0 then
    say("the parser cannot be built:\n" .. output, vim.log.levels.ERROR)
    return false
  end
  say("the parser is in " .. target(), vim.log.levels.INFO)
  for _, buffer in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(buffer) and vim.bo[buffer].filetype == "opencl" then
      M.start(buffer)
    end
  end
  return true
end

---Colours a buffer by the parser, if it is there.
function M.start(buffer)
  if M.is_there() then
    pcall(vim.treesitter.start, buffer, "opencl")
  end
end

return M
