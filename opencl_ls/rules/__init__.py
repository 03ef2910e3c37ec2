"""The rules: one module each, found by its place, `rules/<family>/<name>.py`."""
