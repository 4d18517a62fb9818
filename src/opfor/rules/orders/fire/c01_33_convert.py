"""C1.33: the order to convert a SR."""

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.c_ordnance.c01_artillery.c01_2_battery import extra_draw
from opfor.rules.c_ordnance.c01_artillery.c01_5_ffe import fire_for_effect
from opfor.rules.c_ordnance.c01_artillery.c01_6_observers import (
    known_there,
    spotted,
    unseen_there,
)
from opfor.rules.c_ordnance.c01_artillery.c01_51_area import needed_mark
from opfor.rules.c_ordnance.c01_artillery.c01_58_course_of_a_ffe import goes_on
from opfor.rules.c_ordnance.c01_artillery.this_phase import acts, note_step
from opfor.rules.choices.orders import Radio
from opfor.rules.orders.fire.oba_orders import has_shells
from opfor.rules.s_solitaire.s03_activation.s03_3_hold import unveil_attacked
from opfor.state.artillery import Battery, Shells
from opfor.state.play import GameView, Play


@rule("C1.33/order", "What may be converted", cites=("C1.33", "C1.4"))
def check_convert(view: GameView, battery: Battery, order: Radio) -> None:
    """A SR in LOS, not in the phase that it was placed in; or a FFE that goes on.

    A SR just corrected only if that was Accurate, or a Known enemy is near it.
    """
    mark, acted = needed_mark(view, battery), acts(view, battery)
    if "convert" in acted:
        raise Illegal("C1.33", "it has come down in this phase")
    if mark.kind == "FFE:C":
        raise Illegal("C1.58", "FFE:C does not come down again")
    if mark.kind != "SR":
        return
    if "place" in acted:
        raise Illegal("C1.33", "a SR is converted in a later phase")
    if spotted(view, battery, mark.location) < 0:
        raise Illegal("C1.61", f"the Observer does not see {mark.location}")
    sure = battery.accurate or known_there(view, battery, mark.location)
    if "correct" in acted and not sure:
        raise Illegal("C1.33", "the correction was not Accurate, and no enemy is Known")
    has_shells(battery, order.kind)


@rule("C1.33", "Conversion into a FFE", cites=("C1.212", "C1.55", "C1.58"))
def convert(play: Play, battery: Battery, kind: Shells) -> None:
    """A SR becomes FFE:1 and comes down; a FFE goes on.

    With enemies near that the Observer does not Know, after an extra draw.
    """
    mark = needed_mark(play, battery)
    note_step(play, battery, "convert", fact("fires_for_effect"))
    battery = play.state.batteries[battery.id]
    # C1.58: a FFE goes on
    if mark.kind != "SR":
        goes_on(play, battery, mark, unveil_attacked)
    elif not unseen_there(play, battery, mark.location) or extra_draw(play, battery):
        # C1.33: a SR is converted; C1.212: maybe after an extra draw
        fire_for_effect(play, battery, kind, unveil_attacked)
