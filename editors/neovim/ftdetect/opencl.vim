" For Vim, and Neovim before 0.8; opencl.lua does it for newer ones.
if has('nvim-0.8')
  finish
endif
autocmd BufRead,BufNewFile *.cl,*.clh,*.ocl,*.clcpp set filetype=opencl
