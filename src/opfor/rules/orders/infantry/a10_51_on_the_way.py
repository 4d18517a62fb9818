"""A10.51: what stops a rout on its way."""

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import dummy
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a10_morale import a10_5_rout as rout_rules
from opfor.rules.a_infantry.a10_morale import a10_51_rout_paths as rout_paths
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import lose_concealment
from opfor.rules.s_solitaire.s03_activation.s03_3_hold import check_location
from opfor.state.events import MoveChanged, UnitChanged
from opfor.state.play import Play
from opfor.state.units import LocationName, Side


@rule("A10.51/wounded", "Wounded on the way", cites=("A17.2",))
def slow_down(play: Play) -> None:
    """A SMC wounded as he routs goes on with the MF that a wounded one has left.

    What he makes for is found anew (D-490). Who has spent more than that is pinned.
    """
    move, units = play.state.move, play.state.movers()
    if move is None or not units:
        return
    unit, own = units[0], rout_paths.allotment(units[0])
    if own >= move.allotment:
        return
    among = rout_rules.foes(play, unit.side)
    ahead = rout_paths.goals(play, unit, among, spent=move.spent, seen=move.seen)
    play.emit(MoveChanged(replace(move, allotment=own, goals=ahead)))
    if move.spent > own:
        stopped = replace(unit, deeds=(*unit.deeds, "interdicted"))
        play.emit(UnitChanged(stopped, fact("pinned_by_his_wound")))


@rule("A10.51/back", "A Location that turns out to hold the enemy", cites=("S5.2/aph",))
def forced_back(play: Play, side: Side, to: LocationName) -> bool:
    """Whether a routing unit finds a concealed enemy in the Location, and stays.

    What was concealed there is Known now; S? are checked for Activation. Dummies are
    removed, and keep nobody out.
    """
    if side == "FRIENDLY":
        check_location(play, to, to)
    there = [u for u in play.state.units_at(to, other(side)) if not u.guard]
    for unit in there:
        lose_concealment(play, unit.id, fact("found_by_a_rout"))
    return not all(dummy(unit) for unit in there)
