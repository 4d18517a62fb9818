"""A9: ROF, malfunction and destruction of SW that fire on the IFT."""

from collections.abc import Sequence
from fractions import Fraction

from msgspec.structs import replace

from opfor.core.dice import Rolled, die_roll, random_selection
from opfor.core.fact import fact
from opfor.core.rule import part_of_rule, rule
from opfor.rules.a_infantry.a07_fire.a07_ift import read_ift
from opfor.rules.a_infantry.a07_fire.attack import Participant
from opfor.rules.a_infantry.a19_unit_substitution.a19_3_inexperienced import (
    inexperienced,
)
from opfor.rules.a_infantry.a21_captured_equipment.a21_1_captured_weapons import in_use
from opfor.rules.a_infantry.a26_victory.a26_2_victory_points import lose_weapon
from opfor.rules.d_vehicles.d03_fire.d03_7_malfunction import disable
from opfor.state.events import WeaponChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Side, Unit, Weapon

SUSTAINED, UNTRAINED = 2, 1
"""By how much B# and X# fall (A9.3, A19.32)."""


@rule(
    "A9.7",
    "Malfunction",
    exc=("an Original B# as X# where use lowers B#",),
    cites=("A9.3", "A19.32", "A21.11"),
)
def breakdown_of(
    view: GameView,
    unit: Unit,
    weapon: Weapon,
    *,
    sustained: bool = False,
) -> tuple[int, int]:
    """The B# and X# with which a unit fires a SW; 0 where it has none.

    Both fall by 2 for Sustained Fire, and by 1 for Inexperienced users, beside what
    they fall for a captured SW.
    EXC: where they fall, an Original DR of the Original B# or more removes the SW.
    """
    # A21.11: captured
    now = in_use(view, weapon, unit)
    # A9.3: Sustained Fire, A19.32: Inexperienced users
    down = SUSTAINED * sustained + UNTRAINED * inexperienced(view, unit)
    if not now.breakdown:
        return 0, now.removal and now.removal - down
    whole = getattr(view.world.counter(weapon.counter), "breakdown", 0)
    lowered = now.breakdown - down
    return lowered, whole if lowered < whole else now.removal


# -- after the DR ------------------------------------------------------------------


@rule("A9.71", "Which SW malfunctions", cites=("A9.7",))
def malfunctions(
    play: Play, arms: Sequence[Participant], rolled: Rolled
) -> dict[str, str]:
    """What a DR does to the SW that fired: ids of those "removed" or "malfunctions".

    If several of one attack would, one by Random Selection (ties all) does.
    Reading: D-082.
    """
    hit = [arm for arm in arms if _worst(arm, rolled)]
    chosen = random_selection(play, hit, purpose=fact("which_sw_malfunctions"))
    return {arm.id: _worst(arm, rolled) for arm in chosen}


def _worst(arm: Participant, rolled: Rolled) -> str:
    # A9.7: X# removes it, B# turns it over
    if arm.removal and rolled.original >= arm.removal:
        return "removed"
    if arm.breakdown and rolled.original >= arm.breakdown:
        return "malfunctions"
    return ""


def wear(play: Play, id_: str, what: str) -> None:
    """Take a SW out of play, or turn it to its malfunctioned side."""
    weapon = play.state.weapons[id_]
    if what == "removed" and weapon.mount:
        disable(play, weapon)
    elif what == "removed":
        with part_of_rule("A9.7"):
            lose_weapon(play, id_, fact("breaks_down_for_good"))
    else:
        new = replace(weapon, malfunctioned=True, rof=False)
        play.emit(WeaponChanged(new, fact("malfunctions")))


@rule("A9.74", "Random SW destruction", cites=("A7.301",))
def random_destruction(
    play: Play, column: Fraction, weapons: Sequence[str], by: Side
) -> None:
    """A dr in the attack's column for each SW of units that a KIA eliminated.

    Another KIA eliminates it, a K makes it malfunction. A Gun counts for the side that
    attacked.
    """
    for id_ in weapons:
        if id_ not in play.state.weapons:
            continue
        rolled = die_roll(play, fact("destruction_of", weapon=id_))
        result = read_ift(play, column, rolled.final)
        # A9.74: KIA eliminates it, K makes it malfunction
        if result.kind == "KIA":
            lose_weapon(play, id_, fact("destroyed_with_its_crew"), by)
        elif result.kind == "K" and not play.state.weapons[id_].malfunctioned:
            wear(play, id_, "malfunctions")
