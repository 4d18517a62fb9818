"""C1.22: what becomes of OBA that nobody directed."""

from opfor.core.rule import rule
from opfor.rules.c_ordnance.c01_artillery.c01_5_ffe import NEXT, firing_side
from opfor.rules.c_ordnance.c01_artillery.c01_22_loss_of_contact import lose_contact
from opfor.rules.c_ordnance.c01_artillery.c01_51_area import mark_of
from opfor.rules.c_ordnance.c01_artillery.c01_58_course_of_a_ffe import goes_on
from opfor.rules.c_ordnance.c01_artillery.this_phase import acts
from opfor.rules.s_solitaire.s03_activation.s03_3_hold import unveil_attacked
from opfor.state.play import Play


@rule("C1.22/end", "What nobody directed", cites=("C1.22", "C1.58"))
def ends(play: Play) -> None:
    """As its owner's fire phase ends: a SR without contact is gone, a FFE goes on."""
    side = firing_side(play)
    for id_, battery in list(play.state.batteries.items()):
        if battery.side != side or battery.device == "event":
            continue
        mark, acted = mark_of(play, battery), acts(play, battery)
        if mark is not None and mark.kind in NEXT and not set(acted) & FELL:
            goes_on(play, battery, mark, unveil_attacked)
        elif "contact" not in acted and (battery.contact or mark is not None):
            lose_contact(play, play.state.batteries[id_], "contact")


FELL = {"convert", "place"}
"""What a FFE that came down in this phase was ordered by."""
