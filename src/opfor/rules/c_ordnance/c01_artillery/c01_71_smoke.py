"""C1.71: SMOKE of OBA."""

from collections.abc import Sequence

from opfor.core.rule import rule
from opfor.rules.a_infantry.a24_smoke.a24_3_smoke import place_smoke
from opfor.state.artillery import Battery
from opfor.state.play import Play
from opfor.state.units import LocationName


@rule("C1.71", "SMOKE of OBA", cites=("A24.5",))
def smoke_falls(play: Play, battery: Battery, area: Sequence[LocationName]) -> None:
    """SMOKE or WP in each hex that has none of its side at full strength."""
    wp = battery.kind == "WP"
    for hex_ in area:
        there = play.state.markers_at(hex_)
        own = (m for m in there if m.kind in ("smoke", "WP") and not m.dispersed)
        if not any(marker.side == battery.side for marker in own):
            place_smoke(play, battery.side, hex_, wp=wp)
