"""Making a failing case small: fewer messages, then a shorter text."""

from __future__ import annotations

from dataclasses import replace

from tests.fuzz.session import Case, Failure, replay
from tests.fuzz.typing import Change

MOST = 400
"""The number of attempts for one case."""


def shrunk(case: Case, failure: Failure) -> tuple[Case, Failure]:
    """Return the smallest case that was found to fail in the same way."""
    last = replace(case.messages[-1], then=case.messages[-1].then or "findings")
    attempts = _Attempts(replace(case, messages=(*case.messages[:-1], last)), failure)
    quiet = tuple(replace(one, then="findings" if one.then else "") for one in case.messages[:-1])
    attempts.fails(replace(attempts.best, messages=(*quiet, last)))
    _begin_later(attempts)
    size = None
    while size != (size := _size(attempts.best)) and attempts.left > 0:
        _drop_messages(attempts)
        _plainer(attempts)
        _cut_texts(attempts)
    return attempts.best, attempts.failure


class _Attempts:
    """The smallest case so far, and the number of attempts that are left."""

    def __init__(self, case: Case, failure: Failure) -> None:
        self.best = case
        self.failure = failure
        self.left = MOST

    def fails(self, case: Case) -> bool:
        """Keep a case that still fails in the same way."""
        self.left -= 1
        again = replay(case) if self.left >= 0 else None
        if again is None or again.kind != self.failure.kind:
            return False
        self.best, self.failure = case, again
        return True


def _size(case: Case) -> int:
    return sum(map(len, case.texts)) + 100 * len(case.messages)


def _begin_later(attempts: _Attempts) -> None:
    """Begin with the text as it is after the first messages: before the last one, two, four."""
    case = attempts.best
    kept = 1
    while kept < len(case.messages):
        skipped = len(case.messages) - kept
        texts = list(case.texts)
        for message in case.messages[:skipped]:
            for change in message.changes:
                texts[message.file] = change.apply(texts[message.file])
        later = replace(case, texts=tuple(texts), messages=case.messages[skipped:])
        if attempts.fails(later):
            return
        kept *= 2


def _drop_messages(attempts: _Attempts) -> None:
    """Leave messages out that are not the last, at first many at once."""
    size = max(1, (len(attempts.best.messages) - 1) // 2)
    while True:
        stop = len(attempts.best.messages) - 1
        while stop > 0:
            start = max(0, stop - size)
            candidate = attempts.best
            for index in range(stop - 1, start - 1, -1):
                candidate = _dropped(candidate, index)
            attempts.fails(candidate)
            stop = start
        if size == 1:
            return
        size //= 2


def _dropped(case: Case, index: int) -> Case:
    """Leave one message out; the text after its changes moves."""
    message = case.messages[index]
    later = case.messages[index + 1 :]
    for change in reversed(message.changes):
        by = len(change.text) - (change.end - change.start)
        later = tuple(
            replace(one, changes=tuple(_moved(each, change.start, -by) for each in one.changes))
            if one.file == message.file
            else one
            for one in later
        )
    return replace(case, messages=(*case.messages[:index], *later))


def _moved(change: Change, start: int, by: int) -> Change:
    first = change.start if change.start <= start else max(start, change.start + by)
    last = change.end if change.end <= start else max(start, change.end + by)
    return Change(first, max(first, last), change.text)


def _plainer(attempts: _Attempts) -> None:
    """Ask less, and write as careful clients do."""
    for index in range(len(attempts.best.messages)):
        message = attempts.best.messages[index]
        plain = replace(message, careless=False, whole=False)
        is_last = index == len(attempts.best.messages) - 1
        for one in (plain, plain if is_last else replace(plain, then="")):
            messages = list(attempts.best.messages)
            if messages[index] != one:
                messages[index] = one
                attempts.fails(replace(attempts.best, messages=tuple(messages)))
    if attempts.best.encoding != "utf-8":
        attempts.fails(replace(attempts.best, encoding="utf-8"))


def _cut_texts(attempts: _Attempts) -> None:
    """Cut pieces out of the texts that no change touches, at first large ones."""
    for number in range(len(attempts.best.texts)):
        size = max(1, len(attempts.best.texts[number]) // 2)
        while size >= 1 and attempts.left > 0:
            end = len(attempts.best.texts[number])
            while end > 0:
                start = max(0, end - size)
                candidate = _without(attempts.best, number, start, end)
                if candidate is not None:
                    attempts.fails(candidate)
                end = start
            size //= 2


def _without(case: Case, number: int, start: int, end: int) -> Case | None:
    text = case.texts[number]
    texts = (*case.texts[:number], text[:start] + text[end:], *case.texts[number + 1 :])
    gone = end - start
    messages = []
    for message in case.messages:
        changes = []
        for change in message.changes if message.file == number else ():
            moved = len(change.text) - (change.end - change.start)
            if change.end <= start:
                start, end = start + moved, end + moved
                changes.append(change)
            elif change.start >= end:
                changes.append(Change(change.start - gone, change.end - gone, change.text))
            else:
                return None
        messages.append(
            replace(message, changes=tuple(changes)) if message.file == number else message
        )
    return replace(case, texts=texts, messages=tuple(messages))


def printed(case: Case, failure: Failure) -> str:
    """Return a case as a person can read it, and as Python that makes it again."""
    lines = [f"--- {failure.kind}: {case.kernel.path}", failure.details.rstrip(), "Case("]
    target = case.kernel.settings.target
    lines.append(f"    Kernel({case.kernel.path!r}, '', settings, files),  # {target}")
    lines.append("    (")
    lines += [f"        {text!r}," for text in case.texts]
    lines.append(f"    ), {case.encoding!r}, (")
    lines += [f"        {message!r}," for message in case.messages]
    lines.append("    ))")
    return "\n".join(lines)
