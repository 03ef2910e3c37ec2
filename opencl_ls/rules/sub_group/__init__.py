"""The rules about functions that a sub-group carries out together."""
