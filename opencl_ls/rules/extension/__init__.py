"""Rules about extensions and the code that needs them."""
