"""S8: how a Human Wave fires."""

from collections.abc import Iterator, Sequence

from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.a07_5_fire_groups import chains
from opfor.rules.choices.give_order import order
from opfor.rules.s_solitaire.s01_terms.s01_terms import friend_places
from opfor.rules.s_solitaire.s04_human_wave.s04_36_fire import WaveFire, wave_fire
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import owes_roll, rolls_first
from opfor.rules.s_solitaire.s06_actions.s06_311_self_preservation import (
    close_targets,
    has_target_at,
)
from opfor.rules.s_solitaire.s08_fire.best_attack import best_attack
from opfor.rules.s_solitaire.s08_fire.planned_attack import by_itself, things_of
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.rules.s_solitaire.s08_fire.s08_p1_afph_advancing_fire import advances_fire
from opfor.rules.s_solitaire.s08_fire.s08_p2_targets import has_targets
from opfor.rules.s_solitaire.s08_fire.s08_p9_use_of_sw import has_some_fp
from opfor.rules.s_solitaire.s08_fire.s08_p12_fire_groups import joined, together
from opfor.rules.s_solitaire.s08_fire.s08_p17_phases import (
    groups_of,
    ready_units,
    roll_first,
)
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit


def _in_wave(_look: GameView, unit: Unit) -> bool:
    return bool(unit.wave)


@rule(
    "S8.p18",
    "Human Wave fire",
    cites=("S4.36", "S4.32", "S6.12", "S8.61", "S8.611", "S8.612"),
)
def wave_fires(play: Play) -> bool:
    """AFPh and DFPh: the next FG of Human Waves, the largest they can form (S4.36).

    Also of more than one wave. As DEFENDER their Locations make their Action DR first,
    as all others do (D-002). Others of their Locations fire with them (D-854).
    """
    units = [unit for unit in ready_units(play, _in_wave) if _has_fp(play, unit)]
    # S4.32: free of Panic in its own Player Turn only.
    if play.state.phase == "DFPh" and roll_first(play, groups_of(play, units)):
        return True
    left = [unit.id for unit in units]
    # S4.36: the largest FG that those who are left can form.
    while left and (found := wave_fire(play, "", among=left)) is not None:
        shot = _largest(play, found)
        if shot and shot.effect:
            # S6.12: also who has a Target with the others only.
            if play.state.phase == "DFPh" and rolls_first(play, shot.attack.units):
                return True
            order(play, "ENEMY", shot.order)
            return True
        left = [id_ for id_ in left if id_ not in found.units]
    return False


def _has_fp(view: GameView, unit: Unit) -> bool:
    """Whether a unit could add to an attack; in a FG less than 1 FP counts (D-592)."""
    fp = any(has_some_fp(view, unit, at) for at in friend_places(view))
    return fp or has_targets(view, things_of(view, [unit]))


def _largest(view: GameView, fire: WaveFire) -> RatedAttack | None:
    """The attack of a FG, with whoever has less than 1 FP by himself; None if none."""
    firing = [view.state.units[id_] for id_ in fire.units]
    parts, weak = list[RatedAttack](), list[Unit]()
    for at in dict.fromkeys(unit.location for unit in firing):
        there = [unit for unit in firing if unit.location == at]
        there += _taken_along(view, at, fire.target)
        shot = best_attack(view, things_of(view, there), fire.target)
        if shot:
            parts.append(shot)
        else:
            weak += there
    firers = tuple(thing for part in parts for thing in part.order.firers)
    firers += tuple(unit.id for unit in weak)
    places = dict.fromkeys(unit.location for unit in firing)
    whole = together(view, firers, [*places], fire.target) if firers else None
    if whole or not parts:
        return whole
    return max(_each_and_joined(view, parts), key=lambda shot: shot.attack.fp)


def _taken_along(view: GameView, at: LocationName, target: LocationName) -> list[Unit]:
    """Others of a Location of a wave who fire at its Target: in its FG (A7.55).

    Reading (D-854): all who could, but whom S6.311 gives another Target.
    """
    others = view.state.units_at(at, "ENEMY")
    if all(unit.wave for unit in others):
        return []
    return [
        unit
        for unit in ready_units(view, _beside)
        if unit.location == at
        and has_target_at(view, unit, target)
        and target in (close_targets(view, unit) or [target])
    ]


def _beside(view: GameView, unit: Unit) -> bool:
    """Whether a unit on foot, in no wave, is one to fire in this phase in a FG."""
    if unit.wave or unit.vehicle or unit.aboard:
        return False
    if any(by_itself(view, thing) for thing in things_of(view, [unit])):
        return False
    if view.state.phase == "AFPh":
        return advances_fire(view, unit)
    return not owes_roll(unit)


def _each_and_joined(
    view: GameView, parts: Sequence[RatedAttack]
) -> Iterator[RatedAttack]:
    """The attacks of some Locations, each alone and those that hang together as one."""
    yield from parts
    froms = {part.attack.froms[0]: part for part in parts if part.attack.froms}
    for chain in chains(view, [*froms]):
        if shot := joined(view, [froms[at] for at in chain]):
            yield shot
