"""Macros that the host may define."""
