"""S6.24 and alternates: the ENEMY's PFPh, each Action performed at once.

What is next follows from the state: an Action that was given and not yet performed,
else the next group that has none.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.event import Note
from opfor.core.explain import consult
from opfor.core.fact import fact
from opfor.core.rule import part_of_rule, rule
from opfor.rules.a_infantry.a01_deploy import nation_deploys
from opfor.rules.a_infantry.a01_units import mmc
from opfor.rules.a_infantry.a19_elr import exchange
from opfor.rules.a_infantry.a20_prisoners.prisoners import prisoners
from opfor.rules.b_terrain.b27_digging import may_entrench
from opfor.rules.b_terrain.b27_entrenchments import over_wall
from opfor.rules.choices.give_order import allowed, order
from opfor.rules.choices.orders import Assemble, Entrench
from opfor.rules.s_solitaire.s01_terms import has_target, targets
from opfor.rules.s_solitaire.s04_human_wave.movement import leave
from opfor.rules.s_solitaire.s06_actions.actions import (
    GUN,
    ActionGroup,
    action_roll,
    attitude,
    defenders,
    defensive_roll,
    give,
    groups_due,
    heavy,
    owes_roll,
    own_roll,
    rank_of,
)
from opfor.rules.s_solitaire.s06_actions.automatic import automatic, considered
from opfor.rules.s_solitaire.s06_actions.automatic_fire import to_assemble
from opfor.rules.s_solitaire.s06_actions.automatic_moves import (
    leaver,
    mobile_vehicle,
    receiver,
)
from opfor.rules.s_solitaire.s08_fire.attack_choice import (
    best_attack,
    fire_group,
    things_of,
)
from opfor.rules.s_solitaire.s08_fire.charge_placement import keeps_for_charge
from opfor.rules.s_solitaire.s08_fire.command import AttackChoice, fire_command
from opfor.rules.s_solitaire.s08_fire.targets import targets_of
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Action, Unit

CALLED = "S6.317"
"""The Automatic Action that takes a leader out of a Human Wave (D-002)."""

# -- before the Action DR ----------------------------------------------------------


def hand_over(play: Play) -> bool:
    """A SMC's prisoners go to the first MMC with him, which Deploys (S6.303, D-037)."""
    for guard in list(play.state.units.values()):
        taker = receiver(play, guard)
        if taker is None:
            continue
        squad = mmc(play, taker)
        to = taker.id
        if squad and squad.size == "squad" and nation_deploys(play, taker):
            half = squad.half_squad
            to = exchange(play, taker, (half, half), "Deployed to guard")[0]
        for held in prisoners(play, guard.id):
            play.emit(UnitChanged(replace(held, guard=to), f"prisoner of {to}"))
        return True
    return False


def thin_out(play: Play) -> bool:
    """Who must leave an Overstacked Location, by Random dr (S6.307)."""
    places = dict.fromkeys(u.location for u in _enemies(play) if not u.action)
    for at in places:
        if unit := leaver(play, at):
            leaving = replace(unit, automatic="S6.307")
            with part_of_rule("S6.307"):
                play.emit(UnitChanged(leaving, f"must leave the Overstacked {at}"))
            return True
    return False


def without_roll(play: Play) -> bool:
    """Berserk units and Human Waves move; they make no Action DR (S6.301, S6.305)."""
    for unit in _enemies(play):
        if unit.action or unit.broken or not (unit.berserk or unit.wave):
            continue
        found = automatic(play, unit)
        if found is not None and found.rule in ("S6.301", "S6.305"):
            give(play, unit, found.action, found)
            return True
    return False


def _enemies(view: GameView) -> Iterator[Unit]:
    for unit in view.state.units.values():
        if unit.side == "ENEMY" and unit.location and not unit.guard:
            yield unit


# -- the Action DR -----------------------------------------------------------------


def next_action(play: Play) -> bool:
    """The next group's Action DR, and the alternates of Actions that it cannot do."""
    group = next(iter(groups_due(play)), None)
    if group is None:
        return False
    rolls(play, group)
    return True


def rolls(play: Play, group: ActionGroup) -> None:
    """A group's Action DR, and what those do who cannot do their Action."""
    action_roll(play, group, lambda _look, unit: considered(play, unit), alternate)
    for id_ in group.units:
        unit = play.state.units.get(id_)
        if unit and unit.wave and unit.automatic == CALLED:
            leave(play, id_, "leaves the Human Wave for broken units")


@rule(
    "S6.22",
    "Move",
    exc=("units that are not Mobile",),
    cites=("S9.1", "S9.2", "S9.21"),
)
def can_move(unit: Unit) -> bool:
    """Whether a unit with a Move Action moves in the ENEMY's MPh, by {A4a} to {A4c}.

    EXC: a unit that is not Mobile has an alternate Action.
    """
    if unit.vehicle is not None:
        return mobile_vehicle(unit)
    return not (unit.pinned or unit.ti or unit.melee or unit.broken)


