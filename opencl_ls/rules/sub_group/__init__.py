"""Rules about functions that a sub-group executes together."""
