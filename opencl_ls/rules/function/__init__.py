"""Rules about functions."""
