"""A player's pack: one folder with tables, counters and Missions of his own.

    my-pack/
      *.toml, at any depth      tables: rows over shipped ones, or whole new ones
      poland/pack.toml          a new nation: its facts; its other tables beside it
      counters/*.toml           counter types
      missions/*.toml           Missions
      vasl/counters.toml        what counters of VASL are (docs/how-to/vasl.md)

docs/how-to/packs.md shows it step by step.
"""

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError
from opfor.state.counter_lists import FOLDER as COUNTERS
from opfor.state.counter_lists import placed_counters
from opfor.state.counters import MMC, SMC, Counter, SupportWeapon
from opfor.state.in_service import check_service
from opfor.state.mission import Mission, read_missions
from opfor.state.nations import Loaded, load_all, nations


class Pack(Struct, frozen=True):
    """What a pack brings: how many of each, with the shipped ones beneath."""

    tables: int
    counters: int
    missions: tuple[Mission, ...]
    loaded: Loaded


def check_pack(folder: Path) -> Pack:
    """Read everything in a pack and see that its parts agree.

    Raises:
        OpforError: naming the file, what is wrong, and what to write.
    """
    loaded = load_all(folder)
    for name in nations(loaded.tables):
        check_service(loaded.nation(name))
    own = placed_counters(folder / COUNTERS) if (folder / COUNTERS).is_dir() else []
    for piece, place in own:
        _check_piece(piece, loaded, place)
    missions = tuple(_missions(folder, loaded))
    layers = {
        row.file
        for table in loaded.tables.values()
        for row in table.rows
        if row.file.startswith(str(folder))
    }
    if not (layers or own or missions):
        raise OpforError(
            "there is nothing in this pack", str(folder), "add tables as *.toml files"
        )
    return Pack(len(layers), len(own), missions, loaded)


def _missions(folder: Path, loaded: Loaded) -> Iterator[Mission]:
    for path, mission in read_missions(folder):
        try:
            _check_mission(mission, loaded)
        except OpforError as error:
            raise OpforError(error.what, str(path), error.do) from None
        yield mission


def _check_mission(mission: Mission, loaded: Loaded) -> None:
    """Its nations, its month, its counters and its AC# table are known."""
    loaded.nation(mission.enemy).fact("name", date=mission.date)
    friendly = loaded.nation(mission.friendly)
    for line in mission.unit:
        for name in (line.counter, *line.weapons):
            friendly.counter(name)
    if isinstance(mission.ac, str) and mission.ac not in loaded.tables:
        do = did_you_mean(mission.ac, loaded.tables) or "write a number, or AC-start"
        raise OpforError(f"ac: there is no table {mission.ac!r}", do=do)


def _check_piece(piece: Counter, loaded: Loaded, where: str) -> None:
    """Its nation is known, and so are the counters that it names."""
    if piece.nation not in nations(loaded.tables):
        do = f"add {piece.nation}/pack.toml, or write another nation"
        raise OpforError(f"nation: there is no {piece.nation!r}", where, do)
    nation = loaded.nation(piece.nation)
    for key, name in _named(piece):
        try:
            nation.counter(name)
        except OpforError as error:
            raise OpforError(f"{key}: {error.what}", where, error.do) from None


def _named(piece: Counter) -> Iterator[tuple[str, str]]:
    """The counters that a counter type names, by key."""
    if isinstance(piece, MMC | SMC):
        yield from (("replaced_by", name) for name in piece.replaced_by)
    if isinstance(piece, MMC) and piece.half_squad:
        yield "half_squad", piece.half_squad
    if isinstance(piece, MMC) and piece.reduced:
        yield "reduced", piece.reduced
    if isinstance(piece, SupportWeapon) and piece.dm_as:
        yield "dm_as", piece.dm_as
