"""Keeps games of this release as fixtures for ever: `python -m tests.keep_saves`.

Run it once for each release, before its version changes. `tests/saves/VERSION` gets a
game of every kind, played by `steady` and broken off in the middle of a step;
`tests/test_old_saves.py` opens them with every release that follows. A name behind the
command stands in place of the version: for games of a state between two releases.
"""

import sys
from os import chdir
from pathlib import Path
from typing import Any

import msgspec
import typer
from msgspec.structs import replace

from opfor import __version__
from opfor.campaign.campaign import Plan
from opfor.campaign.company import Options
from opfor.campaign.file import toml_of
from opfor.campaign.game import new_campaign
from opfor.campaign.saves import beginning
from opfor.core.ask import Context
from opfor.core.dice import Seeded
from opfor.core.write_file import write_file
from opfor.geo.boards.board import Board
from opfor.geo.boards.library import Library
from opfor.ports.session import Session, Setup, begin
from opfor.sim.steady import Steady
from opfor.state.in_progress import Resolution
from opfor.state.mission import Mission, load_mission
from tests.geo.vaslfile import write_archive

SAVES = Path(__file__).parent / "saves"

BOARD = "t1"
"""The board in VASL's form: one of ours under another name, in `boards` beside it."""

BATTERIES = (
    {"calibre": 105, "shells": ("smoke", "WP"), "plentiful": True},
    {"side": "ENEMY", "device": "offboard", "calibre": 80, "shells": ("smoke",)},
)

TABLE: tuple[Resolution, ...] = ("fire", "morale", "close combat")

COMPANY = "campaign"
"""The campaign and its game."""

ENOUGH, MOST = 120_000, 220_000
"""Bytes of a save from which its game is broken off in a step, or wherever it is."""


def of(mission: str, **fields: Any) -> Mission:
    """A Mission that ships, with other fields."""
    known: dict[str, Any] = msgspec.to_builtins(load_mission(mission))
    return msgspec.convert(known | fields, Mission)


def played(session: Session) -> None:
    """Play until there is enough of it, and on into the middle of a step."""
    game, player = session.game, Steady(session.world, "kept")
    dice, path = Seeded(session.setup.seed), session.save.path
    asked = game.run()
    while asked is not None:
        size, in_step = path.stat().st_size, len(game.journal) > game.mark.answers
        if size > MOST or (size > ENOUGH and in_step):
            break
        drawn = game.journal.drawn(asked.stream) if asked.stream else 0
        port = dice if asked.stream else player
        value = port.answer(asked, Context(game.state, drawn))
        asked = game.answer(asked.number, value)
    session.save.close()  # as a kill would: what follows from the last answer is lost


def vasl_board(folder: Path) -> None:
    """One of our boards in the form of VASL's."""
    folder.mkdir(parents=True)
    found = Library().load("o3")
    drawn = Board(
        BOARD, found.grid, found.terrain, found.elevation, stairways=found.stairways
    )
    write_archive(folder / f"bd{BOARD}", drawn)


def main(name: str = __version__) -> int:
    """Play them all."""
    folder = SAVES / name
    vasl_board(folder / "boards")
    chdir(folder)  # a save names its boards from there: it is opened anywhere
    on_vasl = of("first-contact", map=BOARD, vpo=(), victory=())
    games = {
        "infantry": Setup(mission=of("first-contact"), seed=1),
        "armor": Setup(mission=of("armored-assault"), seed=2),
        "artillery": Setup(mission=of("enemy-offensive", oba=BATTERIES), seed=3),
        "director": Setup(
            mission=of("first-contact"), seed=4, dice="mine", on_table=TABLE
        ),
        "vasl": Setup(mission=on_vasl, seed=5, boards=("boards",)),
    }
    for kind, setup in games.items():
        played(begin(setup, folder / f"{kind}.opfor"))
        typer.echo(kind)
    company(folder)
    return 0


def company(folder: Path) -> None:
    """A campaign with the game of its first Mission."""
    plan = Plan(mission="first-contact", map="o1", date="1941-08", enemy="russian")
    found = new_campaign("Kept", "german", "1941-08", 6, Options(missions=3), "russian")
    now = beginning(replace(found, plan=plan), folder)
    path = folder / f"{COMPANY}.opfor"
    campaign = replace(now.campaign, battle=replace(now.campaign.battle, game=COMPANY))
    played(begin(now.setup, path))
    write_file(folder / f"{COMPANY}.toml", toml_of(campaign).encode())
    typer.echo(COMPANY)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
