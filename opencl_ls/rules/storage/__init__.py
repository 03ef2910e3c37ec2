"""Rules about storage classes."""
