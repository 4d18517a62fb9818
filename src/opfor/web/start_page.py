"""What the start page offers: Missions, nations, boards, packs, policies, games."""

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from opfor.core.errors import OpforError
from opfor.core.save import read_save
from opfor.core.saved_game import Saved
from opfor.geo.boards.library import Library
from opfor.ports.session import Setup, read_setup
from opfor.rules.a_infantry.on_table import RESOLUTIONS
from opfor.rules.choices.policies import POLICIES
from opfor.state.mission import Mission, missions
from opfor.state.nations import Loaded, load_all, nations
from opfor.state.state import State
from opfor.views.text.words import say
from opfor.web.game.view import against
from opfor.web.thumbnails import snapshot

MOST_SHOWN = 50
"""The most saves that the start page lists."""


class Theatre(NamedTuple):
    """Who met whom, from one month to another; nations are rolled from these."""

    first: str
    last: str
    one: tuple[str, ...]
    other: tuple[str, ...]


AXIS = ("german", "german-engineers", "ss", "german-paras")

THEATRES = (
    Theatre("1939-09", "1939-10", AXIS[:2], ("polish",)),
    Theatre("1940-05", "1940-06", AXIS[:2], ("french", "british", "allied-minor")),
    Theatre("1939-12", "1944-09", ("finnish",), ("russian",)),
    Theatre("1941-06", "1942-08", AXIS[:2], ("russian", "partisan")),
    Theatre("1941-06", "1944-08", ("romanian",), ("russian", "partisan")),
    Theatre(
        "1942-09",
        "1945-04",
        (*AXIS, "hungarian", "axis-minor"),
        ("russian", "russian-guards", "russian-engineers", "partisan"),
    ),
    Theatre(
        "1940-12",
        "1943-05",
        ("german", "italian"),
        ("british", "anzac", "indian", "gurkha", "free-french"),
    ),
    Theatre(
        "1943-09", "1945-04", AXIS, ("american", "british", "canadian", "free-french")
    ),
    Theatre("1944-06", "1945-03", AXIS, ("american-airborne", "british-airborne")),
    Theatre("1937-07", "1945-07", ("japanese",), ("chinese", "red-chinese")),
    Theatre("1942-08", "1945-06", ("japanese",), ("usmc", "american", "anzac")),
    Theatre("1942-01", "1945-07", ("japanese",), ("british", "indian", "gurkha")),
)
"""The project's own: what a roll for nations and month may give."""


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
        "theatres": [theatre._asdict() for theatre in THEATRES],
        "boards": library.names(),
        "ours": ours,
        "policies": [[policy.name, policy.title] for policy in POLICIES],
        "resolutions": RESOLUTIONS,
        "packs": [[name, path in given] for name, path in packs.items()],
    }


def _missions(
    packs: dict[str, Path], given: Sequence[Path]
) -> Iterator[dict[str, Any]]:
    """Every Mission; of a pack that cannot be read, none."""
    seen = missions(*given)
    for mission in seen.values():
        yield _mission(mission, "")
    for name, path in packs.items():
        with contextlib.suppress(OpforError):
            for id_, mission in missions(path).items():
                if id_ not in seen:
                    yield _mission(mission, name)


def _mission(mission: Mission, pack: str) -> dict[str, Any]:
    names = (
        "id", "title", "note", "map", "date", "friendly", "enemy", "turns", "source",
    )  # fmt: skip
    return {name: getattr(mission, name) for name in names} | {"pack": pack}


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
    found = sorted(set(paths), key=_played, reverse=True)
    lines = (_line(path) for path in found[:MOST_SHOWN])
    return [line for line in lines if line]


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
    when = datetime.fromtimestamp(_played(path), UTC).astimezone()
    state = snapshot(saved)
    return {
        "id": path.stem,
        "mission": mission.id,
        "title": mission.title,
        "against": against(mission),
        "answers": len(saved.entries),
        "when": f"{when:%Y-%m-%d %H:%M}",
        "where": _where(state) if state else "about to begin",
        "over": bool(state and state.over),
    }


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
