"""The reference as pages for a browser: one for each name and each rule, or a single one.

Pages hold no program, fetch nothing, and are read without scripts; the search alone needs one.
"""

from opencl_ls.reference.html.site import (
    name_page,
    rule_html,
    shared_files,
    single_page,
    site_pages,
)

__all__ = ["name_page", "rule_html", "shared_files", "single_page", "site_pages"]
