"""What one S? brings: the games of the tests of S5.6 to S5.762."""

from typing import Any

from msgspec.structs import replace

from opfor.core.event import Note
from opfor.core.game import Game
from opfor.core.table import read_table
from opfor.rules.s_solitaire.s05_activation.group import ActivatedGroup
from opfor.rules.s_solitaire.s05_activation.s05_6_activation_procedure import activate
from opfor.rules.s_solitaire.s05_activation.s05_32_long_range_activation import (
    activate_long_range,
)
from opfor.rules.s_solitaire.s05_activation.s05_71_vehicles import vehicle
from opfor.state.events import PhaseBegan
from opfor.state.nations import Nation
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Fortification, LocationName, Suspect, Unit, Weapon
from opfor.views.text.words import say
from tests.rules.given.world import game

BOARD = """
board: t
size: 20x10
wooden building: H4
wooden building 1: K4+K5
stone building 2: N4+O4
crags: D8
marsh: F8
woods: H8 H9 L8
brush: C2
graveyard: P8
stone rubble: P4
gully: R2 > R6
road: B1/0 > B1 > B3
paved road: C4 > C8
level 1: S8 T8
wall: E5/4
"""

PTO: dict[str, Any] = {"enemy": "japanese", "date": "1943-06", "pto": True, "at": "tS8"}
"""A Japanese S? on a slope, in the Pacific."""


def activated(
    *dice: str,
    at: str = "tE3",
    attitude: str = "Hold",
    by: str = "",
    crest: tuple[int, ...] = (),
    mmc: str = "",
    long: bool = False,
    phase: tuple[str, str] = ("FRIENDLY", "MPh"),
    countermix: dict[str, int] | None = None,
    **more: Any,
) -> Game[State]:
    """The game after a S? has been Activated.

    Args:
        dice: what falls.
        at: where the S? stood.
        attitude: its Attitude.
        crest: the hexsides it faces in Crest status.
        mmc: the type of all MMC of its group.
        by: the Location of what caused it.
        long: by Long Range Activation.
        phase: whose Player Turn, and its phase.
        countermix: how many there are of some counters.
        more: for `game`.
    """

    def run(play: Play) -> None:
        play.emit(PhaseBegan(1, *phase))  # type: ignore[arg-type] # a test's word
        if countermix is not None:
            play.world.enemy = limited(play.world.enemy, countermix)
        suspect = Suspect(
            "S1",
            LocationName(at),
            attitude,  # type: ignore[arg-type] # a test's word
            crest=crest,
            mmc=mmc,
        )
        generate = activate_long_range if long else activate
        generate(play, suspect, by=LocationName(by))

    return game(*dice, **({"board": BOARD} | more), run=run)


def limited(nation: Nation, most: dict[str, int]) -> Nation:
    """A nation with a table `countermix`."""
    names = ", ".join(f'"{name}"' for name in most)
    rows = "\n".join(
        f'  {{ counter = "{name}", result = {number} }},'
        for name, number in most.items()
    )
    return with_table(
        nation,
        f"""
id = "countermix"
title = "Countermix"
key = "none"
source = "project"
axes = {{ counter = [{names}] }}
rows = [
{rows}
]
""",
    )


def with_table(nation: Nation, text: str) -> Nation:
    """A nation with one more table."""
    table = read_table(text.encode(), file="test.toml")
    return replace(nation, tables={**nation.tables, table.id.name: table})


def units(play: Game[State]) -> list[Unit]:
    """The ENEMY's units, in order."""
    return [unit for unit in play.state.units.values() if unit.side == "ENEMY"]


def names(play: Game[State]) -> list[str]:
    """The counters of the ENEMY's units, in order."""
    return [unit.counter for unit in units(play)]


def weapons(play: Game[State]) -> list[Weapon]:
    """The SW and Guns, in order."""
    return list(play.state.weapons.values())


def forts(play: Game[State]) -> list[Fortification]:
    """The fortifications, in order."""
    return list(play.state.fortifications.values())


def told(play: Game[State], words: str) -> list[str]:
    """The rules of the notes that hold these words."""
    return [
        emitted.rule
        for emitted in play.events
        if isinstance(emitted.event, Note) and words in say(emitted.event.fact)
    ]


FORTIFICATION = ("S5.6 DR 4,4", "S5.72 DR 3,3")
"""S, F: a 4-4-7 and a fortification."""


def brought(
    *dice: str,
    kind: str = "AFV",
    at: str = "tE3",
    attitude: str = "Hold",
    crest: tuple[int, ...] = (),
    **more: Any,
) -> Game[State]:
    """The game after one vehicle has come out of a S?."""

    def run(play: Play) -> None:
        suspect = Suspect("S1", LocationName(at), attitude, crest=crest)  # type: ignore[arg-type] # a test's word
        vehicle(play, ActivatedGroup(suspect), kind)

    return game(*dice, board=BOARD, run=run, **more)
