-- Without this a .cl file may be taken for Common Lisp.
if vim.filetype then
  vim.filetype.add({ extension = { cl = "opencl", ocl = "opencl", clh = "opencl" } })
end
