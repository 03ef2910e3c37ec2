"""The syntax layer: trees from tree-sitter, and the typed records that they are lowered to."""
