"""Integer solutions of linear constraints."""
