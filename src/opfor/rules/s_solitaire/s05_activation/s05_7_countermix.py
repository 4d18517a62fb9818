"""S5.7 and S5.743: what the countermix has left.

The program itself never runs out. A pack may say how many of a counter there are: a
table `countermix` of the nation, or of all nations for fortifications, with a row for
each counter by its printed name. None is shipped.
"""

from collections.abc import Callable

from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.core.table import Table
from opfor.state.nations import NO_COUNTER
from opfor.state.play import Play
from opfor.state.units import Fortification

REROLLS = 60
"""Rerolls after which a table is taken to have nothing left."""


def limits(play: Play) -> list[Table]:
    """The countermix tables that apply; none unless a pack has some."""
    nation = play.world.enemy
    found = (nation.tables.get(name) for name in (f"{nation.id}/countermix", MIX))
    base = nation.tables.get(f"{nation.fact('base')}/countermix")
    return [table for table in (*found, base) if table is not None]


MIX = "countermix"


def limit(play: Play, name: str) -> int | None:
    """How many of a counter there are, None for no limit."""
    for table in limits(play):
        for row in table.rows:
            if row.when.get("counter") == name:
                return int(row.result)
    return None


@rule(
    "S5.7",
    "Generation by the nation's tables",
    exc=(
        "a Long Range Activation generates by 5.32",
        "two HS for a squad of a named type that has run out",
    ),
    cites=("S5.6",),
)
def in_countermix(play: Play, name: str, *, number: int = 1) -> bool:
    """Whether so many of a unit or Weapon are left; told if not.

    EXC: of a squad type that all MMC of the group must be, two HS are taken.
    """
    most = limit(play, name)
    if most is None:
        return True
    code = play.world.enemy.counter(name).id
    taken = [unit.counter for unit in play.state.units.values()]
    taken += [weapon.counter for weapon in play.state.weapons.values()]
    # S5.7: what is in play is not in the countermix
    left = most - taken.count(code)
    if left < number:
        play.emit(Note(fact("has_run_out", name=name)))
    return left >= number


def until_available(play: Play, roll: Callable[[], str]) -> str:
    """Roll again until the result is in the countermix; empty if nothing is."""
    for _ in range(REROLLS):
        name = roll()
        if name in NO_COUNTER or in_countermix(play, name):
            return name
    play.emit(Note(fact("nothing_of_this_table_is_left")))
    return ""


def fortification_name(new: Fortification) -> str:
    """What a fortification's counter is called: foxhole 2, pillbox 1+3+5, trench."""
    match new.kind:
        case "foxhole":
            return f"foxhole {new.capacity}"
        case "pillbox":
            return "+".join(map(str, (f"pillbox {new.capacity}", *new.defence)))
        case _:
            return new.kind


def fortification_left(play: Play, new: Fortification) -> bool:
    """Whether a fortification counter is left."""
    name = fortification_name(new)
    most = limit(play, name)
    known = play.state.fortifications.values()
    return most is None or sum(fortification_name(f) == name for f in known) < most
