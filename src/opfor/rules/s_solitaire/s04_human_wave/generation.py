"""S4.34: what the S? of a Human Wave turn out to be."""

from msgspec.structs import replace

from opfor.core.dice import die_roll
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.s_solitaire.s05_activation.generation import GENERATORS, with_units
from opfor.rules.s_solitaire.s05_activation.group import ActivatedGroup, look_up
from opfor.state.events import SuspectRemoved, UnitChanged
from opfor.state.play import Play
from opfor.state.units import Suspect


@rule("S4.34", "Human Wave S? generate by table x10", cites=("S4.35", "S5.1"))
def activate_wave(play: Play, suspect: Suspect) -> list[str]:
    """Activate a S? of a present or former wave by a dr on {x10}; the units' ids.

    No AC dr is made, and it is never a dummy. The units are part of the wave that the
    S? is in, and may move on with it, MF permitting (`runners` lists them).
    """
    play.emit(SuspectRemoved(suspect.id, fact("activated", how=fact("human_wave"))))
    row = look_up(play, "x10", die_roll(play, f"what {suspect.id} is"))
    party = ActivatedGroup(suspect, items=row.result)
    for item in row.result:
        made = GENERATORS[item](play, party)
        for id_ in made if suspect.wave else ():
            joined = replace(play.state.units[id_], wave=suspect.wave)
            play.emit(UnitChanged(joined, "in the Human Wave"))
        party = with_units(party, made)
    return list(party.units)
