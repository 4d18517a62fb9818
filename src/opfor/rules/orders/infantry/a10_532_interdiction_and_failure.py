"""A10.532, A10.533: Interdiction on the way, and Failure to Rout."""

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a10_morale import a10_5_rout as rout_rules
from opfor.rules.a_infantry.a10_morale import a10_53_interdiction as interdiction
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import eliminate, morale_check
from opfor.rules.orders.infantry.a20_21_surrender import give_up, in_order
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


@rule(
    "A10.533",
    "Failure to Rout",
    exc=(
        "a unit that Low Crawled may stay in the open",
        "so may one that is pinned, and a Disrupted one",
    ),
    cites=("A10.5", "A20.21", "A19.12"),
)
def failure(play: Play) -> None:
    """A broken unit that still may not be where it is surrenders or is eliminated.

    EXC: one that used Low Crawl may stay in the open. EXC: so may one that was pinned
    by Interdiction, and a Disrupted one, which does not rout.
    """
    end_rout(play)
    for unit in in_order(play):
        now = play.state.units.get(unit.id)
        if now != unit or unit.melee or unit.guard or unit.vehicle:
            continue
        why = rout_rules.must_rout(play, unit)
        spared = unit.disrupted or unit.did("low crawl") or unit.did("interdicted")
        if not why or (why == "in the open" and spared):
            continue
        if why != "ADJACENT" or not give_up(play, unit):
            eliminate(play, unit.id, fact("failure_to_rout", why=why))


def end_rout(play: Play) -> None:
    """End the rout in hand, if there is one."""
    if play.state.move:
        play.emit(MoveEnded())
