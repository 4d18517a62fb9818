"""A8.15: Snap Shots, at a hexside that the movers have just crossed."""

from opfor.core.errors import Illegal
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.asl.a06_los import BLOCKED
from opfor.rules.asl.a08_first_fire import mode
from opfor.state.counters import MMC, SupportWeapon
from opfor.state.play import Look
from opfor.state.units import LocationName, Unit, Weapon


@rule("A8.15", "Snap Shots", cites=("A8.1", "A7.23"))
def check_snap(
    look: Look, unit: Unit, weapon: Weapon | None, target: LocationName
) -> None:
    """Raise Illegal if a unit or MG may not fire a Snap Shot at the hexside crossed.

    First Fire of small arms or a MG, as the movers enter, with LOS to the whole
    hexside. It is Area Fire, without FFNAM, FFMO or TEM of the Location entered, and
    leaves no Residual FP.

    Reading: D-113.
    """
    window = look.state.window
    side = crossed(look)
    if side < 0 or window is None or not window.entered:
        raise Illegal("A8.15", "nothing has just crossed a hexside")
    piece = look.world.counter(weapon.counter if weapon else unit.counter)
    mg = isinstance(piece, SupportWeapon) and piece.kind == "MG"
    if not mg and not isinstance(piece, MMC):
        raise Illegal("A8.15", f"{piece.name} fires no Snap Shot")
    if mode(weapon or unit) != "first":
        raise Illegal("A8.15", f"{(weapon or unit).id} has First Fired already")
    if unit.location == target:
        raise Illegal("A8.15", "the movers are in its own Location")
    if look.world.hindrance_to_side(unit.location, target, side) == BLOCKED:
        raise Illegal("A8.15", f"no LOS from {unit.location} to the whole hexside")


def crossed(look: Look) -> int:
    """The hexside of the movers' hex that they entered by, -1 for none."""
    move = look.state.move
    return move.entry_side if move and not move.bypass else -1


def snap_drm(look: Look, firer: LocationName, target: LocationName) -> list[Mod]:
    """The DRM against what crosses the hexside: LOS Hindrance alone (A8.15)."""
    drm = look.world.hindrance_to_side(firer, target, crossed(look))
    return [Mod("LOS hindrance to the hexside", drm, "A6.7")] if drm > 0 else []
