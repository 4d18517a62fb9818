"""Random Events, and the phases in which their effects count."""

from typing import Any

from opfor.core.game import Game
from opfor.rules.s_solitaire import s02_2_random_events as re
from opfor.rules.s_solitaire.s12_random_events.s12_p12_artillery import mission_comes
from opfor.rules.sequence.player_turn import OF_PHASE
from opfor.state.events import EffectsChanged, PhaseBegan, RandomEvent
from opfor.state.in_progress import Effect
from opfor.state.play import Play
from opfor.state.state import State
from tests.rules.given.world import events, game

BOARD = "board: t\nsize: 17x10\nwoods: H5"
FRIENDS = {
    "V": ("german/4-6-7", "tC5"),
    "W": ("german/4-6-7", "tC5"),
    "X": ("german/4-6-7", "tC9"),
}
SQUAD = {"e1": ("russian/4-4-7", "tF5")}


def came(*dice: str, run: Any = mission_comes, **more: Any) -> Game[State]:
    """The game after a mission came."""
    setting: dict[str, Any] = {"board": BOARD, "units": FRIENDS, "enemies": SQUAD}
    return game(*dice, run=run, **(setting | more))


def happens(*dice: str, attitude: str = "Hold", **more: Any) -> Game[State]:
    """A Random Event."""
    run = more.pop("run", re.random_event)
    setting: dict[str, Any] = {"board": BOARD, "attitude": attitude, **more}
    return game(*dice, run=run, **setting)


def words(played: Game[State]) -> list[str]:
    """What happened."""
    return [event.words for event in events(played, RandomEvent)]


def rph(turn: int, side: str, *effects: Effect) -> Any:
    """What begins a RPh, with effects of earlier events."""

    def run(play: Play) -> None:
        play.emit(EffectsChanged(effects, "as given"))
        play.emit(PhaseBegan(turn, side, "RPh"))  # type: ignore[arg-type] # a test's word
        for automatic in OF_PHASE["RPh"].begins:
            automatic(play)

    return run
