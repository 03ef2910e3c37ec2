"""Rules about extensions and what needs them."""
