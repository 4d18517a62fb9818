"""S5.5: what FRIENDLY Defensive Fire Activates."""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Unit


@rule("S5.5", "Activated by FRIENDLY Defensive Fire", cites=("S6.2", "S3.31a"))
def by_defensive_fire(play: Play, units: Sequence[str]) -> None:
    """Mark units that FRIENDLY Defensive Fire Activated: they fire in the AFPh.

    There each makes an Action DR and, barring Panic, has a Fire Command if it has a
    Target (S6.2).
    """
    for id_ in units:
        unit = play.state.units[id_]
        play.emit(UnitChanged(replace(unit, afph=True), fact("fires_in_its_afph")))


def afph_units(view: GameView) -> list[Unit]:
    """The ENEMY units that use this AFPh to fire, because of S5.5."""
    return [u for u in view.state.units.values() if u.afph and u.good_order]