@rule(
    "S6.23",
    "Fire",
    exc=("no Target",),
    cites=("S6.13", "S6.23/command", "S8.p1"),
)
def can_fire(view: GameView, unit: Unit) -> bool:
    """Whether a unit with a Fire Action fires, by a Fire Command of {A3a} to {A3d}.

    EXC: without a Target it has an alternate Action.
    """
    return has_target(view, [unit])


@rule("S6.24", "Entrench", cites=("B27.1", "B27.11", "S6.241"))
def can_entrench(view: GameView, unit: Unit) -> bool:
    """Whether a unit can Entrench: an Infantry MMC where that is possible."""
    try:
        may_entrench(view, unit)
    except Illegal:
        return False
    return not behind_a_wall(view, unit)


@rule("S6.241", "No Entrenching behind a wall that is the only LOS", cites=("B27.2",))
def behind_a_wall(view: GameView, unit: Unit) -> bool:
    """Whether all LOS to its Targets crosses a wall, hedge or bocage hexside."""
    found = targets(view, [unit])
    return bool(found) and all(over_wall(view, unit.location, at) for at in found)


@rule(
    "S6.2/alternates",
    "The alternate of an Action that cannot be done",
    cites=("S6.13", "S6.241", "S9.1"),
)
def alternate(play: Play, unit: Unit) -> None:
    """Give a unit the alternate Action of {A2-alternates} if it cannot do its own.

    The first that it can do, else nothing. An Automatic Action has none.
    """
    case = "" if unit.automatic else stuck(play, unit)
    if not case:
        return
    row = consult(play, play.world.enemy.table("A2-alternates"), case=case)
    for way in row.result:
        if way in ("Fire", "Move", "Entrench") and _can(play, unit, way):
            give(play, unit, way)
            return
    if case in STAYING and attitude(play, unit) == "Advance" and not _crew(play, unit):
        return
    give(play, unit, "nothing")


MOVE_HW = "Move, Infantry with a Gun or an assembled HW"

STAYING = (MOVE_HW,)
"""Cases in which a unit in Advance Attitude that can do nothing else keeps its own."""


def _can(view: GameView, unit: Unit, action: Action) -> bool:
    if action == "Fire":
        return can_fire(view, unit)
    return can_entrench(view, unit) if action == "Entrench" else can_move(unit)


def _crew(view: GameView, unit: Unit) -> bool:
    return rank_of(view, unit) == GUN


def stuck(view: GameView, unit: Unit) -> str:
    """The case of {A2-alternates} that a unit is in; empty if it can do its Action."""
    hold, vehicle = attitude(view, unit) == "Hold", unit.vehicle is not None
    if unit.action == "Fire" and not can_fire(view, unit):
        if hold:
            who = "armed vehicle" if vehicle else "Infantry"
            return f"Fire without Target, Hold, {who}"
        gun = not vehicle and _crew(view, unit)
        who = "Gun crew" if gun else "Infantry or vehicle"
        return f"Fire without Target, Advance, {who}"
    if unit.action == "Move" and vehicle and not can_move(unit):
        return "Move, vehicle that cannot move"
    if unit.action == "Move" and not vehicle and _holds_heavy(view, unit):
        return MOVE_HW
    if unit.action == "Entrench" and not can_entrench(view, unit):
        return f"Entrench not possible, {'vehicle' if vehicle else 'Infantry'}"
    return ""


def _holds_heavy(view: GameView, unit: Unit) -> bool:
    """Whether it possesses a Gun or an assembled HW, functioning or not."""
    weapons = view.state.weapons_of(unit.id)
    return any(heavy(view, weapon) and not weapon.dm for weapon in weapons)


# -- performing --------------------------------------------------------------------


def perform(play: Play) -> bool:
    """Perform the next Fire or Entrench Action that has been given."""
    group = next(_pending(play), None)
    if group is None:
        return False
    first = play.state.units[group.units[0]]
    if first.action == "Entrench":
        _entrench(play, first)
    else:
        fires(play, group)
    return True


@rule("S8.p1", "Who fires in which phase", cites=("S5.5", "S6.313", "S8.1"))
def fires(play: Play, group: ActionGroup) -> None:
    """PFPh: the next attack of those who have Fire as their Action.

    First they assemble a HW that they need. Of the other phases see S8.p1/afph and
    S8.p17.
    """
    if keeps_for_charge(play, group.units):
        return
    if not (_assemble(play, group) or fire_command(play, group, called=called)):
        _tell_idle(play, group)
        _acted(play, group.units)


