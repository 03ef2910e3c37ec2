"""The rules, one a module, found by place: `rules/<family>/<name>.py` is `<family>/<name>`.

A module with a leading underscore holds what rules of its family share.
"""
