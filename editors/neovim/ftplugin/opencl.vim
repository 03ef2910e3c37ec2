" OpenCL C: comments and what `gf`, `[i` and `%` follow.  For Vim and Neovim alike.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

let s:saved_cpo = &cpo
set cpo&vim

setlocal commentstring=//\ %s
setlocal comments=sO:*\ -,mO:*\ \ ,exO:*/,s1:/*,mb:*,ex:*/,:///,://
setlocal formatoptions-=t formatoptions+=croql
setlocal include=^\\s*#\\s*include
setlocal define=^\\s*#\\s*define
setlocal suffixesadd=.cl,.clh,.h
setlocal matchpairs-=<:>
setlocal matchpairs+=(:),{:},[:]
let b:undo_ftplugin = 'setlocal commentstring< comments< formatoptions< include< define<'
      \ .. ' suffixesadd< matchpairs<'

" For the plugin matchit: `%` goes from #if to its #endif.
let b:match_words = '^\s*#\s*if\%(n\?def\)\?\>:^\s*#\s*elif\%(n\?def\)\?\>:^\s*#\s*else\>:^\s*#\s*endif\>'
let b:match_skip = 's:comment\|string\|character'
let b:undo_ftplugin ..= ' | unlet! b:match_words b:match_skip'

let &cpo = s:saved_cpo
unlet s:saved_cpo
