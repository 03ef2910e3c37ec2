"""Rules about namess."""
