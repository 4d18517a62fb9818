"""What keeps a value from having its form, in words: where, what, and what to write.

msgspec says it in Python's words and names no value that would do; here its sentence is
read once for all files that players write.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any, NamedTuple

from msgspec import inspect

from opfor.core.did_you_mean import did_you_mean
from opfor.core.toml_lines import Path

MOST = 14
"""Names or values that are listed; of more only those near to what was written."""

LONGEST = 40
"""Characters of a wrong name that are told."""

TYPES = {
    "int": "a whole number",
    "str": "a text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "float": "a number with a point",
    "null": "nothing",
}
"""Names of types as players call them."""

_SAID = re.compile(r"(?s)(?P<what>.*?)(?: - at (?:`key` in )?`\$(?P<at>[^`]*)`)?\Z")
OPEN = "[...]"
"""How msgspec writes a step to a name of one's own."""

_STEP = re.compile(r"\.([A-Za-z_][\w-]*)|\[(\d+)\]|(\[\.\.\.\])")
_UNKNOWN = re.compile(r"(?s)Object contains unknown field `(.*)`\Z")
_MISSING = re.compile(r"(?s)Object missing required field `(.*)`\Z")
_VALUE = re.compile(r"(?s)Invalid (?:enum )?value (.*)\Z")
_MONTH = "19|20"


class Misfit(NamedTuple):
    """What is wrong with a value.

    Args:
        path: the keys that lead to it, items of lists counted from 0; those of a table
            with names of one's own are left out, with all beneath.
        what: what is wrong.
        do: what to write; empty where `what` says it.
    """

    path: Path
    what: str
    do: str = ""

    @property
    def key(self) -> str:
        """The path as it is told, items counted from 1: `unit.2.at`."""
        return ".".join(str(s + 1) if isinstance(s, int) else s for s in self.path)

    def told(self) -> str:
        """What is wrong, the key before it."""
        return f"{self.key}: {self.what}" if self.path else self.what


def misfit(error: Exception, form: Any) -> Misfit:
    """What an error of `msgspec.convert(…, form)` says, a RecursionError too."""
    if isinstance(error, RecursionError):
        return Misfit((), "its tables lie too deep in one another")
    found = _SAID.match(str(error))
    what, at = (found["what"], found["at"] or "") if found else (str(error), "")
    steps = _steps(at)
    path = tuple(takewhile(lambda step: step != OPEN, steps))
    forms = list(_forms(form, steps))
    if unknown := _UNKNOWN.match(what):
        return _no_key(unknown[1], path, forms)
    if missing := _MISSING.match(what):
        name = missing[1]
        return Misfit((*path, name), "this is missing", f"say what {name} is")
    if value := _VALUE.match(what):
        return _no_value(value[1], path, forms)
    return Misfit(path, _in_words(what))


def _no_key(name: str, path: Path, forms: Iterable[inspect.Type]) -> Misfit:
    known = [
        field.encode_name
        for form in forms
        if isinstance(form, inspect.StructType)
        for field in form.fields
    ]
    listed = f"there are {', '.join(known)}" if 0 < len(known) <= MOST else ""
    do = did_you_mean(name, known) or listed or "leave it out"
    return Misfit((*path, name), f"there is no key {name[:LONGEST]!r} here", do)


def _no_value(value: str, path: Path, forms: Sequence[inspect.Type]) -> Misfit:
    known = [
        str(value)
        for form in forms
        if isinstance(form, inspect.LiteralType)
        for value in form.values
    ]
    listed = f"write {' or '.join(known)}" if 0 < len(known) <= MOST else ""
    if listed and any(isinstance(form, inspect.IntType) for form in forms):
        listed += ", or a whole number"
    do = listed or did_you_mean(value.strip("'"), known)
    return Misfit(path, f"{value[:LONGEST]} is none of what can stand here", do)


def _in_words(what: str) -> str:
    """What msgspec expected, as a player would say it."""
    if "matching regex" in what:
        month = _MONTH in what
        return "write a month, such as 1943-07" if month else "no text of that form"
    plain = what.replace("`", "").replace("Expected ", "this must be ")
    for word, meant in TYPES.items():
        plain = re.sub(rf"\b{word}\b", meant, plain)
    return plain.replace(" | ", " or ").replace(", got ", ", not ")


def _steps(at: str) -> Path:
    """The steps of a path as msgspec writes it; it leaves names of one's own open."""
    found = _STEP.findall(at)
    return tuple(opened or key or int(item) for key, item, opened in found)


# -- forms ---------------------------------------------------------------------------


def _forms(form: Any, path: Path) -> Iterator[inspect.Type]:
    """The forms that a value at a path may have."""
    forms = list(_each(_info(form)))
    for step in path:
        forms = [each for one in forms for each in _within(one, step)]
    yield from forms


def _within(form: inspect.Type, step: str | int) -> Iterator[inspect.Type]:
    """The forms of one thing within a value."""
    match form:
        case inspect.StructType(fields=fields):
            for field in fields:
                if field.encode_name == step:
                    yield from _each(field.type)
        case inspect.ListType(item_type=item) | inspect.VarTupleType(item_type=item):
            yield from _each(item)
        case inspect.TupleType(item_types=items) if isinstance(step, int):
            for item in items[step : step + 1]:
                yield from _each(item)
        case inspect.DictType(value_type=value):
            yield from _each(value)


def _each(form: inspect.Type) -> Iterator[inspect.Type]:
    if isinstance(form, inspect.UnionType):
        yield from form.types
    elif isinstance(form, inspect.Metadata):
        yield from _each(form.type)
    else:
        yield form


@lru_cache
def _info(form: Any) -> inspect.Type:
    return inspect.type_info(form)
