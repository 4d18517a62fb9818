"""The small placements on which a Command is tried, for any nation."""

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any

import msgspec
from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.geo.boards.library import Library
from opfor.ports.examples.form import Givens
from opfor.ports.examples.read import Origin
from opfor.ports.examples.scene import Builder, TableSetUp
from opfor.state.counters import (
    MMC,
    Counter,
    Gun,
    SupportWeapon,
    Vehicle,
)
from opfor.state.nations import Loaded, Nation

FOLDER = files("opfor.data") / "command-scenes"

YEAR = "1944-01"
"""The month of a trial, or the nearest one of the nation."""

AVERAGE = 7
"""The DR that gives a nation's usual squad or leader."""

LIGHT = 3
"""The front AF of what any A-T Weapon can harm."""

OTHERS = ("german", "russian")
"""Whom the FRIENDLY side is; the second against Germans."""


class Scene(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A placement.

    Args:
        id, title: what it is called, here and on the page.
        tables: the Command tables that it is good for.
        who: those who have the Command.
        vpo, control, enemies, units, weapons: as in a worked example.
    """

    id: str
    title: str
    tables: tuple[str, ...]
    who: tuple[str, ...]
    vpo: list[str]
    control: dict[str, str]
    enemies: dict[str, Any]
    units: dict[str, Any]
    weapons: dict[str, Any] = {}


class _Scenes(Struct, frozen=True, forbid_unknown_fields=True):
    scene: list[Scene]


@cache
def scenes() -> dict[str, Scene]:
    """Every placement, by its id."""
    found: dict[str, Scene] = {}
    for name in ("moves.toml", "fire.toml"):
        raw = tomllib.loads((FOLDER / name).read_text("utf-8"))
        each = msgspec.convert(raw, _Scenes).scene
        found |= {scene.id: scene for scene in each}
    return found


def set_up(scene: Scene, loaded: Loaded, nation: Nation, table: str) -> TableSetUp:
    """A placement with the counters of a nation, in the phase of a table.

    Errors:
        OpforError: the nation has no counter that the placement needs.
    """
    date = nation.nearest_month(YEAR)
    other = loaded.nation(OTHERS["german" in _line(nation)])
    words = counters_for(nation, date)
    words |= {f"their_{name}": text for name, text in counters_for(other, date).items()}
    given = {key: _filled(getattr(scene, key), words) for key in PIECES}
    givens = Givens(
        map=(FOLDER / "board.txt").read_text("utf-8"),
        date=date,
        friendly=other.id,
        enemy=nation.id,
        fbe="left",
        attitude="Advance" if table == "A4b" else "Hold",
        vpo=scene.vpo,
        control=scene.control,  # type: ignore[arg-type] # checked as the scene is set up
        phase="ENEMY MPh" if table.startswith("A4") else "ENEMY PFPh",
        msr={"enemy_by": "rules"},
        **given,
    )
    return Builder(Library()).scene(givens, Origin(f"scene {scene.id}", {}))


PIECES = ("enemies", "units", "weapons")


def _filled(value: Any, words: dict[str, str]) -> Any:
    """A value with the counters' names in place of their `$` words."""
    if isinstance(value, dict):
        return {key: _filled(each, words) for key, each in value.items()}
    if not isinstance(value, str):
        return value
    try:
        return Template(value).substitute(words)
    except KeyError as missing:
        what = f"this nation has no {str(missing)[1:-1].removeprefix('their_')}"
        raise OpforError(what, do="choose another placement") from None


def _line(nation: Nation) -> set[str]:
    """A nation and the one that its counters come from, by their ids."""
    return set(nation.line)


def counters_for(nation: Nation, date: str) -> dict[str, str]:
    """A counter of each kind that a placement may name, by its word."""
    found = {
        "squad": str(nation.look_up("x2", AVERAGE, date=date).result),
        "leader": _leader(nation, date),
    }
    own = [p for p in nation.counters.values() if _own(nation, p, date)]
    for word, fits in KINDS.items():
        fit = sorted((_common(piece), piece.name) for piece in own if fits(piece))
        if fit:
            found[word] = fit[0][1]
    return found


def _leader(nation: Nation, date: str) -> str:
    column = {"column": "leader"} if "column" in nation.table("x3").axes else {}
    numbers = (AVERAGE, *range(2, 13))
    names = (str(nation.look_up("x3", n, date=date, **column).result) for n in numbers)
    return next(name for name in names if nation.knows(name))


def _own(nation: Nation, piece: Counter, date: str) -> bool:
    known = nation.knows(piece.name) and nation.counter(piece.name) is piece
    return known and piece.serves(date)


def _common(piece: Counter) -> int:
    """Nearer to what is usual first: medium tanks, small Guns, light MG."""
    if isinstance(piece, Vehicle):
        return abs(piece.front - 8)
    if isinstance(piece, Gun):
        return abs(piece.calibre - 50)
    if isinstance(piece, SupportWeapon):
        return piece.fp + 9 * (piece.kind == "ATR")
    return 0


def _tank(piece: Counter) -> bool:
    if not isinstance(piece, Vehicle) or piece.unarmored:
        return False
    return piece.movement == "tracked" and bool(piece.ma) and piece.turret != "NT"


def _light(piece: Counter) -> bool:
    return isinstance(piece, Vehicle) and 0 < piece.front <= LIGHT


KINDS: Mapping[str, Callable[[Counter], bool]] = {
    "mg": lambda p: isinstance(p, SupportWeapon) and p.kind == "MG",
    "at": lambda p: isinstance(p, SupportWeapon) and p.kind in ("ATR", "LATW"),
    "gun": lambda p: isinstance(p, Gun) and p.kind in ("AT", "INF"),
    "crew": lambda p: isinstance(p, MMC) and p.size == "crew" and p.quality == "elite",
    "tank": _tank,
    "light": _light,
}
"""The words of placements beside squads and leaders, and what each may be."""
