"""What moves by a Move Command, units or a S?, and what a step would bring it.

A stack of units moves by the orders of the player's units; a S? moves as Infantry of
four MF (S3.321, D-075). Both have their move in the State while it is in hand.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.edges import Quarter
from opfor.geo.movement.infantry_cost import CostPart, EntryCost
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a02_entry_and_exit import withdraws
from opfor.rules.a_infantry.a04_movement.steps import plan
from opfor.rules.choices.orders import MoveTo
from opfor.rules.s_solitaire.s03_prohibited import suspect_bar
from opfor.rules.s_solitaire.s06_actions.actions import attitude
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import FrozenView, GameView
from opfor.state.units import (
    OFFBOARD,
    Attitude,
    LocationName,
    Suspect,
    Unit,
)

ALLOTMENT = 4 * MF
"""Quarters of MF of a S?: those of Infantry, without Double Time (D-075)."""


class Mover(Struct, frozen=True, kw_only=True):
    """Units of one Location that move together, or a S?.

    Args:
        ids: theirs.
        location: where they are; OFFBOARD while they wait to enter.
        attitude: theirs, which gives the Movement Table.
        suspect: it is a S?.
        vehicle: it is a vehicle.
        enters: the Location that it waits to enter.
        goal: the Locations that it makes for.
    """

    ids: tuple[str, ...]
    location: LocationName
    attitude: Attitude
    suspect: bool = False
    vehicle: bool = False
    enters: LocationName = OFFBOARD
    goal: tuple[LocationName, ...] = ()

    @property
    def name(self) -> str:
        """Whom the story names."""
        return " + ".join(self.ids)


def stack(view: GameView, units: Sequence[Unit]) -> Mover:
    """Units as what moves together."""
    mind = attitude(view, units[0])
    ids = tuple(unit.id for unit in units)
    return Mover(
        ids=ids,
        location=units[0].location,
        attitude=mind,
        vehicle=units[0].vehicle is not None,
    )


def of_suspect(suspect: Suspect) -> Mover:
    """A S? as what moves."""
    return Mover(
        ids=(suspect.id,),
        location=suspect.location,
        attitude=suspect.attitude,
        suspect=True,
        enters=suspect.enters,
    )


def units_of(view: GameView, mover: Mover) -> list[Unit]:
    """Its units that are in play."""
    return [view.state.units[id_] for id_ in mover.ids if id_ in view.state.units]


def move_of(view: GameView, mover: Mover) -> Move | None:
    """Its move, if it is the one in hand."""
    move = view.state.move
    return move if move and set(mover.ids) & set(move.units) else None


def at(mover: Mover) -> LocationName:
    """Where it is, or is about to enter."""
    return mover.location or mover.enters


# -- S9.4 --------------------------------------------------------------------------

OPPOSITE: Mapping[str, Quarter] = MappingProxyType(
    {"north": "south", "south": "north", "FBE": "EBE"}
)
"""The edge opposite to the one that a S? entered by; from the EBE it is the FBE."""


@rule(
    "S9.4",
    "Leaving the map",
    exc=("Advance S?, RE or MSR, unarmed MMC and Guards",),
    cites=("S9.26", "S9.41", "S6.302", "S6.303"),
)
def exit_edges(view: GameView, mover: Mover) -> tuple[Quarter, ...]:
    """The edges by which a mover may leave the map: the FBE.

    EXC: those that the Mission names in its place; unarmed MMC and Guards with their
    prisoners, by the EBE; a S? in Advance Attitude that entered by another edge than
    the EBE, by the one opposite to that too (D-235).
    """
    mission = view.state.mission.enemy_exits
    if mover.suspect:
        found = view.state.suspects.get(mover.ids[0])
        other = OPPOSITE.get(found.edge) if found else None
        advances = mover.attitude == "Advance" and other not in (None, *mission)
        return (other, *mission) if other and advances else mission
    units = units_of(view, mover)
    back = units and withdraws(view, units, mover.location)
    return ("EBE", *mission) if back else mission


def may_leave_map(view: GameView, mover: Mover) -> bool:
    """Whether a mover stands at an edge by which it may leave."""
    here = mover.location
    return bool(here) and any(
        view.world.at_edge(here, edge) for edge in exit_edges(view, mover)
    )


def ways(view: GameView, mover: Mover) -> list[LocationName]:
    """The Locations that it could enter next by the terrain."""
    if not mover.location:
        return [mover.enters] if mover.enters else []
    return [to for to, _ in view.world.ways(mover.location)]


def after(
    view: GameView,
    mover: Mover,
    to: LocationName,
    *,
    assault: bool = False,
    double: bool = False,
) -> Move | None:
    """Its move once it has entered a Location; None if it cannot."""
    if mover.suspect:
        return _suspect_after(view, mover, to, assault=assault)
    order = MoveTo(mover.ids, to, assault=assault, double_time=double)
    sheltered = any(unit.inside for unit in units_of(view, mover))
    try:
        if not sheltered:
            return plan(view, order)
        return _out(plan(_outside(view, mover), order))
    except Illegal:
        return None


def _outside(view: GameView, mover: Mover) -> GameView:
    """The game as if its units were out of their fortification."""
    out = {unit.id: replace(unit, inside="") for unit in units_of(view, mover)}
    state = replace(view.state, units=view.state.units | out)
    return FrozenView(state, view.world)


def _out(move: Move) -> Move | None:
    """The move with the MF that it takes to get out first (B27.4)."""
    spent = move.spent + MF
    left = move.allotment - spent
    return replace(move, spent=spent) if left >= move.assault else None


def _suspect_after(
    view: GameView, mover: Mover, to: LocationName, *, assault: bool
) -> Move | None:
    """The move of a S? after a step, which it pays for as Infantry does."""
    before = move_of(view, mover)
    move = before or Move(units=mover.ids, assault=assault, allotment=ALLOTMENT)
    entry = _entry(view, mover, to)
    if entry.bar or (to and suspect_bar(view, to)) or (before and before.assault):
        return None
    cost = ALLOTMENT if entry.all else entry.quarters
    spent = move.spent + cost
    if spent > ALLOTMENT or (move.assault and spent >= ALLOTMENT):
        return None
    side = view.world.side_between(to, mover.location)
    return replace(
        move, spent=spent, here=cost, road=False, steps=move.steps + 1, entry_side=side
    )


def _entry(view: GameView, mover: Mover, to: LocationName) -> EntryCost:
    """The way of a S?; from offboard the cost of the terrain, off the map one MF."""
    world = view.world
    if to == OFFBOARD:
        bar = "" if may_leave_map(view, mover) else "no exit"
        return EntryCost(parts=(CostPart("off the map", MF),), bar=bar)
    if mover.location:
        return world.entry(mover.location, to)
    kind = world.ground.terrain(world.locate(to))
    return EntryCost(
        parts=(CostPart(kind.name, kind.mf.quarters),), all=kind.mf.all, bar=kind.mf.bar
    )
