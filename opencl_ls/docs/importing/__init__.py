"""Importing a user's own copy of the Khronos reference pages.

`reading.read_pages` converts a file's text to pages, `shelf.DiskShelf` stores them in the user's
data folder.  Nothing of those pages is part of this package.
"""
