"""The arguments that a host program passes to a kernel: kinds, sizes and types, if sure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.host_programs.comparison.types import CREATED, numpy_type, opencl_type, plain
from opencl_ls.linter.host_side import Passed

if TYPE_CHECKING:
    from opencl_ls.host_programs.comparison.host_text import HostText

UNKNOWN: Final = Passed()
_CALLED: Final = re.compile(r"\s*(?:\([\w\s*]*\)\s*)?(\w+)\s*\(")
_HANDLES: Final = ("memory", "buffer", "image", "sampler", "queue")
_NULL: Final = re.compile(r"(?:\(\s*(?:const\s+)?void\s*\*\s*\)\s*)?(?:NULL|nullptr|0)")
_ADDRESS: Final = re.compile(
    r"(?:\([\w\s]+\*+\s*\)\s*|(?:static|reinterpret|const)_cast\s*<[^<>]*>\s*\(\s*)?"
    r"&\s*\(?\s*([A-Za-z_]\w*)\s*(\[[^\]]*\])?\s*\)?\s*\)?"
)
_SIZEOF: Final = re.compile(r"sizeof\b\s*(?:\((.*)\)|([A-Za-z_]\w*))", re.S)
_CAST: Final = re.compile(
    r"\(\s*([A-Za-z_][\w\s]*)\)\s*[\w(].*|(?:static_cast\s*<([\w\s]+)>|([A-Za-z_]\w*))\s*\(.*\)",
    re.S,
)
_FLOATING: Final = re.compile(r"-?(?:\d+\.\d*|\.\d+|\d+(?=[eE]))(?:[eE][-+]?\d+)?([fF]?)")
_WHOLE: Final = re.compile(r"-?(?:0[xX][0-9a-fA-F]+|\d+)([uU]?)")
_LOCAL: Final = re.compile(r"(?:cl::)?(?:Local|__local|LocalSpaceArg)\s*\((.*)\)", re.S)
_LARGEST_INT: Final = 2**31
_POINTERS: Final = (4, 8)

_PYTHON_CALL: Final = re.compile(r"((?:[A-Za-z_]\w*\.)*)([A-Za-z_]\w*)\s*\((.*)\)", re.S)
_PYTHON_OBJECTS: Final = {
    "Buffer": "buffer", "Image": "image", "image_from_array": "image", "create_image": "image",
    "Sampler": "sampler", "LocalMemory": "local",
}  # fmt: skip
"""What PyOpenCL makes by functions of these names, as the kind of argument that it is."""
_CONVERTS: Final = re.compile(r"\bset_(?:scalar_arg_dtypes|arg_types)\b")
_MADE: Final = re.compile(r"make_([a-z]+\d+)")


# --- C and C++ -----------------------------------------------------------------------------------


def passed_bytes(host: HostText, size: str, value: str, at: int) -> Passed:
    """Return what `clSetKernelArg` passes at a byte: a size, and a pointer to the value."""
    held = _size(host, size, at)
    if _NULL.fullmatch(value.strip()):
        # Without a value, a size is one of local memory, or of an object that there is not.
        is_handle = not held.sizes or set(held.sizes) & set(_POINTERS)
        is_product = "*" in size and held.text == ""
        return Passed("null") if is_handle and not is_product else Passed("local", held.sizes)
    address = _ADDRESS.fullmatch(value.strip())
    if address is not None:
        declared = _object(host, address[1], address[2] or "", at)
        if declared is not None:
            # The declaration says the kind, and `sizeof` how many bytes go.
            text = declared.text or held.text
            # After an element there may be more.
            whole = () if address[2] else declared.sizes
            return replace(declared, sizes=held.sizes, text=text, object_sizes=whole)
    if held.kind in _HANDLES:
        return replace(held, kind="handle")
    is_value = held.kind == "value" and not set(held.sizes) & {max(_POINTERS)}
    return Passed("value" if is_value and address else "", held.sizes, "", held.text)


def passed_object(host: HostText, expression: str, at: int) -> Passed:
    """Return what `cl::Kernel::setArg` passes at a byte for an expression of C++."""
    text = expression.strip()
    local = _LOCAL.fullmatch(text)
    if local is not None:
        return Passed("local", _size(host, local[1], at).sizes)
    for pattern, narrow, wide in ((_FLOATING, "float", "double"), (_WHOLE, "uint", "int")):
        literal = pattern.fullmatch(text)
        if literal is None:
            continue
        if pattern is _WHOLE and int(literal[0].rstrip("uU"), 0) >= _LARGEST_INT:
            return UNKNOWN
        name = narrow if literal[1] else wide
        known = opencl_type(name)
        return UNKNOWN if known is None else known
    cast = _CAST.fullmatch(text)
    if cast is not None:
        return host.passed_type(cast[1] or cast[2] or cast[3]) or UNKNOWN
    element = re.fullmatch(r"([A-Za-z_]\w*)\s*(\[[^\[\]]*\])?", text)
    if element is None:
        return UNKNOWN
    return _object(host, element[1], element[2] or "", at) or UNKNOWN


def _object(host: HostText, name: str, index: str, at: int) -> Passed | None:
    """Return what a variable is, or an element of it, None if its type is not known."""
    declared = host.type_of(name, at)
    if declared is None:
        return None
    written = declared.type.strip()
    if index:
        if not declared.dimensions and not written.endswith("*"):
            return None
        written = written if declared.dimensions else written[:-1]
    elif declared.dimensions:
        return None
    found = host.passed_type(written)
    if found is not None and found.kind == "memory" and not index:
        return _memory(host, name, at, found)
    # A pointer may be one of shared virtual memory, or a handle of another library.
    return None if found is None or not found.kind else found


def _memory(host: HostText, name: str, at: int, found: Passed) -> Passed:
    """Return what a memory object is by the function that made it, if that is sure."""
    kinds = set()
    for value in host.values(name, at):
        match = _CALLED.match(host.text, value) if value >= 0 else None
        kinds.add(None if match is None else CREATED.get(match[1]))
    kind = kinds.pop() if len(kinds) == 1 else None
    return found if kind is None else replace(found, kind=kind)


def _size(host: HostText, text: str, at: int) -> Passed:
    """Return what the size of an argument says: bytes, and the type whose size it is."""
    sizes: tuple[int, ...] = (1,)
    held = UNKNOWN
    factors = _factors(text)
    for factor in factors:
        match = _SIZEOF.fullmatch(factor)
        if match is not None:
            held = _sizeof(host, (match[1] or match[2]).strip(), at)
            factor_sizes = held.sizes
        else:
            number = host.integer(factor.strip("() "))
            factor_sizes = () if number is None else (number,)
        if not factor_sizes:
            return UNKNOWN if len(factors) == 1 else Passed()
        sizes = tuple(one * other for one in sizes for other in factor_sizes)
    if len(factors) > 1:
        return Passed("value" if held.kind == "value" else "", sizes)
    return replace(held, sizes=sizes)


def _factors(text: str) -> list[str]:
    """Return the factors of a product outside of brackets; one if it is no product."""
    parts, depth, start = list[str](), 0, 0
    for at, sign in enumerate(text):
        depth += (sign in "([") - (sign in ")]")
        if sign == "*" and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return [*parts, text[start:].strip()]


def _sizeof(host: HostText, text: str, at: int) -> Passed:
    if text.endswith("*"):
        return Passed("", _POINTERS, "", plain(text))
    known = host.passed_type(text)
    if known is not None:
        return known
    name = text.strip("() ")
    pointer = re.fullmatch(r"\*\s*([A-Za-z_]\w*)", name)
    if pointer is not None:
        return _object(host, pointer[1], "[0]", at) or UNKNOWN
    if not name.isidentifier():
        return UNKNOWN
    declared = host.type_of(name, at)
    if declared is None:
        return UNKNOWN
    found = host.passed_type(declared.type) or UNKNOWN
    count = 1
    for written in re.findall(r"\[([^\]]*)\]", declared.dimensions):
        number = host.integer(written)
        if number is None:
            return UNKNOWN
        count *= number
    sizes = tuple(size * count for size in found.sizes)
    is_array = bool(declared.dimensions)
    return replace(found, sizes=sizes, number="" if is_array else found.number)


# --- Python --------------------------------------------------------------------------------------


def passed_in_python(host: HostText, expression: str, at: int) -> Passed:
    """Return what PyOpenCL passes at a byte for an expression.

    Once a program gives a kernel the types of its values, PyOpenCL converts to them.
    """
    passed = _expression(host, expression, at)
    is_converted = passed.kind == "value" and _CONVERTS.search(host.text) is not None
    return Passed("value", (), "", passed.text) if is_converted else passed


def _expression(host: HostText, expression: str, at: int) -> Passed:
    text = expression.strip()
    if text == "None":
        return Passed("null")
    if not re.fullmatch(r"[A-Za-z_]\w*(?:\.\w+)*", text):
        return _made_in_python(host, text)
    first, last = host.region(at)
    writes = host.writes(text)
    own = [each for each in writes if first <= each[0] < last]
    seen = host.scopes.seen(at, [each[0] for each in own])
    if seen is not None:
        return _written(host, own[seen][1])
    found = {_written(host, value) for _, value in own}
    return found.pop() if len(found) == 1 and not host.is_parameter(text, at) else UNKNOWN


def _written(host: HostText, at: int) -> Passed:
    """Return what the expression after a `=` makes, to the end of its line or brackets."""
    if at < 0:
        return UNKNOWN
    depth = 0
    for end in range(at, len(host.text)):
        sign = host.text[end]
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "\n" and depth == 0:
            break
    else:
        end = len(host.text)
    return _made_in_python(host, host.source[at:end].strip())


def _made_in_python(host: HostText, text: str) -> Passed:
    match = _PYTHON_CALL.fullmatch(text)
    if match is None or not _is_one_call(match[3]):
        return UNKNOWN
    module, name = match[1].rstrip("."), match[2]
    if module in ("np", "numpy"):
        return numpy_type(name) or UNKNOWN
    if module in ("cl", "pyopencl") and name in _PYTHON_OBJECTS:
        size = host.integer(match[3]) if name == "LocalMemory" else None
        sizes = () if size is None else (size,)
        return Passed(_PYTHON_OBJECTS[name], sizes, "", f"{module}.{name}")
    vector = _MADE.fullmatch(name)
    made = opencl_type(vector[1]) if vector is not None and module else None
    return UNKNOWN if made is None else made


def _is_one_call(inside: str) -> bool:
    """Return whether the first bracket is the one that the last closes, as in no `f(a) + g(b)`."""
    depth = 0
    for sign in inside:
        depth += (sign in "([{") - (sign in ")]}")
        if depth < 0:
            return False
    return True
