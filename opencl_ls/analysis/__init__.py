"""The analysis of programs: items, caches, units, and the host that serves analyses of them.

Importing this package loads nothing.  Features, server and command line import only the public
modules: `facade`, `host`, `results`, `catalogue`, `scan` and `sources`.
"""
