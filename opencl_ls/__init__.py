"""opencl-ls: a language server and checker for OpenCL C that needs no driver and no GPU."""

__version__ = "0.1.0"
