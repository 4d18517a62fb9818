"""A10.5: who must rout, from what, and what is left behind.

Where to is in `rout_paths.py`, what enemies along the way do in
`interdiction.py`.
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.movement.paths import FAR
from opfor.rules.a_infantry.a01_personnel.a00_8_adjacent import adjacent
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    armed,
    known_to_other_side,
    onboard,
)
from opfor.rules.a_infantry.a04_movement.a04_42_portage import ipc, portage
from opfor.rules.a_infantry.a10_morale.a10_531_open_ground import in_the_open
from opfor.rules.a_infantry.a17_wounds import fires_with
from opfor.state.counters import MMC, SMC, SupportWeapon
from opfor.state.play import GameView
from opfor.state.units import LocationName, Side, Unit, Weapon

MOST_RANGE = 16
"""Hexes beyond which nobody makes Open Ground dangerous to those who rout."""

WOODS = ("woods", "light woods")
SHELTERS = ("foxhole", "trench", "pillbox", "cave")
"""Fortifications inside which nobody is in Open Ground."""

Cause = Literal["", "ADJACENT", "in the open", "in a Blaze"]


class Foe(Struct, frozen=True):
    """A Known enemy unit, as those who rout fear it.

    Args:
        id, location: which, and where.
        armed: it is no unarmed unit.
        unbroken: it is not broken.
        range: its normal range and no more than 16 hexes; 0 if it cannot fire.
    """

    id: str
    location: LocationName
    armed: bool
    unbroken: bool
    range: int


def foes(view: GameView, side: Side) -> tuple[Foe, ...]:
    """The Known enemy units of a side, prisoners apart."""
    return view.world.once(view.state, ("foes", side), lambda: _foes(view, side))


def _foes(view: GameView, side: Side) -> tuple[Foe, ...]:
    return tuple(
        Foe(
            unit.id,
            unit.location,
            armed(unit),
            not unit.broken,
            normal_range(view, unit),
        )
        for unit in view.state.units.values()
        if unit.side != side
        and unit.location
        and not unit.guard
        and known_to_other_side(unit)
    )


def normal_range(view: GameView, unit: Unit) -> int:
    """The longest normal range of what a unit can fire, 16 hexes at the most."""
    piece = view.world.counter(unit.counter)
    found = []
    if isinstance(piece, MMC | SMC) and piece.fp:
        found.append(fires_with(unit, piece).range)
    for weapon in view.state.weapons_of(unit.id):
        sw = view.world.counter(weapon.counter)
        usable = not weapon.malfunctioned and not weapon.dm
        if isinstance(sw, SupportWeapon) and sw.kind == "MG" and usable:
            found.append(sw.range)
    return min(MOST_RANGE, max(found, default=0))


# -- who routs ---------------------------------------------------------------------


@rule(
    "A10.5",
    "Who must rout, and who may",
    exc=(
        "neither a unit in Melee nor a prisoner routs",
        "a Disrupted unit routs only from a Blaze, or where there is No Quarter",
    ),
    cites=("A10.62", "A19.12", "A20.5"),
)
def may_rout(view: GameView, unit: Unit) -> None:
    """A broken unit may rout, once, if it must or is under DM.

    EXC: a unit in Melee and a prisoner do not. EXC: a Disrupted unit does not, but
    from a Blaze or where it cannot surrender (D-122).

    Errors:
        Illegal: it may not.
    """
    if not unit.broken or not unit.location or unit.vehicle:
        raise Illegal("A10.5", f"{unit.id} is not broken on the map")
    if unit.melee or unit.guard:
        raise Illegal("A10.5", f"{unit.id} is in Melee or a prisoner")
    if unit.disrupted and not flees(view, unit):
        raise Illegal("A19.12", f"{unit.id} is Disrupted and does not rout")
    if unit.did("routed"):
        raise Illegal("A10.5", f"{unit.id} has routed in this phase")
    if not unit.dm and not must_rout(view, unit):
        raise Illegal("A10.5", f"{unit.id} is in no danger and not under DM")


def flees(view: GameView, unit: Unit) -> bool:
    """Whether even a Disrupted unit routs: from a Blaze, or for want of Quarter."""
    burning = any(m.kind == "blaze" for m in view.state.markers_at(unit.location))
    return burning or view.state.toll(unit.side).no_quarter


@rule("A10.5/must", "What a broken unit may not stay in", cites=("A10.533", "B25.4"))
def must_rout(
    view: GameView, unit: Unit, *, among: Sequence[Foe] | None = None
) -> Cause:
    """Why a broken unit may not stay in its Location; empty if it may.

    ADJACENT to a Known armed unbroken enemy or with it in one Location; in Open
    Ground in its LOS and normal range; in a Blaze.
    """
    here = unit.location
    found = foes(view, unit.side) if among is None else among
    fearful = [foe for foe in found if foe.armed and foe.unbroken]
    # A10.5: ADJACENT to a Known armed unbroken enemy
    if any(next_to(view, here, foe) for foe in fearful):
        return "ADJACENT"
    # A10.533: Open Ground in LOS and normal range
    if not sheltered(view, unit) and exposed(view, here, unit.side, fearful):
        return "in the open"
    # B25.4: a Blaze
    if any(marker.kind == "blaze" for marker in view.state.markers_at(here)):
        return "in a Blaze"
    return ""


def beside_enemy(view: GameView, here: LocationName, side: Side) -> bool:
    """Whether a Known armed unbroken enemy is ADJACENT to a Location, or in it."""
    feared, near = view.world.once(
        view.state, ("feared", side), lambda: _feared(view, side)
    )
    here_hex = view.world.locate(here).hex
    if here_hex not in near:
        return False
    far = view.world.ranges(here)
    close = [at for at, hex_ in feared.items() if far[hex_] <= 1]
    return any(adjacent(view, here, at) for at in close)


def _feared(
    view: GameView, side: Side
) -> tuple[dict[LocationName, int], frozenset[int]]:
    """Where they are, each with its hex; and all hexes in or next to them."""
    where, neighbours = view.world.locate, view.world.map.neighbours
    feared = {
        unit.location: where(unit.location).hex
        for unit in view.state.units.values()
        if unit.side != side
        and unit.location
        and not unit.broken
        and armed(unit)
        and known_to_other_side(unit)
    }
    beside = (neighbours[hex_] for hex_ in feared.values())
    return feared, frozenset(feared.values()).union(*beside)


def next_to(view: GameView, here: LocationName, foe: Foe) -> bool:
    """Whether an enemy is ADJACENT to a Location, or in it."""
    near = view.world.range(here, foe.location) <= 1
    return near and adjacent(view, here, foe.location)


def sheltered(view: GameView, unit: Unit) -> bool:
    """Whether it is inside a fortification, where nobody is in Open Ground."""
    inside = view.state.fortifications.get(unit.inside)
    return inside is not None and inside.kind in SHELTERS


def exposed(view: GameView, at: LocationName, side: Side, among: Sequence[Foe]) -> bool:
    """Whether a Location is Open Ground in the LOS and normal range of a foe."""
    if not view.world.ground.open_ground(view.world.locate(at)):
        return False
    return any(
        view.world.range(at, foe.location) <= foe.range
        and in_the_open(view, foe.location, at, side)
        for foe in among
    )


def cover(view: GameView, at: LocationName) -> bool:
    """Whether a Location is one that routs make for: building or woods."""
    kind = view.world.ground.terrain(view.world.locate(at)).name
    return view.world.in_building(at) or kind in WOODS


# -- SW ----------------------------------------------------------------------------


@rule("A10.5/ipc", "SW that a routing unit leaves", cites=("A4.42",))
def left_behind(view: GameView, unit: Unit) -> list[str]:
    """The ids of the SW that a unit must drop to rout, the heaviest first.

    It keeps what does not exceed its IPC.
    """
    carried = [
        (_pp(view, weapon), weapon.id) for weapon in view.state.weapons_of(unit.id)
    ]
    carried.sort(key=lambda load: -load[0])
    limit = ipc(view, unit)
    dropped = []
    while carried and sum(pp for pp, _ in carried) > limit:
        dropped.append(carried.pop(0)[1])
    return dropped


def _pp(view: GameView, weapon: Weapon) -> int:
    """PP of a SW; a Gun stays where it is."""
    pp = portage(view, weapon)
    return FAR if pp is None else pp


def ready(view: GameView, side: Side) -> list[Unit]:
    """The unit whose rout is in hand, else all that may begin one."""
    broken = [unit for unit in onboard(view, side) if unit.broken]
    if view.state.move:
        return [unit for unit in broken if unit.id in view.state.move.units]
    return [unit for unit in broken if _may(view, unit)]


def _may(view: GameView, unit: Unit) -> bool:
    try:
        may_rout(view, unit)
    except Illegal:
        return False
    return True
