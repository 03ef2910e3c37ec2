"""Conversions between URIs, as the protocol names documents, and paths, as all other layers do."""

from __future__ import annotations

import posixpath
import re
from urllib.parse import quote, unquote_to_bytes

_DRIVE = re.compile(r"/?([A-Za-z]):(?=/|$)")
_WINDOWS = re.compile(r"[A-Za-z]:\\|\\\\")
_SAFE = "/!$&'()*+,;=@~"


def path_of(uri: str) -> str:
    """Return the path of a `file:` URI; any other URI is returned unchanged.

    Paths have forward slashes and lower-case drive letters on every system, so
    that `file:///C:/a.cl` and `file:///c%3A/a.cl` are one document.
    """
    scheme, separator, rest = uri.partition(":")
    if not separator or scheme.lower() != "file":
        return uri
    # No file has a query or a fragment, but names may hold these characters, and some clients do
    # not escape them: the text after them is a part of the name, or two files would be one.
    authority = ""
    if rest.startswith("//"):
        authority, slash, rest = rest[2:].partition("/")
        rest = slash + rest
    # JSON can hold a lone surrogate, which is no character.
    path = unquote_to_bytes(rest.encode("utf-8", "surrogatepass")).decode(
        "utf-8", "surrogateescape"
    )
    path = posixpath.normpath(path) if path else "/"
    if path.startswith("//"):
        path = path[1:]
    drive = _DRIVE.match(path)
    if drive:
        return drive[1].lower() + ":" + path[drive.end() :]
    if authority and authority.lower() != "localhost":
        return f"//{authority.lower()}{path}"
    return path


def uri_of(path: str) -> str:
    """Return the URI of a path, or the path itself if it is a URI of another scheme."""
    if _WINDOWS.match(path):
        path = path.replace("\\", "/")
    drive = _DRIVE.match(path)
    if drive:
        return f"file:///{drive[1].lower()}%3A{_quoted(path[drive.end() :])}"
    if path.startswith("//"):
        return "file:" + _quoted(path)
    if path.startswith("/"):
        return "file://" + _quoted(path)
    return path if ":" in path else "file:///" + _quoted(path)


def is_file(uri: str) -> bool:
    """Return whether `uri` names something on disk."""
    return uri[:5].lower() == "file:"


def _quoted(path: str) -> str:
    return quote(_encoded(path), safe=_SAFE)


def _encoded(text: str) -> bytes:
    """Return the bytes of a name, also of one with lone surrogates or without UTF-8."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        # A lone surrogate is no character.
        return text.encode("utf-8", "surrogatepass")
