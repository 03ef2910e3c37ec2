"""Rules about declarations."""
