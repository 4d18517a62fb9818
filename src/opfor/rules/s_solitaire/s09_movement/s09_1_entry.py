"""S9.1, S6.1: ENEMY Infantry of an OB that waits offboard comes onto the map."""

from msgspec.structs import replace

from opfor.core.rule import rule
from opfor.rules.a_infantry.a04_movement.a04_1_who_may_move import movable
from opfor.rules.s_solitaire.s01_terms.s01_terms import friends
from opfor.rules.s_solitaire.s03_323_prohibited import friendly_vpo
from opfor.rules.s_solitaire.s09_movement.command_clauses import edge_of
from opfor.rules.s_solitaire.s09_movement.danger import number
from opfor.rules.s_solitaire.s09_movement.movers import Mover, at, stack
from opfor.rules.s_solitaire.s09_movement.s09_2_route import nearest, route, to_go
from opfor.rules.s_solitaire.s09_movement.s09_26_prohibited import prohibited
from opfor.state.in_progress import MovePlan
from opfor.state.play import GameView
from opfor.state.units import OFFBOARD, LocationName, Unit


@rule("S9.1/entry", "ENEMY Infantry of an OB enters", cites=("S9.1", "S6.1", "A2.51"))
def entering(view: GameView) -> list[Mover]:
    """The ENEMY Infantry that waits offboard, each unit by itself, and where it enters.

    It has no Action on its turn of entry (S6.1).
    """
    return [
        replace(stack(view, [unit]), enters=place)
        for unit in waiting(view)
        if (place := entry_place(view, unit))
    ]


def waiting(view: GameView) -> list[Unit]:
    """The ENEMY Infantry that is in play but not on the map yet."""
    return [
        unit
        for unit in view.state.units.values()
        if unit.side == "ENEMY"
        and not (unit.location or unit.wave or unit.aboard)
        and unit.good_order
        and movable(view, unit)
    ]


def goals(view: GameView) -> list[LocationName]:
    """What it makes for: FRIENDLY Controlled VPO, else FRIENDLY units, else the FBE."""
    held = friendly_vpo(view) or [friend.location for friend in friends(view)]
    return list(dict.fromkeys(held)) or edge_of(view, "FBE")


def entry_place(view: GameView, unit: Unit) -> LocationName:
    """The Location along the EBE that is nearest in MF to what it makes for.

    None that is Prohibited or holds the FRIENDLY side; the northernmost of equal ones.
    Reading: D-242.
    """
    mover = stack(view, [unit])
    held = {friend.location for friend in friends(view)}
    left = to_go(view, goals(view))
    open_ = [
        place
        for place in edge_of(view, "EBE")
        if place not in held
        and not view.world.entry(OFFBOARD, place, edge="EBE").bar
        and not prohibited(view, replace(mover, enters=place), place)
    ]
    return min(open_, key=lambda place: left[number(view, place)], default=OFFBOARD)


def entering_course(view: GameView, mover: Mover) -> MovePlan:
    """Onto the map and on by the safest route, with the MF that are left."""
    ends = nearest(view, mover, goals(view))
    way = (at(mover), *route(view, mover, ends))
    leaves = not (friendly_vpo(view) or friends(view))
    return MovePlan(
        movers=mover.ids, how="route", goal=way[-1:], way=way, leaves=leaves
    )
