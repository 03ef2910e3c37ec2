"""The reference as pages for a browser: one for each name and each rule, or a single one.

Pages fetch nothing, and are read without scripts; the search alone needs one.  `site` makes them,
and `places` says where each is, which costs a hover next to nothing to know.
"""
