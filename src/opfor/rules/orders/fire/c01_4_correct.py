"""C1.4: the order to correct OBA."""

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.c_ordnance.c01_artillery.c01_3_spotting import fall_of_shot
from opfor.rules.c_ordnance.c01_artillery.c01_4_correction import most_error
from opfor.rules.c_ordnance.c01_artillery.c01_51_area import needed_mark
from opfor.rules.c_ordnance.c01_artillery.this_phase import acts, note_step
from opfor.rules.choices.orders import Radio
from opfor.rules.orders.fire.oba_orders import FAR_FFE, FAR_SR, in_sight
from opfor.state.artillery import Battery
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName


@rule("C1.4/order", "What may be corrected", cites=("C1.4", "C1.61"))
def check_correct(view: GameView, battery: Battery, order: Radio) -> None:
    """A SR by 18 hexes, a FFE:1 by 3, into the Observer's LOS; once a phase."""
    mark = needed_mark(view, battery)
    if mark.kind not in ("SR", "FFE:1"):
        raise Illegal("C1.4", f"a {mark.kind} is not corrected")
    if set(acts(view, battery)) & {"place", "correct", "convert"}:
        raise Illegal("C1.4", "it has been placed or moved in this phase")
    in_sight(view, battery, order.to)
    most = FAR_SR if mark.kind == "SR" else FAR_FFE
    hexes = view.world.range(mark.location, order.to)
    if not 0 < hexes <= most:
        raise Illegal("C1.4", f"a {mark.kind} is corrected by 1 to {most} hexes")


@rule("C1.4/do", "Correcting OBA", cites=("C1.4",))
def correct(play: Play, battery: Battery, to: LocationName) -> None:
    """Move a SR or FFE:1, with an error of a third of the way at the most."""
    mark = needed_mark(play, battery)
    note_step(play, battery, "correct", fact("corrects_to", to=to))
    hexes = play.world.range(mark.location, to)
    battery = play.state.batteries[battery.id]
    fall_of_shot(play, battery, to, most_error(hexes))
