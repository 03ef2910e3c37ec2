-- Without this a .cl file may be taken for Common Lisp.
if vim.fn.has("nvim-0.8") == 1 then
  vim.filetype.add({ extension = { cl = "opencl", clh = "opencl", ocl = "opencl", clcpp = "opencl" } })
end
