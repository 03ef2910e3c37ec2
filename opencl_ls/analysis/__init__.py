"""The whole of a program: items, memos, units, and the host that serves analyses of them.

Importing this package loads nothing.  Features, server and command line import the public modules
alone: `facade`, `host`, `results`, `catalogue`, `scan` and `sources`.
"""
