"""Queries on one bound item: names, calls, blocks, constants, uses of variables."""
