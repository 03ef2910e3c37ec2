"""Rules about statements."""
