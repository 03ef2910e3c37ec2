"""Macros that the host defines, and the forms of pragmas."""
