"""Questions about a place in the surface of a document."""

from opencl_ls.syntax.surface_queries import in_attribute, in_comment_or_string

__all__ = ["in_attribute", "in_comment_or_string"]
