"""The command line for people and CI: it converts and prints, and has no logic of the analysis.

It never imports the server at module level, for the protocol's types alone take longer to import
than a small kernel takes to check.
"""