def _tell_idle(play: Play, group: ActionGroup) -> None:
    """Say why a MMC with a Target does not fire; one that has fired is done."""
    units = [play.state.units[id_] for id_ in group.units if id_ in play.state.units]
    idle = [u.id for u in units if mmc(play, u) and not u.fired and can_fire(play, u)]
    if idle and not targets_of(play, things_of(play, units)):
        names = ", ".join(idle)
        play.emit(Note(f"{names}: no attack on a Target would have any effect (S8.p2)"))


@rule("S8.p12/pfph", "Fire Groups in the PFPh", cites=("S6.11", "S8.p12"))
def called(
    play: Play, group: ActionGroup, choice: AttackChoice
) -> list[tuple[str, ...]]:
    """Whose weapons join an attack of the PFPh in a FG.

    Of ADJACENT Locations that have made no Action DR yet, each that the FG would take
    makes its own now, in the order of S6.1; those who have Fire for their Action join.
    Reading: D-250.
    """
    parts, found = [choice.target.volley], list[tuple[str, ...]]()
    at, wanted = choice.target.where, choice.group
    for other in groups_due(play):
        things = _infantry_of(play, other)
        shot = best_attack(play, things, at) if things else None
        if shot is None or other.location == group.location:
            continue
        whole = fire_group(play, parts[0], [*parts[1:], shot], wanted=wanted)
        if not set(shot.order.firers) <= set(whole.order.firers):
            continue
        rolls(play, other)
        things = things_of(play, _fire_freely(play, other))
        if things and (shot := best_attack(play, things, at)):
            parts.append(shot)
            found.append(things)
    return found


def _infantry_of(view: GameView, group: ActionGroup) -> tuple[str, ...]:
    """The things of a group of Infantry without a Gun; those of other groups not."""
    units = [view.state.units[id_] for id_ in group.units]
    plain = group.rank > GUN and not any(unit.vehicle for unit in units)
    return things_of(view, units) if plain else ()


def _fire_freely(view: GameView, group: ActionGroup) -> list[Unit]:
    """The units with a Fire Action that no Automatic Action has a Target for."""
    found = (view.state.units.get(id_) for id_ in group.units)
    free = ("", "S6.312", "S6.313")
    return [u for u in found if u and u.action == "Fire" and u.automatic in free]


def _pending(view: GameView) -> Iterator[ActionGroup]:
    """Those of one Location, one DR and one Action that have yet to perform it."""
    for unit in _enemies(view):
        if not _waits(unit):
            continue
        mates = [
            mate.id
            for mate in view.state.units_at(unit.location, "ENEMY")
            if _waits(mate)
            and mate.action == unit.action
            and own_roll(view, mate) == own_roll(view, unit)
            and attitude(view, mate) == attitude(view, unit)
        ]
        rank = rank_of(view, unit)
        yield ActionGroup(tuple(mates), unit.location, rank, attitude(view, unit))


def _waits(unit: Unit) -> bool:
    due = unit.action in ("Fire", "Entrench") and not unit.did("acted")
    return due and unit.good_order and not unit.ti


def _entrench(play: Play, unit: Unit) -> None:
    """A MMC digs by itself (S6.24)."""
    command = Entrench(unit.id)
    if allowed(play, "ENEMY", command):
        order(play, "ENEMY", command)
    if unit.id in play.state.units:
        _acted(play, (unit.id,))


def _acted(play: Play, ids: Sequence[str]) -> None:
    """Mark that units have performed their Action."""
    for id_ in ids:
        unit = play.state.units.get(id_)
        if unit is not None:
            done = replace(unit, deeds=(*unit.deeds, "acted"))
            with part_of_rule("S6.2"):
                said = fact("has_performed_its_action", action=unit.action)
                play.emit(UnitChanged(done, said))


def _assemble(play: Play, group: ActionGroup) -> bool:
    """Assemble a dm HW of the group for a Target (S6.313)."""
    for id_ in group.units:
        weapon = to_assemble(play, play.state.units[id_])
        command = Assemble(weapon.id) if weapon else None
        if command and allowed(play, "ENEMY", command):
            order(play, "ENEMY", command)
            return True
    return False


def ready_heavy(play: Play) -> bool:
    """DFPh, AFPh: a unit with a dm HW assembles it for a Target (S6.313, D-030).

    As DEFENDER it makes its one Action DR of the Player Turn first (S6.12).
    """
    for unit in list(_enemies(play)):
        weapon = to_assemble(play, unit) if unit.good_order else None
        command = Assemble(weapon.id) if weapon else None
        if command is None or not allowed(play, "ENEMY", command):
            continue
        if play.state.side != "ENEMY" and owes_roll(unit):
            defensive_roll(play, defenders(play, unit))
        else:
            order(play, "ENEMY", command)
        return True
    return False


PFPH = (hand_over, thin_out, without_roll, perform, next_action)
"""What the ENEMY does in its PFPh, in order."""
