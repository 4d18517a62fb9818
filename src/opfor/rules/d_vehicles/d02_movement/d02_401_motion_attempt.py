"""D2.401: vehicles that try for Motion while the other side moves."""

from collections.abc import Iterator

from opfor.core.dice import die_roll
from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a03_9_phases import defender
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a08_first_fire.a08_3_modes import target_of_window
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_by
from opfor.rules.choices.vehicle_orders import GoMotion
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import changed, mobile, state_of
from opfor.rules.d_vehicles.d03_fire.d03_44_armor_leaders import crew_drm
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Side, Unit


@rule("D2.401", "Motion attempts", cites=("D2.4", "A8.1"))
def check_attempt(view: GameView, side: Side, order: GoMotion) -> Unit:
    """The Stopped vehicle that may try for Motion at what has just come into its LOS.

    Once in each MPh of the other side, and not if any of its Weapons has fired in it.
    Reading: D-350.

    Errors:
        Illegal: it may not.
    """
    unit = view.state.units.get(order.unit)
    if unit is None or unit.side != side or unit.vehicle is None or not unit.location:
        raise Illegal("D2.401", f"you have no vehicle {order.unit} on the map")
    if state_of(unit).motion or not mobile(unit) or unit.panic:
        raise Illegal("D2.401", f"{unit.id} is in Motion, or cannot move")
    if unit.did("motion"):
        raise Illegal("D2.401", f"{unit.id} has tried in this MPh")
    if any(weapon.fired for weapon in view.state.weapons_of(unit.id)):
        raise Illegal("D2.401", f"{unit.id} has fired")
    if not _comes_in_sight(view, unit):
        raise Illegal("D2.401", f"nothing has just come into the LOS of {unit.id}")
    return unit


def _comes_in_sight(view: GameView, unit: Unit) -> bool:
    """Whether what moves is in its LOS, and came out of a hex that is not."""
    move, where = view.state.move, target_of_window(view)
    if move is None or not where or view.state.window is None or not move.steps:
        return False
    if not where:  # what moved was lost to this fire
        return False
    if not sees(view, unit.location, where):
        return False
    back = _before(view, where, move.entry_side)
    return not back or not sees(view, unit.location, back)


def _before(view: GameView, where: LocationName, side: int) -> LocationName:
    """The hex that what moves came from; empty if from offboard."""
    return (view.world.across(where, side) if side >= 0 else None) or LocationName("")


def attempts(view: GameView) -> Iterator[GoMotion]:
    """The Motion attempts that the DEFENDER could make now."""
    side = defender(view.state)
    for unit in view.state.units.values():
        if unit.side == side and unit.vehicle is not None:
            order = GoMotion(unit.id)
            try:
                check_attempt(view, side, order)
            except Illegal:
                continue
            yield order


@rule("D2.401/dr", "The Motion attempt dr", cites=("D2.401", "D3.44"))
def attempt(play: Play, unit: Unit) -> bool:
    """A Final dr of no more than the MF or MP spent in its LOS puts it in Motion."""
    # D2.401: a dr against the MF or MP spent in its LOS
    window = play.state.window
    most = (window.mf if window else 0) // MF
    purpose = fact("motion_attempt", unit=unit.id, most=most)
    rolled = die_roll(play, purpose, crew_drm(play, unit), side=unit.side)
    if rolled.final > most:
        return False
    changed(play, unit, fact("is_in_motion"), motion=True, hull_down=())
    # A12.14/b2: Motion costs concealment as a move does
    lose_by(play, unit.id, "moves")
    return True
