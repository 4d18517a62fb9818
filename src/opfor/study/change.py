"""One change of what is played, as it is typed: a value, a row, a squad, a policy.

    ac=4                          date=1942-07      enemy=german      map="o1 o2"
    player=random                 pack=my-pack      turns=7           unit=4-6-7
    "policy S9.2 route=shortest"  'row A1={on = "6", result = ["S", "S"]}'

What stands behind the "=" is TOML where it can be read so, else a word. Any key of a
Mission file will do (docs/missions.md); `unit` adds one counter to the FRIENDLY OB.
"""

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError
from opfor.core.misfit import misfit
from opfor.core.policy import ASK, RANDOM
from opfor.core.toml_text import parse_toml
from opfor.ports.session import amended, folders
from opfor.rules.choices.policies import POLICIES
from opfor.sim.players import player_name
from opfor.sim.series import BatchOrder
from opfor.state.mission import Mission
from opfor.state.nations import load_nation

LONGEST = 10_000
"""Characters of a change."""

MOST_VALUES = 1000
"""Values of a range."""

BY_AMENDING = ("ac", "date", "enemy", "friendly", "map")
"""Keys whose change alters the OB too, as in `opfor play`."""

TOGETHER = ("date", "enemy", "friendly", "map")
"""Those of them that go together."""

FORM = "write it as ac=4, date=1942-07, unit=4-6-7, or see docs/how-to/studies.md"


def parts(text: str) -> tuple[str, str]:
    """Key and value of a change.

    Errors:
        OpforError: it has none.
    """
    key, equals, value = text.partition("=")
    if not (equals and key.strip() and value.strip()) or len(text) > LONGEST:
        raise OpforError("this is no change", repr(text[:60]), FORM)
    return key.strip(), value.strip()


def values_of(text: str) -> tuple[str, list[Any]]:
    """Key and values of a list such as "ac=1..3,5", "date=1941-08,1942-07".

    Errors:
        OpforError: it is none.
    """
    key, value = parts(text)
    if value.startswith("["):
        found = _list(_value(value), text)
    else:
        found = [one for part in value.split(",") for one in _each(part.strip())]
    if not found:
        raise OpforError("there is no value in it", repr(text[:60]), FORM)
    return key, found


def _each(part: str) -> list[Any]:
    """The values of a part of a list: those of a range such as "1..5", or one."""
    low, dots, high = part.partition("..")
    if dots and _number(low) and _number(high):
        return list(range(int(low), min(int(high), MOST_VALUES) + 1))
    return [_value(part)] if part else []


def _number(text: str) -> bool:
    return text.removeprefix("-").isdecimal() and len(text) < 6


def _list(value: Any, text: str) -> list[Any]:
    if isinstance(value, list):
        return value
    raise OpforError("this is no list", repr(text[:60]), 'write ["a", "b"]')


def _value(text: str) -> Any:
    """A value as TOML has it, or the word as it stands."""
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (ValueError, RecursionError):
        return text


def check_once(texts: Sequence[str]) -> None:
    """That no value is given twice, of which one only could hold.

    Errors:
        OpforError: one is.
    """
    keys = [parts(text)[0] for text in texts]
    for key in keys:
        if keys.count(key) > 1 and key.partition(" ")[0] not in SEVERAL:
            raise OpforError(f"{key} is given twice", do="give one value of it")


SEVERAL = ("pack", "row", "unit")
"""What may be given several times, each beside the others."""


def changed(order: BatchOrder, text: str) -> BatchOrder:
    """What is played, with a change as it was typed.

    Errors:
        OpforError: nothing can be changed like that.
    """
    return with_value(order, *change_of(text))


def change_of(text: str) -> tuple[str, Any]:
    """Key and value of a change as it was typed.

    Errors:
        OpforError: it has none.
    """
    key, value = parts(text)
    return key, _value(value)


