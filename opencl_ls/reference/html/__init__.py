"""The reference as pages for a browser: one for each name and each rule, or a single one.

Pages load nothing from a network, and need no scripts; only the search has one.  `site` makes them,
and `addresses` gives their paths, at little cost for a hover.
"""
