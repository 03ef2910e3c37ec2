"""Completion: what may be written at a place."""
