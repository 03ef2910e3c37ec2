"""Rules about directives and macros."""
