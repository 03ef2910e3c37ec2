" OpenCL C: indentation and comments of C.  It serves Vim and Neovim.
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1

setlocal cindent
" Labels of `goto` stay where they are, `case` is indented by one level, long calls line up.
setlocal cinoptions=:s,l1,(0,W4,u0,j1
setlocal commentstring=//\ %s
setlocal comments=sO:*\ -,mO:*\ \ ,exO:*/,s1:/*,mb:*,ex:*/,:///,://
setlocal formatoptions-=t formatoptions+=croql
setlocal define=^\\s*#\\s*define
setlocal include=^\\s*#\\s*include
setlocal suffixesadd=.clh,.cl,.h

let b:undo_ftplugin = "setlocal cindent< cinoptions< commentstring< comments< formatoptions<"
      \ . " define< include< suffixesadd<"

if has("nvim-0.9")
  lua require("opencl_ls.parser").start(vim.api.nvim_get_current_buf())
endif
