"""What the results of the tables may be: a wrong one is told when it is read."""

from collections.abc import Mapping
from types import MappingProxyType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError
from opfor.core.misfit import misfit
from opfor.core.table import Row, Table, TableId

Item = Literal["S", "HS", "L", "F", "SW", "Gun", "AFV", "SPG"]
"""What an Activation can bring (S5.6)."""

Action = Literal["Fire", "Move", "Entrench"]
"""What an Action DR can give but Panic, which doubles do (S6.11)."""

Clauses = tuple[str, ...]
"""What to aim at or where to go: clauses in words, the first that fits first."""

Cell = Literal[
    "-", "PTC", "NMC", "1MC", "2MC", "3MC", "4MC", "K/1", "K/2", "K/3", "K/4",
    "1KIA", "2KIA", "3KIA", "4KIA", "5KIA", "6KIA", "7KIA",
]  # fmt: skip
"""A result of the IFT."""

Class = Literal["City", "Village", "Farmland", "Rural", "Hills", "Desert"]


class ActivationReach(Struct, frozen=True, forbid_unknown_fields=True):
    """A result of {x1}: the case, and how many hexes it reaches."""

    case: Literal["A", "B", "C", "D", "E", "F"]
    range: int


class Fort(Struct, frozen=True, forbid_unknown_fields=True):
    """A result of {A5}; `defence` is a pillbox's TEM in its CA, then outside it."""

    kind: Literal["none", "fortified building", "entrenchment", "pillbox"]
    defence: tuple[int, int] | None = None


class RandomEventResult(Struct, frozen=True, forbid_unknown_fields=True):
    """A Random Event in words, and whether it happens but once a Mission."""

    event: str
    once: bool = False


class BoardClassRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of {A9}: the class of a board by a count of its hexes."""

    of: str
    name: Class = msgspec.field(name="class")
    least: int | None = None
    most: int | None = None
    mark: Literal["c", "v", "w", ""] = ""


RESULTS: Mapping[str, Any] = MappingProxyType(
    {
        "A1": tuple[Item, ...],
        "A1-drm": int,
        "A2a": Literal["Fire", "Move"],
        "A2b": Action,
        "A2-alternates": tuple[
            Action | Literal["free itself", "unlimber", "Opportunity Fire"], ...
        ],
        "A3a": Clauses,
        "A3b": Clauses,
        "A3c": Clauses,
        "A3d": Clauses,
        "A4a": Clauses,
        "A4b": Clauses,
        "A4c": Clauses,
        "A4-rosette": Literal["F", "B", "N", "S", "F-N", "F-S", "B-N", "B-S"],
        "A5": Fort,
        "A5-drm": int,
        "A6a": int,
        "A6b": int,
        "A6c": Literal["EBE", "north", "south"],
        "A6d": int,
        "A6e": Literal["each", "pairs", "together"],
        "A6f": int,
        "A8a": Class,
        "A8b": Class,
        "A9": BoardClassRow,
        "A9-alignment": Literal["north", "south"],
        "A9e": tuple[int, ...],
        "A9e-drm": int,
        "A9w": Literal["stays", "removed"],
        "A11": int,
        "AC": Literal["Activated", "compare", "dummy"],
        "AC-drm": int,
        "AC-start": int,
        "AC-track": int,
        "IFT": tuple[Cell, ...],
        "IFT-columns": tuple[float, ...],
        "IIFT": tuple[Cell, ...],
        "LR": tuple[Literal["S", "HMG", "L"], ...],
        "RE": RandomEventResult,
        "panic": int,
        "panji": int,
        "policies": str,
        "x1": ActivationReach,
        "x2": str,
        "x2-drm": int,
        "x3": str,
        "x3-cumulative": int,
        "x3-drm": int,
        "x4": str,
        "x5": str,
        "x6": str,
        "x6a": str,
        "x6c": str,
        "x10": tuple[Item, ...],
        "commissar": str,
    }
)
"""The form of a result by the table's name, a nation's without the nation."""

FACTS: Mapping[str, Any] = MappingProxyType(
    {
        "name": str,
        "letter": str,
        "base": str,
        "may deploy": bool | Literal["elite"],
        "smoke grenades": Literal["", "Smoke", "SMOKE"],
        ".50 HMG": bool,
        "human wave": bool,
        "commissars": bool,
        "first month": str,
        "last month": str,
        "ELR": int,
        "SAN": int,
        "AC column": Literal["low", "mid", "high"],
        "cowers": Literal["all", "below first line", "conscripts"],
        "HoB DRM": int,
        "HoB surrender": int,
        "disrupts": bool,
        "surrenders": bool | Literal["not to Russians"],
        "leader creation": int | Literal["none"],
        "Stealthy": Literal["none", "elite and first", "all"],
        "Lax": bool,
        "PAATC": Literal["usual", "harder", "none"],
        "equipment": str,
        "OBA calibre": int,
        "vehicles": Literal["all", "tanks", "none"],
    }
)
"""The form of each fact of a pack."""

USUAL: Mapping[str, Any] = MappingProxyType(
    {
        "cowers": "all",
        "Stealthy": "none",
        "Lax": False,
        "PAATC": "usual",
        "equipment": "",
        "OBA calibre": 80,
        "vehicles": "all",
    }
)
"""Facts that hold for every nation whose pack is silent about them.

