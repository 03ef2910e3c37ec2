--- The parser of tree-sitter: how it is built, and used.
local M = {}

local client = require("opencl_ls.client")

--- Where the built parser is put; Neovim looks there by itself.
function M.path()
  return vim.fn.stdpath("data") .. "/site/parser/opencl.so"
end

function M.is_built()
  return #vim.api.nvim_get_runtime_file("parser/opencl.*", false) > 0
end

--- Colours a buffer by the parser, where it is built and wanted.
function M.highlight(bufnr)
  if not require("opencl_ls").options.tree_sitter or not vim.treesitter.start or not M.is_built() then
    return
  end
  local ok, problem = pcall(vim.treesitter.start, bufnr, "opencl")
  if not ok then
    client.say("the parser cannot be used: :OpenCLBuildParser builds it anew\n" .. problem, vim.log.levels.WARN)
  end
end

--- The folder of the grammar's C files: named by the user, or beside us in a checkout.
local function sources(folder)
  local here = vim.fn.fnamemodify(debug.getinfo(1, "S").source:sub(2), ":p:h:h:h")
  local checkout = vim.fn.fnamemodify(vim.loop.fs_realpath(here) or here, ":h:h")
  local candidates = folder ~= "" and { folder, folder .. "/src", folder .. "/tree-sitter-opencl/src" }
    or { here .. "/tree-sitter-opencl/src", checkout .. "/tree-sitter-opencl/src" }
  for _, each in ipairs(candidates) do
    each = vim.fn.fnamemodify(each, ":p"):gsub("/$", "")
    if vim.fn.filereadable(each .. "/parser.c") == 1 then
      return each
    end
  end
end

local function compiler()
  for _, each in ipairs({ vim.env.CC or "cc", "cc", "gcc", "clang" }) do
    if vim.fn.executable(each) == 1 then
      return each
    end
  end
end

local function use()
  -- A parser that is loaded already stays until Neovim ends.
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(bufnr) and vim.bo[bufnr].filetype == "opencl" then
      M.highlight(bufnr)
    end
  end
end

--- Compiles the grammar, from the folder that is named or from the checkout that this is in.
function M.build(folder)
  local from, cc = sources(folder or ""), compiler()
  if not from then
    client.say("no parser.c is found: name the folder tree-sitter-opencl of a checkout, as in :OpenCLBuildParser ~/opencl-ls/tree-sitter-opencl", vim.log.levels.ERROR)
    return
  end
  if not cc then
    client.say("no C compiler is found: install cc, gcc or clang, or set CC", vim.log.levels.ERROR)
    return
  end
  local target = M.path()
  vim.fn.mkdir(vim.fn.fnamemodify(target, ":h"), "p")
  local made = target .. ".new"
  local command = { cc, "-O2", "-shared", "-fPIC", "-I", from, "-o", made, from .. "/parser.c" }
  if vim.fn.filereadable(from .. "/scanner.c") == 1 then
    table.insert(command, from .. "/scanner.c")
  end
  local output = {}
  local function collect(_, lines)
    vim.list_extend(output, lines)
  end
  client.say("the parser is compiled")
  return vim.fn.jobstart(command, {
    on_stdout = collect,
    on_stderr = collect,
    on_exit = function(_, code)
      if code ~= 0 then
        client.say("the parser cannot be compiled:\n" .. table.concat(output, "\n"), vim.log.levels.ERROR)
        return
      end
      -- A library in use must not be written over: it is replaced.
      assert(vim.loop.fs_rename(made, target))
      client.say("the parser is built: " .. target)
      use()
    end,
  })
end

return M
