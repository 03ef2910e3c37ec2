"""The commands that editors show pages and texts with, through the protocol."""

from __future__ import annotations

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.e2e.test_configurations import asked, plain

TEXT = """\
#define SQUARE(x) ((x) * (x))
#define GRÖSSE SQUARE(4)
kernel void first(global float *out, local int *tile) {
    out[0] = SQUARE(2);  int größe = GRÖSSE;
    barrier(CLK_LOCAL_MEM_FENCE);
}
kernel void second(int n) { }
"""
COMMANDS = (
    "rules",
    "explainRule",
    "documentation",
    "searchDocumentation",
    "expandMacro",
    "hostCode",
    "kernelResources",
    "explainKernels",
)


def at(line, character):
    return {"line": line, "character": character}


async def test_the_commands_are_announced(start):
    editor = await start()
    commands = editor.capabilities.execute_command_provider.commands
    assert {f"opencl-ls.{name}" for name in COMMANDS} <= set(commands)


async def test_rules(start):
    editor = await start()
    rules = await asked(editor, "rules", {})
    assert rules == sorted(rules, key=lambda rule: rule["id"])
    assert {
        "id": "barrier/divergent",
        "family": "barrier",
        "summary": "A barrier that only some of the work-items of a group reach",
    } in rules
    assert await asked(editor, "rules") == rules
    answer = await asked(editor, "explainRule", {"id": "barrier/divergent"})
    assert answer["title"] == "barrier/divergent"
    assert answer["markdown"].startswith("# barrier/divergent\n\nSeverity: warning. OpenCL C: all.")
    assert "## Use instead\n```cl CL1.2\n" in answer["markdown"]
    assert await asked(editor, "explainRule", {"id": "barrier/nothing"}) is None


async def test_documentation_of_a_name(start, uri):
    editor = await start()
    answer = await asked(editor, "documentation", {"name": "barrier()"})
    assert answer["title"] == "barrier"
    assert answer["markdown"].startswith("```opencl\nvoid barrier(cl_mem_fence_flags flags)\n```\n")
    assert "**Undefined.**" in answer["markdown"]
    assert (await asked(editor, "documentation", {"name": "vloadn"}))["title"] == "vloadn"
    assert await asked(editor, "documentation", {"name": "nothing_of_this_name"}) is None
    # An editor that has no document open still asks for a page.
    page = await asked(editor, "documentation", {"name": "barrier", "uri": uri})
    assert page["markdown"] == answer["markdown"]


async def test_documentation_for_the_version_of_a_document(start, tmp_path):
    editor = await start(fresh=True, root_uri=tmp_path.as_uri())
    (tmp_path / "opencl-ls.toml").write_text('std = "CL1.2"\n')
    uri = (tmp_path / "a.cl").as_uri()
    editor.open(uri, TEXT)
    answer = await asked(editor, "documentation", {"name": "work_group_barrier", "uri": uri})
    assert "Not in this file (CL1.2): needs OpenCL C 2.0" in answer["markdown"]


async def test_documentation_at_a_position(start, uri):
    editor = await start()
    editor.open(uri, TEXT)

    async def at_position(line, character):
        answer = await asked(editor, "documentation", {"uri": uri, "position": at(line, character)})
        return answer and answer["title"]

    assert await at_position(4, 6) == "barrier"
    assert await at_position(4, 20) == "CLK_LOCAL_MEM_FENCE"
    assert await at_position(2, 1) == "kernel"
    # What the program declares has no page, and neither has a blank.
    assert await at_position(2, 35) is None
    assert await at_position(2, 14) is None
    assert await at_position(4, 1) is None
    params = {"uri": "file:///not/open.cl", "position": at(0, 0)}
    assert await asked(editor, "documentation", params) is None


async def test_search(start):
    editor = await start()
    found = await asked(editor, "searchDocumentation", {"query": "barr", "limit": 3})
    assert [each["name"] for each in found] == [
        "barrier",
        "sub_group_barrier",
        "work_group_barrier",
    ]
    assert found[0]["summary"].startswith("Holds every work-item of the work-group")
    found = await asked(editor, "searchDocumentation", {"query": "e"})
    assert len(found) == 50
    found = await asked(editor, "searchDocumentation", {"query": "e", "limit": 1000})
    assert len(found) == 50
    assert await asked(editor, "searchDocumentation", {"query": "  "}) == []
    assert await asked(editor, "searchDocumentation", {"query": "barr", "limit": 0}) == []
    # Each name that is found has a page.
    for each in await asked(editor, "searchDocumentation", {"query": "wait for events"}):
        assert await asked(editor, "documentation", {"name": each["name"]}) is not None


async def test_expand_macro(start, uri):
    editor = await start()
    editor.open(uri, TEXT)
    answer = await asked(editor, "expandMacro", {"uri": uri, "position": at(3, 14)})
    assert answer == {"title": "macro SQUARE", "language": "opencl", "text": "((2) * (2))\n"}
    answer = await asked(editor, "expandMacro", {"uri": uri, "position": at(3, 40)})
    assert answer == {
        "title": "macro GRÖSSE",
        "language": "opencl",
        "text": "// GRÖSSE by one step\nSQUARE(4)\n\n// and all in it\n((4) * (4))\n",
    }
    assert await asked(editor, "expandMacro", {"uri": uri, "position": at(4, 6)}) is None


