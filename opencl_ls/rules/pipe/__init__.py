"""Rules about pipes."""
