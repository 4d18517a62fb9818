"""What came of a case, and how it is reported."""

from collections.abc import Iterable, Iterator
from typing import Literal, get_args

from msgspec import Struct

Status = Literal["passed", "failed", "unreadable", "skipped"]
"""How a case ended."""


class Miss(Struct, frozen=True):
    """Something that is not as the example expects.

    Args:
        line: where the example says it.
        key: which key says it.
        expected, got: both, in words.
    """

    line: int
    key: str
    expected: str
    got: str


class CaseResult(Struct, frozen=True):
    """What came of a case.

    Args:
        what: its sentence.
        file, line: where it stands.
        status: how it ended.
        why: why it was skipped, or cannot be read.
        misses: what is not as expected.
        story: what happened up to there, a line an event.
    """

    what: str
    file: str
    line: int
    status: Status
    why: str = ""
    misses: tuple[Miss, ...] = ()
    story: tuple[str, ...] = ()


def report(result: CaseResult, *, verbose: bool = False) -> Iterator[str]:
    """The lines that tell of a case; of one that passed only if all is wanted."""
    if result.status == "passed" and not verbose:
        return
    unread = result.status == "unreadable"
    why = f" ({result.why})" if result.why and not unread else ""
    yield f"{result.status:<7}  {result.file}:{result.line}: {result.what}{why}"
    if unread:
        yield f"    {result.why}"
    for miss in result.misses:
        yield f"    line {miss.line}, {miss.key}"
        yield f"        expected  {miss.expected}"
        yield f"        got       {miss.got}"
    if result.misses and result.story:
        yield "    up to there:"
    if result.misses or verbose:
        yield from (f"    {line}" for line in result.story)


def summary(results: Iterable[CaseResult]) -> str:
    """The last line: "n passed, n failed, n unreadable, n skipped"."""
    found = [result.status for result in results]
    return ", ".join(f"{found.count(each)} {each}" for each in get_args(Status))
