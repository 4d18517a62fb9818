"""S6.23: the Fire Command."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from opfor.core.rule import rule
from opfor.rules.choices.give_order import order
from opfor.rules.s_solitaire.s06_actions.action_group import ActionGroup
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import rolls_first
from opfor.rules.s_solitaire.s08_fire.attack_choice import AttackChoice
from opfor.rules.s_solitaire.s08_fire.planned_attack import (
    owner_of,
)
from opfor.rules.s_solitaire.s08_fire.s08_p2_targets import targets_of
from opfor.rules.s_solitaire.s08_fire.s08_p3_ordnance_of_infantry import firing_parts
from opfor.rules.s_solitaire.s08_fire.s08_p3_target_choice import choose, with_others
from opfor.state.play import GameView, Play

Calling = Callable[[Play, ActionGroup, AttackChoice], list[tuple[str, ...]]]
"""Finds the things of other Locations that join in a group's attack."""


@rule(
    "S6.23/command", "Fire Commands", cites=("S6.11", "S6.12", "S6.3", "S8.p2", "S8.p3")
)
def fire_command(
    play: Play,
    group: ActionGroup,
    *,
    joining: Iterable[Sequence[str]] = (),
    called: Calling | None = None,
    least: Fraction = Fraction(0),
) -> bool:
    """Make the next attack of a group that is to fire; False if it has none.

    At its one Target, or at the one that a list or the Fire Command chooses. A group
    whose weapons differ in range, or that keeps a ROF, is asked again after it.

    Args:
        play: the game.
        group: who fires, units of one Location.
        joining: the things of other Locations that may join in a FG (S8.p12).
        called: finds more of them once the Target is known.
        least: the p(NMC+) that the Fire Command looks for (D-902).
    """
    # S8.p3: Guns and mortars first, each at a Target of its own (S6.3142).
    # S8.p2: the Targets that an attack could do something to.
    parts = ((part, targets_of(play, part[1])) for part in firing_parts(play, group))
    good = (each for each in parts if any(t.chance >= least for t in each[1]))
    part, targets = next(good, ((group, ()), []))
    if not targets:
        return False
    # S6.23: the Target, by list or Fire Command.
    choice = choose(play, *part, targets, least=least)
    if choice is None:
        return False
    # S8.p10: SMOKE in place of fire.
    if choice.smoke:
        order(play, "ENEMY", choice.smoke)
        return True
    # S8.p12: who joins in a FG; none joins Spraying Fire.
    others = list(joining)
    if called and not choice.spray:
        others += called(play, group, choice)
    shot = with_others(play, choice, others)
    # S6.12: who joins makes his Action DR as well; not who Panics.
    while play.state.phase == "DFPh" and rolls_first(play, shot.attack.units):
        others = [left for things in others if (left := _calm(play, things))]
        shot = with_others(play, choice, others)
    order(play, "ENEMY", shot.order)
    return True


def _calm(view: GameView, things: Sequence[str]) -> tuple[str, ...]:
    """Some things without those of units that have Panicked."""
    owners = [(thing, owner_of(view, thing)) for thing in things]
    return tuple(thing for thing, unit in owners if unit and not unit.panic)
