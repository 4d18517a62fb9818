"""D6.9: those aboard a vehicle that is lost."""

from opfor.core.dice import dice_roll
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import vehicle
from opfor.state.play import Play
from opfor.state.units import Unit


@rule("D6.9", "Survival of those aboard a vehicle that is lost", cites=("D5.6",))
def one_survives(play: Play, unit: Unit, carried: Unit) -> bool:
    """A DR of its own against the CS#; +1 if it is broken, whatever the crew is."""
    found = vehicle(play, unit)
    number = found.cs if found else 0
    mods = [Mod("broken", WEAKENED, "D6.9")] if carried.broken else []
    purpose = fact("survival_aboard", unit=carried.id, carrier=unit.id, number=number)
    return dice_roll(play, purpose, mods).final <= number


WEAKENED = 1
"""What Stun, Shock or breaking adds to a Crew Survival DR, and later to much else."""
