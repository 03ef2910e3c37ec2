"""The sections of an explanation as tables, which the formats show each in its way.

Cells are byte texts with code between backticks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.features.explanation.words import amount_words, pattern_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.analysis.explanation_results import ExplainedAccess, KernelExplanation
    from opencl_ls.features.explanation.places import Places

_MOST_ELEMENTS: Final = 4
"""The elements that are listed for an argument."""


class Section(NamedTuple):
    """A heading with a table."""

    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


def sections(kernel: KernelExplanation, places: Places) -> Iterator[Section]:
    """Yield the sections of a kernel that have something to say."""
    for each in (
        _arguments(kernel),
        _memory(kernel),
        _accesses(kernel, places),
        _arithmetic(kernel),
        _barriers(kernel, places),
        _divergence(kernel, places),
        _private_arrays(kernel, places),
        _conditions(kernel, places),
        _counts(kernel, places),
        _not_counted(kernel, places),
    ):
        if each.rows:
            yield each


def access_word(access: ExplainedAccess) -> str:
    """Return what an access does, as a verb."""
    verb = "writes" if access.is_write else "reads"
    return f"atomically {verb}" if access.is_atomic else verb


def _arguments(kernel: KernelExplanation) -> Section:
    rows = []
    for each in kernel.arguments:
        own = [access for access in kernel.accesses if access.name == each.name]
        elements = list(dict.fromkeys(f"`{access.element}`" for access in own))
        more = len(elements) - _MOST_ELEMENTS
        shown = elements[:_MOST_ELEMENTS] + ([f"{more} more"] if more > 0 else [])
        rows.append((f"`{each.text}`", each.use, ", ".join(shown)))
    return Section("Arguments", ("Argument", "Use", "Elements"), rows)


def _memory(kernel: KernelExplanation) -> Section:
    rows = [
        (each.space, amount_words(each.read, "B"), amount_words(each.written, "B"))
        for each in kernel.bytes
    ]
    return Section("Memory traffic", ("Space", "Read", "Written"), rows)


def _accesses(kernel: KernelExplanation, places: Places) -> Section:
    rows = [
        (
            places.short(each.place),
            f"{access_word(each)} `{each.element}`",
            f"{each.size} B",
            amount_words(each.times),
            pattern_words(each),
        )
        for each in sorted(kernel.accesses, key=lambda access: access.place)
    ]
    columns = ("Place", "Access", "Size", "Times", "Neighbours")
    return Section("Accesses", columns, rows)


def _arithmetic(kernel: KernelExplanation) -> Section:
    order = sorted(kernel.operations, key=lambda each: (each.is_call, each.type, each.name))
    rows = [
        (each.type, f"`{each.name}`" if each.is_call else each.name, amount_words(each.count))
        for each in order
    ]
    return Section("Arithmetic", ("Type", "Operation", "Count"), rows)


def _barriers(kernel: KernelExplanation, places: Places) -> Section:
    where = ", ".join(dict.fromkeys(map(places.short, kernel.barrier_places)))
    rows = [(amount_words(kernel.barriers), where)] if where else []
    return Section("Barriers", ("Count", "Places"), rows)


def _divergence(kernel: KernelExplanation, places: Places) -> Section:
    rows = [(places.short(e.place), e.statement, f"`{e.text}`") for e in kernel.divergences]
    return Section("Conditions that differ between work-items", ("Place", "In", "Condition"), rows)


def _private_arrays(kernel: KernelExplanation, places: Places) -> Section:
    rows = []
    for each in kernel.private_arrays:
        size = "size not known" if each.size is None else f"{each.size} B"
        where = ", ".join(map(places.short, each.dynamic))
        rows.append((f"`{each.text}`", size, f"at run time: {where}" if where else "constant"))
    return Section("Private arrays", ("Array", "Size", "Index"), rows)


def _conditions(kernel: KernelExplanation, places: Places) -> Section:
    rows = [
        (places.short(each.place), f"`{each.text}` is {'true' if each.holds else 'false'}")
        for each in kernel.guards
    ]
    return Section("Counted for a work-item of which", ("Place", "Condition"), rows)


def _counts(kernel: KernelExplanation, places: Places) -> Section:
    rows = []
    for each in kernel.counts:
        where = ", ".join(dict.fromkeys(map(places.short, each.loops)))
        words = "rounds of the loop" if each.is_given else "rounds of the loop on average"
        rows.append((f"`{each.name}`", f"{words} at {where}"))
    return Section("Counts", ("Name", "Meaning"), rows)


def _not_counted(kernel: KernelExplanation, places: Places) -> Section:
    rows = [(places.short(each.place), each.reason) for each in kernel.not_counted]
    return Section("Not counted", ("Place", "Reason"), rows)