def with_values(order: BatchOrder, values: Mapping[str, Any]) -> BatchOrder:
    """What is played, with other values of several things.

    A nation and a month are changed together, for the OB follows from both.

    Errors:
        OpforError: as for one of them.
    """
    together = {key: str(values[key]) for key in TOGETHER if key in values}
    mission = amended(
        order.setup.mission, [Path(folder) for folder in order.setup.packs], **together
    )
    order = replace(order, setup=replace(order.setup, mission=mission))
    for key, value in values.items():
        if key not in together:
            order = with_value(order, key, value)
    return order


def with_value(order: BatchOrder, key: str, value: Any) -> BatchOrder:
    """What is played, with another value of something.

    Errors:
        OpforError: there is nothing of that name, or it cannot be that.
    """
    kind, _, name = key.partition(" ")
    setup = order.setup
    match kind:
        case "player":
            return replace(order, player=player_name(str(value)))
        case "pack":
            packs = (*setup.packs, *folders([Path(str(value))]))
            return replace(order, setup=replace(setup, packs=packs))
        case "policy":
            policies = setup.policies | {_policy(name, value): str(value)}
            return replace(order, setup=replace(setup, policies=policies))
        case "row":
            return _with_row(order, name, value)
    mission = _mission(setup.mission, key, value, setup.packs)
    return replace(order, setup=replace(setup, mission=mission))


def _policy(name: str, value: Any) -> str:
    """A policy of that name that has such a way."""
    known = {policy.name: policy for policy in POLICIES}
    found = [full for full in known if name in (full, full.partition(" ")[0])]
    if not found:
        do = did_you_mean(name, known) or f"the policies: {', '.join(known)}"
        raise OpforError(f"there is no policy {name!r}", do=do)
    if len(found) > 1:
        do = f"name one of them: {', '.join(found)}"
        raise OpforError(f"{name!r} has several policies", do=do)
    if value == ASK:
        raise OpforError("nobody can be asked in a study", found[0], "name a way")
    if value != RANDOM:
        known[found[0]].way(str(value))
    return found[0]


def _with_row(order: BatchOrder, table: str, row: Any) -> BatchOrder:
    if isinstance(row, str):  # no TOML: what is wrong with it
        parse_toml(f"row = {row}".encode(), f"row {table}")
    rows = row if isinstance(row, list) else [row]
    changed_rows = order.rows | {table: [*order.rows.get(table, []), *rows]}
    packs = (Path(folder) for folder in order.setup.packs)
    load_nation(order.setup.mission.enemy, *packs).with_rows(changed_rows)
    return replace(order, rows=changed_rows)


def _mission(mission: Mission, key: str, value: Any, packs: Sequence[str]) -> Mission:
    folders_ = [Path(folder) for folder in packs]
    if key in BY_AMENDING:
        number = key == "ac" and type(value) is int
        if key == "ac" and not number:
            _check_ac_table(mission, str(value), folders_)
        return amended(mission, folders_, **{key: value if number else str(value)})
    if key == "unit":
        return _with_unit(mission, str(value), packs)
    fields = msgspec.to_builtins(mission)
    if key not in fields:
        others = (*fields, "unit", "player", "pack", "policy NAME", "row TABLE")
        do = did_you_mean(key, others) or FORM
        raise OpforError(f"a Mission has no {key!r}", do=do)
    try:
        return msgspec.convert(fields | {key: value}, Mission)
    except msgspec.ValidationError as error:
        found = misfit(error, Mission)
        raise OpforError(found.what, found.key, found.do) from None


def _check_ac_table(mission: Mission, name: str, packs: Sequence[Path]) -> None:
    """That an AC# which is no number is the table it is drawn from."""
    if not load_nation(mission.enemy, *packs).has(name):
        raise OpforError(
            f"there is no AC# {name!r}", do="write ac=1 to ac=5, or a table"
        )


def _with_unit(mission: Mission, counter: str, packs: Sequence[str]) -> Mission:
    """One counter more for FRIENDLY, where its first units come from."""
    nation = load_nation(mission.friendly, *(Path(folder) for folder in packs))
    nation.counter(counter)
    own = [line for line in mission.unit if line.side == "FRIENDLY"]
    if not own:
        raise OpforError("the Mission has no FRIENDLY OB", mission.id)
    line = replace(own[0], counter=counter, number=1, weapons=())
    return replace(mission, unit=(*mission.unit, line))
