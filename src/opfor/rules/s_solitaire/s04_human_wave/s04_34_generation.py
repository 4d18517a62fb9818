"""S4.34: what the S? of a Human Wave turn out to be."""

from msgspec.structs import replace

from opfor.core.dice import die_roll
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.b_terrain.b09_walls.b09_3_walls import keep_wall
from opfor.rules.s_solitaire.s05_activation.group import ActivatedGroup, look_up
from opfor.rules.s_solitaire.s05_activation.s05_6_activation_procedure import (
    GENERATORS,
    with_units,
)
from opfor.rules.s_solitaire.s05_activation.s05_75_sw import possess
from opfor.state.events import SuspectRemoved, UnitChanged
from opfor.state.play import Play
from opfor.state.units import Suspect


@rule("S4.34", "Human Wave S? generate by table x10", cites=("S4.35", "S5.1"))
def activate_wave(play: Play, suspect: Suspect) -> list[str]:
    """Activate a S? of a present or former wave by a dr on {x10}; the units' ids.

    No AC dr is made, and it is never a dummy. The units are part of the wave that the
    S? is in, and may move on with it, MF permitting (`runners` lists them).
    """
    # S4.34: no AC dr
    play.emit(SuspectRemoved(suspect.id, fact("activated", how=fact("human_wave"))))
    # S4.34: a dr on {x10}
    roll = die_roll(play, fact("what_it_is", suspect=suspect.id))
    row = look_up(play, "x10", roll)
    weapons = tuple(play.state.weapons)
    party = ActivatedGroup(suspect, items=row.result)
    for item in row.result:
        made = GENERATORS[item](play, party)
        # S4.34: what it brings is part of its wave
        for id_ in made if suspect.wave else ():
            joined = replace(play.state.units[id_], wave=suspect.wave)
            play.emit(UnitChanged(joined, fact("in_the_human_wave")))
        party = with_units(party, made, done=1)
    # S5.751: a SW that came before its MMC
    possess(play, party, weapons)
    # B9.32: they have the Wall Advantage of the S?
    keep_wall(play, party.where)
    return list(party.units)
