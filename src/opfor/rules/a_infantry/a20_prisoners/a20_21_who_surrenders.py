"""A20.21: who surrenders in the RtPh."""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a00_8_adjacent import adjacent
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    armed,
    infantry,
    known_to_other_side,
    smc,
    us_number,
)
from opfor.rules.a_infantry.a19_unit_substitution.a19_1_elr import gives_up
from opfor.rules.a_infantry.a20_prisoners.a20_5_guards import room
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule(
    "A20.21",
    "Who surrenders in the RtPh",
    exc=(
        "Japanese, partisans, Gurkhas, commissars and Fanatics never do",
        "nobody does to a side that gives No Quarter",
        "SS do not to Russians",
    ),
    cites=("A20.3", "A25"),
)
def may_surrender(view: GameView, unit: Unit) -> bool:
    """Whether a broken unit is one that surrenders; packs say who never do.

    EXC: Japanese, partisans, Gurkhas, commissars, Fanatic units; SS to Russians. EXC:
    no unit does once the other side gives No Quarter.
    """
    if not unit.broken or unit.fanatic or unit.guard or unit.melee:
        return False
    found = smc(view, unit)
    if found and found.kind == "commissar":
        return False
    return not view.state.toll(unit.side).no_quarter and gives_up(view, unit)


def captors(view: GameView, unit: Unit) -> list[Unit]:
    """The enemies to whom a unit may surrender: ADJACENT Known armed GO Infantry.

    Those who can hold it, the strongest first.
    """
    found = [
        enemy
        for enemy in view.state.units.values()
        if enemy.side != unit.side
        and enemy.location
        and enemy.good_order
        and infantry(enemy)
        and armed(enemy)
        and known_to_other_side(enemy)
        and view.world.range(unit.location, enemy.location) <= 1
        and adjacent(view, unit.location, enemy.location)
        and room(view, enemy) >= us_number(view, [unit])
    ]
    return sorted(found, key=lambda enemy: -us_number(view, [enemy]))
