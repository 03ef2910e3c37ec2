"""Lookups in one item: the uses of a symbol, unused symbols, jumps and labels."""
