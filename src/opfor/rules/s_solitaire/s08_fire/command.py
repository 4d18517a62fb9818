"""S6.23, S8.p3 to p13: Fire Commands, from the Target to the order of fire.

A group with one Target simply fires. With more, an Automatic Action's list decides, or
a Target is kept, or a DR on an Attack Table says how to choose. Then the attack is made
up, and ordered like anyone's.
"""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.dice import dice_roll
from opfor.core.event import Note
from opfor.core.explain import consult, decide
from opfor.core.fact import Fact, fact
from opfor.core.priority import PriorityList, random_dr
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_units import adjacent, mmc
from opfor.rules.choices.orders import Fire
from opfor.rules.s_solitaire.s06_actions.actions import GUN, ActionGroup
from opfor.rules.s_solitaire.s06_actions.automatic_fire import automatic_target
from opfor.rules.s_solitaire.s08_fire import targets as it
from opfor.rules.s_solitaire.s08_fire.antitank_offers import AT_WEAPONS, light_shots
from opfor.rules.s_solitaire.s08_fire.attack_choice import (
    FAIR,
    best_attack,
    fire_group,
    place_of,
    planned,
    things_of,
)
from opfor.rules.s_solitaire.s08_fire.command_clauses import (
    Command,
    Manner,
    lines_of,
    read_command,
    tie_lines,
)
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.rules.s_solitaire.s08_fire.smoke import smoke_shot
from opfor.rules.s_solitaire.s08_fire.targets import (
    Aiming,
    Target,
    only_concealed,
    targets_of,
)
from opfor.state.counters import SupportWeapon, Vehicle
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit

SPRAY_CHANCE = FAIR * 2 / 3
"""The p(NMC+) that each half of Spraying Fire needs: 1/6 (S8.p13)."""


class AttackChoice(Struct, frozen=True):
    """What a group fires at, and how.

    Args:
        target: the Target.
        group: the row wants a FG.
        spray: Spraying Fire, if it can be.
        smoke: SMOKE in its place.
    """

    target: Target
    group: bool = False
    spray: bool = False
    smoke: Fire | None = None


def still_there(view: GameView, ids: Iterable[str]) -> list[Unit]:
    """The units of these that are on the map."""
    found = (view.state.units.get(id_) for id_ in ids)
    return [unit for unit in found if unit is not None and unit.location]


# -- which Target ------------------------------------------------------------------


def choose(
    play: Play, group: ActionGroup, targets: Sequence[Target]
) -> AttackChoice | None:
    """The Target of a group and how to fire at it; None if its row holds fire."""
    # S6.11: no Fire Command for a lone Target.
    if len(targets) == 1:
        return AttackChoice(targets[0])
    aiming = Aiming(play, group.location)
    units = still_there(play, group.units)
    # S6.3: the Target of an Automatic Action, by its own list.
    at = automatic_target(play, units)
    if found := next((target for target in targets if target.where == at), None):
        return AttackChoice(found, spray=adjacent(play, group.location, found.where))
    # S8.p6: the Target is kept.
    if kept := retained(aiming, group, targets):
        play.emit(Note(fact("stays_the_target", where=kept.where)))
        return AttackChoice(kept)
    # S6.23: a Fire Command by {A3}, at who has not had enough (S8.p6).
    return by_table(play, group, unspent(aiming, targets))


def _decide(
    play: Play, lines: Iterable[object], targets: Sequence[Target], purpose: Fact
) -> Target:
    tie = random_dr(play, purpose)
    order_: PriorityList[Target] = PriorityList(tuple(lines), tie=tie)  # type: ignore[arg-type]
    return decide(
        play, order_, targets, purpose=purpose, name=lambda target: target.where
    )


@rule("S8.p6", "Keeping and changing Targets", cites=("S6.314", "S8.2"))
def retained(
    aiming: Aiming, group: ActionGroup, targets: Sequence[Target]
) -> Target | None:
    """The Target of the group's last attack in this phase, if it is still one.

    Until it is eliminated, or broken with an unbroken one left elsewhere, or out of
    LOS. Then there is a new DR; shots of a kept ROF take the next best of the row.
    """
    own = set(things_of(aiming.view, still_there(aiming.view, group.units)))
    shots = [s for s in aiming.view.state.shots if own & set(s.firers)]
    last = shots[-1].target if shots else ""
    kept = next((target for target in targets if target.where == last), None)
    if kept is None:
        return None
    units = it.those_at(aiming.view, kept)
    return kept if any(not unit.broken for unit in units) else None


