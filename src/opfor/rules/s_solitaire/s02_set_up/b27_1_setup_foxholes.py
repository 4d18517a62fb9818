"""B27.1: the foxholes of an OB."""

from msgspec.structs import replace

from opfor.core.ask import Place
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.b_terrain.b27_entrenchments.b27_1_digging import undiggable
from opfor.rules.b_terrain.b27_entrenchments.b27_p1_capacity import fits
from opfor.rules.s_solitaire.s02_set_up.set_up_area import area, in_words
from opfor.state.events import FortificationAdded, UnitChanged
from opfor.state.mission import Area
from opfor.state.play import Play
from opfor.state.state import fresh_id
from opfor.state.units import Fortification, LocationName


@rule("B27.1/setup", "Foxholes of the OB", cites=("B27.1", "A2.9"))
def dig_in(play: Play, where: Area, number: int) -> None:
    """Ask the player for the places of his foxholes: where something can be dug."""
    holes = tuple(f"foxhole{nth}" for nth in range(1, number + 1))
    fit = (at for at in area(play, where) if not play.world.locate(at).level)
    places = tuple(at for at in fit if not undiggable(play, at))
    if not holes or not places:
        return
    request = Place(
        purpose=f"your foxholes {in_words(play, where)}",
        side="FRIENDLY",
        things=holes,
        places=places,
    )
    chosen = play.ask(request)
    for hole in holes:
        _dig(play, LocationName(chosen[hole]))


def _dig(play: Play, where: LocationName) -> None:
    """A foxhole for one squad, and who is inside of it."""
    hole = Fortification(
        id=fresh_id(play.state, "foxhole"),
        kind="foxhole",
        location=where,
        capacity=1,
        side="FRIENDLY",
    )
    play.emit(FortificationAdded(hole))
    here = play.state.units_at(where, "FRIENDLY")
    for unit in sorted(here, key=lambda unit: mmc(play, unit) is None):
        if not unit.inside and fits(play, hole, [unit]):
            dug_in = replace(unit, inside=hole.id)
            play.emit(UnitChanged(dug_in, fact("is_in_a_foxhole")))
