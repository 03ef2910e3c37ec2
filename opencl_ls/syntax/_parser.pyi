def language() -> object:
    """Return the grammar for tree_sitter.Language."""