@pytest.mark.parametrize(
    ("style", "language", "line"),
    [
        (None, "c", "static inline cl_int enqueue_second("),
        ("c", "c", "static inline cl_int enqueue_second("),
        ("cpp", "cpp", "inline cl::Event enqueue_second("),
        ("pyopencl", "python", "def enqueue_second(queue, program, global_size, local_size, n):"),
    ],
)
async def test_host_code(start, uri, style, language, line):
    editor = await start()
    editor.open(uri, TEXT)
    more = {} if style is None else {"style": style}
    answer = await asked(editor, "hostCode", {"uri": uri, **more})
    assert answer["title"] == f"host code of {uri.rpartition('/')[2]}"
    assert answer["language"] == language
    assert line in answer["text"].splitlines()
    assert "enqueue_first(" in answer["text"]
    one = {"uri": uri, "position": at(6, 20), **more}
    answer = await asked(editor, "hostCode", one)
    assert answer["title"] == "host code of kernel second"
    assert line in answer["text"].splitlines()
    assert "enqueue_first(" not in answer["text"]
    assert await asked(editor, "hostCode", {"uri": uri, "kernel": "second", **more}) == answer
    # A name goes before a place, which a client may send at all times.
    assert await asked(editor, "hostCode", {**one, "kernel": "first"}) != answer


async def test_host_code_of_what_has_no_kernel(start, uri):
    editor = await start()
    editor.open(uri, "void helper(void) { }\n")
    assert await asked(editor, "hostCode", {"uri": uri, "style": "c"}) is None
    assert await asked(editor, "kernelResources", {"uri": uri}) is None
    editor.change(uri, 2, TEXT)
    assert await asked(editor, "hostCode", {"uri": uri, "kernel": "third"}) is None
    assert await asked(editor, "hostCode", {"uri": uri, "kernel": "first"}) is not None
    assert await asked(editor, "hostCode", {"uri": "file:///not/open.cl"}) is None
    assert await asked(editor, "kernelResources", {"uri": "file:///not/open.cl"}) is None
    assert await asked(editor, "explainKernels", {"uri": "file:///not/open.cl"}) is None


async def test_kernel_resources(start, uri):
    editor = await start()
    editor.open(uri, TEXT)
    answer = await asked(editor, "kernelResources", {"uri": uri})
    assert answer["title"] == f"kernels of {uri.rpartition('/')[2]}"
    assert "\n## first\n" in answer["markdown"] and "\n## second\n" in answer["markdown"]
    first, second = answer["kernels"]
    assert (first["name"], second["name"]) == ("first", "second")
    assert first["range"] == {"start": at(2, 0), "end": at(5, 1)}
    assert first["localMemory"]["arguments"] == ["tile"]
    assert first["barriers"] == 1
    assert [each["hostType"] for each in second["arguments"]] == ["cl_int"]


async def test_explain_kernels(start, uri):
    editor = await start()
    editor.open(uri, TEXT)
    answer = await asked(editor, "explainKernels", {"uri": uri, "kernel": "second"})
    assert answer["title"] == f"kernels of {uri.rpartition('/')[2]}"
    assert "\n## second\n" in answer["markdown"] and "\n## first\n" not in answer["markdown"]
    assert answer["html"].startswith("<!doctype html>")
    assert [each["name"] for each in answer["kernels"]] == ["second"]
    assert await asked(editor, "explainKernels", {"uri": uri, "kernel": "third"}) is None


@pytest.mark.parametrize(
    ("command", "argument", "problem"),
    [
        ("explainRule", {}, "explainRule needs id, a text"),
        ("explainRule", {"id": 3}, "explainRule takes a text as id"),
        ("explainRule", ["barrier/divergent"], "explainRule takes one object as its argument"),
        ("documentation", {}, "documentation needs a name, or a uri and a position"),
        ("documentation", {"uri": "file:///a.cl"}, "documentation needs a name, or a uri and a"),
        ("documentation", {"name": ["barrier"]}, "documentation takes a text as name"),
        ("searchDocumentation", {}, "searchDocumentation needs query, a text"),
        ("searchDocumentation", {"query": "a", "limit": -1}, "takes a whole number from 0 on"),
        ("searchDocumentation", {"query": "a", "limit": "1"}, "takes a whole number from 0 on"),
        ("searchDocumentation", {"query": "a", "limit": True}, "takes a whole number from 0 on"),
        ("expandMacro", {"position": at(0, 0)}, "expandMacro needs uri, a text"),
        ("expandMacro", {"uri": "file:///a.cl"}, "expandMacro needs position, an object with line"),
        ("expandMacro", {"uri": "file:///a.cl", "position": {"line": 0}}, "needs position, an"),
        ("expandMacro", {"uri": "file:///a.cl", "position": at(-1, 0)}, "needs position, an obj"),
        ("hostCode", {"style": "c"}, "hostCode needs uri, a text"),
        ("hostCode", {"uri": "u", "style": "rust"}, "takes c, cpp, pyopencl as style, not 'rust'"),
        ("hostCode", {"uri": "u", "kernel": 1}, "hostCode takes a text as kernel"),
        ("kernelResources", {}, "kernelResources needs uri, a text"),
    ],
)
async def test_a_wrong_argument(start, command, argument, problem):
    editor = await start()
    params = types.ExecuteCommandParams(f"opencl-ls.{command}", [argument])
    with pytest.raises(JsonRpcException, match=problem) as caught:
        await editor.client.workspace_execute_command_async(params)
    assert caught.value.code == types.ErrorCodes.InvalidParams


async def test_two_arguments(start):
    editor = await start()
    params = types.ExecuteCommandParams("opencl-ls.rules", [{}, {}])
    with pytest.raises(JsonRpcException, match="takes one object as its argument"):
        await editor.client.workspace_execute_command_async(params)
    params = types.ExecuteCommandParams("opencl-ls.rules", [None])
    assert plain(await editor.client.workspace_execute_command_async(params))
