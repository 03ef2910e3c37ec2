"""Rules about blocks: their types, literals, variables and captures."""
