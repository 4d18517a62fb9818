"""S6.1: the Action DR of a group, and the mark of those who have performed theirs."""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.explain import consult
from opfor.core.fact import fact
from opfor.core.rule import part_of_rule, rule
from opfor.rules.choices.give_order import allowed, order
from opfor.rules.choices.vehicle_orders import Limber
from opfor.rules.s_solitaire.s01_terms.ranges import FAR
from opfor.rules.s_solitaire.s01_terms.s01_terms import friend_places
from opfor.rules.s_solitaire.s04_human_wave.s04_32_movement import leave
from opfor.rules.s_solitaire.s06_actions.action_group import (
    ActionGroup,
    Automatic,
    attitude,
)
from opfor.rules.s_solitaire.s06_actions.can_do import (
    STAYING,
    can_do,
    serves_gun,
    stuck,
)
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import action_roll
from opfor.rules.s_solitaire.s06_actions.s06_2_action_tables import give
from opfor.rules.s_solitaire.s06_actions.s06_3_automatic import considered
from opfor.rules.s_solitaire.s06_actions.s06_317_leaders import needed_elsewhere
from opfor.rules.s_solitaire.s06_actions.s06_3171_a_leaders_way import sets_goal
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Unit


def rolls(play: Play, group: ActionGroup) -> None:
    """A group's Action DR, and what those do who cannot do their Action."""

    def own(_look: GameView, unit: Unit) -> Automatic | None:
        return considered(play, unit)

    # S6.11: the Action DR, with the alternates of S6.2.
    # S6.317: who goes to broken units is known before the next leader has his Action.
    action_roll(play, group, own, alternate, sets_goal)
    # S6.317: a leader of a Human Wave stays too, or is called away, at last in the APh.
    for id_ in group.units:
        unit = play.state.units.get(id_)
        if unit and unit.wave and needed_elsewhere(play, unit):
            leave(play, id_, fact("leaves_the_human_wave"))


@rule(
    "S6.2/alternates",
    "The alternate of an Action that cannot be done",
    cites=("S6.13", "S6.241", "S9.1", "C10.2"),
)
def alternate(play: Play, unit: Unit) -> None:
    """Give a unit the alternate Action of {A2-alternates} if it cannot do its own.

    The first that it can do, else nothing. An Automatic Action has none.
    """
    # S6.2: only an Action that cannot be done has an alternate.
    case = "" if unit.automatic else stuck(play, unit)
    if not case:
        return
    row = consult(play, play.world.enemy.table("A2-alternates"), case=case)
    # S6.2: the first alternate that can be done.
    for way in row.result:
        if way in ("Fire", "Move", "Entrench") and can_do(play, unit, way):
            give(play, unit, way)
            return
        if way == "unlimber" and _unlimbers(play, unit):
            return
    # A2a: a unit that holds a HW keeps its Move in Advance Attitude.
    if (
        case in STAYING
        and attitude(play, unit) == "Advance"
        and not serves_gun(play, unit)
    ):
        return
    give(play, unit, "nothing")


def _unlimbers(play: Play, unit: Unit) -> bool:
    """Unlimber a crew's Gun, with a FRIENDLY unit within 16 hexes; its crew is TI.

    False if there is none to unlimber, as one with QSU.
    """
    guns = (arm.id for arm in play.state.weapons_of(unit.id) if arm.gun)
    commands = (Limber(id_, limber=False) for id_ in guns)
    command = next((c for c in commands if allowed(play, "ENEMY", c)), None)
    near = (play.world.range(unit.location, at) <= FAR for at in friend_places(play))
    if command is None or not any(near):
        return False
    give(play, unit, "nothing")
    # C10.2: in place of fire, TI.
    order(play, "ENEMY", command)
    return True


def mark_acted(play: Play, ids: Sequence[str]) -> None:
    """Mark that units have performed their Action."""
    for id_ in ids:
        unit = play.state.units.get(id_)
        if unit is not None:
            done = replace(unit, deeds=(*unit.deeds, "acted"))
            with part_of_rule("S6.2"):
                said = fact("has_performed_its_action", action=unit.action)
                play.emit(UnitChanged(done, said))
