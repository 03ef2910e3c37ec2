"""Rules about differences between devices and compilers."""
