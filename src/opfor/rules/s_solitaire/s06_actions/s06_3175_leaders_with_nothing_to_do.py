"""S6.3175: ENEMY leaders whom nothing else calls."""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import leader, mmc
from opfor.rules.a_infantry.a04_movement.a04_1_who_may_move import movable
from opfor.rules.s_solitaire.s06_actions.action_group import Automatic, attitude
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import heavy
from opfor.rules.s_solitaire.s06_actions.s06_317_leaders import bound
from opfor.rules.s_solitaire.s06_actions.s06_3174_fire_direction import mates_of
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule(
    "S6.3175",
    "A leader with nothing to do",
    exc=("in Advance he stays with MMC, or takes Move Command 6",),
    cites=("S6.22",),
)
def idle(view: GameView, unit: Unit) -> Automatic | None:
    """A leader to whom no other Automatic Action applies does nothing.

    EXC: in Advance Attitude he goes with the MMC of his Location that he stays with,
    and alone he has Move Command 6 of {A4b}.
    Reading (D-395): broken and Panicked MMC are company too; he stays with broken ones
    that need him, whoever moves, and for those ADJACENT to him he waits for the APh.
    """
    if leader(view, unit) is None or not unit.good_order:
        return None
    if attitude(view, unit) == "Hold" or bound(view, unit):
        return Automatic("S6.3175", "nothing")
    goes = marches(view, unit) or not has_company(view, unit)
    return Automatic("S6.3175", "Move" if goes else "nothing")


def has_company(view: GameView, unit: Unit) -> bool:
    """Whether there are MMC with a leader, broken ones too."""
    there = view.state.units_at(unit.location, unit.side)
    return any(mmc(view, mate) and not mate.guard for mate in there)


def marches(view: GameView, unit: Unit) -> bool:
    """Whether the MMC that a leader stays with is to move, and can."""
    mate = companion(view, unit)
    return mate is not None and mate.action == "Move" and movable(view, mate)


def companion(view: GameView, unit: Unit) -> Unit | None:
    """The MMC that a leader stays with: the best-class one with a HW, or else a SW."""
    mates = mates_of(view, unit)
    return max(mates, key=lambda mate: _worth(view, mate), default=None)


CLASSES = ("conscript", "green", "second", "first", "elite")


def _worth(view: GameView, unit: Unit) -> tuple[bool, bool, int]:
    weapons = view.state.weapons_of(unit.id)
    found = mmc(view, unit)
    quality = CLASSES.index(found.quality) if found else -1
    return any(heavy(view, w) for w in weapons), bool(weapons), quality
