"""Rules about the arguments that a kernel takes from the host."""
