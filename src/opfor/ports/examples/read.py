"""Reading a file of worked examples: the form checked, givens and rows spread out."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.core.misfit import misfit
from opfor.core.toml_lines import Path, key_lines, nearest_line
from opfor.ports.examples.form import Case, CaseStep, File, Givens

MAX_BYTES = 1_000_000
MAX_ROWS = 1_000
MAX_DEPTH = 20

_CASE = re.compile(r"^[ \t]*\[\[[ \t]*case[ \t]*\]\]", re.MULTILINE)
_WHAT = re.compile(r"^[ \t]*what[ \t]*=[ \t]*[\"'](.*)[\"']", re.MULTILINE)


class Origin(Struct, frozen=True):
    """Tells where in the file something stands.

    Args:
        file: the file's name.
        lines: the line of each key.
        bases: where the keys of a case may be written, the nearest first.
    """

    file: str
    lines: dict[Path, int]
    bases: tuple[Path, ...] = ((),)

    def at(self, *path: str | int) -> str:
        """File, line and key of a path, as an error names them."""
        key = ".".join(str(part) for part in path if isinstance(part, str))
        line = self.line(*path)
        return f"{self.file}:{line}: {key}" if line else f"{self.file}: {key}"

    def line(self, *path: str | int) -> int:
        """The line of a path, or of the nearest thing above it."""
        for length in range(len(path), 0, -1):
            for base in self.bases:
                if (*base, *path[:length]) in self.lines:
                    return self.lines[(*base, *path[:length])]
        return nearest_line(self.lines, self.bases[0])

    def inside(self, *path: str | int) -> "Origin":
        """The same for what stands in a table of the case."""
        bases = tuple((*base, *path) for base in self.bases)
        return replace(self, bases=bases)


class CaseTurn(Struct, frozen=True):
    """One step of one play of a case, and where it stands."""

    step: CaseStep
    origin: Origin


class Playing(Struct, frozen=True):
    """A case to be played once: the case itself, or one of its rows."""

    givens: Givens
    turns: tuple[CaseTurn, ...]
    origin: Origin
    row: int = 0


class Scenario(Struct, frozen=True):
    """One case of a file with all that it is played with.

    Args:
        what: its sentence.
        line: where it stands.
        plays: once, or once for each row.
        fault: why it cannot be read; empty if it can.
    """

    what: str
    line: int
    plays: tuple[Playing, ...] = ()
    fault: str = ""


class Example(Struct, frozen=True):
    """A file of worked examples."""

    file: str
    title: str
    cases: tuple[Scenario, ...]


class _Written(NamedTuple):
    """A case as the file has it: its table, and where it stands."""

    raw: dict[str, Any]
    head: dict[str, Any]
    origin: Origin
    number: int


def read_example(data: bytes, file: str) -> Example:
    """Read a file of worked examples; a case that cannot be read says so itself.

    Errors:
        OpforError: nothing in the file can be read; it names file, line and key.
    """
    if len(data) > MAX_BYTES:
        raise OpforError("this file is too long", file, "write several")
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise OpforError("this is not UTF-8 text", file, "save it as UTF-8") from error
    try:
        head, lines = _parse(text, file)
        found = _cases(head, lines, file)
    except _NotToml as error:
        found = _apart(text, file, error)
    title = found[0].head.get("title", "") if isinstance(found[0], _Written) else ""
    scenarios = tuple(
        _scenario(case) if isinstance(case, _Written) else case for case in found
    )
    return Example(file, str(title), scenarios)


class _NotToml(OpforError):  # noqa: N818 - what the text is, as MissingBoard
    """A text that TOML cannot read."""


def _parse(text: str, file: str) -> tuple[dict[str, Any], dict[Path, int]]:
    try:
        raw = tomllib.loads(text)
        _shallow(raw, MAX_DEPTH)
        return raw, key_lines(text)
    except (ValueError, RecursionError) as error:
        raise _NotToml(f"this is not TOML ({error})", file) from error


def _cases(
    raw: dict[str, Any], lines: dict[Path, int], file: str
) -> list["_Written | Scenario"]:
    """The cases of a text that TOML reads."""
    cases = raw.get("case")
    if not isinstance(cases, list) or not cases:
        do = "write [[case]] above each case"
        raise OpforError("there is no case", file, do)
    head = {key: value for key, value in raw.items() if key != "case"}
    origin = Origin(file, lines)
    return [
        _Written(case if isinstance(case, dict) else {}, head, origin, number)
        for number, case in enumerate(cases)
    ]


def _apart(text: str, file: str, error: OpforError) -> list["_Written | Scenario"]:
    """The cases of a text that TOML cannot read, each read with the head alone."""
    starts = [match.start() for match in _CASE.finditer(text)]
    if not starts:
        raise error
    head = text[: starts[0]]
    _parse(head, file)
    found: list[_Written | Scenario] = []
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        line = text[:start].count("\n")
        # Lines stay where they are, so that errors name the right ones.
        alone = head + "\n" * (line - head.count("\n")) + text[start:end]
        try:
            found += _cases(*_parse(alone, file), file)
        except OpforError as fault:
            said = _WHAT.search(text[start:end])
            what = said[1] if said else "a case"
            found.append(Scenario(what, line + 1, fault=str(fault)))
    return found


def _scenario(written: _Written) -> Scenario:
    """A case with all that it is played with, or why it cannot be read."""
    raw, head, origin, number = written
    own = replace(origin, bases=(("case", number), ()))
    try:
        _check(head | {"case": [_NO_CASE]}, origin, ())
        _check(raw, origin, ("case", number))
        check_expectations(raw, own)
        shared = {key: head[key] for key in Givens.__struct_fields__ if key in head}
        return _case(raw, shared, own)
    except OpforError as error:
        what = str(raw.get("what", "a case"))
        return Scenario(what, own.line("what"), fault=str(error))


_NO_CASE = {"what": "no case"}
"""What stands for the cases as the head is looked at."""


def _shallow(value: Any, depth: int) -> None:
    """See that nothing is nested deeper than any example needs."""
    if not depth:
        raise ValueError("tables within tables within tables")
    if isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            _shallow(item, depth - 1)


def _check(raw: dict[str, Any], origin: Origin, base: Path) -> None:
    """See that the head of a file, or a case, has the form of one."""
    form = Case if base else File
    try:
        msgspec.convert(raw, form)
    except msgspec.ValidationError as error:
        found = misfit(error, form)
        do = found.do or "docs/examples.md explains every key"
        raise OpforError(found.what, origin.at(*base, *found.path), do) from None


def _case(raw: dict[str, Any], shared: dict[str, Any], origin: Origin) -> Scenario:
    own = {key: raw[key] for key in raw if key not in ("what", "step", "rows")}
    _one_way(raw, origin)
    rows, steps = raw.get("rows", []), raw.get("step", [])
    if len(rows) > MAX_ROWS:
        raise OpforError(f"more than {MAX_ROWS} rows", origin.at("rows"))
    case = _merged(shared, own)
    plays = [_play(case, steps, origin)] if not rows else []
    for number, row in enumerate(rows):
        base = (*origin.bases[0], "rows", number)
        here = replace(origin, bases=(base, *origin.bases))
        plays.append(_play(_merged(case, row), steps, here, number + 1))
    return Scenario(raw["what"], origin.line("what"), tuple(plays))


def _one_way(raw: dict[str, Any], origin: Origin) -> None:
    """A case with steps does nothing beside them."""
    if "step" in raw and not raw["step"]:
        raise OpforError("there is no step", origin.at("step"), "leave step out")
    for path, keys in (
        ((), raw),
        *((("rows", at), row) for at, row in enumerate(raw.get("rows", []))),
    ):
        own = [key for key in CaseStep.__struct_fields__ if key in keys]
        if raw.get("step") and own:
            do = "write it into one of the steps"
            what = "the case has steps of its own"
            raise OpforError(what, origin.at(*path, own[0]), do)


def _play(
    case: dict[str, Any], steps: list[Any], origin: Origin, row: int = 0
) -> Playing:
    givens = {key: case[key] for key in Givens.__struct_fields__ if key in case}
    own = {key: case[key] for key in CaseStep.__struct_fields__ if key in case}
    turns = [
        CaseTurn(msgspec.convert(step, CaseStep), origin.inside("step", number))
        for number, step in enumerate(steps)
    ]
    if not steps:
        turns = [CaseTurn(msgspec.convert(own, CaseStep), origin)]
    return Playing(msgspec.convert(givens, Givens), tuple(turns), origin, row)


SAY_NOTHING: tuple[Any, ...] = ("", [], {})
"""What is true of any story, so that it could not fail."""

WITHOUT_EMPTY = (
    *("notes", "no_notes", "events", "also", "no_events"),
    *("decided", "may", "may_not"),
)
"""Expectations in which an empty text or list expects nothing."""


def check_expectations(raw: dict[str, Any], origin: Origin) -> None:
    """See that no expectation of a case, a step or a row is one that cannot fail.

    Errors:
        OpforError: one is empty.
    """
    for path, table in (
        ((), raw),
        *((("step", at), step) for at, step in enumerate(raw.get("step", []))),
        *((("rows", at), row) for at, row in enumerate(raw.get("rows", []))),
    ):
        for key, value in table.get("expect", {}).items():
            parts = value if isinstance(value, list) else [value]
            blank = any(isinstance(part, str) and not part.strip() for part in parts)
            if key in WITHOUT_EMPTY and (value in SAY_NOTHING or blank):
                what = "an empty text or list expects nothing"
                do = "write what must come of it, or leave the key out"
                raise OpforError(what, origin.at(*path, "expect", key), do)


def _merged(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Two tables in one: what is above wins, tables within are joined in turn."""
    return {**below, **dict(_above(below, above))}


def _above(
    below: Mapping[str, Any], above: Mapping[str, Any]
) -> Iterator[tuple[str, Any]]:
    for key, value in above.items():
        known = below.get(key)
        if isinstance(known, dict) and isinstance(value, dict):
            yield key, _merged(known, value)
        else:
            yield key, value
