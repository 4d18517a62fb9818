"""A squad behind a tank or a wreck (D9)."""

from collections.abc import Callable
from typing import Any

from opfor.core.game import Game
from opfor.state.events import MarkerAdded, PhaseBegan
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Marker, MarkerKind, Phase
from tests.rules.given.armor import PZ4
from tests.rules.given.world import game

L = LocationName


def scene(
    run: Callable[[Play], object],
    *dice: str,
    counter: str = PZ4,
    at: str = "tK5",
    wreck: MarkerKind | None = None,
    phase: Phase = "PFPh",
    board: str = "brush: B2",
    **state: Any,
) -> Game[State]:
    """A FRIENDLY squad in K5 with a tank; a Russian one in N6, one in H4."""

    def once(play: Play) -> None:
        play.emit(PhaseBegan(1, "ENEMY", phase))
        if wreck is not None:
            play.emit(MarkerAdded(Marker(id="wreckA", kind=wreck, location=L(at))))
        run(play)

    tank = {} if wreck else {"tank": (counter, at, {"vca": 1, "tca": 1} | state)}
    return game(
        *dice,
        board=f"\nboard: t\nsize: 20x10\n{board}\n",
        units={"sq": ("german/4-6-7", "tK5")},
        enemies={"er": ("russian/4-4-7", "tN6"), "ex": ("russian/4-4-7", "tH6")},
        vehicles=tank,
        run=once,
    )


def seen(run: Callable[[Play], Any], **given: Any) -> Any:
    """What `run` gives there."""
    found: list[Any] = []
    scene(lambda play: found.append(run(play)), **given)
    return found[0]
