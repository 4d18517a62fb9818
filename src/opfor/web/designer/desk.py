"""What the designer's page asks for: a draft looked at, kept, opened, played."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.core.packs import read_bytes
from opfor.core.write_file import write_file
from opfor.geo.boards.library import Library
from opfor.ports.session import Setup, folders
from opfor.state.mission import FOLDER, SUFFIX, Mission, shipped
from opfor.state.nations import Loaded, load_all, nations
from opfor.views.mission_toml import mission_toml, told
from opfor.views.text.victory import asked
from opfor.web.designer.check import check
from opfor.web.designer.draft import Draft, mission_id, read_draft, read_file, refuse
from opfor.web.designer.fields import form
from opfor.web.designer.ground import BoardSlot, map_of, places_of, slots_of
from opfor.web.designer.messages import (
    Counters,
    DesignerOffers,
    Keep,
    Kept,
    Look,
    Looked,
    OpenedDraft,
    PackMission,
)
from opfor.web.designer.pieces import counters_of, points_of
from opfor.web.folders import Places
from opfor.web.packs.editor import PackFolder
from opfor.web.start_page import packs_by_name

FRESH = {
    "title": "My Mission",
    "map": "o1@0,0 o2@0,1",
    "date": "1943-07",
    "friendly": "russian",
    "enemy": "german",
    "fbe": "bottom",
    "turns": 7,
    "placement": ["a", "b"],
    "vpo_draw": [0, 3],
    "victory": [{"side": "FRIENDLY", "vpo": 2}],
    "unit": [],
}
"""A new design: two boards, S? in houses and woods, two of three VPO to take."""

PACK = "my missions"
"""The pack that is proposed."""


class DesignDesk:
    """Looks at drafts, keeps and opens them.

    Args:
        places: where boards and packs lie.
    """

    def __init__(self, places: Places) -> None:
        self._places = places
        self._shelf = PackFolder(places.shelf)
        self.boards = folders(places.boards)

    def offers(self) -> DesignerOffers:
        """What a design can be made of."""
        loaded = load_all(*self._places.packs)
        every = (loaded.nation(id_) for id_ in nations(loaded.tables))
        facts = ("name", "first month", "last month")
        library = Library(self._places.boards)
        boards = library.names()
        ours = set(Library().names())
        return DesignerOffers(
            form=form(),
            nations=tuple(
                (nation.id, *(str(nation.fact(fact)) for fact in facts))  # type: ignore[misc] # four texts
                for nation in every
            ),
            boards=tuple(boards),
            own=tuple(board for board in boards if board not in ours),
            titles=library.titles(),
            packs=tuple(dict.fromkeys((*self._shelf.names(), PACK))),
            given=tuple(pack.name for pack in self._places.packs),
            missions=tuple(self._openable()),
            fresh=FRESH,
        )

    def _openable(self) -> Iterator[PackMission]:
        for name, folder in packs_by_name(
            self._places.packs, self._places.shelf
        ).items():
            for path in sorted((folder / FOLDER).glob(f"*{SUFFIX}")):
                yield PackMission(pack=name, id=path.stem, title=path.stem)
        for id_, mission in shipped().items():
            yield PackMission(pack="", id=id_, title=mission.title)

    def counters(self, nation: str, date: str, pack: str = "") -> tuple[Counters, ...]:
        """What an OB of a nation can be made of in a month.

        Errors:
            OpforError: there is no such nation or pack.
        """
        return counters_of(self._loaded(pack), nation, date)

    # -- looking ---------------------------------------------------------------------

    def look(self, wish: Look) -> Looked:
        """What is wrong with a draft, and how it looks on its map."""
        draft = read_draft(wish.draft)
        if draft.mission is None:
            return Looked(complaints=draft.complaints, slots=self._slots(draft))
        mission, loaded = draft.mission, self._loaded(wish.pack)
        found = check(mission, loaded, self.boards)
        world = found.world
        return Looked(
            complaints=found.complaints,
            points=points_of(mission, loaded),
            slots=self._slots(draft),
            places=places_of(mission, world) if world else {},
            sides={side: name for name, side in world.compass.edges.items()}
            if world
            else {},
            aims=tuple(f"{aim.side}: {asked(aim, mission)}" for aim in mission.victory),
            text=mission_toml(_signed(mission)),
        )

    def _slots(self, draft: Draft) -> tuple[BoardSlot, ...]:
        try:
            return slots_of(map_of(str(draft.values.get("map", "")), self.boards))
        except OpforError:
            return ()

    def setup(self, wish: Look) -> Setup:
        """A game of a draft, to be played in the background.

        Errors:
            OpforError: it has a fault.
        """
        mission = self._whole(wish.draft)
        loaded = self._loaded(wish.pack)
        refuse(check(mission, loaded, self.boards).complaints, mission.title)
        packs = folders(self._packs(wish.pack))
        return Setup(mission=mission, seed=1, boards=self.boards, packs=packs)

    @staticmethod
    def _whole(raw: dict[str, Any]) -> Mission:
        draft = read_draft(raw)
        refuse(draft.complaints, "this Mission")
        if draft.mission is None:
            raise OpforError("this Mission is not whole")
        return draft.mission

    def _packs(self, pack: str) -> tuple[Path, ...]:
        """The packs in force with that of the draft, as far as it has tables."""
        own = packs_by_name(self._places.packs, self._places.shelf).get(pack)
        given = self._places.packs
        if own is None or own in given or not any(own.rglob(f"*{SUFFIX}")):
            return given
        return (*given, own)

    def _loaded(self, pack: str) -> Loaded:
        return load_all(*self._packs(pack))

    # -- keeping and opening ---------------------------------------------------------

    def keep(self, wish: Keep) -> Kept:
        """Write a draft into a pack of the player's.

        Errors:
            OpforError: it is not whole, another Mission would be lost, or the disk
                refuses.
        """
        mission = _signed(self._whole(wish.draft))
        mission_id(mission.id)
        if wish.pack not in self._shelf.names():
            self._shelf.make(wish.pack)
        folder = self._shelf.pack(wish.pack) / FOLDER
        path = folder / f"{mission.id}{SUFFIX}"
        if path.exists() and mission.id != wish.over:
            raise OpforError(
                f"pack {wish.pack!r} has a Mission {mission.id!r} already",
                do="give this one another name, or open that one first",
            )
        _make(folder)
        write_file(path, mission_toml(mission).encode())
        found = check(mission, self._loaded(wish.pack), self.boards).complaints
        faults = sum(each.kind == "fault" for each in found)
        return Kept(pack=wish.pack, id=mission.id, faults=faults)

    def open(self, pack: str, id_: str) -> OpenedDraft:
        """A Mission of a pack, or one that ships, as a draft.

        Errors:
            OpforError: there is none, or it is no TOML.
        """
        if not pack:
            if id_ not in shipped():
                raise OpforError(f"there is no Mission {id_[:40]!r}")
            return OpenedDraft(draft=told(shipped()[id_]))
        draft = read_file(self.file(pack, id_), f"{id_}{SUFFIX}")
        return _opened(draft, pack)

    def file(self, pack: str, id_: str) -> bytes:
        """The file of a Mission of a pack.

        Errors:
            OpforError: there is none.
        """
        folder = packs_by_name(self._places.packs, self._places.shelf).get(pack)
        if folder is None:
            raise OpforError(f"there is no pack {pack[:40]!r}")
        return read_bytes(folder / FOLDER / f"{mission_id(id_)}{SUFFIX}")

    @staticmethod
    def take(data: bytes, name: str) -> OpenedDraft:
        """A Mission file from elsewhere, as a draft; nothing is written.

        Errors:
            OpforError: it is no TOML; its line is named.
        """
        return _opened(read_file(data, name), "")


def _opened(draft: Draft, pack: str) -> OpenedDraft:
    return OpenedDraft(draft=draft.values, pack=pack, complaints=draft.complaints)


def _signed(mission: Mission) -> Mission:
    """The Mission as the player's own."""
    return replace(mission, source="player")


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OpforError(f"cannot be made ({error.strerror})", str(folder)) from None
