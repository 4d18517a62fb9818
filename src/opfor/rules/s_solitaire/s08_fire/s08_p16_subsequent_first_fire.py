"""S8: Subsequent First Fire and FPF of the ENEMY."""

from opfor.core.fact import Fact, fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a00_8_adjacent import adjacent
from opfor.rules.a_infantry.a01_personnel.a01_23_morale_level import morale_level
from opfor.rules.a_infantry.a26_victory.a26_1_control import vpo_locations
from opfor.rules.choices.switches import way
from opfor.rules.s_solitaire.s08_fire.firing_location import (
    LEVELS,
    QUARTER,
    FiringLocation,
    by_vpo,
    close,
)
from opfor.rules.s_solitaire.s08_fire.planned_attack import GOOD
from opfor.state.play import GameView

PERSISTENT = 7
"""The morale with which a unit risks FPF (S8.p16)."""


@rule("S8.p16", "Subsequent First Fire and FPF", cites=("A8.3", "A8.31", "S6.212"))
def subsequent(view: GameView, post: FiringLocation) -> Fact | None:
    """Why a First-Fire-marked Location fires again: the level, or 1/4 if pressed."""
    chance, target = post.volley.chance, post.volley.order.target
    level, _ = LEVELS[view.state.mission.fire_discipline]
    if chance >= level:
        return fact("sff_at_good_odds", level=level)
    pressed = close(view, post.here, target) or by_vpo(view, target)
    return fact("sff_when_pressed") if pressed and chance >= QUARTER else None


def protective(view: GameView, post: FiringLocation) -> Fact | None:
    """Why a Location uses FPF (S8.p16): at TPBF, or at good odds if it can take it."""
    target, when = post.volley.order.target, way(view, "S8.p16 FPF")
    if when == "never":
        return None
    if post.here == target:
        return fact("fpf_at_tpbf")
    if when == "TPBF":
        return None
    movers = view.state.movers()
    if not adjacent(view, post.here, target) or post.volley.chance < GOOD:
        return None
    firm = all(
        morale_level(view, view.state.units[id_]) >= PERSISTENT for id_ in post.units
    )
    good = any(unit.good_order for unit in movers)
    held = post.here in vpo_locations(view)
    return fact("fpf_at_good_odds") if good and (firm or held) else None
