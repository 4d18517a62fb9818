"""A Flame is placed in a Location."""

from opfor.rules.b_terrain.b25_fire.b25_1_flames import burning
from opfor.rules.s_solitaire.s03_activation.s03_3_hold import flame
from opfor.state.events import MarkerAdded
from opfor.state.play import Play
from opfor.state.state import fresh_id
from opfor.state.units import LocationName, Marker


def place_flame(play: Play, location: LocationName) -> None:
    """Put a Flame in a Location; what S? are there are checked (S3.31d)."""
    if burning(play, location):
        return
    new = Marker(id=fresh_id(play.state, "flame"), kind="flame", location=location)
    play.emit(MarkerAdded(new))
    flame(play, location)
