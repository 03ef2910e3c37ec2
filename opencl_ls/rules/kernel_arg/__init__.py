"""Rules about what a kernel takes from the host."""
