"""The command line: what people and CI run; it converts and prints, and decides nothing.

It never imports the server at module level, for the protocol's types alone take longer to import
than a small kernel takes to check.
"""
