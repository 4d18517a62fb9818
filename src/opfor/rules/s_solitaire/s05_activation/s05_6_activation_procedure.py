"""S5.6: what a S? turns out to be.

Table {a1} names the items; each is generated in the order in which the row has them,
on the ENEMY nation's tables, and put where the S? stood.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.dice import dice_roll
from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.b_terrain.b09_walls.b09_3_walls import keep_wall
from opfor.rules.s_solitaire.s05_activation.group import (
    ActivatedGroup,
    Generator,
    look_up,
    mission_drm,
)
from opfor.rules.s_solitaire.s05_activation.s05_71_vehicles import has_table, vehicle
from opfor.rules.s_solitaire.s05_activation.s05_72_mmc import half_squad, mmc
from opfor.rules.s_solitaire.s05_activation.s05_73_leaders import leader
from opfor.rules.s_solitaire.s05_activation.s05_74_fortifications import fortification
from opfor.rules.s_solitaire.s05_activation.s05_74_s2_smoke import smoke
from opfor.rules.s_solitaire.s05_activation.s05_74_s3_shelter import take_shelter
from opfor.rules.s_solitaire.s05_activation.s05_75_sw import possess, support_weapon
from opfor.rules.s_solitaire.s05_activation.s05_76_guns import (
    gun,
)
from opfor.state.play import Play
from opfor.state.units import OFFBOARD, LocationName, Suspect


@rule(
    "S5.6",
    "Activation Procedure",
    exc=(
        "a Long Range Activation generates by 5.32",
        "a Final 7 is a dummy",
        "fortifications come from table A5",
    ),
    cites=("S5.7",),
)
def activate(
    play: Play, suspect: Suspect, *, by: LocationName | None = None
) -> list[str]:
    """Roll on {a1} and generate what the row names; returns the new units' ids.

    EXC: a Final 7 brings nothing; fortifications come from {a5}, whatever the nation.

    Args:
        play: the game.
        suspect: the S?, already off the map.
        by: the Location of the FRIENDLY unit that caused it; that of the stack that
            moves, if not given.
    """
    # S5.6: a DR on {a1}, with the DRM of the Mission
    mods = mission_drm(play, "A1-drm", "S5.6")
    roll = dice_roll(play, fact("what_it_is", suspect=suspect.id), mods)
    row = look_up(play, "A1", roll)
    known, weapons = tuple(play.state.fortifications), tuple(play.state.weapons)
    party = ActivatedGroup(
        suspect, items=row.result, by=cause_of(play) if by is None else by
    )
    # S5.7: each item by its own table, in the order of the row
    for item in row.result:
        party = with_units(party, GENERATORS[item](play, party), done=1)
    # S5.751: a SW that came before its MMC
    possess(play, party, weapons)
    # S5.74/s2: in Advance F is SMOKE, when the units are there
    if "F" in row.result and suspect.attitude == "Advance":
        smoke(play, party)
    # S5.74/s3: who is inside the fortification
    take_shelter(play, party, known)
    # B9.32: who is not inside it has the Wall Advantage of the S?
    keep_wall(play, party.where)
    return list(party.units)


def with_units(
    party: ActivatedGroup, units: Sequence[str], *, done: int = 0
) -> ActivatedGroup:
    """The party with more units, and so many more of its items done."""
    return replace(party, units=(*party.units, *units), done=party.done + done)


def cause_of(play: Play) -> LocationName:
    """Where the unit is whose move activates a S?; offboard if none moves."""
    movers = play.state.movers()
    return movers[0].location if movers else OFFBOARD


def afv(play: Play, party: ActivatedGroup) -> Sequence[str]:
    """A standard AFV, for the item of that name on {A1}."""
    return _vehicle(play, party, "AFV")


def spg(play: Play, party: ActivatedGroup) -> Sequence[str]:
    """A self-propelled Gun, for the item of that name on {A1}."""
    return _vehicle(play, party, "SPG")


def _vehicle(play: Play, party: ActivatedGroup, kind: str) -> Sequence[str]:
    """A vehicle; one more squad for a nation that has no {x6} (project)."""
    if has_table(play, "x6"):
        return vehicle(play, party, kind)
    nation = play.world.enemy.id
    play.emit(Note(fact("a_squad_instead_of_a_vehicle", nation=nation, item=kind)))
    return mmc(play, party)


GENERATORS: dict[str, Generator] = {
    "S": mmc,
    "HS": half_squad,
    "L": leader,
    "SW": support_weapon,
    "F": fortification,
    "Gun": gun,
    "AFV": afv,
    "SPG": spg,
}
