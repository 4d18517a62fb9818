"""What the orders to direct OBA have in common."""

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.rules.c_ordnance.c01_artillery.c01_6_observers import spotted
from opfor.state.artillery import Battery, Shells
from opfor.state.events import BatteryChanged
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName

FAR_SR, FAR_FFE = 18, 3
"""Hexes that a SR, and a FFE:1, can be corrected by (C1.4)."""


def in_sight(view: GameView, battery: Battery, to: LocationName) -> None:
    """C1.61: the Observer must see where it is to come down."""
    if spotted(view, battery, to) < 0:
        raise Illegal("C1.61", f"the Observer does not see {to or 'offboard'}")


def has_shells(battery: Battery, kind: Shells) -> None:
    """C1.71: a battery must have the SMOKE that it is to fire."""
    if kind in ("smoke", "WP") and kind not in battery.shells:
        raise Illegal("C1.71", f"{battery.id} has no {kind}")


def spend_battery(play: Play, battery: Battery) -> None:
    """Without a black chit left there is no further mission."""
    if not battery.black and not battery.access:
        play.emit(
            BatteryChanged(replace(battery, over=True), fact("has_no_more_missions"))
        )
