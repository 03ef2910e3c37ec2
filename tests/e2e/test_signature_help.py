"""Signature help through the protocol."""

from __future__ import annotations

from lsprotocol import types

from tests.e2e.wire import notification, request

WIDE = "\U0001d54f"
"""A letter that UTF-16 counts as two, and UTF-8 as four."""
TEXT = f"""\
/* Blends. @param to the second */
float4 blend(float4 from, float4 to);
kernel void k(global float4 *v) {{
    /* {WIDE} */ v[0] = clamp(v[1], 0.0f, 1.0f);
    ndrange_t r = ndrange_1D(64, 8, 1);
}}
"""
EVERYTHING = {
    "textDocument": {
        "signatureHelp": {
            "signatureInformation": {
                "documentationFormat": ["markdown", "plaintext"],
                "parameterInformation": {"labelOffsetSupport": True},
                "activeParameterSupport": True,
                "noActiveParameterSupport": True,
            },
            "contextSupport": True,
        }
    }
}
TYPED = types.SignatureHelpTriggerKind.TriggerCharacter


async def asked(editor, uri, line, character, context=None):
    return await editor.client.text_document_signature_help_async(
        types.SignatureHelpParams(
            types.TextDocumentIdentifier(uri), types.Position(line, character), context
        )
    )


async def test_a_client_that_can_everything(start, uri):
    editor = await start(EVERYTHING)
    editor.open(uri, TEXT)

    found = await asked(editor, uri, 3, TEXT.splitlines()[3].index("0.0f") + 1)
    assert [each.label for each in found.signatures] == [
        "gentypen clamp(gentypen x, gentypen minval, gentypen maxval)",
        "gentypen clamp(gentypen x, gentype minval, gentype maxval)",
    ]
    assert (found.active_signature, found.active_parameter) == (1, 1)
    shown = found.signatures[1]
    assert shown.active_parameter == 1
    first, last = shown.parameters[1].label
    assert shown.label[first:last] == "gentype minval"
    assert shown.parameters[1].documentation.value.startswith("The lower bound")
    assert shown.documentation.kind is types.MarkupKind.Markdown
    assert "Here `gentypen` is `float4` and `gentype` is `float`." in shown.documentation.value


async def test_a_client_that_can_nothing(start, uri):
    editor = await start({})
    editor.open(uri, TEXT)

    found = await asked(editor, uri, 3, TEXT.splitlines()[3].index("0.0f") + 1)
    shown = found.signatures[found.active_signature]
    assert shown.parameters[1].label == "gentype minval"
    assert "Here gentypen is float4 and gentype is float." in shown.documentation


async def test_columns_count_in_utf_16_where_labels_do(start, uri):
    editor = await start(EVERYTHING)
    text = "int \u00e9t\u00e9(int \u00e9, int b);\nint f(int a) { return \u00e9t\u00e9(a, 1); }\n"
    editor.open(uri, text)

    found = await asked(editor, uri, 1, text.splitlines()[1].index("1)"))
    shown = found.signatures[0]
    first, last = shown.parameters[1].label
    assert shown.label[first:last] == "int b"


async def test_no_parameter_is_active_after_the_last(start, uri):
    text = "int g(int a);\nint f(int a) { return g(a, a"
    for able, wanted in ((EVERYTHING, None), ({}, 1)):
        editor = await start(able)
        editor.open(uri, text)
        found = await asked(editor, uri, 1, 28)
        assert (found.active_parameter, found.signatures[0].active_parameter) == (wanted, wanted)


class Typing:
    """A user who types in one line, with the help open."""

    def __init__(self, editor, uri, line):
        self.editor, self.uri, self.line, self.version = editor, uri, line, 1
        self.shown = None
        editor.open(uri, line)

    async def type(self, text, again=True):
        self.version += 1
        end = len(self.line)
        self.editor.change(self.uri, self.version, ((0, end), (0, end), text))
        self.line += text
        context = types.SignatureHelpContext(TYPED, again, text[-1], self.shown if again else None)
        self.shown = await asked(self.editor, self.uri, 0, len(self.line), context)
        return self.shown.active_signature


async def test_the_choice_of_the_user_stays_while_it_fits(start, uri):
    person = Typing(await start(EVERYTHING), uri, "kernel void k(void) { ndrange_1D")
    assert await person.type("(", again=False) == 0

    # The client tells which form it shows: the user went to the last one.
    person.shown.active_signature = 2
    assert await person.type("64") == 2
    assert await person.type(", ") == 2

    # The second form takes no third argument, so that the server chooses again.
    person.shown.active_signature = 1
    assert await person.type("8") == 1
    assert await person.type(", ") == 2

    # A help that opens again does not know it.
    assert await person.type("1); ndrange_1D(", again=False) == 0


async def test_a_form_that_was_not_chosen_by_hand_gives_way(start, uri):
    person = Typing(await start(EVERYTHING), uri, "void f(float4 v) { v = clamp")
    assert await person.type("(", again=False) == 0
    assert await person.type("v, ") == 0
    assert await person.type("0.0f, ") == 1


async def test_no_call_is_no_help(start, uri):
    editor = await start(EVERYTHING)
    editor.open(uri, TEXT)
    assert await asked(editor, uri, 1, 14) is None
    assert await asked(editor, "file:///w/never-opened.cl", 0, 0) is None
    options = editor.capabilities.signature_help_provider
    assert list(options.trigger_characters) == ["(", ","]
    assert list(options.retrigger_characters) == [")"]


def test_what_is_sent_has_no_field_without_a_value(wire):
    client = wire({})
    client.send(*client.hello)
    client.answer(0)
    document = {"uri": "file:///w/bare.cl", "languageId": "opencl", "version": 1, "text": TEXT}
    client.send(notification("textDocument/didOpen", {"textDocument": document}))
    place = {"textDocument": {"uri": document["uri"]}, "position": {"line": 4, "character": 29}}
    client.send(request(1, "textDocument/signatureHelp", place))
    result = client.answer(1)["result"]
    assert None not in result.values()
    assert all(None not in each.values() for each in result["signatures"])
    assert client.finish() == 0
