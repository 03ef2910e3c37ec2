"""Rules about what differs between devices and compilers."""
