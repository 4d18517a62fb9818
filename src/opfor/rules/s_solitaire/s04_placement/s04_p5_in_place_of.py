"""S4: what comes where a Mission asks for what the ENEMY has not."""

from opfor.core.rule import rule
from opfor.rules.s_solitaire.s05_activation.s05_71_vehicles import has_table
from opfor.state.mission import Entering
from opfor.state.play import GameView

GROUPS_FOR_A_WAVE = 2


@rule("S4.p5", "In place of Human Waves and armor", cites=("S4.p1", "S4.p4", "S4.3"))
def groups_instead(view: GameView, due: Entering) -> int:
    """Groups of S? that come for what the ENEMY of the Mission has not.

    Two for each Human Wave of a nation that makes none; one for the vehicles of a turn
    where it has none in that month. Reading: D-701
    """
    groups = GROUPS_FOR_A_WAVE * due.waves if lacks_waves(view) else 0
    return groups + (bool(due.armor) and lacks_armor(view))


def lacks_waves(view: GameView) -> bool:
    """Whether the ENEMY makes no Human Waves: it has no table {x10}."""
    return not view.world.enemy.has("x10")


def lacks_armor(view: GameView) -> bool:
    """Whether the ENEMY has no vehicles on this date: no table {x6} then."""
    return not has_table(view, "x6")
