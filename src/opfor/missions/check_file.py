"""A Mission file checked: each fault with file, line, key and what to write."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError
from opfor.core.packs import read_bytes
from opfor.core.toml_lines import key_lines, nearest_line
from opfor.missions.sound import faults, for_nobody
from opfor.ports.session import Setup, build_world, folders
from opfor.state.mission import SUFFIX, Mission, load_mission, read_mission
from opfor.state.nations import Loaded, load_all

NUMBER = re.compile(r"(\w+) (\d+)")
"""The key of one of several tables, such as `victory 2`."""


class Checked(Struct, frozen=True):
    """What a check found.

    Args:
        title: the Mission's; empty if it could not be read.
        faults: what is wrong, each with its place.
    """

    title: str
    faults: tuple[OpforError, ...] = ()


def check_file(
    path: Path, *, boards: Sequence[Path] = (), packs: Sequence[Path] = ()
) -> Checked:
    """Read a Mission file, set it up, and see that it can be played and won.

    Args:
        path: the file.
        boards: the player's folders of boards.
        packs: his folders of tables and counters.

    Errors:
        OpforError: the file cannot be read at all.
    """
    data = read_bytes(path)
    try:
        mission = read_mission(data, str(path))
    except OpforError as error:
        return Checked("", (_placed(error, data, path),))
    loaded = load_all(*packs)
    found = list(_counters(mission, loaded))
    if not found:
        setup = Setup(
            mission=mission, seed=1, boards=folders(boards), packs=folders(packs)
        )
        try:
            found = faults(build_world(setup), mission)
        except OpforError as error:
            found = [error]
    return Checked(mission.title, tuple(_placed(one, data, path) for one in found))


def mission_named(
    name: str, packs: Sequence[Path] = (), *, to_win: bool = False
) -> Mission:
    """A Mission by id, or by the path of a file, which is looked at before its game.

    Its nations, counters and table of the AC# are there; whether its map does is seen
    as it is set up.

    Args:
        name: its id or file.
        packs: the player's folders of tables and counters.
        to_win: it says who wins, without which rates mean nothing; who only plays
            may judge that himself.

    Errors:
        OpforError: there is none; or the first thing that is wrong, with file and line.
    """
    mission = load_mission(name, *packs)
    if name.endswith(SUFFIX):
        found = list(_counters(mission, load_all(*packs)))
        found += for_nobody(mission) if to_win else ()
        if found:
            path = Path(name)
            raise _placed(found[0], read_bytes(path), path)
    return mission


def _counters(mission: Mission, loaded: Loaded) -> Iterator[OpforError]:
    """Nations and counters that there are not."""
    for key in ("friendly", "enemy"):
        try:
            loaded.nation(getattr(mission, key))
        except OpforError as error:
            yield OpforError(error.what, key, error.do)
            return
    for nth, line in enumerate(mission.unit, 1):
        name = mission.friendly if line.side == "FRIENDLY" else mission.enemy
        for counter in (line.counter, *line.weapons):
            try:
                if counter != "dummy":
                    loaded.nation(name).counter(counter)
            except OpforError as error:
                yield OpforError(error.what, f"unit {nth}", error.do)
    if isinstance(mission.ac, str) and mission.ac not in loaded.tables:
        do = did_you_mean(mission.ac, loaded.tables) or "write a number, or AC-start"
        yield OpforError(f"there is no table {mission.ac!r}", "ac", do)


def _placed(error: OpforError, data: bytes, path: Path) -> OpforError:
    """An error with file and line; its key stands before what is wrong."""
    if error.where.startswith(f"{path}:"):
        return error
    key, steps = _key(error)
    try:
        line = nearest_line(key_lines(data.decode()), steps) if steps else 0
    except UnicodeDecodeError:
        line = 0
    where = f"{path}:{line}" if line else str(path)
    return OpforError(f"{key}: {error.what}" if key else error.what, where, error.do)


def _key(error: OpforError) -> tuple[str, tuple[str | int, ...]]:
    """The key that an error is about, and its path in the file."""
    if numbered := NUMBER.fullmatch(error.where):
        return error.where, (numbered[1], int(numbered[2]) - 1)
    if re.fullmatch(r"\w+", error.where):
        return error.where, (error.where,)
    return "", ()
