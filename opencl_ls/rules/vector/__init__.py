"""Rules about vectors."""
