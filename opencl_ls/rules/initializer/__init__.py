"""Rules about initializers."""
