"""Rules about host programs that start kernels, which `check --host` compares with them."""
