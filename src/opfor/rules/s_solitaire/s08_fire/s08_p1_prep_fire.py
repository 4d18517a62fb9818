"""S8: who fires in the PFPh, and in which Fire Groups."""

from collections.abc import Mapping, Sequence

from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.choices.give_order import allowed, order
from opfor.rules.choices.orders import Assemble
from opfor.rules.s_solitaire.s06_actions.action_group import ActionGroup
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import groups_due
from opfor.rules.s_solitaire.s06_actions.s06_2_alternates import mark_acted, rolls
from opfor.rules.s_solitaire.s06_actions.s06_23_can_fire import can_fire
from opfor.rules.s_solitaire.s06_actions.s06_23_command_to_fire import fire_command
from opfor.rules.s_solitaire.s06_actions.s06_313_heavy_weapons import to_assemble
from opfor.rules.s_solitaire.s08_fire.attack_choice import AttackChoice
from opfor.rules.s_solitaire.s08_fire.best_attack import best_attack
from opfor.rules.s_solitaire.s08_fire.charge_placement import keeps_for_charge
from opfor.rules.s_solitaire.s08_fire.planned_attack import (
    by_itself,
    still_there,
    things_of,
)
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.rules.s_solitaire.s08_fire.s08_p2_targets import for_a_group, targets_of
from opfor.rules.s_solitaire.s08_fire.s08_p3_ordnance_of_infantry import pressed
from opfor.rules.s_solitaire.s08_fire.s08_p12_fire_groups import fire_group
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Unit


@rule("S8.p1", "Who fires in which phase", cites=("S5.5", "S6.313", "S8.1"))
def fires(play: Play, group: ActionGroup) -> None:
    """PFPh: the next attack of those who have Fire as their Action.

    First they assemble a HW that they need. Of the other phases see S8.p1/afph and
    S8.p17.
    """
    # S8.p9: who can place a DC in the MPh saves his fire.
    if keeps_for_charge(play, group.units):
        return
    # S6.313: a dm HW is assembled first.
    if _assemble(play, group) or _mates_roll(play, group):
        return
    # S6.23: the attack.
    if not fire_command(play, group, called=called):
        _explain_idle(play, group)
        mark_acted(play, group.units)


def _explain_idle(play: Play, group: ActionGroup) -> None:
    """Say why a MMC with a Target does not fire; one that has fired is done."""
    units = [play.state.units[id_] for id_ in group.units if id_ in play.state.units]
    idle = [u.id for u in units if mmc(play, u) and not u.fired and can_fire(play, u)]
    if idle and not targets_of(play, things_of(play, units)):
        play.emit(Note(fact("no_attack_would_have_any_effect", units=idle)))


@rule("S8.p12/pfph", "Fire Groups in the PFPh", cites=("S6.11", "S8.p12", "A7.55"))
def called(
    play: Play, group: ActionGroup, choice: AttackChoice
) -> list[tuple[str, ...]]:
    """Whose weapons join an attack of the PFPh in a FG.

    Of ADJACENT Locations that have made no Action DR yet, each that the FG would take
    makes its own now, in the order of S6.1; those who have Fire for their Action join.
    Where one joins, those ADJACENT to it may, too. Of one Location they join together
    (A7.55).
    Reading: D-250, D-865.
    """
    parts, found = [choice.target.volley], list[tuple[str, ...]]()
    at, waiting = choice.target.where, _infantry_due(play)
    waiting.pop(group.location, None)
    while here := _would_join(play, waiting, parts, at, wanted=choice.group):
        # S6.11: those who may join make their Action DR now.
        groups = waiting.pop(here)
        for other in groups:
            rolls(play, other)
        free = [unit for other in groups for unit in _fire_freely(play, other)]
        things = for_a_group(play, free)
        if things and (shot := best_attack(play, things, at)):
            parts.append(shot)
            found.append(things)
    return found


def _would_join(
    view: GameView,
    waiting: Mapping[LocationName, Sequence[ActionGroup]],
    parts: Sequence[RatedAttack],
    target: LocationName,
    *,
    wanted: bool,
) -> LocationName:
    """The next Location that a FG of some attacks would take; OFFBOARD: none."""
    for here, groups in waiting.items():
        things = tuple(thing for g in groups for thing in _small_arms(view, g))
        shot = best_attack(view, things, target)
        if shot is None:
            continue
        whole = fire_group(view, parts[0], [*parts[1:], shot], wanted=wanted)
        if set(shot.order.firers) <= set(whole.order.firers):
            return here
    return OFFBOARD


def _infantry_due(view: GameView) -> dict[LocationName, list[ActionGroup]]:
    """The groups of Infantry that have no Action yet, by Location."""
    found = dict[LocationName, list[ActionGroup]]()
    for group in groups_due(view):
        if _small_arms(view, group):
            found.setdefault(group.location, []).append(group)
    return found


def _mates_roll(play: Play, group: ActionGroup) -> bool:
    """The Action DR of others in a Location who could fire at a Target of its group.

    Those who have Fire are then of the group: whoever of a Location fired second would
    find that Target barred (A7.55). Not so with vehicles, nor with ordnance, FT and
    DC, which fire before (S8.p4).
    Reading: D-865.
    """
    units = still_there(play, group.units)
    alone = [thing for thing in things_of(play, units) if by_itself(play, thing)]
    if any(targets_of(play, (thing,)) for thing in alone):
        return False
    others = _infantry_due(play).get(group.location, [])
    things = _small_arms(play, group) if others else ()
    places = [target.where for target in targets_of(play, things)]
    for other in others:
        new = _small_arms(play, other)
        if any(best_attack(play, new, at) for at in places):
            rolls(play, other)
            return True
    return False


def _small_arms(view: GameView, group: ActionGroup) -> tuple[str, ...]:
    """What a group of Infantry could join in a FG with; nothing of other groups."""
    units = still_there(view, group.units)
    return () if any(unit.vehicle for unit in units) else for_a_group(view, units)


def _fire_freely(view: GameView, group: ActionGroup) -> list[Unit]:
    """The units with a Fire Action that no Automatic Action has a Target for."""
    found = (view.state.units.get(id_) for id_ in group.units)
    free = ("", "S6.312", "S6.313")
    return [u for u in found if u and u.action == "Fire" and u.automatic in free]


def _assemble(play: Play, group: ActionGroup) -> bool:
    """Assemble a dm HW of the group for a Target (S6.313).

    Reading (D-866): not in place of fire at a close Target, which S6.311 orders.
    """
    for id_ in group.units:
        unit = play.state.units[id_]
        weapon = to_assemble(play, unit)
        command = Assemble(weapon.id) if weapon and not pressed(play, unit) else None
        if command and allowed(play, "ENEMY", command):
            order(play, "ENEMY", command)
            return True
    return False
