"""Whole games as text: the orders and choices that were made, and the story they made.

A file under `tests/golden` is a game: its first line says what is played, a line after
">" is an answer of somebody, all others tell what happened. The dice follow from the
seed. Replaying gives the answers again and must tell the same story, to the byte.

`python -m tests.replays` plays all games anew and writes them; read what changed.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import typer
from msgspec import Struct

from opfor.core.ask import Asked, Context, Port
from opfor.core.codec import digest, encode
from opfor.core.dice import Seeded
from opfor.core.errors import OpforError
from opfor.core.game import Game
from opfor.ports.session import Setup, amended, build_world
from opfor.rules.sequence.s02_turn import program
from opfor.sim.players import player
from opfor.sim.run import ProgramRouter
from opfor.state.mission import Mission, load_mission
from opfor.state.state import State
from opfor.state.units import Side, Weapon
from opfor.state.world import World
from opfor.views.text.log import log_lines

GOLDEN = Path(__file__).parent / "golden"


class Played(Struct, frozen=True, omit_defaults=True):
    """What is played, and by whom.

    Args:
        mission: its id.
        player: the FRIENDLY player that the orders are from.
        seed: of the dice and the player.
        changes: what `opfor play` may change: nations, date, map.
        options: other fields of the Mission.
    """

    mission: str
    player: str = "steady"
    seed: int = 1
    changes: dict[str, str] = {}
    options: dict[str, Any] = {}

    def build(self) -> Mission:
        """The Mission with all changes."""
        fields: dict[str, Any] = msgspec.to_builtins(
            amended(load_mission(self.mission), **self.changes)
        )
        return msgspec.convert(fields | self.options, Mission)


def _of(nation: str, by: str, date: str) -> dict[str, str]:
    return {"enemy": nation, "friendly": by, "date": date}


RAIN = {"weather": {"sky": "rain", "ground": "wet"}}
NIGHT = {"weather": {"night": 4}}

GAMES: Mapping[str, Played] = {
    "first-contact-steady": Played("first-contact"),
    "first-contact-random": Played("first-contact", "random", 2),
    "first-contact-iift": Played("first-contact", seed=3, options={"iift": True}),
    "first-contact-command": Played("first-contact", seed=4, options={"command": True}),
    "first-contact-rain": Played("first-contact", seed=5, options=RAIN),
    "first-contact-night": Played("first-contact", seed=6, options=NIGHT),
    "first-contact-german": Played(
        "first-contact", seed=7, changes=_of("german", "american", "1944-07")
    ),
    "first-contact-finnish": Played(
        "first-contact", seed=8, changes=_of("finnish", "russian", "1942-01")
    ),
    "first-contact-hills": Played("first-contact", seed=9, changes={"map": "o5"}),
    "bunker-busting-steady": Played("bunker-busting", seed=10),
    "bunker-busting-random": Played("bunker-busting", "random", 11),
    "bunker-busting-japanese": Played(
        "bunker-busting", seed=12, changes=_of("japanese", "usmc", "1944-06")
    ),
    "bunker-busting-italian": Played(
        "bunker-busting", seed=13, changes=_of("italian", "british", "1942-06")
    ),
    "enemy-offensive-steady": Played("enemy-offensive", seed=14),
    "enemy-offensive-german": Played(
        "enemy-offensive", seed=15, changes=_of("german", "british", "1944-08")
    ),
    "human-wave-steady": Played("human-wave", seed=16),
    "human-wave-random": Played("human-wave", "random", 17),
    "human-wave-chinese": Played(
        "human-wave", seed=18, changes=_of("chinese", "japanese", "1941-09")
    ),
    "tank-support-steady": Played("tank-support", seed=19),
    "tank-support-random": Played("tank-support", "random", 20),
    "tank-support-british": Played(
        "tank-support", seed=21, changes=_of("italian", "british", "1943-07")
    ),
    "armored-assault-steady": Played("armored-assault", seed=22),
    "armored-assault-random": Played("armored-assault", "random", 23),
    "armored-assault-russian": Played(
        "armored-assault", seed=24, changes=_of("russian", "german", "1943-10")
    ),
}
"""The golden games by the name of their file."""


def path(name: str) -> Path:
    """The file of a golden game."""
    return GOLDEN / f"{name}.txt"


class Again:
    """A router that gives recorded answers in turn; dice follow from the seed."""

    human = False

    def __init__(self, seed: str, answers: list[Any]) -> None:
        self._dice, self._left = Seeded(seed), iter(answers)

    def pick(self, asked: Asked) -> Port:
        """The dice for rolls and chits, else this itself."""
        return self._dice if asked.stream else self

    def answer(self, asked: Asked, _context: Context) -> Any:
        """The next answer."""
        found = next(self._left, None)
        if found is None:
            raise OpforError(f"the recorded game has no answer to {asked}")
        return found


def play(played: Played) -> str:
    """A game played anew, as text."""
    mission, seed = played.build(), f"golden {played.seed}"
    world = build_world(Setup(mission=mission, seed=played.seed))
    players: dict[Side, Port] = {
        side: player(played.player, world, f"{seed} {side}")
        for side in ("FRIENDLY", "ENEMY")
    }
    return _told(played, world, _run(world, mission, ProgramRouter(seed, players)))


def replay(text: str) -> str:
    """The text of a recorded game whose answers are given again."""
    first, *lines = text.splitlines()
    played = msgspec.json.decode(first.removeprefix("# "), type=Played)
    mission, seed = played.build(), f"golden {played.seed}"
    world = build_world(Setup(mission=mission, seed=played.seed))
    answers = [json.loads(line[2:]) for line in lines if line.startswith("> ")]
    return _told(played, world, _run(world, mission, Again(seed, answers)))


def _run(world: World, mission: Mission, router: Any) -> Game[State]:
    game = Game(State(mission=mission), program(world), router)
    game.run()
    return game


def _told(played: Played, world: World, game: Game[State]) -> str:
    head = f"# {msgspec.json.encode(played).decode()}"
    return "\n".join((head, *_story(world, game), f"# {_digest(game)}\n"))


def _digest(game: Game[State]) -> str:
    """A digest of how it ended: who and what is where, in which state, and the VP."""
    state = game.state
    own: list[Weapon] = list(state.weapons.values())
    units = [
        (u.id, u.counter, u.location, u.broken, u.pinned, u.concealed)
        for u in state.units.values()
    ]
    weapons = [(w.id, w.owner, w.location, w.malfunctioned) for w in own]
    tolls = {side: (toll.cvp, toll.exit_vp) for side, toll in state.tolls.items()}
    return digest(units, weapons, list(state.suspects), tolls, state.control)


def _story(world: World, game: Game[State]) -> Iterator[str]:
    """The log, with each answer where it was given."""
    entries = [entry for entry in game.journal if not entry.asked.stream]
    before = 0
    for entry in entries:
        yield from _log(world, game, before, entry.asked.after)
        yield f"> {_short(entry.answer)}"
        before = entry.asked.after
    yield from _log(world, game, before, len(game.events))


def _log(world: World, game: Game[State], start: int, end: int) -> Iterator[str]:
    for line in log_lines(world, game.events[start:end]):
        yield f"{line.rule} {line.text}".strip()


TRUE = ("claim", "ce", "road", "limber")
"""Fields of orders that are true unless the order says otherwise."""


def _short(answer: Any) -> str:
    """An answer as JSON, an order without what it leaves at its default."""
    if isinstance(answer, dict) and "type" in answer:
        idle = ("", [], (), None)
        answer = {
            key: value
            for key, value in answer.items()
            if value not in idle and (value is not False or key in TRUE)
        }
    return encode(answer).decode()


def main() -> int:
    """Play all golden games anew."""
    for name, played in GAMES.items():
        text = play(played)
        path(name).write_text(text, "utf-8")
        typer.echo(f"{name}: {text.splitlines()[-2]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
