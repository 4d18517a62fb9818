"""S9.31: whether an ENEMY vehicle is CE or BU."""

from opfor.core.rule import part_of_rule, rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, onboard
from opfor.rules.choices.give_order import allowed, order
from opfor.rules.choices.vehicle_orders import Expose
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import commander_serves
from opfor.rules.d_vehicles.d02_movement.d02_3_los_in_bypass import in_sight
from opfor.rules.s_solitaire.s01_terms.s01_terms import friends, known_at
from opfor.rules.s_solitaire.s09_vehicles.s09_34_ca_and_targets import seen_from
from opfor.state.counters import SupportWeapon
from opfor.state.play import GameView, Play
from opfor.state.units import Unit

NEAR = 12
"""Hexes within which a Known Target makes a crew BU (S9.31)."""


HEAVY_MG = ("MMG", "HMG")


@rule("S9.31", "CE or BU", cites=("D1.321", "S9.22"))
def buttons_up(view: GameView, unit: Unit) -> str:
    """Why a CE vehicle is BU as soon as it can be; empty if nothing calls for it.

    A Known Target in LOS within twelve hexes; a Known MMG or HMG that is fully manned
    within its normal range. For the rest its Move Command says when, and else it stays
    as it is: the interest of the vehicle as the project reads it. But one whose turret
    is silent while CE goes BU with any Target in range of what it is armed with.
    Reading: D-026 such a MG counts in LOS, with a Good Order squad or crew; D-386 LOS
    of a vehicle in Bypass is that of its corner; D-897 on RST and 1MT turrets.
    """
    for friend in friends(view):
        if friend not in known_at(view, friend.location):
            continue
        hexes = view.world.range(unit.location, friend.location)
        if hexes <= NEAR and in_sight(view, unit, friend.location):
            return f"{friend.id} is Known, {hexes} hexes away"
        if _heavy_mg(view, friend, unit):
            return f"the MG of {friend.id}"
    # D1.321: it is in its interest to fire
    if commander_serves(view, unit) and seen_from(view, unit, known=False):
        return "the commander serves the gun"
    return ""


def shuts_hatches(play: Play) -> bool:
    """The next crew that S9.31 has BU shuts its hatches, in its own MPh or APh (D5.33).

    Whether it is to drive or not; one on the move does so among the acts of its drive.
    """
    if play.state.course is not None or play.state.move is not None:
        return False
    for unit in onboard(play, "ENEMY"):
        exposed = unit.vehicle is not None and unit.vehicle.ce
        if not exposed or not buttons_up(play, unit):
            continue
        shut = Expose(unit.id, ce=False)
        if allowed(play, "ENEMY", shut):
            with part_of_rule("S9.31"):
                order(play, "ENEMY", shut)
            return True
    return False


def _heavy_mg(view: GameView, friend: Unit, unit: Unit) -> bool:
    """Whether a unit fully mans a MMG or HMG with a vehicle in normal range."""
    found = mmc(view, friend)
    if not friend.good_order or found is None or found.size == "half squad":
        return False
    hexes = view.world.range(friend.location, unit.location)
    return in_sight(view, unit, friend.location) and any(
        isinstance(kind := view.world.counter(weapon.counter), SupportWeapon)
        and kind.kind == "MG"
        and kind.name.endswith(HEAVY_MG)
        and hexes <= kind.range
        for weapon in view.state.weapons_of(friend.id)
        if not (weapon.malfunctioned or weapon.dm)
    )
