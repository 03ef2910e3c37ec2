"""Calls of built-in functions for tests: exact ones, and ones with something changed.

A call is a function's name and the *spellings* of its arguments: a type as a signature writes it
("const global float4 *"), of which a parameter is declared, or something to be written as it is: a
literal ("1", "0.5f", a format) or a block ("^(local void *p) {}").
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass

from opencl_ls.builtins.functions import function, function_names
from opencl_ls.builtins.signatures import ConcreteSignature, Signature
from opencl_ls.builtins.types import builtin_type
from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls import Argument, Resolution, resolve
from opencl_ls.semantics.calls.type_texts import parsed
from opencl_ls.settings.target import Target
from opencl_ls.syntax import records as r

LITERALS = {
    "0": ("int", 0),
    "1": ("int", 1),
    "1u": ("uint", 1),
    "1L": ("long", 1),
    "0.5f": ("float", None),
    "0.5": ("double", None),
}
SCALARS = ["int", "uint", "float", "double", "short", "uchar", "long", "size_t", "bool", "0", "1",
           "1u", "1L", "0.5f", "0.5", "half"]  # fmt: skip
ELEMENT = re.compile(r"\b(u?char|u?short|u?int|u?long|float|double|half)(\d*)\b")
SPACE = re.compile(r"\b(global|local|private|constant)\b ?")


@dataclass(frozen=True)
class Call:
    """A call, as text and as spellings of its arguments."""

    name: str
    arguments: tuple[str, ...]


def bucket(*parts: object) -> int:
    """Return a number that depends on nothing but the parts, for choosing samples."""
    return zlib.crc32(" ".join(map(str, parts)).encode())


def argument(spelling: str, target: Target) -> Argument:
    """Return the argument that a spelling means."""
    record: r.Expression = r.Name(0, 0, "a")
    if spelling.startswith("^"):
        return Argument(t.Qualified(block(spelling)), False, None, False, record)
    if spelling.startswith('"'):
        record = r.StringLiteral(0, 0, (spelling,))
        kind = parsed("constant char *", True)
        return Argument(kind, False, None, False, record)
    if spelling in LITERALS:
        name, constant = LITERALS[spelling]
        kind = t.Qualified(t.scalar(name))
        return Argument(kind, False, constant, constant == 0, record)
    private = not target.has_generic_address_space
    return Argument(parsed(spelling, private), True, None, False, record)


def is_written_out(spelling: str) -> bool:
    """Tell whether a spelling is in the call itself, and is no type of a parameter."""
    return spelling in LITERALS or spelling[0] in '^"'


def block(spelling: str) -> t.BlockType:
    """Return the type of a block literal such as "^(local void *p) {}"."""
    written = spelling[1:].partition("{")[0].strip(" ()")
    taken = [one.rpartition(" ")[0] for one in written.split(",") if one]
    parameters = tuple(
        parsed(one.strip() + " *" * ("*" in text), True)
        for one, text in zip(taken, written.split(","), strict=False)
    )
    return t.BlockType(t.FunctionType(t.Qualified(t.VOID), parameters, False, True))


def resolved(call: Call, target: Target) -> Resolution:
    """Resolve a call; the name has to be one of a built-in function."""
    found = resolve(call.name, [argument(one, target) for one in call.arguments], target)
    assert found is not None
    return found


def signatures() -> Iterator[tuple[str, Signature]]:
    """Yield every concrete name with each of its signatures."""
    for name in sorted(function_names()):
        known = function(name)
        assert known is not None
        for signature in known.signatures:
            yield name, signature


def sampled(instances: Iterator[ConcreteSignature], limit: int) -> list[ConcreteSignature]:
    """Return up to `limit` of the instances, always the same ones."""
    return sorted(instances, key=bucket)[:limit]


def exact(instance: ConcreteSignature) -> Call:
    """Return the call with just the types of an instance."""
    spellings = [one for one in instance.parameters if one != "..."]
    if instance.name.startswith("ndrange_"):
        # The table shows their array parameters as pointers; an array parameter is private.
        spellings = [one.replace("const size_t", "const private size_t") for one in spellings]
    return Call(instance.name, tuple(spellings))


def changed(call: Call) -> Iterator[Call]:
    """Yield the call with one argument changed, dropped or added, and with all alike."""
    arguments = call.arguments
    for index, spelling in enumerate(arguments):
        for other in others(spelling):
            if other != spelling:
                yield Call(call.name, (*arguments[:index], other, *arguments[index + 1 :]))
    if arguments:
        yield Call(call.name, arguments[:-1])
        yield Call(call.name, (*arguments, "int"))
        for scalar in ("int", "uint", "float", "bool"):
            if len(arguments) > 1:
                yield Call(call.name, (scalar,) * len(arguments))
    if len(arguments) > 1:
        yield Call(call.name, (arguments[1], arguments[0], *arguments[2:]))


def others(spelling: str) -> list[str]:
    """Return spellings of arguments that might be written instead of this one."""
    if spelling.endswith("*"):
        return _other_pointers(spelling)
    match = ELEMENT.fullmatch(spelling)
    if match is None:
        if "image" in spelling:
            return [*_other_images(spelling), "int", "sampler_t", "global float *"]
        return ["0", "1", "int", "float", "global int *", "sampler_t", "event_t"]
    element, width = match.groups()
    if not width:
        return [*SCALARS, f"{element}2", "global int *", "sampler_t"]
    found = [f"{other}{width}" for other in ("int", "uint", "float", "char", "long", "double")]
    found += [f"{element}{other}" for other in (2, 3, 4, 8) if str(other) != width]
    return [*found, element, "int", "0", "0.5f", "global float4 *"]


def _other_pointers(spelling: str) -> list[str]:
    bare = SPACE.sub("", spelling)
    found = [f"{space} {bare}" for space in ("global", "local", "private", "constant")]
    found += [bare, f"const {spelling}", f"volatile {spelling}", spelling.replace("const ", "")]
    match = ELEMENT.search(spelling)
    if match is not None:
        for other in ("int", "uint", "float", "uchar", "void"):
            found.append(spelling.replace(match[0], other + match[2] if other != "void" else other))
        found += [spelling.replace(match[0], f"{match[1]}8"), spelling.replace(match[0], match[1])]
    return [*dict.fromkeys(found), "0", "1", "int", "float4"]


def _other_images(spelling: str) -> list[str]:
    access, _, kind = spelling.rpartition(" ")
    found = [f"{one} {kind}" for one in ("read_only", "write_only", "read_write")]
    return found + [f"{access} {one}" for one in ("image2d_t", "image3d_t", "image1d_buffer_t")]


def can_be_declared(call: Call, target: Target) -> bool:
    """Tell whether the target has the types of all arguments, so that they can be declared."""
    return all(_exists(spelling, target) for spelling in call.arguments)


def _exists(spelling: str, target: Target) -> bool:
    if is_written_out(spelling):
        return spelling != "0.5" or target.has_fp64
    if "gentype" in spelling or "(^" in spelling:
        return False
    if "read_write" in spelling and not target.has_read_write_images:
        return False
    for word in spelling.replace("__", "").split():
        known = builtin_type(word)
        if known is None:
            continue
        if known.missing(target) is not None or not known.kind or known.kind == "reserved":
            return False
        if word == "half" and not target.has_fp16 and "*" not in spelling:
            return False
        if not target.extensions.issuperset(known.requires_64):
            return False
    return True
