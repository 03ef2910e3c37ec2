"""Rules about samplers."""
