"""S8.p17: who of the ENEMY fires in the DFPh, and how a phase of fire goes.

Each function does one thing: an Action DR of a group that must yet make one, or one
attack. The groups fire in the order of S8.p4; those of other Locations that have not
fired may join in a FG.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction

from opfor.core.rule import rule
from opfor.rules.a_infantry.a07_fire.a07_1_fire_attacks import able
from opfor.rules.a_infantry.a07_fire.a07_1_prep_offers import readied
from opfor.rules.c_ordnance.c03_to_hit.offers import ready as ready_ordnance
from opfor.rules.choices.switches import way
from opfor.rules.d_vehicles.d02_movement.d02_3_los_in_bypass import fires_into
from opfor.rules.s_solitaire.s01_terms.s01_terms import friend_places, looks_at
from opfor.rules.s_solitaire.s06_actions.action_group import ActionGroup, attitude
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import (
    defenders,
    defensive_roll,
    fires_apart,
    order_key,
    owes_roll,
    rank_of,
)
from opfor.rules.s_solitaire.s06_actions.s06_23_command_to_fire import fire_command
from opfor.rules.s_solitaire.s08_fire.firing_location import LEVELS
from opfor.rules.s_solitaire.s08_fire.planned_attack import things_of
from opfor.rules.s_solitaire.s08_fire.s08_p2_targets import (
    for_a_group,
    has_targets,
    targets_of,
)
from opfor.rules.s_solitaire.s08_fire.s08_p4_order_of_firing import firing_rank, flames
from opfor.state.play import GameView, Play
from opfor.state.units import Unit

Who = Callable[[GameView, Unit], bool]


# -- groups ------------------------------------------------------------------------


def groups_of(view: GameView, units: Iterable[Unit]) -> list[ActionGroup]:
    """Some units as the groups that fire together, in order: by Location (D-865)."""
    together: dict[tuple[str, str], list[Unit]] = {}
    for unit in units:
        key = unit.location, fires_apart(view, unit)
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
    """The ENEMY units that could fire now as far as they go, and are to by a rule.

    So does a vehicle that has nothing but its MA, and who has fired its own FP in a FG
    and has a FT yet (S6.306).
    """
    guns = {manned.unit.id for manned in ready_ordnance(view, "ENEMY", light=False)}
    return [
        unit
        for unit in view.state.units.values()
        if unit.side == "ENEMY"
        and unit.location  # a vehicle may still be looking for its way in
        and unit.good_order_or_berserk
        and who(view, unit)
        and not able(view, unit)
        and (
            unit.id in guns
            or readied(view, unit)
            or _keeps_rof(view, unit)
            or flames(view, (unit,))
        )
    ]


def _keeps_rof(view: GameView, unit: Unit) -> bool:
    return any(weapon.rof for weapon in view.state.weapons_of(unit.id))


def sees_target(view: GameView, unit: Unit) -> bool:
    """Whether a FRIENDLY unit is in its LOS, within the range at which it looks."""
    return any(
        looks_at(view, unit, at) and fires_into(view, unit, at)
        for at in friend_places(view)
    )


def fire_in_turn(
    play: Play, groups: Sequence[ActionGroup], *, least: Fraction = Fraction(0)
) -> bool:
    """The next attack of some groups, in the order of S8.p4; False if none is left.

    Where fire needs some p(NMC+), `least`, their Targets are those that have it.
    """
    seeing = [g for g in groups if sees_target(play, play.state.units[g.units[0]])]
    for group in sorted(seeing, key=lambda group: firing_rank(play, group)):
        units = [play.state.units[id_] for id_ in group.units]
        things = things_of(play, units)
        if least and not any(t.chance >= least for t in targets_of(play, things)):
            continue
        others = [g for g in seeing if g.location != group.location]
        joining = [
            for_a_group(play, (play.state.units[id_] for id_ in other.units))
            for other in others
        ]
        if fire_command(play, group, joining=joining, least=least):
            return True
    return False


# -- DFPh --------------------------------------------------------------------------


@rule("S8.p17", "Final Fire", cites=("S6.12", "A8.4", "S8.p3"))
def final_fire(play: Play) -> bool:
    """DFPh: every Good Order Location with a Target fires.

    Those that made no Action DR in this Player Turn make it first. Who has First Fired
    attacks ADJACENT Targets only, as A8.4 has it.
    Reading (D-854): who shares a Location with units of a Human Wave waits for them.
    """
    groups = _outside_waves(play)
    if roll_first(play, groups):
        return True
    return fire_in_turn(play, apart_from_waves(play, groups), least=_level(play))


def fire_beside_waves(play: Play) -> bool:
    """DFPh: at last those beside a Human Wave that took them not along (D-854)."""
    return fire_in_turn(play, _outside_waves(play), least=_level(play))


def _outside_waves(play: Play) -> list[ActionGroup]:
    return groups_of(play, ready_units(play, lambda _, unit: not unit.wave))


def _level(play: Play) -> Fraction:
    if way(play, "S8.p17 odds") == "discipline":
        return LEVELS[play.state.mission.fire_discipline][0]
    return Fraction(0)


def apart_from_waves(
    view: GameView, groups: Iterable[ActionGroup]
) -> list[ActionGroup]:
    """Those of some groups that share no Location with a Human Wave that can fire."""
    waves = {
        unit.location for unit in ready_units(view, lambda _, unit: bool(unit.wave))
    }
    return [group for group in groups if group.location not in waves]


def roll_first(play: Play, groups: Iterable[ActionGroup]) -> bool:
    """The Action DR of the next group that has a Target and made none (S6.12).

    A Target of all who would fire together there is enough: also of those who have
    made theirs, or are berserk and make none.
    """
    for group in groups:
        units = [play.state.units[id_] for id_ in group.units]
        new = [unit for unit in units if owes_roll(unit)]
        if not new or not sees_target(play, new[0]):
            continue
        if has_targets(play, things_of(play, units)):
            defensive_roll(play, defenders(play, new[0]))
            return True
    return False
