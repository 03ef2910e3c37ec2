"""Rules about races between work-items."""
