"""Rules about return statements."""
