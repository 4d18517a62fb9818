"""What the start page offers: Missions, nations, boards, packs, policies, games."""

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from opfor.core.errors import OpforError
from opfor.core.fact import Fact
from opfor.core.save import read_save
from opfor.core.saved_game import Saved
from opfor.geo.boards.library import Library
from opfor.ports.session import Setup, read_setup
from opfor.rules.a_infantry.on_table import RESOLUTIONS
from opfor.rules.choices.policies import EVERY
from opfor.state.mission import Mission, missions
from opfor.state.nations import Loaded, load_all, nations
from opfor.state.state import State
from opfor.views.reference import as_shown, odds_of
from opfor.views.text.words import say
from opfor.web.game.view import against
from opfor.web.game_names import is_id, read_names
from opfor.web.thumbnails import snapshot

MOST_SHOWN = 50
"""The most saves that the start page lists."""

FIRST = ("tutorial", "first-contact")
"""The Missions to begin with."""

UNTRIED = 9
"""How hard a Mission counts whose odds nobody knows: more than any that are known."""


# -- packs -------------------------------------------------------------------------


def packs_by_name(given: Sequence[Path], shelf: Path | None) -> dict[str, Path]:
    """The packs that a page may name: those of the command line, then the shelf's."""
    found = {pack.name: pack for pack in given}
    with contextlib.suppress(OSError):
        for folder in sorted(shelf.iterdir()) if shelf else ():
            if folder.is_dir():
                found.setdefault(folder.name, folder)
    return found


# -- the whole page ----------------------------------------------------------------


def offers(
    packs: dict[str, Path], given: Sequence[Path], boards: Sequence[Path]
) -> dict[str, Any]:
    """What a new game can be made of."""
    library = Library(boards)
    ours = Library().names()
    return {
        "missions": list(_missions(packs, given)),
        "nations": list(_nations(load_all(*given))),
        "boards": library.names(),
        "ours": ours,
        "policies": [[each.name, each.title, each.settings] for each in EVERY],
        "resolutions": RESOLUTIONS,
        "packs": [[name, path in given] for name, path in packs.items()],
    }


def _missions(
    packs: dict[str, Path], given: Sequence[Path]
) -> Iterator[dict[str, Any]]:
    """Every Mission; of a pack that cannot be read, none."""
    seen = missions(*given)
    for mission in sorted(seen.values(), key=_rank):
        yield _mission(mission, "")
    for name, path in packs.items():
        with contextlib.suppress(OpforError):
            for id_, mission in missions(path).items():
                if id_ not in seen:
                    yield _mission(mission, name)


def _rank(mission: Mission) -> tuple[int, int, int]:
    """Where a Mission stands: those to begin with, then the easy and small ones."""
    first = FIRST.index(mission.id) if mission.id in FIRST else len(FIRST)
    odds = odds_of(mission.id)
    return first, odds.level if odds else UNTRIED, _size(mission) * mission.turns


def _size(mission: Mission) -> int:
    """The units of the player's OB."""
    return sum(line.number for line in mission.unit if line.side == "FRIENDLY")


def _mission(mission: Mission, pack: str) -> dict[str, Any]:
    names = (
        "id", "title", "note", "map", "date", "friendly", "enemy", "turns", "source",
    )  # fmt: skip
    found = {name: getattr(mission, name) for name in names}
    odds = None if pack else as_shown(mission.id)
    return found | {"pack": pack, "units": _size(mission), "odds": odds}


def _nations(loaded: Loaded) -> Iterator[dict[str, str]]:
    for id_ in nations(loaded.tables):
        nation = loaded.nation(id_)
        yield {
            "id": id_,
            "name": str(nation.fact("name")),
            "first": str(nation.fact("first month")),
            "last": str(nation.fact("last month")),
        }


# -- games to go on with -----------------------------------------------------------


def saves(paths: Iterable[Path]) -> list[dict[str, Any]]:
    """The saves, the one played last first; what cannot be read is passed over."""
    named = (path for path in set(paths) if is_id(path.stem))
    found = sorted(named, key=_played, reverse=True)
    lines = (_line(path) for path in found[:MOST_SHOWN])
    return [line for line in lines if line]


def misnamed(paths: Iterable[Path]) -> list[str]:
    """The files that no page can open until they are called otherwise."""
    found = sorted(path.name for path in paths if not is_id(path.stem))
    return [ascii(name) for name in found[:MOST_SHOWN]]


def read(path: Path) -> tuple[Saved, Setup]:
    """A save, read and not opened, and what its game was built from.

    Errors:
        OpforError: it cannot be read.
    """
    saved = read_save(path)
    return saved, read_setup(saved.options, str(path))


def _line(path: Path) -> dict[str, Any] | None:
    """A save in a line of the start page."""
    try:
        saved, setup = read(path)
    except OpforError:
        return None
    mission = setup.mission
    names = read_names(path.parent)
    when = datetime.fromtimestamp(_played(path), UTC).astimezone()
    state = snapshot(saved)
    return {
        "id": path.stem,
        "mission": mission.id,
        "title": mission.title,
        "name": names.get(path.stem, ""),
        "against": against(mission),
        "answers": len(saved.entries),
        "when": f"{when:%Y-%m-%d %H:%M}",
        "where": _where(state) if state else _begun(saved),
        "over": bool(state and state.over),
        "won": _won(state),
        "score": _score(state) if state else "",
    }


def _won(state: State | None) -> str:
    """The side that has won; empty while nobody has."""
    over = state.over if state else ""
    return str(over.data.get("side", "")) if isinstance(over, Fact) else ""


def _score(state: State) -> str:
    """CVP of both sides, as `CVP 3 : 1`; empty before there are any."""
    own, other = (state.toll(side).cvp for side in ("FRIENDLY", "ENEMY"))
    return f"CVP {own} : {other}" if own or other else ""


def _begun(saved: Saved) -> str:
    """Of a game without a snapshot, as after `Undo`: whether anything was decided."""
    decided = any(entry.decision for entry in saved.entries)
    return "begun" if decided else "about to begin"


def _where(state: State) -> str:
    if state.over:
        return f"over: {say(state.over)}"
    if not state.turn:
        return "the set-up"
    return f"turn {state.turn} of {state.mission.turns}, {state.side} {state.phase}"


def _played(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
