"""Sessions of one process take turns."""

from __future__ import annotations

import threading

from opencl_ls.server.session_lock import FairLock

_LONG = 60


def test_one_works_at_a_time_and_who_waits_is_next():
    session_lock, done, begun = FairLock(), [], threading.Event()

    def other():
        begun.set()
        with session_lock:
            done.append("other")

    thread = threading.Thread(target=other, daemon=True)
    with session_lock:
        thread.start()
        assert begun.wait(_LONG)
        done.append("first")
    thread.join(_LONG)
    assert done == ["first", "other"]
