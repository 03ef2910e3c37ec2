"""The real server over stdio, driven as an editor would."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections import deque

import pytest
import pytest_asyncio
from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import ClientServerConfig, client_capabilities

from tests.e2e.wire import ENVIRONMENT, NESTED, PATIENCE, Wire, server_command

PUBLISH = types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS


def pytest_collection_modifyitems(items):
    """Run the tests of a module on one loop, so that they can share servers."""
    for item in items:
        if pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="module"), append=False)


class Editor:
    """One client with its server, in the words of an editor."""

    def __init__(self, client, result):
        self.client = client
        self.capabilities = result.capabilities
        self.info = result.server_info
        self.pushed = {}
        self.arrival = asyncio.Event()
        client.protocol.fm.features[PUBLISH] = self._take

    def open(self, uri, text, version=1, language="opencl"):
        item = types.TextDocumentItem(uri=uri, language_id=language, version=version, text=text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def change(self, uri, version, *changes):
        """Change a document; a change is a text, or (start, end, text) with lines and columns."""
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                text_document=types.VersionedTextDocumentIdentifier(uri=uri, version=version),
                content_changes=[_change(each) for each in changes],
            )
        )

    def close(self, uri):
        self.client.text_document_did_close(
            types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri))
        )

    async def published(self, uri, version=None):
        """Return the next diagnostics that are pushed for a document, or those of a version."""
        while True:
            waiting = self.pushed.setdefault(uri, deque())
            while waiting:
                params = waiting.popleft()
                if version in {None, params.version}:
                    return list(params.diagnostics)
            self.arrival.clear()
            await asyncio.wait_for(self.arrival.wait(), PATIENCE)

    def _take(self, params):
        self.client.diagnostics[params.uri] = params.diagnostics
        self.pushed.setdefault(params.uri, deque()).append(params)
        self.arrival.set()

    async def pulled(self, uri, previous=None):
        return await self.client.text_document_diagnostic_async(
            types.DocumentDiagnosticParams(
                text_document=types.TextDocumentIdentifier(uri), previous_result_id=previous
            )
        )

    async def hover(self, uri, line, character):
        return await self.client.text_document_hover_async(
            types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, character))
        )

    async def symbols(self, uri):
        return await self.client.text_document_document_symbol_async(
            types.DocumentSymbolParams(types.TextDocumentIdentifier(uri))
        )

    async def folds(self, uri):
        return await self.client.text_document_folding_range_async(
            types.FoldingRangeParams(types.TextDocumentIdentifier(uri))
        )

    async def tokens(self, uri):
        return await self.client.text_document_semantic_tokens_full_async(
            types.SemanticTokensParams(types.TextDocumentIdentifier(uri))
        )

    def named_tokens(self, data, text):
        """Return tokens as (text, type, modifiers), for an ASCII text."""
        legend = self.capabilities.semantic_tokens_provider.legend
        lines, line, column, found = text.split("\n"), 0, 0, []
        for at in range(0, len(data), 5):
            down, right, length, kind, bits = data[at : at + 5]
            line, column = line + down, right + (column if down == 0 else 0)
            modifiers = [m for n, m in enumerate(legend.token_modifiers) if bits >> n & 1]
            found.append(
                (lines[line][column : column + length], legend.token_types[kind], modifiers)
            )
        return found


def _change(change):
    if isinstance(change, str):
        return types.TextDocumentContentChangeWholeDocument(change)
    start, end, text = change
    return types.TextDocumentContentChangePartial(
        types.Range(types.Position(*start), types.Position(*end)), text
    )


def capabilities(data):
    return default_converter().structure(data, types.ClientCapabilities)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def start():
    """Start servers; at the end each must shut down cleanly and without a logged error.

    Starting takes longer than any test, so tests of one module that ask for the same client and
    for nothing more share a server, and keep to documents of their own.
    """
    shared, editors = {}, []

    async def begin(client_data=None, profile=None, configuration=None, fresh=False, **more):
        key = json.dumps([client_data, profile])
        fresh = fresh or configuration is not None or bool(more)
        if key in shared and not fresh:
            return shared[key]
        client = await ClientServerConfig(server_command(), server_env=ENVIRONMENT).start()
        if configuration is not None:
            client.set_configuration(configuration)
        wanted = client_capabilities(profile) if profile else capabilities(client_data or {})
        params = types.InitializeParams(capabilities=wanted, **more)
        editor = Editor(client, await client.initialize_session(params))
        editors.append(editor)
        if not fresh:
            shared[key] = editor
        return editor

    yield begin
    for editor in editors:
        await editor.client.shutdown_session()
        status = editor.client._server.returncode
        await editor.client.stop()
        errors = [
            each.message
            for each in editor.client.log_messages
            if each.type is types.MessageType.Error
        ]
        assert not errors
        assert status == 0


_numbers = itertools.count(1)


@pytest.fixture
def uri():
    """Return the URI of a document that no other test uses."""
    return f"file:///w/{next(_numbers)}.cl"


@pytest.fixture
def wire():
    """Start bare clients."""
    wires = []

    def begin(*arguments, **more):
        wires.append(Wire(*arguments, **more))
        return wires[-1]

    yield begin
    for each in wires:
        if each.process.poll() is None:
            each.process.kill()
        each.watchdog.cancel()
        for stream in (each.process.stdin, each.process.stdout, each.errors):
            if not stream.closed:
                stream.close()
        each.process.wait()


@pytest.fixture(scope="module")
def client():
    """Share one bare client, which must still be well after all tests of a module."""
    shared = Wire(NESTED)
    shared.send(*shared.hello)
    shared.answer(0)
    yield shared
    if shared.process.poll() is None:
        assert shared.finish() == 0


@pytest.fixture
def written(tmp_path):
    """Write files into a new workspace; return the folder."""

    def write(**files):
        for name, text in files.items():
            (tmp_path / name.replace("__", ".")).write_text(text)
        return tmp_path

    return write
