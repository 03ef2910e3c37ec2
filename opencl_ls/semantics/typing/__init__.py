"""Types of expressions, and the conversions that assignments and calls make."""
