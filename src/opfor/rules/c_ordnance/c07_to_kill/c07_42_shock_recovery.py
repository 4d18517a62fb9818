"""C7.42: recovery from Shock."""

from opfor.core.dice import die_roll
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a26_victory.a26_2_victory_points import crew_lost
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import changed, state_of
from opfor.rules.d_vehicles.d05_crews.d05_34_crew_fates import suffer
from opfor.state.play import Play

RECOVERS, RECOVERS_UK = 2, 3
"""The highest dr by which a crew recovers from Shock, and from UK (C7.42)."""


@rule("C7.42", "Recovery from Shock")
def recover(play: Play) -> None:
    """In each RPh the crew of a Shocked vehicle makes a dr.

    Shock: 2 or less recovers, else it is an Unconfirmed Kill. UK: 3 or less recovers,
    else the vehicle is a wreck whose crew is lost.
    """
    for id_ in list(play.state.units):
        unit = play.state.units.get(id_)
        state = state_of(unit) if unit else None
        if unit is None or state is None or not state.shock:
            continue
        uk = state.shock == "UK"
        most = RECOVERS_UK if uk else RECOVERS
        what = fact("recovers_from", unit=unit.id, state=state.shock, most=most)
        rolled = die_roll(play, what)
        # C7.42: it recovers; a UK is a wreck, a Shocked vehicle a UK
        if rolled.final <= most:
            changed(play, unit, fact("recovers_from_shock"), shock="")
        elif uk:
            # A26.22: the CVP of the crew, which nothing can save
            crew_lost(play, unit)
            changed(play, unit, fact("its_crew_is_lost"), abandoned=True)
            suffer(play, id_, "eliminated", by=other(unit.side))
        else:
            changed(play, unit, fact("is_an_unconfirmed_kill"), shock="UK")
