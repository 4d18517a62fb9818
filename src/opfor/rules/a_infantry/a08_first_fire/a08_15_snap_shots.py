"""A8.15: Snap Shots, at a hexside that the movers have just crossed."""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.ground import Location
from opfor.rules.a_infantry.a06_los import BLOCKED, hindrance, sees
from opfor.rules.a_infantry.a08_first_fire.a08_3_modes import mode
from opfor.state.counters import MMC, SMC, SupportWeapon
from opfor.state.play import GameView
from opfor.state.units import OFFBOARD, LocationName, Unit, Weapon

OPAQUE = 6
"""The LOS Hindrance that blocks LOS (A6.7)."""


@rule("A8.15", "Snap Shots", cites=("A8.1", "A7.23"))
def check_snap(
    view: GameView, unit: Unit, weapon: Weapon | None, target: LocationName
) -> None:
    """Raise Illegal if a unit or MG may not fire a Snap Shot at the hexside crossed.

    First Fire of small arms or a MG, as the movers enter, with LOS to the whole
    hexside and to one of its two hexes. It is Area Fire, without FFNAM, FFMO or TEM of
    the Location entered, and leaves no Residual FP.

    Reading: D-113.
    """
    window = view.state.window
    side = crossed(view)
    if side < 0 or window is None or not window.entered:
        raise Illegal("A8.15", "nothing has just crossed a hexside")
    piece = view.world.counter(weapon.counter if weapon else unit.counter)
    mg = isinstance(piece, SupportWeapon) and piece.kind == "MG"
    hero = isinstance(piece, SMC) and piece.fp
    if not (mg or hero or isinstance(piece, MMC)):
        raise Illegal("A8.15", f"{piece.name} fires no Snap Shot")
    if mode(weapon or unit, unit) != "first":
        raise Illegal("A8.15", f"{(weapon or unit).id} has First Fired already")
    if unit.location == target:
        raise Illegal("A8.15", "the movers are in its own Location")
    near = (target, left(view, target, side))
    if not any(at and sees(view, unit.location, at) for at in near):
        raise Illegal("A8.15", f"{unit.location} sees neither hex of the hexside")
    if snap_hindrance(view, unit.location, target) == BLOCKED:
        raise Illegal("A8.15", f"no LOS from {unit.location} to the whole hexside")


def crossed(view: GameView) -> int:
    """The hexside of the movers' hex that they entered by, -1 for none."""
    move = view.state.move
    return move.entry_side if move and not (move.bypass or move.trench) else -1


def left(view: GameView, target: LocationName, side: int) -> LocationName:
    """The ground level of the hex that the movers came from; empty off the map."""
    world = view.world
    hex_ = world.map.neighbours[world.locate(target).hex][side]
    return world.name(Location(hex_)) if hex_ >= 0 else OFFBOARD


def snap_hindrance(view: GameView, firer: LocationName, target: LocationName) -> int:
    """The LOS Hindrance to the hexside crossed, -1 if it is not seen whole (A8.15).

    SMOKE counts as in LOS to the better seen of its two hexes (D-086).
    """
    side = crossed(view)
    found = view.world.hindrance_to_side(firer, target, side)
    if found == BLOCKED or not view.state.markers:
        return found
    near = [at for at in (target, left(view, target, side)) if at]
    thick = [
        hindrance(view, firer, at) - view.world.hindrance(firer, at)
        for at in near
        if sees(view, firer, at)
    ]
    found += min(thick, default=OPAQUE)
    return found if found < OPAQUE else BLOCKED
