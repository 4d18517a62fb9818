"""S12: what a Random Event does for some time, or later."""

from msgspec.structs import replace

from opfor.core.fact import Fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.state.events import EffectsChanged
from opfor.state.in_progress import Effect
from opfor.state.play import GameView, Play


def add_effect(play: Play, effect: Effect, what: Fact) -> None:
    """Keep what a Random Event does later."""
    play.emit(EffectsChanged((*play.state.effects, effect), what))


def lasts(view: GameView, kind: str) -> bool:
    """Whether something that a Random Event brought lasts in this Player Turn."""
    return any(e.kind == kind and not passed(view, e) for e in view.state.effects)


def passed(view: GameView, effect: Effect) -> bool:
    """Whether the Player Turn, or Game Turn, to the end of which it lasts is over."""
    state = view.state
    if state.turn != effect.turn:
        return state.turn > effect.turn
    first = state.mission.first
    return effect.side == first and state.side != first


@rule("S12.p10", "Events of either Player Turn", cites=("S2.2", "S12.22"))
def to_the_next(view: GameView, effect: Effect) -> Effect:
    """An effect that lasts until the Player Turn after this one ends.

    An event may come in the RPh of either Player Turn. So what it brings lasts for
    the rest of the Game Turn, or into the first Player Turn of the next one.
    """
    state = view.state
    second = state.side != state.mission.first
    return replace(effect, turn=state.turn + second, side=other(state.side))


def entry_turn(view: GameView) -> int:
    """The Game Turn of the ENEMY's next RPh, or of its RPh now."""
    state = view.state
    gone = state.side != "ENEMY" and state.mission.first == "ENEMY"
    return state.turn + gone
