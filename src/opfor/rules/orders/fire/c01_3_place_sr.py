"""C1.3: the order to place a SR."""

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.c_ordnance.c01_artillery.c01_2_battery import extra_draw
from opfor.rules.c_ordnance.c01_artillery.c01_3_spotting import fall_of_shot
from opfor.rules.c_ordnance.c01_artillery.c01_5_ffe import fire_for_effect
from opfor.rules.c_ordnance.c01_artillery.c01_6_observers import unseen_there
from opfor.rules.c_ordnance.c01_artillery.c01_51_area import mark_of
from opfor.rules.c_ordnance.c01_artillery.this_phase import acts, note_step
from opfor.rules.choices.orders import Radio
from opfor.rules.orders.fire.oba_orders import has_shells, in_sight
from opfor.rules.s_solitaire.s03_activation.s03_3_hold import unveil_attacked
from opfor.state.artillery import Battery
from opfor.state.play import GameView, Play


@rule("C1.3/order", "Where a SR may be placed", cites=("C1.3", "C1.61", "C1.73"))
def check_place(view: GameView, battery: Battery, order: Radio) -> None:
    """A hex in the Observer's LOS; with Battery Access, and nothing on the map yet."""
    if not battery.access:
        raise Illegal("C1.21", f"{battery.id} has no Battery Access")
    if mark_of(view, battery) is not None or "place" in acts(view, battery):
        raise Illegal("C1.3", f"{battery.id} has a SR or FFE, or placed one just now")
    in_sight(view, battery, order.to)
    has_shells(battery, order.kind)


@rule("C1.3/place", "Placing OBA", cites=("C1.212", "C1.3", "C1.73"))
def place_sr(play: Play, battery: Battery, order: Radio) -> None:
    """A SR; in a Pre-Registered hex an FFE:1 at once, if it is Accurate."""
    note_step(play, battery, "place", fact("aims_at", to=order.to))
    battery = play.state.batteries[battery.id]
    # C1.212: an extra draw where the Observer knows of no enemy
    if unseen_there(play, battery, order.to) and not extra_draw(play, battery):
        return
    # C1.3: the SR, with its error
    fall_of_shot(play, battery, order.to)
    now = play.state.batteries[battery.id]
    # C1.73: a Pre-Registered hex needs no SR
    if order.to in battery.registered and now.accurate:
        fire_for_effect(play, now, order.kind, unveil_attacked)
