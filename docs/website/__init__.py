"""Makes the documentation site: `python3 dev.py docs`."""
