"""Rules about types that declarations name."""
