"""S6.23: who can fire."""

from opfor.core.rule import rule
from opfor.rules.s_solitaire.s01_terms.s01_terms import friend_places, has_target
from opfor.rules.s_solitaire.s08_fire.planned_attack import by_itself, things_of
from opfor.rules.s_solitaire.s08_fire.s08_p9_use_of_sw import has_some_fp, weapons_used
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule(
    "S6.23",
    "Fire",
    exc=("no Target",),
    cites=("S6.13", "S6.23/command", "S8.p1", "S8.p9"),
)
def can_fire(view: GameView, unit: Unit) -> bool:
    """Whether a unit with a Fire Action fires, by a Fire Command of {A3a} to {A3d}.

    EXC: without a Target it has an alternate Action.
    Reading (D-592): a Target that it can attack with its Location only is one.
    """
    return has_target(view, [unit]) or _joins_in(view, unit)


def _joins_in(view: GameView, unit: Unit) -> bool:
    """Whether a unit with less than 1 FP is in an attack of others there who fire."""
    if unit.vehicle is not None:
        return False
    others = [
        mate
        for mate in view.state.units_at(unit.location, unit.side)
        if mate.action == "Fire" and mate.id != unit.id
        if mate.good_order and mate.vehicle is None
    ]
    if not others:
        return False
    places = [at for at in friend_places(view) if has_some_fp(view, unit, at)]
    whole = things_of(view, [*others, unit])
    things = tuple(thing for thing in whole if not by_itself(view, thing))
    return any(unit.id in weapons_used(view, things, at) for at in places)
