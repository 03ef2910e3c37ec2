"""Rules about calls of built-in functions."""
