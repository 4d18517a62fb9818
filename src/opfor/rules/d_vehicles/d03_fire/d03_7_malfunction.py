"""D3.7: what a vehicle is armed with, out of order."""

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.d_vehicles.d05_crews.d05_341_recall import recall
from opfor.state.events import WeaponChanged
from opfor.state.play import Play
from opfor.state.units import Weapon

REPAIRS = 1
"""The highest dr that repairs a vehicle's Weapon."""


@rule("D3.7", "Malfunction of vehicular armament", cites=("A9.7", "A9.72", "D5.341"))
def disable(play: Play, weapon: Weapon) -> None:
    """A vehicle's Weapon is out of order for good; without its gun it is Recalled.

    A dr of 6 as its crew repairs it does that, and what would remove a SW.
    Reading: D-314.
    """
    gone = replace(weapon, malfunctioned=True, disabled=True, rof=False, acquired=None)
    play.emit(WeaponChanged(gone, fact("is_disabled")))
    # D5.341: without its Main Armament it is Recalled
    unit = play.state.units.get(weapon.owner)
    if unit is not None and weapon.mount == "MA":
        recall(play, unit)
