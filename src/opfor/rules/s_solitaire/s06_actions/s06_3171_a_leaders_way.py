"""S6.3171: where an ENEMY leader goes, and what holds as he moves."""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import part_of_rule, rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import leader, mmc
from opfor.rules.a_infantry.a04_movement.a04_1_who_may_move import movable
from opfor.rules.s_solitaire.s06_actions.action_group import Automatic
from opfor.rules.s_solitaire.s06_actions.s06_2_action_tables import give
from opfor.rules.s_solitaire.s06_actions.s06_30_automatic_moves import (
    AutomaticMove,
)
from opfor.rules.s_solitaire.s06_actions.s06_317_leaders import (
    beside,
    bound,
    calls,
    cares,
    location_in_need,
    to_the_broken,
    units_in_need,
)
from opfor.rules.s_solitaire.s06_actions.s06_3174_fire_direction import (
    directing,
    led_from,
    nearest,
)
from opfor.rules.s_solitaire.s06_actions.s06_3175_leaders_with_nothing_to_do import (
    companion,
    has_company,
    idle,
    marches,
)
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Unit

ALONE = 6
"""The row of {A4b} for a leader with nothing to do (S6.3175)."""


@rule("S6.3171", "A leader's way", cites=("S6.3172",))
def leader_move(play: Play, unit: Unit) -> AutomaticMove | None:
    """Where a leader's Automatic Action takes him; None if nowhere.

    By the safest route. Reading (D-031): Double Time only if it is needed to arrive
    by the end of the APh. What is ADJACENT is entered in the APh.
    """
    number = unit.automatic
    if number == "S6.317" and calls(play, unit):
        return AutomaticMove(number, goal_of(play, unit), manner="as needed")
    if number in ("S6.3174", "S6.3175"):
        gives_up(play, unit)
    if number == "S6.3174" and (places := led_from(play, unit)):
        return AutomaticMove(number, nearest(play, unit, places), manner="as needed")
    if number == "S6.3175":
        if mate := companion(play, unit):
            return AutomaticMove(number, mate.location, with_unit=mate.id)
        return AutomaticMove(number, command=ALONE)
    return None


def goal_of(play: Play, unit: Unit, among: Sequence[LocationName] = ()) -> LocationName:
    """The Location that a leader makes for by S6.317, which no other then does.

    Of all that call him, if none are given.
    """
    goal = location_in_need(play, unit, among)
    if goal != unit.goal:
        play.emit(UnitChanged(replace(unit, goal=goal), fact("makes_for", to=goal)))
    return goal


def sets_goal(play: Play, unit: Unit) -> bool:
    """A leader is on his way to broken units once he has his Action; if that is new.

    Also one who enters an ADJACENT Location in the APh (S6.3171), and directs fire or
    does nothing before that: the leaders after him leave them to him (S6.317 EXC).
    Reading: D-591.
    """
    if unit.automatic not in OWN:
        return False
    near = beside(play, unit)
    called = calls(play, unit) if unit.automatic == "S6.317" else []
    among = near or called
    if not among or unit.goal in near:
        return False
    with part_of_rule("S6.3171"):
        return goal_of(play, unit, among) != unit.goal


def gives_up(play: Play, unit: Unit) -> None:
    """A leader who sets out for something else is on his way to no broken unit now.

    Reading: D-591.
    """
    if unit.goal:
        gone = replace(unit, goal=OFFBOARD)
        play.emit(UnitChanged(gone, fact("no_longer_makes_for", to=unit.goal)))


OWN = ("S6.317", "S6.3174", "S6.3175")
"""The Automatic Actions of leaders."""


@rule(
    "S6.3171/now",
    "A leader's Action hangs on how things are as he moves",
    cites=("S6.3", "S6.3174", "S6.3175"),
)
def looks_again(play: Play, unit: Unit) -> bool:
    """Give a leader who has yet to move another Automatic Action; if there is one now.

    Who was to do nothing, or to move along with others, may be called to the broken.
    Reading: D-395, D-591.
    """
    if leader(play, unit) is None or not unit.good_order:
        return False
    found = _now(play, unit)
    same = found and (found.rule, found.action) == (unit.automatic, unit.action)
    if found is None or same:
        # S6.3171: those ADJACENT to him may have broken since; he waits for the APh.
        waits = unit.action == "nothing" and unit.automatic == "S6.3175"
        return waits and sets_goal(play, unit)
    give(play, unit, found.action, found)
    sets_goal(play, play.state.units[unit.id])
    return True


def _now(view: GameView, unit: Unit) -> Automatic | None:
    """A leader's own Automatic Action as things are; None: he keeps what he has."""
    goes = unit.action == "Move" and unit.automatic in OWN
    joined = unit.action == "Move" and not unit.automatic
    waits = unit.action == "nothing" and unit.automatic == "S6.3175"
    if not (goes or joined or waits):
        return None
    called = to_the_broken(view, unit)
    if called or waits:
        return called
    # S6.3174: what he could direct has been fired in the PFPh.
    found = directing(view, unit) if goes else None
    if found and found.action == "Move":
        return found
    # S6.3175: those whom he was to go along with may have been pinned since.
    left = has_company(view, unit) and not marches(view, unit)
    if goes or (left and view.state.move is None):
        return idle(view, unit)
    return Automatic("S6.3175", "nothing") if bound(view, unit) else None


def stays_here(view: GameView, unit: Unit) -> bool:
    """Whether a leader on his own way has come to broken units that need him."""
    return unit.automatic in OWN and cares(view, unit)


def stays_with(
    view: GameView, unit: Unit, movers: Sequence[str], leaving: Sequence[str] = ()
) -> bool:
    """Whether of those who moved with a leader some have broken, and need him.

    Or none of them can go on: he remains stacked with them (S6.3175). A Human Wave
    goes on. Another leader who goes on now does not free him (D-395).
    """
    if unit.wave or leader(view, unit) is None:
        return False
    need = units_in_need(view, unit.location, besides=unit, leaving=leaving)
    if any(broken.id in movers for broken in need):
        return True
    there = view.state.units_at(unit.location, unit.side)
    mates = [mate for mate in there if mate.id in movers and mmc(view, mate)]
    return bool(mates) and not any(m.good_order and movable(view, m) for m in mates)
