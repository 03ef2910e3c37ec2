"""Rules about assumptions in comments."""
