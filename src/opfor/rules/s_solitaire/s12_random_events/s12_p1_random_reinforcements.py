"""S12: S? that a Random Event brings, and when and where they come.

The text of S12 is not public: what is not in S4.2 to S4.31 is the project's own.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal

from msgspec.structs import replace

from opfor.core.dice import die_roll
from opfor.core.event import Note
from opfor.core.explain import consult
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.geo.edges import Quarter
from opfor.rules.s_solitaire.s04_human_wave.s04_3_human_wave import human_wave
from opfor.rules.s_solitaire.s04_placement.s04_2_entry import entry_bar, entry_hex
from opfor.rules.s_solitaire.s12_random_events.s12_p10_effects import (
    add_effect,
    entry_turn,
    lasts,
    passed,
)
from opfor.state.events import EffectsChanged, SuspectPlaced
from opfor.state.in_progress import (
    Effect,
)
from opfor.state.play import GameView, Play
from opfor.state.state import fresh_id
from opfor.state.units import (
    OFFBOARD,
    LocationName,
    Suspect,
)

WHITE = "white"
"""The colour of S? that a Random Event brings."""

REDRAWS = 40
"""Draws after which any hex of a north or south edge will do."""


@rule("S12", "Random events", cites=("S2.2", "S4.2", "S12.p1"))
def announce(play: Play, *, more: int = 0, at_once: bool = False) -> None:
    """Reinforcements: how many, when, by which edge, and how spread ({A6a} to {A6e}).

    Args:
        play: the game.
        more: the drm of {A6a}.
        at_once: they come now, without a dr for it.
    """
    mods = [Mod("Random Event", more, "S12")] if more else []
    # S12: how many ({A6a}) and when ({A6b})
    number = die_roll(play, fact("suspects_that_come"), mods).final
    delay = 0 if at_once else die_roll(play, fact("turns_until_they_come")).final
    # S12: by which edge ({A6c}), and how spread ({A6e})
    edge = die_roll(play, fact("by_which_edge"))
    spread = die_roll(play, fact("how_spread"))
    table = play.world.enemy.table
    later = 0 if at_once else consult(play, table("A6b"), delay).result
    effect = Effect(
        kind="reinforcement",
        turn=entry_turn(play) + int(later),
        number=int(consult(play, table("A6a"), number).result),
        edge=consult(play, table("A6c"), edge.final).result,
        spread=consult(play, table("A6e"), spread.final).result,
    )
    what = fact(
        "suspects_come", number=effect.number, turn=effect.turn, edge=effect.edge
    )
    add_effect(play, effect, what)


@rule("S12.p1", "When reinforcements come", cites=("S4.2", "S4.31"))
def arrivals(play: Play) -> None:
    """In the RPh of its Player Turn the ENEMY sets up offboard what is due.

    A turn without entry puts them off to the next one. What has passed is dropped.
    """
    state = play.state
    if state.side == "ENEMY":
        for effect in due(play):
            if lasts(play, "no entry"):
                play.emit(Note(fact("no_suspect_enters_this_turn")))
                # S12.p1: put off by a turn without entry
                late = replace(effect, turn=state.turn + 1)
                others = (late if e is effect else e for e in play.state.effects)
                play.emit(EffectsChanged(tuple(others), fact("put_off_for_a_turn")))
            else:
                # S12.p1: set up offboard
                left = tuple(e for e in play.state.effects if e is not effect)
                play.emit(EffectsChanged(left, fact("effect_now", effect=effect.kind)))
                _ENTER[effect.kind](play, effect)
    # S12.p10: what has passed is dropped
    kept = tuple(e for e in play.state.effects if not passed(play, e))
    if len(kept) < len(play.state.effects):
        play.emit(EffectsChanged(kept, fact("a_random_event_is_over")))


def due(view: GameView) -> list[Effect]:
    """What is to enter in this Game Turn."""
    turn = view.state.turn
    return [e for e in view.state.effects if e.kind in _ENTER and e.turn <= turn]


def _wave(play: Play, _effect: Effect) -> None:
    human_wave(play)


@rule("S12.p2", "How a group that enters is spread", cites=("S4.21", "S4.22"))
def enter(play: Play, effect: Effect) -> None:
    """Each S? at a hex of its own draw, two at one, or all side by side from one."""
    left = effect.number
    quarter: Quarter = effect.edge or "EBE"
    while left > 0:
        # S4.21, S4.22: an entry hex
        hex_ = _draw(play, quarter)
        if hex_ is None:
            return
        # S12.p2: side by side, two at one, or each alone
        if effect.spread == "together":
            beside = _beside(play, quarter, hex_)[:left]
        else:
            beside = [hex_] * (min(2, left) if effect.spread == "pairs" else 1)
        for place in beside:
            _set_up(play, place, "" if quarter == "EBE" else quarter)
        left -= len(beside)


def _draw(play: Play, quarter: Quarter) -> int | None:
    """An entry hex; along the north and south edges on the half nearer the EBE."""
    compass = play.world.compass
    middle = max(map(int, compass.from_fbe)) / 2
    hex_ = None
    for _ in range(REDRAWS):
        hex_ = entry_hex(play, quarter)
        if hex_ is None or quarter == "EBE" or int(compass.from_fbe[hex_]) >= middle:
            return hex_
        where = play.world.map.name(hex_)
        play.emit(Note(fact("on_the_half_of_the_fbe", where=where)))
    return hex_


def _beside(play: Play, quarter: Quarter, hex_: int) -> list[int]:
    """The hexes of an edge that can be entered, the nearest to one of them first."""
    along = list(play.world.compass.along(quarter))
    here = along.index(hex_)
    near = sorted(along, key=lambda other: abs(along.index(other) - here))
    return [other for other in near if not entry_bar(play, other)]


def _set_up(play: Play, hex_: int, edge: Quarter | Literal[""]) -> None:
    where = LocationName(play.world.map.name(hex_))
    if bar := entry_bar(play, hex_):
        play.emit(Note(fact("no_suspect_enters", where=where, bar=bar)))
        return
    id_ = fresh_id(play.state, "S")
    new = Suspect(id_, OFFBOARD, "Advance", WHITE, enters=where, edge=edge)
    play.emit(SuspectPlaced(new))


_ENTER: Mapping[str, Callable[[Play, Effect], None]] = MappingProxyType(
    {"reinforcement": enter, "Human Wave": _wave}
)