@rule("S8.p6/overkill", "Targets that have had enough", cites=("S8.p6",))
def unspent(aiming: Aiming, targets: Sequence[Target]) -> list[Target]:
    """The Targets without those attacked in this phase and all broken or pinned.

    As long as another one has a p(NMC+) of 1/4.
    """
    spent = [
        target
        for target in targets
        if it.attacked(aiming, target) and not it.standing(aiming, target)
    ]
    others = [target for target in targets if target not in spent]
    return others if any(t.chance >= FAIR for t in others) else list(targets)


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
    if vehicles and (only or any(_hurts_armor(view, u, vehicles) for u in units)):
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
    """The Target that the Fire Command chooses, by a DR if it has none for its ROF."""
    if len(targets) == 1:
        return AttackChoice(targets[0])
    # S8.p3: which Attack Table.
    name = attack_table(play, group, targets)
    table = play.world.enemy.table(name)
    # S8.p6: shots of a kept ROF go by the row that is known.
    number = _rof_row(play, group)
    if not number:
        purpose = fact("fire_command_of", units=group.units)
        number = dice_roll(play, purpose).final
        consult(play, table, number)
        for unit in still_there(play, group.units):
            told = fact("fire_command", table=name, number=number)
            play.emit(UnitChanged(replace(unit, command=number), told))
    command = read_command(play.world.enemy.table, name, number)
    return _commanded(play, group, targets, command)


def _rof_row(view: GameView, group: ActionGroup) -> int:
    """The row of a group of which only kept ROF is left to fire (S8.p6)."""
    units = still_there(view, group.units)
    kept = any(w.rof for unit in units for w in view.state.weapons_of(unit.id))
    return max((unit.command for unit in units), default=0) if kept else 0


@rule("S8.p7", "Known before concealed Targets", cites=("S8.p3",))
def _commanded(
    play: Play, group: ActionGroup, targets: Sequence[Target], command: Command
) -> AttackChoice | None:
    """The Target that the clauses leave; all else equal a Known one, the closest."""
    manners: tuple[Manner, ...] = command.manners
    # S6.23: a row that holds fire.
    if "hold" in manners and not command.branches[0]:
        return None
    # S8.p10: SMOKE, if a shot of it is any use.
    if "smoke" in manners:
        things = things_of(play, still_there(play, group.units))
        if smoke := smoke_shot(play, things):
            return AttackChoice(targets[0], smoke=smoke)
    aiming = Aiming(play, group.location)
    # S8.p3: the clauses of the row, then S8.p7: Known, and the closest.
    lines = lines_of(command, aiming, targets)
    ties = [] if "random" in manners else tie_lines(aiming)
    purpose = fact("the_target_of_the_fire_command")
    chosen = _decide(play, [*lines, *ties], targets, purpose)
    return AttackChoice(chosen, group=command.group, spray="spray" in manners)


# -- the attack --------------------------------------------------------------------


def with_others(
    play: Play, choice: AttackChoice, joining: Iterable[Sequence[str]]
) -> RatedAttack:
    """The attack on a chosen Target: sprayed, with those who join, or as it is."""
    shot = choice.target.volley
    # S8.p13: Spraying Fire.
    if choice.spray and (wide := spraying(play, shot, choice.target.where)):
        return wide
    # S8.p12: a FG, where it is better than attacks apart.
    # Where a FG is wanted, an attack apart may be good enough to do without one.
    able = joining if choice.group else _linked(play, shot.attack.froms, joining)
    others = [
        other
        for things in able
        if (other := best_attack(play, tuple(things), choice.target.where)) is not None
    ]
    return fire_group(play, shot, others, wanted=choice.group)


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


@rule("S8.p13", "Spraying Fire", cites=("S6.311", "A7.34", "A9.5"))
def spraying(
    view: GameView, shot: RatedAttack, target: LocationName
) -> RatedAttack | None:
    """The same attack sprayed at a second Target; None if that is not worth while.

    Each half needs a p(NMC+) of 1/6; of several the one with the greatest.
    """
    found = []
    for other in targets_of(view, shot.order.firers):
        if other.where == target:
            continue
        wide = planned(view, replace(shot.order, second=other.where))
        if wide is None or wide.chance < SPRAY_CHANCE or wide.attack.also is None:
            continue
        half = planned(view, _swapped(wide.order))
        if half is not None and half.chance >= SPRAY_CHANCE:
            found.append((half.chance, wide))
    return max(found, key=lambda each: each[0], default=(0, None))[1]


def _swapped(fire: Fire) -> Fire:
    return replace(fire, target=fire.second, second=fire.target)


# -- in which order ----------------------------------------------------------------


STRIPS, ORDNANCE, MACHINE_GUNS, TOGETHER, LONE = range(5)
"""The place of an attack among those of a phase (S8.p4)."""


@rule("S8.p4", "Order of firing", cites=("S6.1", "S8.12"))
def firing_rank(view: GameView, group: ActionGroup) -> int:
    """The place of a group among those that fire in a phase; S6.1 decides the rest.

    First who has only concealed Targets, then Ordnance, MMG and HMG, groups of more
    than one unit, and lone units.
    """
    units = still_there(view, group.units)
    if only_concealed(view, things_of(view, units)):
        return STRIPS
    kinds = [
        view.world.counter(weapon.counter)
        for unit in units
        for weapon in view.state.weapons_of(unit.id)
        if not weapon.malfunctioned
    ]
    if any(not isinstance(kind, SupportWeapon) or kind.calibre for kind in kinds):
        return ORDNANCE
    if any(isinstance(kind, SupportWeapon) and kind.heavy for kind in kinds):
        return MACHINE_GUNS
    together = sum(mmc(view, unit) is not None for unit in units) > 1
    return TOGETHER if together else LONE
