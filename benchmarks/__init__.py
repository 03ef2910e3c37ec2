"""Scripts that measure opencl-ls; README.md says which measures what."""
