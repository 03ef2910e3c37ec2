"""Rules about events."""
