"""The grammar's side: trees from tree-sitter, and the typed records that they are lowered to."""
