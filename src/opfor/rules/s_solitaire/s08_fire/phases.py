"""S8.p1, S8.p17: who of the ENEMY fires in the DFPh and the AFPh.

Each function does one thing: an Action DR of a group that must yet make one, or one
attack. The groups fire in the order of S8.p4; those of other Locations that have not
fired may join in a FG.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from opfor.core.rule import rule
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a07_fire.groups import able
from opfor.rules.a_infantry.a07_fire.offers import readied
from opfor.rules.choices.give_order import order
from opfor.rules.s_solitaire.s01_terms import FAR, friend_places
from opfor.rules.s_solitaire.s04_human_wave.fire import wave_fire
from opfor.rules.s_solitaire.s06_actions.actions import (
    HW,
    ActionGroup,
    attitude,
    defenders,
    defensive_roll,
    order_key,
    owes_roll,
    own_roll,
    rank_of,
)
from opfor.rules.s_solitaire.s06_actions.fire_command import fire_command
from opfor.rules.s_solitaire.s08_fire.attack_choice import (
    best_attack,
    joined,
    things_of,
)
from opfor.rules.s_solitaire.s08_fire.command import firing_rank
from opfor.rules.s_solitaire.s08_fire.targets import has_targets, targets_of
from opfor.rules.s_solitaire.s09_vehicles.hatches_and_arcs import fires_in_afph
from opfor.state.play import GameView, Play
from opfor.state.units import Unit

ADVANCING = Fraction(1, 6)
"""The p(NMC+) for which a unit that moved fires in the AFPh (S8.p1)."""

Who = Callable[[GameView, Unit], bool]


# -- groups ------------------------------------------------------------------------


def groups_of(view: GameView, units: Iterable[Unit]) -> list[ActionGroup]:
    """Some units as the groups that fire together, in order: by Location (S6.11)."""
    together: dict[tuple[str, str, str], list[Unit]] = {}
    for unit in units:
        key = unit.location, attitude(view, unit), own_roll(view, unit)
        together.setdefault(key, []).append(unit)
    found = [
        ActionGroup(
            tuple(unit.id for unit in those),
            those[0].location,
            min(rank_of(view, unit) for unit in those),
            attitude(view, those[0]),
        )
        for those in together.values()
    ]
    return sorted(found, key=lambda group: order_key(view, group))


def ready_units(view: GameView, who: Who) -> list[Unit]:
    """The ENEMY units that could fire now as far as they go, and are to by a rule."""
    return [
        unit
        for unit in view.state.units.values()
        if unit.side == "ENEMY"
        and (unit.good_order or unit.berserk)
        and who(view, unit)
        and not able(view, unit)
        and (readied(view, unit) or _keeps_rof(view, unit))
    ]


def _keeps_rof(view: GameView, unit: Unit) -> bool:
    return any(weapon.rof for weapon in view.state.weapons_of(unit.id))


def sees_target(view: GameView, unit: Unit) -> bool:
    """Whether a FRIENDLY unit is in its LOS, within the range at which it looks."""
    world, here = view.world, unit.location
    places = friend_places(view)
    return any(world.range(here, at) <= FAR and sees(view, here, at) for at in places)


def fire_in_turn(
    play: Play, groups: Sequence[ActionGroup], *, least: Fraction = Fraction(0)
) -> bool:
    """The next attack of some groups, in the order of S8.p4; False if none is left."""
    seeing = [g for g in groups if sees_target(play, play.state.units[g.units[0]])]
    for group in sorted(seeing, key=lambda group: firing_rank(play, group)):
        units = [play.state.units[id_] for id_ in group.units]
        things = things_of(play, units)
        if least and not any(t.chance >= least for t in targets_of(play, things)):
            continue
        others = [g for g in seeing if g.location != group.location]
        joining = [
            things_of(play, (play.state.units[id_] for id_ in other.units))
            for other in others
        ]
        if fire_command(play, group, joining=joining):
            return True
    return False


# -- DFPh --------------------------------------------------------------------------


@rule("S8.p17", "Final Fire", cites=("S6.12", "A8.4", "S8.p3"))
def final_fire(play: Play) -> bool:
    """DFPh: every Good Order Location with a Target fires.

    Those that made no Action DR in this Player Turn make it first. Who has First Fired
    attacks ADJACENT Targets only, as A8.4 has it.
    """
    units = ready_units(play, lambda _, unit: not unit.wave)
    groups = groups_of(play, units)
    return roll_first(play, groups) or fire_in_turn(play, groups)


def roll_first(play: Play, groups: Iterable[ActionGroup]) -> bool:
    """The Action DR of the next group that has a Target and made none (S6.12)."""
    for group in groups:
        units = [play.state.units[id_] for id_ in group.units]
        new = [unit for unit in units if owes_roll(unit)]
        if not new or not sees_target(play, new[0]):
            continue
        if has_targets(play, things_of(play, new)):
            defensive_roll(play, defenders(play, new[0]))
            return True
    return False


# -- AFPh --------------------------------------------------------------------------


@rule(
    "S8.p1/afph",
    "Who fires in the AFPh",
    cites=("S8.p1", "S5.5", "S9.342", "A7.25"),
)
def advancing_fire(play: Play) -> bool:
    """AFPh: those Activated by Defensive Fire, Opportunity Fire, HW, and movers.

    Units Activated by FRIENDLY Defensive Fire make their Action DR first. Vehicles
    fire as S9.342 has it. Advance Infantry that moved needs a p(NMC+) of 1/6.
    """
    # S5.5: those Activated by Defensive Fire, with their Action DR (S6.12).
    activated = ready_units(play, lambda _, unit: unit.afph and not unit.wave)
    groups = groups_of(play, activated)
    if roll_first(play, groups):
        return True
    # S8.p1: with them Opportunity Fire, HW (S6.313) and vehicles (S9.342).
    others = ready_units(play, _fires_anyway)
    if fire_in_turn(play, [*groups, *groups_of(play, others)]):
        return True
    # S8.p1: then those who moved, at halved FP (A7.24), for good odds.
    moved = ready_units(play, _moved)
    return fire_in_turn(play, groups_of(play, moved), least=ADVANCING)


def _fires_anyway(view: GameView, unit: Unit) -> bool:
    """Opportunity Fire, a HW that can fire (D-030), an armed vehicle (S9.342)."""
    if unit.wave or unit.afph:
        return False
    weapons = view.state.weapons_of(unit.id)
    if "opportunity" in (unit.fired, *(weapon.fired for weapon in weapons)):
        return True
    return fires_in_afph(view, unit) if unit.vehicle else rank_of(view, unit) <= HW


def _moved(view: GameView, unit: Unit) -> bool:
    mover = unit.moved and not (unit.wave or unit.afph or unit.vehicle)
    return mover and attitude(view, unit) == "Advance"


def _in_wave(_look: GameView, unit: Unit) -> bool:
    return bool(unit.wave)


# -- Human Waves -------------------------------------------------------------------


@rule("S8.p18", "Human Wave fire", cites=("S4.36", "S8.61", "S8.611", "S8.612"))
def wave_fires(play: Play) -> bool:
    """AFPh and DFPh: the next FG of a Human Wave, the largest it can form (S4.36)."""
    for wave in play.state.waves:
        units = [u for u in ready_units(play, _in_wave) if u.wave == wave]
        units = [unit for unit in units if has_targets(play, things_of(play, [unit]))]
        # S4.36: the largest FG that the wave can form.
        found = wave_fire(play, wave, among=[unit.id for unit in units])
        if found is None:
            continue
        firing = [play.state.units[id_] for id_ in found.units]
        parts = [
            shot
            for at in dict.fromkeys(unit.location for unit in firing)
            if (
                shot := best_attack(
                    play,
                    things_of(play, [u for u in firing if u.location == at]),
                    found.target,
                )
            )
        ]
        if not parts:  # no volley of that FG could have an effect
            continue
        shot = joined(play, parts) or max(parts, key=lambda part: part.chance)
        order(play, "ENEMY", shot.order)
        return True
    return False
