"""A value is reinterpreted through a pointer to another type.

## What it does
Reports `*(int *)&x` and `((int *)&x)[0]` where `x` is a number or a vector of another type of the
same size, `((int *)a)[i]` for an array `a` of such, and the first access through a pointer that
only holds `(int *)&x`. Types that differ only in the sign, and bytes, may be read that way and are
not reported.

## Why
A compiler assumes that objects of different types do not alias, and may reorder reads and writes of
both. The `as_type` functions reinterpret a value, and so do unions.

## Example
```cl
float f(int x) { return *(float *)&x; }
```

## Use instead
```cl
float f(int x) { return as_float(x); }
```

## Versions
All.

## Reference
OpenCL C specification, "Reinterpreting Types"; C11 6.5.

## Fix safety
`as_type` gives the value that is read, so the fix is safe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import size_of
from opencl_ls.semantics.lookup.alternatives import only_value
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.constness import LITERALS
from opencl_ls.semantics.lookup.operands import contains
from opencl_ls.semantics.lookup.uses import uses
from opencl_ls.semantics.types.symbols import Symbol
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", about=(r.Cast,))


@RULE.on(r.Unary, about=("*",))
def check(context: RuleContext, access: r.Unary) -> None:
    """Look at the object whose address `*` dereferences."""
    if access.operator == "*":
        _check(context, access, access.operand)


@RULE.on(r.Index)
def check_index(context: RuleContext, access: r.Index) -> None:
    """Look at the object whose address is indexed with 0, or the array that is indexed."""
    if LITERALS.integer(access.index) == 0 or _array_below(context, access.base) is not None:
        _check(context, access, access.base)


def _check(context: RuleContext, access: r.Unary | r.Index, pointer: r.Expression) -> None:
    name = unwrapped(pointer)
    cast: r.Expression | None = name
    if isinstance(name, r.Name):
        symbol = context.symbol(name)
        if symbol is None or not _is_first_access(context, symbol, name):
            return
        value = only_value(context.model, symbol)
        cast = None if value is None else unwrapped(value)
    if not isinstance(cast, r.Cast):
        return
    taken = unwrapped(cast.operand)
    array = _array_below(context, name)
    from_ = None if array is None else array.element
    if isinstance(taken, r.Unary) and taken.operator == "&":
        from_ = context.model.types.get(taken.operand)
    to = context.model.types.get(access)
    if to is None or from_ is None or to.volatile or not _are_apart(to.type, from_.type):
        return
    purpose = _purpose(context, access)
    if purpose == "none":
        return
    spelled = t.spelled(t.Qualified(to.type))
    fixes = []
    if purpose == "read" and cast is name and isinstance(taken, r.Unary):
        text = f"as_{spelled}({context.text(unwrapped(taken.operand))})"
        fixes = [replacing(f"Use 'as_{spelled}'", access, text, safe=True)]
    context.report(
        access,
        f"{t.described(from_)} is accessed as '{spelled}' through a pointer, which compilers need "
        f"not follow: 'as_{spelled}' reinterprets a value",
        fixes=fixes,
    )


def _array_below(context: RuleContext, pointer: r.Expression) -> t.ArrayType | None:
    """Return the array that is cast to another pointer type, `a` in `(int *)a`."""
    cast = unwrapped(pointer)
    if not isinstance(cast, r.Cast):
        return None
    kind = context.model.types.get(unwrapped(cast.operand), t.UNKNOWN_QUALIFIED).type
    return kind if isinstance(kind, t.ArrayType) else None


def _is_first_access(context: RuleContext, symbol: Symbol, name: r.Name) -> bool:
    """Tell whether a name is the first use of a pointer after a `*` or before an index."""
    for each in uses(context.model, symbol):
        if each is name:
            return True
        above = context.parent(each)
        if isinstance(above, r.Index) or (isinstance(above, r.Unary) and above.operator == "*"):
            return False
    return False


def _are_apart(to: t.Type, from_: t.Type) -> bool:
    """Tell whether two types are numbers or vectors of one size that may not alias."""
    one, other = (kind.element if isinstance(kind, t.VectorType) else kind for kind in (to, from_))
    if not isinstance(one, t.ScalarType) or not isinstance(other, t.ScalarType):
        return False
    if (one.bits, one.floating) == (other.bits, other.floating):
        return False
    # A byte may alias anything, and a bool has no defined bits.
    if one.bits <= 8 or other.bits < 8:
        return False
    return size_of(to) == size_of(from_) and (_width(to) == 3) == (_width(from_) == 3)


def _width(kind: t.Type) -> int:
    return kind.width if isinstance(kind, t.VectorType) else 1


def _purpose(context: RuleContext, access: r.Expression) -> str:
    """Return "read", "write", or "none" for the access of a place."""
    above = context.parent(access)
    while isinstance(above, r.Parenthesized | r.Member | r.Index):
        above = context.parent(above)
    if isinstance(above, r.TypeQuery) or (isinstance(above, r.Unary) and above.operator == "&"):
        return "none"
    if isinstance(above, r.Unary | r.Postfix) and above.operator in ("++", "--"):
        return "write"
    stored = isinstance(above, r.Assignment) and contains(above.left, access)
    return "write" if stored else "read"
