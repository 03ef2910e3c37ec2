"""Races between work-items, decided over the integers."""
