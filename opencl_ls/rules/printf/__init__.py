"""Rules about printf formats."""
