"""S6.23, S8.p3: Fire Commands, from the Target to the attack.

A group with one Target simply fires. With more, an Automatic Action's list decides, or
a Target is kept, or a DR on an Attack Table says how to choose. Then the attack is made
up, and ordered like anyone's.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec.structs import replace

from opfor.core.dice import dice_roll
from opfor.core.event import Note
from opfor.core.explain import consult
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a00_8_adjacent import adjacent
from opfor.rules.choices.switches import way
from opfor.rules.s_solitaire.s06_actions.action_group import ActionGroup
from opfor.rules.s_solitaire.s06_actions.automatic_target import automatic_target
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import GUN
from opfor.rules.s_solitaire.s06_actions.s06_311_self_preservation import (
    close_targets,
    self_preservation,
)
from opfor.rules.s_solitaire.s06_actions.s06_314_acquired_targets import (
    eligible,
    given_up,
    ordnance_weapons,
)
from opfor.rules.s_solitaire.s08_fire import s08_p2_targets as it
from opfor.rules.s_solitaire.s08_fire.attack_choice import AttackChoice
from opfor.rules.s_solitaire.s08_fire.best_attack import best_attack
from opfor.rules.s_solitaire.s08_fire.command_clauses import (
    read_command,
)
from opfor.rules.s_solitaire.s08_fire.planned_attack import (
    owner_of,
    place_of,
    still_there,
)
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.rules.s_solitaire.s08_fire.s08_p2_targets import (
    Aiming,
    Target,
)
from opfor.rules.s_solitaire.s08_fire.s08_p3_infantry_pf_atr_and_mg import (
    AT_WEAPONS,
    light_shots,
)
from opfor.rules.s_solitaire.s08_fire.s08_p6_keeping_targets import retained, unspent
from opfor.rules.s_solitaire.s08_fire.s08_p7_known_before_concealed import commanded
from opfor.rules.s_solitaire.s08_fire.s08_p12_fire_groups import fire_group
from opfor.rules.s_solitaire.s08_fire.s08_p13_spraying_fire import spraying
from opfor.state.counters import SupportWeapon, Vehicle
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit, Weapon

# -- which Target ------------------------------------------------------------------


def choose(
    play: Play,
    group: ActionGroup,
    things: Sequence[str],
    targets: Sequence[Target],
    *,
    least: Fraction = Fraction(0),
) -> AttackChoice | None:
    """The Target of a group and how to fire at it; None if its row holds fire.

    Args:
        play: the game.
        group: who fires.
        things: the units and Weapons among them that fire now.
        targets: what an attack of theirs could do something to.
        least: the p(NMC+) of those among which the Fire Command chooses; one has it.
    """
    units = still_there(play, group.units)
    arm = _ordnance(play, units, things)
    targets = _wanted(play, units, arm, things, targets)
    # S6.11: no Fire Command for a lone Target.
    if len(targets) == 1:
        return AttackChoice(targets[0])
    aiming = Aiming(play, group.location)
    # S6.3: the Target of an Automatic Action, by its own list.
    at = automatic_target(play, units, [target.where for target in targets], arm)
    if found := next((target for target in targets if target.where == at), None):
        near = adjacent(play, group.location, found.where)
        return AttackChoice(found, spray=near, close=True)
    # S8.p6: the Target is kept.
    keeps = way(play, "S8.p6 Target") != "new DR"
    if keeps and (kept := retained(aiming, things, targets)):
        play.emit(Note(fact("stays_the_target", where=kept.where)))
        return AttackChoice(kept)
    # S6.23: a Fire Command by {A3}, at who has not had enough (S8.p6).
    # D-902: of who needs some p(NMC+) to fire, at one that has it.
    able = [target for target in targets if target.chance >= least]
    return by_table(play, group, unspent(aiming, able or targets))


def _ordnance(
    view: GameView, units: Sequence[Unit], things: Sequence[str]
) -> Weapon | None:
    """The Gun or mortar of Infantry that fires by itself now (S8.p3/ordnance)."""
    arms = [arm for unit in units for arm in ordnance_weapons(view, unit)]
    return next((arm for arm in arms if things == (arm.id,)), None)


def _wanted(
    view: GameView,
    units: Sequence[Unit],
    arm: Weapon | None,
    things: Sequence[str],
    targets: Sequence[Target],
) -> Sequence[Target]:
    """The Targets without those that go after all others."""
    # S6.314: what is Shocked is given up for another Target.
    left = [t for t in targets if not given_up(view, things, t.where)] or targets
    # S6.3142: a Gun or mortar fires at Infantry, or a vehicle that it could eliminate.
    if arm is None or len(left) == 1:
        return left
    return [t for t in left if eligible(view, units[0], t.where, arm)] or left


@rule("S8.p3", "Which Attack Table", cites=("S6.3142", "S8.11"))
def attack_table(view: GameView, group: ActionGroup, targets: Sequence[Target]) -> str:
    """The Attack Table of a group: {A3c} for vehicles, {A3d} for Ordnance, else {A3a}.

    {A3b} where Infantry has only vehicular Targets, or an A-T Weapon that can hurt one
    of them.
    """
    aiming = Aiming(view, group.location)
    units = still_there(view, group.units)
    if any(isinstance(view.world.counter(u.counter), Vehicle) for u in units):
        return "A3c"
    if group.rank == GUN:
        return "A3d"
    vehicles = [target for target in targets if it.vehicular(aiming, target)]
    only = not any(it.personnel(aiming, target) for target in targets)
    alone = way(view, "S8.p3 table") == "no Infantry Target"
    armed = not alone and any(_hurts_armor(view, u, vehicles) for u in units)
    if vehicles and (only or armed):
        return "A3b"
    return "A3a"


def _hurts_armor(view: GameView, unit: Unit, vehicles: Iterable[Target]) -> bool:
    """Whether a unit has an A-T Weapon that works, or a PF within its range."""
    for weapon in view.state.weapons_of(unit.id):
        kind = view.world.counter(weapon.counter)
        at_weapon = isinstance(kind, SupportWeapon) and kind.kind in AT_WEAPONS
        if at_weapon and not weapon.malfunctioned:
            return True
    return any(light_shots(view, unit.id, target.where) for target in vehicles)


def by_table(
    play: Play, group: ActionGroup, targets: Sequence[Target]
) -> AttackChoice | None:
    """The Target that the Fire Command chooses, by a DR if there is none yet."""
    if len(targets) == 1:
        return AttackChoice(targets[0])
    # S8.p3: which Attack Table.
    name = attack_table(play, group, targets)
    table = play.world.enemy.table(name)
    # S6.23: a Fire Command that is known is the row of what is left to fire.
    number = _known_row(play, group, name)
    if not number:
        purpose = fact("fire_command_of", units=group.units)
        number = dice_roll(play, purpose).final
        consult(play, table, number)
        for unit in still_there(play, group.units):
            told = fact("fire_command", table=name, number=number)
            given = replace(unit, command=number, attack_table=name)
            play.emit(UnitChanged(given, told))
    command = read_command(play.world.enemy.table, name, number)
    return commanded(play, group, targets, command)


def _known_row(view: GameView, group: ActionGroup, table: str) -> int:
    """The row that a group has on an Attack Table in this Player Turn; 0 if none.

    What is left to fire goes by one Fire Command with what has fired: at the next best
    Target of its row where the best is out of reach, or is none any more.
    Reading: D-873.
    """
    units = still_there(view, group.units)
    rows = (unit.command for unit in units if unit.attack_table == table)
    return max(rows, default=0)


# -- the attack --------------------------------------------------------------------


def with_others(
    play: Play, choice: AttackChoice, joining: Iterable[Sequence[str]]
) -> RatedAttack:
    """The attack on a chosen Target: sprayed, with those who join, or as it is."""
    shot = choice.target.volley
    # S8.p13: Spraying Fire.
    at = choice.target.where
    if choice.spray and (wide := spraying(play, shot, at, close=choice.close)):
        return wide
    # S8.p12: a FG, where it is better than attacks apart.
    # Where a FG is wanted, an attack apart may be good enough to do without one.
    able = joining if choice.group else _linked(play, shot.attack.froms, joining)
    others = [
        other
        for things in able
        if _free_for(play, things, at)
        and (other := best_attack(play, tuple(things), at)) is not None
    ]
    return fire_group(play, shot, others, wanted=choice.group)


def _free_for(view: GameView, things: Sequence[str], target: LocationName) -> bool:
    """Whether S6.311 gives those of a Location no Target but this one (D-250).

    As they fire together, a close Target of one of them is that of all.
    """
    owners = {unit.id: unit for id_ in things if (unit := owner_of(view, id_))}
    units = [unit for unit in owners.values() if self_preservation(view, unit)]
    close = dict.fromkeys(at for unit in units for at in close_targets(view, unit))
    if not close or target in close:
        return True
    # S8.p2: one that they can do nothing to does not keep them.
    shots = (best_attack(view, tuple(things), at) for at in close)
    return not any(shot and shot.effect for shot in shots)


def _linked(
    view: GameView, froms: Iterable[LocationName], joining: Iterable[Sequence[str]]
) -> list[Sequence[str]]:
    """Those of some things that hang together ADJACENT with a Location that fires."""
    chain, apart = list(froms), [things for things in joining if things]
    for here in chain:  # grows while it is gone through
        for things in apart:
            at = place_of(view, things)
            if at not in chain and adjacent(view, here, at):
                chain.append(at)
    return [things for things in apart if place_of(view, things) in chain]
