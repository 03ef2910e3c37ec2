"""The command line for people and CI: it converts and prints, and has no logic of the analysis.

It never imports the server at module level, since importing just the protocol's types takes longer
than a small kernel takes to check.
"""
