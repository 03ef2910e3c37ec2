"""Accesses to memory: data races, fences, order within an expression, addresses."""
