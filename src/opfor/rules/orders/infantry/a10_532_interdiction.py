"""A10.532: Interdiction on the way, and how a rout ends."""

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a10_morale import a10_5_rout as rout_rules
from opfor.rules.a_infantry.a10_morale import a10_53_interdiction as interdiction
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import morale_check
from opfor.state.events import MoveEnded, UnitChanged
from opfor.state.play import Play
from opfor.state.units import Deed


@rule(
    "A10.532",
    "What Interdiction does",
    exc=("but once in each Location",),
    cites=("A10.53", "A7.8"),
)
def interdict(play: Play, id_: str) -> None:
    """A NMC for a unit that routs through Open Ground before the enemy's eyes.

    Whoever fails suffers Casualty Reduction, and what survives goes on; who is pinned
    stops. Nobody is in Open Ground inside a fortification (D-220). EXC: one NMC a
    Location, however many could fire.
    """
    unit = play.state.units[id_]
    if rout_rules.sheltered(play, unit):
        return
    by = interdiction.interdictors(play, unit, unit.location)
    if not by:
        return
    check = morale_check(play, id_, cause=fact("interdiction_by", by=by[0].id))
    if check.margin == 0 and id_ in play.state.units:
        unit = play.state.units[id_]
        deeds: tuple[Deed, ...] = (*unit.deeds, "interdicted")
        play.emit(
            UnitChanged(replace(unit, deeds=deeds), fact("pinned_by_interdiction"))
        )


def end_rout(play: Play) -> None:
    """End the rout in hand, if there is one."""
    if play.state.move:
        play.emit(MoveEnded())
