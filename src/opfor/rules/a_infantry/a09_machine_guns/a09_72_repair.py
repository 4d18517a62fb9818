"""A9.72: the repair of malfunctioned Weapons."""

from msgspec.structs import replace

from opfor.core.dice import die_roll
from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a04_movement.a04_4_weapons import mark_deed, possessed
from opfor.rules.a_infantry.a26_victory.a26_2_victory_points import lose_weapon
from opfor.rules.choices.orders import Repair
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import vehicle
from opfor.rules.d_vehicles.d03_fire.d03_7_malfunction import REPAIRS, disable
from opfor.rules.d_vehicles.d05_crews.d05_1_inherent_crew import crewed
from opfor.state.counters import Gun, SupportWeapon
from opfor.state.events import WeaponChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Side

NO_REPAIR = "No Repair"
"""What is printed on some captured vehicles; read as of all their armament."""

LOST = 6
"""Original repair dr that removes the Weapon (A9.72)."""


def check_repair(view: GameView, side: Side, order: Repair) -> int:
    """The R# of a malfunctioned Weapon that its Good Order possessor may repair.

    Errors:
        Illegal: he may not.
    """
    weapon, owner = possessed(view, side, order.weapon, "A9.72")
    kind = view.world.counter(weapon.counter)
    number = kind.repair if isinstance(kind, SupportWeapon | Gun) else 0
    number = REPAIRS if weapon.mount else number
    if not weapon.malfunctioned or weapon.disabled or not number:
        raise Illegal("A9.72", f"there is nothing to repair on {weapon.id}")
    printed = vehicle(view, owner)
    if printed is not None and NO_REPAIR in printed.special:
        raise Illegal("A9.72", f"the counter of {owner.id} says {NO_REPAIR}")
    if owner.vehicle is not None and not crewed(owner):
        raise Illegal("A9.72", f"the crew of {owner.id} can do nothing")
    if not owner.good_order or owner.unarmed:
        raise Illegal("A9.72", f"{owner.id} is not in Good Order")
    if owner.did("repair"):
        raise Illegal("A9.72", f"{owner.id} has tried to repair in this RPh")
    return number


@rule("A9.72", "Repair", cites=("A9.7",))
def do_repair(play: Play, side: Side, order: Repair) -> None:
    """A dr not above the R# repairs the Weapon, an Original 6 removes it."""
    number = check_repair(play, side, order)
    weapon = play.state.weapons[order.weapon]
    mark_deed(play, weapon.owner, "repair", fact("tries_to_repair", weapon=weapon.id))
    rolled = die_roll(
        play, fact("repair_of", weapon=weapon.id, number=number), side=side
    )
    # A9.72: a 6 disables what a vehicle is armed with
    if rolled.original == LOST and weapon.mount:
        disable(play, weapon)
    elif rolled.original == LOST:
        lose_weapon(play, weapon.id, fact("beyond_repair"))
    # A9.72: the R# or less
    elif rolled.final <= number:
        mended = replace(weapon, malfunctioned=False)
        play.emit(WeaponChanged(mended, fact("repaired")))
