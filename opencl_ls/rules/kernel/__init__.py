"""Rules about kernels themselves."""
