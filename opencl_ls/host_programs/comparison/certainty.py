"""What is sure of a program whatever the host defines: words that mean the same in all settings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import DataType, KernelInterface
    from opencl_ls.findings import Place

_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_COMMENT: Final = re.compile(r"//[^\n]*|/\*(?s:.*?)\*/")
_ATTRIBUTE: Final = re.compile(r"\b\w+\s*\(\([^{}]*?\)\s*\)")
_HOLE: Final = re.compile(r"\bH_*\b")
_DIRECTIVE: Final = re.compile(r"^[ \t]*#", re.M)
_CONDITIONAL: Final = re.compile(r"^[ \t]*#[ \t]*(if|ifdef|ifndef|endif)\b", re.M)
_GUARD: Final = re.compile(r"[ \t]*#[ \t]*ifndef[ \t]+(\w+)\s*\n\s*#[ \t]*define[ \t]+\1[ \t]*\n")


class Certainty:
    """Says what the texts of a program's files leave to macros that a host may define."""

    def __init__(self, analysis: Analysis) -> None:
        self._texts = {
            file: _without_comments(analysis.lines(file).text) for file in analysis.files
        }
        self._all = "\n".join(self._texts.values())
        self._defined = {name for name, _ in analysis.settings.target.defines}
        self._known: dict[str, bool] = {}

    def is_kernel(self, interface: KernelInterface) -> bool:
        """Return whether the number of a kernel's parameters is sure.

        There is one definition of the name, without a directive in its head, and its macros hold no
        comma wherever they are defined.
        """
        name, head = interface.name, self._written(interface.place).partition("{")[0]
        definitions = re.findall(rf"\b{name}\s*\([^;{{}}]*\)\s*\{{", self._all)
        # The host fills in a hole of a text in its literals, see `host_programs.kernels`.
        if (
            len(definitions) != 1
            or _HOLE.search(head)
            or _DIRECTIVE.search(head)
            or not re.search(rf"\b{name}\b", head)
        ):
            return False
        return all(self._is_sure(each) or self._is_plain(each) for each in _WORD.findall(head))

    def is_parameter(self, place: Place) -> bool:
        """Return whether the type of the parameter at a place is sure."""
        return self._are_sure(self._written(place))

    def is_required_size(self, interface: KernelInterface) -> bool:
        """Return whether the attributes of a kernel are sure."""
        head = self._written(interface.place).partition("{")[0]
        return self._are_sure(" ".join(_ATTRIBUTE.findall(head)))

    def _written(self, place: Place) -> str:
        """Return what the file has at a place, before macros, without comments."""
        return self._texts.get(place.file, "")[place.start : place.end]

    def _are_sure(self, text: str) -> bool:
        return all(map(self._is_sure, _WORD.findall(text)))

    def is_layout(self, data: DataType) -> bool:
        """Return whether the members of a type are sure."""
        return self._are_sure(f"{data.text} {data.name}")

    def _is_plain(self, word: str) -> bool:
        """Return whether each definition of a word is words alone, or a type, and no parameters."""
        bodies = re.findall(rf"#[ \t]*define[ \t]+{word}\b([^\n]*)", self._all)
        return all(re.fullmatch(r"[\s\w*]*\w[\s\w*]*", each) for each in bodies)

    def _is_sure(self, word: str) -> bool:
        if word not in self._known:
            # A word in its own definition does not make it doubtful.
            self._known[word] = True
            self._known[word] = word not in self._defined and self._is_one(word)
        return self._known[word]

    def _is_one(self, word: str) -> bool:
        """Return whether a word has one unconditional definition, of words that are sure."""
        macros = list(re.finditer(rf"#[ \t]*define[ \t]+{word}\b[^\n]*", self._all))
        pattern = (
            rf"\btypedef\b[^;{{}}]*(?:\{{[^{{}}]*\}}[^;{{}}]*)?\b{word}\b\s*(?:\[[^\]]*\])?\s*;"
            rf"|\b(?:struct|union)\b[^;{{}}()]*\b{word}\b[^;{{}}()]*\{{[^{{}}]*\}}"
        )
        types = list(re.finditer(pattern, self._all))
        bodies = sum("{" in each[0] for each in types)
        # `struct s { ... }; typedef struct s s;` has one of each.
        if len(macros) + max(bodies, len(types) - bodies) > 1:
            return False
        return all(
            "\\\n" not in each[0]
            and not _DIRECTIVE.search(each[0], 1)
            and not self._is_conditional(each.start())
            and self._are_sure(each[0].partition("define")[2] or each[0])
            for each in (*macros, *types)
        )

    def _is_conditional(self, at: int) -> bool:
        """Return whether a conditional directive that is no include guard is around a byte."""
        opened: list[bool] = []
        for match in _CONDITIONAL.finditer(self._all, 0, at):
            if match[1] != "endif":
                opened.append(_GUARD.match(self._all, match.start()) is None)
            elif opened:
                opened.pop()
        return any(opened)


def _without_comments(text: str) -> str:
    return _COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
