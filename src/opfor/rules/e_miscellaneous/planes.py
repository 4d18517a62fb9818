"""E7: what its rules ask of an aircraft and its numbers."""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.ask import Adjudicate, Field, Option
from opfor.core.fact import Fact
from opfor.state.artillery import Aircraft
from opfor.state.events import AircraftChanged
from opfor.state.play import GameView, Play


def number(view: GameView, what: str) -> int:
    """A number of table {E7}."""
    table = view.world.enemy.table("E7")
    found: int = table.look_up(date=view.world.date, what=what).result
    return found


def change_plane(play: Play, plane: Aircraft, what: Fact, **fields: object) -> Aircraft:
    """Change an airplane; returns it as it is then."""
    new = replace(plane, **fields)
    play.emit(AircraftChanged(new, what))
    return new


def ask_result(play: Play, purpose: Fact, words: Sequence[str]) -> str:
    """What the player says that came of a DR on his table."""
    options = tuple(Option(word, word) for word in words)
    form = (Field("result", "result:", "option", options),)
    said = play.ask(Adjudicate(purpose=purpose, side="FRIENDLY", form=form))
    return str(said["result"])
