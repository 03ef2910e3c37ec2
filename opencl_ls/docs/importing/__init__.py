"""Importing a user's own copy of the Khronos reference pages.

`reading.read_pages` turns a file's text into pages, `shelf.DiskShelf` keeps them in the user's
data folder.  Nothing of those pages is part of this package.
"""
