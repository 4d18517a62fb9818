"""A draft of a Mission as it comes from a page or a file: read key by key.

What can be read is kept, what cannot is told with its key, so that one wrong value
loses nothing of the rest.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct

from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError
from opfor.core.misfit import misfit
from opfor.core.toml_lines import key_lines, nearest_line
from opfor.core.toml_text import parse_toml
from opfor.state.mission import Mission

MOST_LINES = 200
"""Lines that a list of a draft may have: units, conditions, what enters."""

HINTS = get_type_hints(Mission, include_extras=True)
FIELDS = {field.name: field for field in msgspec.structs.fields(Mission)}

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}", re.ASCII)


class Complaint(Struct, frozen=True, kw_only=True):
    """What is wrong with a Mission.

    Args:
        key: where, as `unit.2.at`, counted from 0; empty: nowhere in particular.
        said: what, and what to write.
        kind: a fault keeps it from being played; the other is worth a look.
        line: of the file that it came from; 0: it came from the page.
    """

    key: str
    said: str
    kind: Literal["fault", "look"] = "fault"
    line: int = 0


class Draft(Struct, frozen=True):
    """A draft: what could be read of it, and what is wrong with the rest.

    Args:
        values: the keys that can be read, as they were given.
        mission: the Mission, if all of it could be read.
        complaints: what could not.
    """

    values: dict[str, Any]
    mission: Mission | None
    complaints: tuple[Complaint, ...] = ()


def read_draft(raw: Mapping[str, Any]) -> Draft:
    """A draft, key by key; without an id it is called after its title."""
    raw = {"id": called(raw.get("title"))} | {k: v for k, v in raw.items() if v != ""}
    values: dict[str, Any] = {}
    complaints: list[Complaint] = []
    for key, value in raw.items():
        kept, wrong = _read(key, value)
        complaints += wrong
        if kept is not None:
            values[key] = kept
    for key, field in FIELDS.items():
        needed = field.default is NODEFAULT and field.default_factory is NODEFAULT
        if needed and not raw.get(key):
            complaints.append(Complaint(key=key, said=f"say what {key} is"))
    faulty = bool(complaints)
    mission = None if faulty else msgspec.convert(values, Mission)
    return Draft(values, mission, tuple(complaints))


def _read(key: str, value: Any) -> tuple[Any, list[Complaint]]:
    """What can be read of one key; None for nothing."""
    if key not in FIELDS:
        do = did_you_mean(key, FIELDS) or "leave it out"
        return None, [Complaint(key=key, said=f"there is no key {key[:40]!r}; {do}")]
    if _is_table_list(key) and isinstance(value, list):
        return _read_lines(key, value)
    wrong = list(_wrong(key, value, HINTS[key]))
    return (None if wrong else value), wrong


def _read_lines(key: str, rows: list[Any]) -> tuple[Any, list[Complaint]]:
    """The lines of a list that can be read."""
    if len(rows) > MOST_LINES:
        said = f"{len(rows)} lines are too many; {MOST_LINES} may be"
        return None, [Complaint(key=key, said=said)]
    (form, _) = get_args(HINTS[key])
    kept, complaints = [], []
    for nth, row in enumerate(rows):
        wrong = list(_wrong(f"{key}.{nth}", row, form))
        complaints += wrong
        if not wrong:
            kept.append(row)
    return kept, complaints


def _is_table_list(key: str) -> bool:
    """Whether a key holds a list of tables."""
    if get_origin(HINTS[key]) is not tuple:
        return False
    first = get_args(HINTS[key])[0]
    return isinstance(first, type) and issubclass(first, Struct)


def _wrong(key: str, value: Any, form: Any) -> Iterator[Complaint]:
    """What msgspec has against a value, at its key, in our words."""
    try:
        msgspec.convert(value, form)
    except (msgspec.ValidationError, RecursionError) as error:
        found = misfit(error, form)
        said = f"{found.what}; {found.do}" if found.do else found.what
        yield Complaint(key=".".join(map(str, (key, *found.path))), said=said)


# -- files ---------------------------------------------------------------------------


def read_file(data: bytes, name: str) -> Draft:
    """A draft from a Mission file; each complaint has the line that it is about.

    Errors:
        OpforError: it is no TOML; file and line are named.
    """
    if not data.strip():
        raise OpforError("there is nothing in this file", name)
    found = read_draft(parse_toml(data, name))
    lines = key_lines(data.decode())
    complaints = (
        msgspec.structs.replace(each, line=nearest_line(lines, _steps(each.key)))
        for each in found.complaints
    )
    return Draft(found.values, found.mission, tuple(complaints))


def _steps(key: str) -> tuple[str | int, ...]:
    """A key as the steps to it: `unit.2.at` is ("unit", 2, "at")."""
    return tuple(int(step) if step.isdigit() else step for step in key.split("."))


def called(title: object) -> str:
    """What the file of a Mission of that title is called."""
    plain = re.sub(r"[^a-z0-9]+", "-", str(title).lower()).strip("-")
    return plain[:60].strip("-") or "mission"


def mission_id(text: str) -> str:
    """What a Mission may be called: it is the name of its file.

    Errors:
        OpforError: it may not be called so.
    """
    if not _ID.fullmatch(text):
        do = "write letters, digits and -, such as river-crossing"
        raise OpforError(f"{text[:40]!r} is no name of a Mission's file", do=do)
    return text


def refuse(complaints: tuple[Complaint, ...], where: str) -> None:
    """Say the first fault of a draft as an error.

    Errors:
        OpforError: there is one.
    """
    for each in complaints:
        if each.kind == "fault":
            said = f"{each.key}: {each.said}" if each.key else each.said
            raise OpforError(said, f"{where}:{each.line}" if each.line else where)
