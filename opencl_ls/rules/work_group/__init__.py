"""Rules about functions that a work-group executes together."""
