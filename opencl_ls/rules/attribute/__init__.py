"""Rules about attributes."""
