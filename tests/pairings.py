"""Any board in any month: how many pairings are refused, and how many end in a fault.

`python -m tests.pairings --number 1000 --seed 19 --play 60` draws Missions, nations,
months and boards (VASL's of the shared folder beside ours), sets each up, plays some of
those that are taken, and counts what came of them, with an example of each sentence.
"""

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

import typer

from opfor.core.errors import OpforError
from opfor.geo.boards.library import Library
from opfor.geo.map import parse_map
from opfor.ports.session import Setup, amended, build_world, folders
from opfor.ports.suited import WithoutTables
from opfor.sim.series import BatchOrder, play_one
from opfor.state.mission import Mission, load_mission, shipped
from opfor.state.nations import load_all, nations
from tests.shared import SHARED

FIRST_YEAR, LAST_YEAR = 1939, 1945
LESSON = "tutorial"
"""A Mission of its own board and places."""


class Pairing(NamedTuple):
    """What is drawn: a Mission with other sides, in another month, on other boards."""

    mission: str
    friendly: str
    enemy: str
    date: str
    map: str


class Found(NamedTuple):
    """What came of a pairing: refused with a sentence, or a fault, or neither.

    Another month or nation may have been offered, and the first of them taken.
    """

    pairing: Pairing
    refused: str = ""
    fault: str = ""
    offered: bool = False


def pairings(seed: int) -> Iterator[Pairing]:
    """Pairings without end, by a seed; as many boards as the Mission's own map has."""
    chance = random.Random(seed)  # noqa: S311 - which pairings are tried, not dice
    names = [name for name in shipped() if name != LESSON]
    sides = nations(load_all().tables)
    library = Library([SHARED / "boards"])
    theirs = [name for name in library.names() if name not in Library().names()]
    while True:
        mission = shipped()[chance.choice(names)]
        map_ = _map(mission.map, theirs, library, chance)
        year = chance.randint(FIRST_YEAR, LAST_YEAR)
        month = chance.randint(1, 12)
        friendly, enemy = chance.choice(sides), chance.choice(sides)
        date = f"{year}-{month:02d}"
        yield Pairing(mission.id, friendly, enemy, date, map_)


def _map(
    map_: str, names: Sequence[str], library: Library, chance: random.Random
) -> str:
    """As many boards as a map has, in its places; drawn again if they do not join."""
    while True:
        boards = chance.sample(names, len(map_.split()))
        places = zip(boards, map_.split(), strict=True)
        text = " ".join(
            f"{n}@{place.partition('@')[2] or '0,0'}" for n, place in places
        )
        with suppress(OpforError):
            parse_map(text, library.load)
            return text


def mission_of(pairing: Pairing) -> Mission:
    """The Mission as a player would have it by his options.

    Errors:
        OpforError: it is refused.
    """
    changes = pairing._asdict()
    return amended(load_mission(changes.pop("mission")), **changes)


def tried(pairing: Pairing, seed: int, *, play: bool) -> Found:
    """What comes of a pairing as it is set up, and played if it is to be."""
    boards = folders([SHARED / "boards"])
    try:
        setup = Setup(mission=mission_of(pairing), seed=seed, boards=boards)
        build_world(setup)
    except WithoutTables as error:
        instead = pairing._replace(**error.offers[0].changes)
        return tried(instead, seed, play=play)._replace(offered=True)
    except OpforError as error:
        return Found(pairing, refused=str(error))
    except Exception as error:
        return Found(pairing, fault=f"{type(error).__name__}: {error}")
    if not play:
        return Found(pairing)
    outcome = play_one(BatchOrder(setup=setup, seed=seed), 0)
    return Found(pairing, fault=outcome.fault)


def kind_of(sentence: str) -> str:
    """A sentence without its names and numbers."""
    plain = re.sub(
        r"^[\w-]+ (?=has no tables)|^.*?: |board \S+|[\w-]*\d\S*", "…", sentence
    )
    return re.sub(r"\b(?:the )?[\w-]+ ENEMY", "the … ENEMY", plain).partition(";")[0]


def main(argv: Sequence[str]) -> int:
    """Draw, try, count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=19)
    parser.add_argument("--play", type=int, default=0, help="play so many of those")
    asked = parser.parse_args(argv)
    found = list[Found]()
    played = 0
    for pairing in islice(pairings(asked.seed), asked.number):
        one = tried(pairing, asked.seed, play=played < asked.play)
        played += not one.refused
        found.append(one)
    refused = [one for one in found if one.refused]
    faults = [one for one in found if one.fault]
    offered = sum(one.offered for one in found)
    typer.echo(f"{len(found)} drawn, {offered} by what was offered in one key,")
    typer.echo(f"{len(refused)} refused, {len(faults)} faults")
    typer.echo(f"{min(played, asked.play)} of the others were played")
    for kind, number in Counter(kind_of(one.refused) for one in refused).most_common():
        example = next(one for one in refused if kind_of(one.refused) == kind)
        typer.echo(f"{number:5} {example.refused}")
    for one in faults:
        typer.echo(f"FAULT {one.fault} {one.pairing}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