`equipment` is a nation outside its line whose Guns and vehicles it has too;
`OBA calibre` that of the OBA of Random Events, in mm, 0 for none; `vehicles` whether
it has those of its base's tables: all, those of {x6} alone, or none.
"""

THEATERS = ("PTO", "elsewhere")
"""Where {x4} to {x6} may differ: with PTO Terrain in effect, or without."""

OPTIONAL = ("country", "theater")
"""Axes that a table of a player's may have or leave out."""


def check_forms(table: Table) -> None:
    """See that every result of a table has its form.

    Raises:
        OpforError: naming the row's file and line, and what was expected.
    """
    name = last(table.id)
    for row in table.rows:
        form = _fact(row) if name == "pack" else RESULTS.get(name, Any)
        _check(row, form)


def check_shape(table: Table, shipped: Mapping[str, Table]) -> None:
    """See that a player's table has the key and the axes that rules read it with.

    A table that opfor does not know, as a Mission may name, may have any.

    Raises:
        OpforError: naming the file and what to write.
    """
    name = last(table.id)
    like = shipped.get(table.id.name)
    if like is None:  # such as a new nation's x2: any nation's will do
        like = next((t for t in shipped.values() if last(t.id) == name), None)
    file = table.rows[0].file if table.rows else ""
    if like is None or like is table:
        return
    if table.key != like.key:
        raise OpforError(f"key: {table.key} cannot be", file, f'write "{like.key}"')
    for axis in like.axes:
        if axis not in table.axes and axis not in OPTIONAL:
            values = ", ".join(f'"{value}"' for value in like.axes[axis])
            do = f"write axes = {{ {axis} = [{values}] }}"
            raise OpforError(f"axes: {axis} is missing", file, do)
    for axis in table.axes:
        if axis not in like.axes and axis not in OPTIONAL:
            raise OpforError(f"axes: {axis!r} is unknown", file, "leave it out")


def last(table: TableId) -> str:
    """A table's name without its nation."""
    return table.name.rpartition("/")[2]


def _fact(row: Row) -> Any:
    fact = row.when.get("fact", "")
    if fact in FACTS:
        return FACTS[fact]
    do = did_you_mean(fact, FACTS) or f"the facts are: {', '.join(FACTS)}"
    raise OpforError(f"fact: {fact!r} is unknown", row.place, do)


def _check(row: Row, form: Any) -> None:
    try:
        msgspec.convert(_plain(row.result), form)
    except msgspec.ValidationError as error:
        found = misfit(error, form)
        what = f"result: {found.told()}"
        raise OpforError(what, row.place, wanted(form)) from error


def wanted(form: Any) -> str:
    """What a result of that form may be, for errors and for notes in files."""
    return f"write {_words(form)}"


def _words(form: Any) -> str:
    if get_origin(form) is Literal:
        return " or ".join(f'"{value}"' for value in get_args(form))
    if get_origin(form) is tuple:
        return f"a list of {_words(get_args(form)[0])}"
    if get_origin(form) in (Union, UnionType):
        return " or ".join(map(_words, get_args(form)))
    if isinstance(form, type) and issubclass(form, Struct):
        return f"{{ {', '.join(f'{n} = …' for n in form.__struct_encode_fields__)} }}"
    return {bool: "true or false", int: "a whole number", str: "a name in quotes"}.get(
        form, "any value"
    )


def _plain(result: Any) -> Any:
    """The result as the file has it, lists and tables thawed."""
    if isinstance(result, Mapping):
        return {key: _plain(value) for key, value in result.items()}
    if isinstance(result, tuple):
        return [_plain(value) for value in result]
    return result
