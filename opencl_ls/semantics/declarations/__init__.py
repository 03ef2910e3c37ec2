"""Facts about declarations: where they are written, their attributes, and opaque types."""
