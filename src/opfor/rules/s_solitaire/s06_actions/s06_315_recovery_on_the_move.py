"""S6.315: Recovery, and re-entry, on the move."""

from collections.abc import Sequence

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import leader, mmc
from opfor.rules.a_infantry.a04_movement import a04_2_infantry_movement as a04
from opfor.rules.choices.vehicle_orders import Man
from opfor.rules.d_vehicles.d05_crews.d05_41_abandoning import hulks, vehicle_crew
from opfor.rules.s_solitaire.s06_actions.s06_221_move_options import order_if_allowed
from opfor.rules.s_solitaire.s06_actions.s06_3175_leaders_with_nothing_to_do import (
    companion,
)
from opfor.rules.s_solitaire.s07_rally.s07_p5_weapons import recoveries, recovers_best
from opfor.rules.s_solitaire.s09_movement.movers import (
    Mover,
    move_of,
    stack,
    units_of,
)
from opfor.state.events import MoveChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Unit


@rule("S6.315", "Recovery and re-entry on the move", cites=("A4.44", "S6.310", "S7.p5"))
def recovers(play: Play, mover: Mover) -> bool:
    """Try to Recover a Weapon that lies where Good Order Infantry moves, MF permitting.

    As S7.p5 has it: what works and they can use, a SMC only what no MMC with him can;
    a crew on its way by S6.310 only what it goes for. Before it sets out a MMC, a crew
    if possible, re-enters an Abandoned vehicle of its side. Nobody in a Human Wave does
    either (S4.37).
    Reading: D-581 no malfunctioned Weapon.
    """
    if re_enters(play, mover):
        return True
    if not move_of(play, mover):
        return False
    going = [unit.id for unit in units_of(play, mover) if not unit.wave]
    found = list(recoveries(play, lambda unit: unit.id in going))
    if found:
        recovers_best(play, found)
    return bool(found)


@rule(
    "S6.315/load",
    "Who has no MF left for what he has Recovered stays behind",
    cites=("A4.2", "A4.42", "S6.315", "S9.24"),
)
def without_the_laden(play: Play, mover: Mover) -> Mover:
    """A mover without those whose load leaves them no MF, if others of it have some.

    Reading: D-883 they have Recovered it on the way; the others go on, MMC and whom
    S6.3175 does not keep with the laden.
    """
    move, units = move_of(play, mover), units_of(play, mover)
    if move is None or not any(unit.did("recover") for unit in units):
        return mover
    # what was left before he took it, and what is now
    if not a04.left(move) or _mf_left(play, units):
        return mover
    laden = [u for u in units if u.did("recover") and not _mf_left(play, [u])]
    free = [u for u in units if u not in laden and not _kept(play, u, laden)]
    if not any(mmc(play, unit) for unit in free):
        return mover
    ahead = a04.move_of(play, free)
    if ahead is None or not a04.left(ahead):
        return mover
    play.emit(MoveChanged(ahead))
    return stack(play, free)


def _kept(view: GameView, unit: Unit, laden: Sequence[Unit]) -> bool:
    """Whether a leader stays with one of those who stay, as the stack splits up."""
    return bool(leader(view, unit)) and companion(view, unit) in laden


def _mf_left(view: GameView, units: Sequence[Unit]) -> int:
    """Quarters of MF that some who move together have left, with their load."""
    move = a04.move_of(view, units)
    return a04.left(move) if move else 0


def re_enters(play: Play, mover: Mover) -> bool:
    """Man an Abandoned ENEMY vehicle of the Location, crews first (D5.42)."""
    if mover.suspect or not mover.location or move_of(play, mover):
        return False
    men = [u for u in units_of(play, mover) if mmc(play, u) and not u.wave]
    men.sort(key=lambda man: (not vehicle_crew(play, man), not _crew(play, man)))
    return any(
        order_if_allowed(play, Man(man.id, hulk.id))
        for man in men
        for hulk in hulks(play, man)
        if hulk.side == man.side
    )


def _crew(view: GameView, unit: Unit) -> bool:
    kind = mmc(view, unit)
    return kind is not None and kind.size == "crew"
