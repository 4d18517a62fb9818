"""A10.533: who should have routed and has not."""

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a10_morale import a10_5_rout as rout_rules
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import eliminate
from opfor.rules.orders.infantry.a10_532_interdiction import end_rout
from opfor.rules.orders.infantry.a20_21_surrender import give_up, in_order
from opfor.state.play import Play


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
