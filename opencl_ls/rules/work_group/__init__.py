"""The rules about functions that a work-group carries out together."""
