"""S6.2: the ENEMY's PFPh, each Action performed at once.

What is next follows from the state: an Action that was given and not yet performed,
else the next group that has none.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import part_of_rule
from opfor.rules.a_infantry.a01_personnel.a01_3_deploy import nation_deploys
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.a_infantry.a19_unit_substitution.a19_1_elr import exchange
from opfor.rules.a_infantry.a20_prisoners.a20_5_guards import prisoners
from opfor.rules.choices.give_order import allowed, order
from opfor.rules.choices.orders import Assemble, Entrench
from opfor.rules.s_solitaire.s04_human_wave.s04_32_movement import moves_automatically
from opfor.rules.s_solitaire.s06_actions.action_group import ActionGroup, attitude
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import (
    defenders,
    defensive_roll,
    fires_apart,
    groups_due,
    order_key,
    owes_roll,
    rank_of,
)
from opfor.rules.s_solitaire.s06_actions.s06_2_action_tables import give
from opfor.rules.s_solitaire.s06_actions.s06_2_alternates import mark_acted, rolls
from opfor.rules.s_solitaire.s06_actions.s06_3_automatic import automatic
from opfor.rules.s_solitaire.s06_actions.s06_30_automatic_moves import leaver, receiver
from opfor.rules.s_solitaire.s06_actions.s06_313_heavy_weapons import to_assemble
from opfor.rules.s_solitaire.s08_fire.s08_p1_prep_fire import fires
from opfor.rules.s_solitaire.s08_fire.s08_p3_ordnance_of_infantry import pressed
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Unit

# -- before the Action DR ----------------------------------------------------------


def hand_over(play: Play) -> bool:
    """A SMC's prisoners go to the first MMC with him, which Deploys (S6.303, D-037)."""
    for guard in list(play.state.units.values()):
        taker = receiver(play, guard)
        if taker is None:
            continue
        # S6.303: a squad that is given prisoners Deploys at that moment.
        squad = mmc(play, taker)
        to = taker.id
        if squad and squad.size == "squad" and nation_deploys(play, taker):
            half = squad.half_squad
            to = exchange(play, taker, (half, half), fact("deployed_to_guard"))[0]
        # S6.303: the Transfer.
        for held in prisoners(play, guard.id):
            what = fact("prisoner_of", guard=to)
            play.emit(UnitChanged(replace(held, guard=to), what))
        return True
    return False


def thin_out(play: Play) -> bool:
    """Who must leave an Overstacked Location, by Random dr (S6.307)."""
    places = dict.fromkeys(u.location for u in _enemies(play) if not u.action)
    for at in places:
        if unit := leaver(play, at):
            leaving = replace(unit, automatic="S6.307")
            what = fact("must_leave_the_overstacked", where=at)
            with part_of_rule("S6.307"):
                play.emit(UnitChanged(leaving, what))
            return True
    return False


def without_roll(play: Play) -> bool:
    """Berserk units and Human Waves move; they make no Action DR (S6.301, S6.305)."""
    for unit in _enemies(play):
        waves = moves_automatically(play.world, unit)
        if unit.action or unit.broken or not (unit.berserk or waves):
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


# -- performing --------------------------------------------------------------------


def perform(play: Play) -> bool:
    """Perform the next Fire or Entrench Action that has been given, in order.

    Who made his Action DR out of turn waits for those before him (D-250).
    """
    given = _pending(play)
    group = min(given, key=lambda group: _place(play, group), default=None)
    if group is None:
        return False
    # S6.1: whose turn comes first makes his Action DR before.
    due = next(iter(groups_due(play)), None)
    if due is not None and _place(play, due) < _place(play, group):
        return False
    first = play.state.units[group.units[0]]
    if first.action == "Entrench":
        _entrench(play, first)
    else:
        fires(play, group)
    return True


def _pending(view: GameView) -> Iterator[ActionGroup]:
    """Those of one Location who fire or dig together and have yet to do it (D-865)."""
    for unit in _enemies(view):
        if not _waits(unit):
            continue
        mates = [
            mate
            for mate in view.state.units_at(unit.location, "ENEMY")
            if _waits(mate)
            and mate.action == unit.action
            and fires_apart(view, mate) == fires_apart(view, unit)
        ]
        ids = tuple(mate.id for mate in mates)
        rank = min(rank_of(view, mate) for mate in mates)
        yield ActionGroup(ids, unit.location, rank, attitude(view, unit))


def _place(view: GameView, group: ActionGroup) -> tuple[int, ...]:
    """The place of a group in the order of S6.1."""
    return order_key(view, group)[:-1]


def _waits(unit: Unit) -> bool:
    due = unit.action in ("Fire", "Entrench") and not unit.did("acted")
    return due and unit.good_order and not unit.ti


def _entrench(play: Play, unit: Unit) -> None:
    """A MMC digs by itself (S6.24)."""
    command = Entrench(unit.id)
    if allowed(play, "ENEMY", command):
        order(play, "ENEMY", command)
    if unit.id in play.state.units:
        mark_acted(play, (unit.id,))


def ready_heavy(play: Play) -> bool:
    """DFPh, AFPh: a unit with a dm HW assembles it for a Target (S6.313, D-030).

    As DEFENDER it makes its one Action DR of the Player Turn first (S6.12).
    Reading (D-866): not in place of fire at a close Target, unless it has moved.
    """
    for unit in list(_enemies(play)):
        weapon = to_assemble(play, unit) if unit.good_order else None
        # S6.311: who is to fire at a close Target does not spend his fire on it.
        if weapon is None or (not unit.moved and pressed(play, unit)):
            continue
        command = Assemble(weapon.id)
        if not allowed(play, "ENEMY", command):
            continue
        # S6.12: as DEFENDER it makes its Action DR first.
        if play.state.side != "ENEMY" and owes_roll(unit):
            defensive_roll(play, defenders(play, unit))
        else:
            order(play, "ENEMY", command)
        return True
    return False


PFPH = (
    hand_over,  # S6.303
    thin_out,  # S6.307
    without_roll,  # S6.301, S6.305
    perform,  # S6.11: at once, before the next Action DR
    next_action,  # S6.1, S6.11
)
"""What the ENEMY does in its PFPh, in order."""
