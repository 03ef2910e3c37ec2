"""A jump leaves or enters a block literal.

## What it does
Reports `break` and `continue` in a block literal outside of a loop or switch in it, and `goto`
across the braces of a literal.

## Why
The body of a block literal is a function of its own; it runs when the block is called, possibly
much later as an enqueued kernel. No jump can leave it.

## Example
```cl CL2.0
void f(void) {
    for (int i = 0; i < 4; ++i) {
        void (^stop)(void) = ^{ break; };
    }
}
```

## Use instead
```cl CL2.0
void f(void) {
    for (int i = 0; i < 4; ++i) {
        int (^done)(int) = ^(int n) { return n == 2; };
        if (done(i)) break;
    }
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Control Flow" of blocks; reference page Blocks.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics.lookup.blocks import enclosing_literal
from opencl_ls.semantics.lookup.jumps import labels_named
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=BLOCKS)

_LOOPS = (r.For, r.While, r.DoWhile)


@RULE.on(r.Break, r.Continue)
def check_loop_jump(context: RuleContext, jump: r.Break | r.Continue) -> None:
    """Look for the loop or switch that a jump leaves."""
    left: tuple[type[r.Record], ...] = _LOOPS
    if isinstance(jump, r.Break):
        left = (*_LOOPS, r.Switch)
    around = context.enclosing(jump, r.BlockLiteral, *left)
    if not isinstance(around, r.BlockLiteral):
        return
    if context.enclosing(around, *left) is None:
        return
    word = "break" if isinstance(jump, r.Break) else "continue"
    what = "loop or switch" if word == "break" else "loop"
    context.report(
        jump,
        f"'{word}' cannot leave the block literal around it: the {what} is outside",
        related=[((around.caret.start, around.caret.end), "the block literal begins here")],
    )


@RULE.on(r.Goto)
def check_goto(context: RuleContext, jump: r.Goto) -> None:
    """Compare the block literal of a `goto` with that of its label."""
    literal = enclosing_literal(context.model, jump)
    labels = labels_named(context.model, jump.name.text)
    if not labels:
        return
    homes = [enclosing_literal(context.model, label) for label in labels]
    if any(home is literal for home in homes):
        return
    way = "leave" if literal is not None else "enter"
    context.report(
        jump,
        f"'goto {jump.name.text}' cannot {way} a block literal",
        related=[(labels[0].name, "the label is here")],
    )
