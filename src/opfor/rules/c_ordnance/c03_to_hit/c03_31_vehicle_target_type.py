"""C3.31: when ordnance may use the Vehicle Target Type."""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.rules.choices.orders import Fire
from opfor.state.play import GameView
from opfor.state.units import Side

TRACKS_REACH = 6
"""Hexes within which Deliberate Immobilization is tried (C5.7)."""


@rule("C3.31", "Vehicle Target Type", cites=("A8.1", "C5.7"))
def check_vehicle(view: GameView, side: Side, order: Fire, *, area: bool) -> None:
    """Raise Illegal unless it is a shot at one vehicle that can be seen there.

    Deliberate Immobilization is tried from within six hexes.
    """
    unit = view.state.units.get(order.at)
    if unit is None or unit.vehicle is None or unit.side == side or unit.hidden:
        raise Illegal("C3.31", f"{order.at} is no vehicle of the other side")
    if unit.location != order.target:
        raise Illegal("C3.31", f"{order.at} is not in {order.target}")
    if area:
        raise Illegal("C3.31", "the Area Target Type aims at no single vehicle")
    if order.tracks and _hexes(view, order) > TRACKS_REACH:
        raise Illegal("C5.7", "Deliberate Immobilization reaches six hexes")
    move, defends = view.state.move, view.state.side != side
    if view.state.phase == "MPh" and defends and not (move and order.at in move.units):
        raise Illegal("A8.1", f"{order.at} spends no MP now")


def _hexes(view: GameView, order: Fire) -> int:
    """The range of a shot by an order's Weapon."""
    weapon = view.state.weapons[order.firers[0]]
    return view.world.range(view.state.units[weapon.owner].location, order.target)
