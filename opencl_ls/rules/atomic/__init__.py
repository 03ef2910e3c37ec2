"""Rules about atomic objects."""
