"""The index of the rules: every known number, its title, and why it is not coded."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError
from opfor.core.rule import RuleId

Status = Literal["later", "data", "not needed", "text unknown"]

_PLACE = "rules/index.toml"


class IndexEntry(Struct, frozen=True):
    """One rule of the index.

    Args:
        id: its number.
        title: ours.
        status, reason: why it is not coded, if it is not.
        own: status and reason are its own, not its section's.
        within: it has no function of its own: the rule or the module that does it.
    """

    id: RuleId
    title: str
    status: Status
    reason: str
    own: bool = False
    within: str = ""


class Index(Struct, frozen=True):
    """The rules, the titles of their sections, and the tables that they read."""

    rules: Mapping[RuleId, IndexEntry]
    sections: Mapping[str, str]
    tables: Mapping[str, tuple[RuleId, ...]]

    def find(self, number: str) -> IndexEntry:
        """The entry of a number; S may be left out, as in 6.311.

        Raises:
            OpforError: no such number is known.
        """
        text = number.strip()
        text = f"S{text}" if text[:1].isdecimal() else text
        entry = self.rules.get(RuleId.parse(text[:1].upper() + text[1:]))
        if entry is None:
            section = text.upper()
            do = (
                did_you_mean(text, map(str, self.rules))
                or "`opfor coverage` lists them"
            )
            if section in self.sections:
                do = f"`opfor coverage {section}` lists the rules of this section"
            raise OpforError("no rule of this number is known", number, do)
        return entry

    def below(self, rule_id: RuleId) -> list[IndexEntry]:
        """The cases, EXC, bullets and sub-rules of a rule, as the book has them."""
        return [e for e in self.rules.values() if _is_below(e.id, rule_id)]

    def tables_of(self, rule_id: RuleId) -> list[str]:
        """The tables that a rule reads."""
        return [name for name, rules in self.tables.items() if rule_id in rules]


class _Own(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    status: Status
    reason: str


class _Within(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    within: str


class _Section(Struct, frozen=True, forbid_unknown_fields=True):
    title: str
    status: Status
    reason: str
    rules: dict[str, str | dict[str, str]] = field(default_factory=dict)


def load_index() -> Index:
    """The index that ships with the program."""
    return read_index(files("opfor.rules").joinpath("index.toml").read_text())


def read_index(text: str, place: str = _PLACE) -> Index:
    """Read the text of an index.

    Raises:
        OpforError: it is not TOML, or a section or a rule has not its form.
    """
    try:
        raw: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise OpforError(f"this is not TOML ({error})", place) from error
    try:
        tables = msgspec.convert(raw.pop("tables", {}), dict[str, tuple[str, ...]])
        sections = msgspec.convert(raw, dict[str, _Section])
    except msgspec.ValidationError as error:
        raise OpforError(str(error), place, "see the head of that file") from error
    rules = {
        entry.id: entry
        for name, section in sections.items()
        for entry in _entries(name, section, place)
    }
    return Index(
        rules,
        {name: section.title for name, section in sections.items()},
        {name: tuple(map(RuleId.parse, ids)) for name, ids in tables.items()},
    )


def _entries(name: str, section: _Section, place: str) -> list[IndexEntry]:
    entries = [_entry(number, item, section) for number, item in section.rules.items()]
    for entry in entries:
        if f"{entry.id.chapter}{entry.id.section}" != name:
            raise OpforError(f"{entry.id} is in section {name}", place, "move it")
        if not (entry.title and entry.reason):
            raise OpforError(f"{entry.id} needs a title and a reason", place)
    return entries


def _entry(number: str, item: str | dict[str, str], section: _Section) -> IndexEntry:
    rule_id = RuleId.parse(number)
    if isinstance(item, str):
        return IndexEntry(rule_id, item, section.status, section.reason)
    try:
        if "within" in item:
            part = msgspec.convert(item, _Within)
            status, reason = section.status, section.reason
            return IndexEntry(rule_id, part.title, status, reason, within=part.within)
        own = msgspec.convert(item, _Own)
    except msgspec.ValidationError as error:
        raise OpforError(f"{number}: {error}", _PLACE) from error
    return IndexEntry(rule_id, own.title, own.status, own.reason, own=True)


def _is_below(one: RuleId, other: RuleId) -> bool:
    if one == other or (one.chapter, one.section) != (other.chapter, other.section):
        return False
    if other.suffix or other.letter or other.paragraph:
        return bool(one.suffix) and one.parent == other
    return one.digits.startswith(other.digits)
