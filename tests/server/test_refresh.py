"""Asking a client to pull its diagnostics again."""

from __future__ import annotations

from opencl_ls.server.capabilities import Client
from opencl_ls.server.session import Outbox
from opencl_ls.server.state import Server
from opencl_ls.server.transport import Inbox


def test_what_is_news_before_the_answer_is_asked_for_after_it():
    sent = []
    client = Client(pulls_diagnostics=True, refreshes_diagnostics=True)
    server = Server(client, Inbox(), Outbox(sent.append))

    def asked():
        server.outbox.flush()
        count = b"".join(sent).count(b"workspace/diagnostic/refresh")
        sent.clear()
        return count

    for _ in range(3):
        server.reports.refresh(server)
    assert asked() == 1
    server.handle({"jsonrpc": "2.0", "id": "opencl-ls-1", "result": None})
    assert asked() == 1
    server.handle({"jsonrpc": "2.0", "id": "opencl-ls-2", "result": None})
    assert asked() == 0
    server.reports.refresh(server)
    assert asked() == 1
