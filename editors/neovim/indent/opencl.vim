" OpenCL C is indented as C is.
if exists('b:did_indent')
  finish
endif
let b:did_indent = 1

" A pragma such as `#pragma unroll` is indented as the loop that it is about.
setlocal cindent cinoptions+=P1 indentexpr=
let b:undo_indent = 'setlocal cindent< cinoptions< indentexpr<'
