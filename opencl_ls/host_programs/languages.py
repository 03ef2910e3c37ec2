"""The host languages: how each writes comments and string literals.  Data alone."""

from __future__ import annotations

from typing import Final

from msgspec import Struct


class Quote(Struct, frozen=True):
    """A kind of string literal.

    `opening` is a pattern; `closing` is the text that ends the literal, in which `{0}` is the first
    group of the opening.  `escapes`: a backslash takes the next character with it, which does not
    end the literal then; `is_verbatim`: both stay in the text.  `spans_lines`: the literal may go
    on after the end of a line.  `holes` is the way in which values are put into it, a key of
    `HOLES`.  `is_text` is false for a literal that no text is in, such as a character of C.
    """

    opening: str
    closing: str
    escapes: bool = True
    is_verbatim: bool = False
    spans_lines: bool = False
    holes: str = ""
    is_text: bool = True


class Language(Struct, frozen=True):
    """A host language.

    `suffixes` are those of its files, in lower case.  `comments` are patterns of whole comments;
    comments from the first text of `nested` to the second may hold others.  `joining` is a pattern
    of what joins two literals to one text, without blanks and comments.  `has_macros`: macros of
    the C preprocessor may make strings.  `may_be_opencl`: a file with such a suffix may as well be
    OpenCL C itself.  `documentation` is a pattern of the code around a text that documents it, with
    a zero byte in place of the text.
    """

    name: str
    suffixes: tuple[str, ...]
    comments: tuple[str, ...]
    quotes: tuple[Quote, ...]
    joining: str
    nested: tuple[str, str] | None = None
    has_macros: bool = False
    may_be_opencl: bool = False
    documentation: str = ""


_LINE_COMMENT: Final = r"//[^\n]*"
_BLOCK_COMMENT: Final = r"/\*(?s:.*?)(?:\*/|\Z)"

_C_QUOTES: Final = (
    Quote(r'(?:u8|[uUL])?R"([^\s()\\]{0,16})\(', '){0}"', escapes=False, spans_lines=True),
    Quote(r'(?:u8|[uUL])?"', '"'),
    Quote(r"(?<![0-9A-Fa-f])'", "'", is_text=False),
)

LANGUAGES: Final = (
    Language(
        "python",
        (".py", ".pyw"),
        (r"#[^\n]*",),
        (
            Quote(r'(?i:f|rf|fr)("""|\'\'\')', "{0}", spans_lines=True, holes="braces"),
            Quote(r'(?i:f|rf|fr)("|\')', "{0}", holes="braces"),
            Quote(r'(?i:r|rb|br)("""|\'\'\')', "{0}", is_verbatim=True, spans_lines=True),
            Quote(r'(?i:r|rb|br)("|\')', "{0}", is_verbatim=True),
            Quote(r'(?i:[bu]?)("""|\'\'\')', "{0}", spans_lines=True),
            Quote(r'(?i:[bu]?)("|\')', "{0}"),
        ),
        r"\\|\+",
        documentation=r"(?:\bclass\b[^\n]*|\)[ \t]*(?:->[^\n]*)?):[ \t]*\r?\n\s*\0"
        r"|\A(?:\s*#[^\n]*\n)*\s*\0[ \t]*\r?\n",
    ),
    Language(
        "c",
        (".c", ".h", ".inl", ".inc"),
        (_LINE_COMMENT, _BLOCK_COMMENT),
        _C_QUOTES,
        r"\\|\+",
        has_macros=True,
        may_be_opencl=True,
    ),
    Language(
        "cpp",
        (".cpp", ".cc", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".h++", ".cu", ".mm"),
        (_LINE_COMMENT, _BLOCK_COMMENT),
        _C_QUOTES,
        r"\\|\+",
        has_macros=True,
    ),
    Language(
        "rust",
        (".rs",),
        (_LINE_COMMENT,),
        (
            Quote(r'b?r(#{0,8})"', '"{0}', escapes=False, spans_lines=True),
            Quote(r'b?"', '"', spans_lines=True),
            Quote(r"b?'(?=\\|[^\\']')", "'", is_text=False),
        ),
        r"",
        nested=("/*", "*/"),
    ),
    Language(
        "julia",
        (".jl",),
        (r"#(?!=)[^\n]*",),
        (
            Quote(r'raw(""")', "{0}", escapes=False, spans_lines=True),
            Quote(r'raw(")', "{0}", escapes=False, spans_lines=True),
            Quote(r'(""")', "{0}", spans_lines=True, holes="dollar"),
            Quote(r'(")', "{0}", spans_lines=True, holes="dollar"),
            Quote(r"'(?=\\|[^\\']')", "'", is_text=False),
        ),
        r"\*",
        nested=("#=", "=#"),
        documentation=r"(?:\A|\n)[ \t]*\0[ \t]*\r?\n(?:function|macro|struct|module|mutable)\b",
    ),
)

HOLES: Final = {
    "braces": r"\{\{|\}\}|\{[^{}\n]*(?:\{[^{}\n]*\}[^{}\n]*)*\}",
    "dollar": r"\$\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)|\$[A-Za-z_]\w*",
    "percent": r"%%|%\(\w+\)[-#0 +]*\d*(?:\.\d+)?[a-zA-Z]|%[-#0+]*\d*(?:\.\d+)?[hlzjt]*[a-zA-Z]",
    "numbers": r"%L?\d{1,2}",
    "template": r"\$\$|\$\{[^{}\n]*\}|\$[A-Za-z_]\w*",
    "mako": r"(?m:^[ \t]*%[^\n]*)|\$\{[^{}\n]*\}|</?%[^>\n]*>|##[^\n]*",
    "jinja": r"\{\{[^\n]*?\}\}|\{%[^\n]*?%\}|\{#[^\n]*?#\}",
}
"""Patterns of what a host replaces in a text: a value, or a doubled sign for a single one."""

FOREIGN: Final = (
    r"\b__(?:global|device|shared)__\b|\bthreadIdx\b|\bblockIdx\b"  # CUDA and HIP
    r"|\bmetal_stdlib\b|\[\[\s*(?:buffer|texture|thread|threadgroup|kernel)\w*\s*[(\]]"  # Metal
    r"|\bdevice\s+(?:const\s+)?\w+\s*[*&]|\bthreadgroup\s+\w+"
    r"|\bgl_(?:GlobalInvocationID|LocalInvocationID|WorkGroupID)\b|\blayout\s*\("  # GLSL
    r"|\bSV_DispatchThreadID\b|\bRWStructuredBuffer\b"  # HLSL
    r"|@(?:kernel|outer|inner|tile|shared|exclusive|barrier|atomic|restrict|dim)\b"  # OKL
)
"""A pattern of what texts in other languages for kernels have, and OpenCL C has not."""

METAL_HOST: Final = r"\bMTL(?:::|[A-Z]\w+)|\bnewLibraryWithSource\b"
"""A pattern of what a host that compiles kernels with Metal has."""

OWN: Final = r"__kernel\b|\b(?:__)?(?:global|local)\b|\bget_[a-z]+_(?:id|size|groups|dim)\b"
"""A pattern of what tells a kernel in OpenCL C from one in Metal."""

SUFFIXES: Final = {suffix: each for each in LANGUAGES for suffix in each.suffixes}
"""The languages by the suffixes of their files, which are in lower case."""


def language_of(path: str) -> Language | None:
    """Return the host language of a file by its suffix, None if it has none."""
    name = path.replace("\\", "/").rpartition("/")[2]
    return SUFFIXES.get(name[name.rfind(".") :].lower()) if "." in name else None
