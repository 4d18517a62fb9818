"""A file to be filled in for one rule: what it is asked with, and on what table.

The file is an example as it stands: every term has a value that can be read. Cases
that use the rule already are shown behind it, as notes.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from opfor.core.rule import Registered
from opfor.ports.examples.made import MADE, OR_BY_FIELDS, is_order
from opfor.ports.examples.terms import (
    BY_ITSELF,
    FREE_TEXTS,
    LISTS,
    fields_of,
    find_rule,
    function_of,
    hints_of,
    kind_word,
    terms_of,
)
from opfor.state.play import Play

TABLE = '''\
date = "1943-08"
friendly = "German"
enemy = "Russian"
fbe = "left"
ac = 3
phase = "ENEMY PFPh"
map = """
board: t
size: 20x10
wooden building 1: O6
woods: H5
"""

[units]
V = "4-6-7 in K6"
L = "8-0 in K6"
P = { is = "PzKpfw IIIH in J8", vca = 2 }

[enemies]
E = "4-4-7 in O6"
F = "4-4-7 in O6"
C = "2-2-8 in M6"
T = { is = "T-34 M43 in N8", vca = 5, tca = 5 }

[suspects]
S1 = "in P5"

[weapons]
M = "MMG of V"
N = "LMG of E"
G = { is = "45L AT PTP obr. 32 of C", ca = 5 }

[fortifications]
H = "foxhole for 1 in K6"

[markers]
K = "smoke 3 in K8"

[batteries]
oba = { calibre = 100, observer = "L", access = true, black = 5, red = 2 }

[planes]
fb = { kind = "FB", overhead = true }

[waves]
w = { marker = "T1" }
'''
"""The table that a rule is asked on: one piece at least of each kind."""

VEHICLES = re.compile(r"D|S9\.3|S12\.2|S5\.71|C6|S6\.223")
"""Rules that look at vehicles."""

SAMPLES: Mapping[str, str] = {
    "Location": '"K6"',
    "Weapon": '"N"',
    "S? on the map": '"S1"',
    "fortification": '"H"',
    "marker": '"K"',
    "battery": '"oba"',
    "airplane": '"fb"',
    "Human Wave": '"w"',
    "list of units": '["E", "F"]',
    "S?, or list of units": '["E"]',
    "unit or SW": '"E"',
    "list of units and SW": '["E", "F"]',
    "Gun or mortar": '"G"',
    "Gun or mortar that a unit has": '"G"',
    "order to fire, or table of an attack": '{ side = "ENEMY", target = "K6", fp = 4 }',
    "dice, [3, 4]": "[3, 4]",
    "list of units, or table of a move": '["V"]',
    "table of weather": '{ sky = "rain" }',
    "table of an effect": '{ kind = "mist", turn = 1 }',
    "table of an OB line": '{ counter = "4-6-7" }',
    "table of an area": "{ board = 1 }",
    "SW": '"LMG"',
    "Gun by its printed name": '"45L AT PTP obr. 32"',
    "vehicle by its printed name": '"T-34 M43"',
    "MMC by its printed name": '"4-4-7"',
    "SMC by its printed name": '"8-0"',
    "counter by its printed name": '"4-4-7"',
    "number": "1",
    "true or false": "false",
    'number, 4 or "1/2"': "4",
    'two Locations, ["J6", "K6"]': '["J6", "K6"]',
    'DRM, or { name = "TEM", value = 2 }': '{ name = "TEM", value = 2 }',
    'row, { table = "A4a", number = 3 }': '{ table = "A4a", number = 3 }',
    'row, { table = "A3a", number = 3 }': '{ table = "A3a", number = 3 }',
}
"""A value for each kind of thing, by its word."""

NAMED: Mapping[str, str] = {
    "weapon": '"N"',
    "wave": '"w"',
    "battery": '"oba"',
    "aircraft": '"fb"',
    "marker": '"K"',
    "vehicle": '"P"',
    "defenders": '["V"]',
    "attackers": '["E"]',
    "firers": '["E"]',
    "date": '"1943-08"',
}
"""Values by the names of fields, where the kind says too little."""


def explain(number: str, sources: Iterable[tuple[str, str]] = ()) -> str:
    """The file for a rule; `sources` are examples to look for it, by their names.

    Errors:
        OpforError: no such rule is coded.
    """
    rule = find_rule(number, "--explain")
    lines = [*_head(rule), TABLE, "[[case]]", *_case(rule, number)]
    for name, text in sources:
        lines += _uses(number, name, text)
    return "\n".join(lines) + "\n"


def _head(rule: Registered) -> Iterator[str]:
    yield f"# {rule.id} {rule.title}"
    for text in rule.exc:
        yield f"# EXC: {text}"
    for term in terms_of(function_of(rule)):
        must = "" if term.needed else ", if wanted"
        names = " or ".join(dict.fromkeys(term.names))
        yield f"#   {names}: {term.word}{must}"
    gives = hints_of(function_of(rule)).get("return", NoneType)
    what = "nothing: expect events, units" if gives is NoneType else kind_word(gives)
    yield f"# It gives {what}"
    yield f"title = {_text(rule.title)}"
    yield f'source = "{rule.id}"'


def _case(rule: Registered, number: str) -> Iterator[str]:
    yield f"what = {_text(f'{number}: write here what must be true.')}"
    given = "".join(
        f", {term.names[0]} = {sample(term.kind, term.own, str(rule.id))}"
        for term in terms_of(function_of(rule))
        if term.needed
    )
    yield f'call = {{ rule = "{number}"{given} }}'
    if Play in hints_of(function_of(rule)).values():
        yield f'# dice = ["{number} DR 3,4"]'
    gives = hints_of(function_of(rule)).get("return", NoneType)
    if gives is NoneType:
        yield '# expect.notes = ["words of the story"]'
    else:
        yield '# expect.result = "none"'


def _text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', "'") + '"'


# -- values ------------------------------------------------------------------------


def sample(kind: Any, name: str, number: str) -> str:
    """A value of a kind of thing, as a file would have it."""
    if is_order(kind):
        return _order(kind, number)
    word = kind_word(kind)
    if kind in MADE and word == "unit":
        return _unit(number)
    if kind in MADE and kind in OR_BY_FIELDS and word not in SAMPLES:
        return _fields(kind, number)
    if word in SAMPLES and kind is not str:
        return SAMPLES[word]
    if kind is str:
        return _id_or_text(name, number)
    return _plain(kind, name, number)


def _plain(kind: Any, name: str, number: str) -> str:
    origin = get_origin(kind)
    args = [each for each in get_args(kind) if each not in (NoneType, ...)]
    if origin is Literal:
        return _text(str(next(each for each in args if each)))
    if origin in (UnionType, Union):
        return sample(args[0], name, number)
    if origin in LISTS:
        inner = [sample(each, name.removesuffix("s"), number) for each in args]
        return f"[{', '.join(inner)}]"
    if origin is not None:
        return f"{{ {_key(args[0], number)} = {sample(args[1], name, number)} }}"
    return _fields(kind, number)


def _key(kind: Any, number: str) -> str:
    text = sample(kind, "", number)
    return text if text.startswith('"') else f'"{text}"'


def _unit(number: str) -> str:
    if VEHICLES.match(number):
        return '"T"'
    return '"E"' if number.startswith("S") else '"V"'


def _id_or_text(name: str, number: str) -> str:
    if name in NAMED and not NAMED[name].startswith("["):
        return NAMED[name]
    return '"words"' if name.strip("_") in FREE_TEXTS else _unit(number)


def _fields(kind: Any, number: str) -> str:
    """A table of the fields that are needed."""
    hints = hints_of(kind)
    parts = [
        f"{name} = {sample(hints[name], name, number)}"
        for name, needed in fields_of(kind).items()
        if needed and hints[name] not in BY_ITSELF
    ]
    return f"{{ {', '.join(parts)} }}" if parts else "{}"


def _order(kind: Any, number: str) -> str:
    """An order with the fields that it needs."""
    made: type[Struct] = (get_args(kind) or (kind,))[0]
    hints = hints_of(made)
    parts = [f'type = "{made.__struct_config__.tag}"']
    for field in msgspec.structs.fields(made):
        if not field.required:
            continue
        named = NAMED.get(field.name)
        value = named or sample(hints[field.name], field.name, number)
        parts.append(f"{field.name} = {value}")
    return f"{{ {', '.join(parts)} }}"


# -- cases that there are ----------------------------------------------------------

MOST = 1
"""Cases of a file that are shown."""


def _uses(number: str, name: str, text: str) -> list[str]:
    """The first case of a file that asks a rule or rolls for it, as notes."""
    asks = re.compile(rf'"{re.escape(number)}(?:"| (?:dr|DR|chit) )')
    parts = re.split(r"(?m)^(?=\[\[case\]\])", text)
    found = [part for part in parts[1:] if asks.search(part)][:MOST]
    lines = []
    for part in found:
        line = text[: text.index(part)].count("\n") + 1
        lines += ["", f"# {name}:{line} has a case of it:"]
        lines += [f"# {each}".rstrip() for each in part.strip().splitlines()]
    return lines
