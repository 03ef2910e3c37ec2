"""What a program means: types, names, constants."""
