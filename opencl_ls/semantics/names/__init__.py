"""Names: binding of one item, and the symbols of the whole program."""
