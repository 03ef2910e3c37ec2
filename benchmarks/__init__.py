"""Scripts that measure opencl-ls; README.md says which answers what."""
