"""What the designer's page and the server say to each other."""

from typing import Any

from msgspec import Struct

from opfor.web.designer.draft import Complaint
from opfor.web.designer.fields import FormPart
from opfor.web.designer.ground import BoardSlot


class PackMission(Struct, frozen=True, kw_only=True):
    """A Mission that can be opened; one that ships has no pack."""

    pack: str
    id: str
    title: str


class Counters(Struct, frozen=True):
    """Counters of a nation in a month, by what they are; each with its points."""

    title: str
    weapons: bool
    pieces: tuple[tuple[str, int], ...]


class DesignerOffers(Struct, frozen=True, kw_only=True):
    """What a design can be made of.

    Args:
        form: the keys of a Mission, part by part.
        nations: id, name, first and last month of each.
        boards, own: every board; those of the player.
        titles: what boards are called, of those that have more than a name.
        packs, given: those on his shelf; those in force by the command line.
        missions: what can be opened.
        fresh: the draft that a new design begins with.
    """

    form: tuple[FormPart, ...]
    nations: tuple[tuple[str, str, str, str], ...]
    boards: tuple[str, ...]
    own: tuple[str, ...]
    titles: dict[str, str]
    packs: tuple[str, ...]
    given: tuple[str, ...]
    missions: tuple[PackMission, ...]
    fresh: dict[str, Any]


class Look(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A draft that is to be looked at, and the pack that it is to lie in."""

    draft: dict[str, Any]
    pack: str = ""


class Looked(Struct, frozen=True, kw_only=True):
    """What was found.

    Args:
        complaints: what is wrong, each at its key.
        points: of the OB of each side.
        slots: the boards of the map; none if there is no such map.
        places: hexes by their numbers, by what they are.
        sides: which quarter each side of the map is, such as top: EBE.
        aims: the victory conditions in words.
        text: the file; empty while it cannot be written.
    """

    complaints: tuple[Complaint, ...]
    points: dict[str, int] = {}
    slots: tuple[BoardSlot, ...] = ()
    places: dict[str, tuple[int, ...]] = {}
    sides: dict[str, str] = {}
    aims: tuple[str, ...] = ()
    text: str = ""


class Keep(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A draft that is to be kept in a pack.

    Args:
        over: the id of the Mission that was opened from that pack, which it may
            replace; no other is lost.
    """

    draft: dict[str, Any]
    pack: str
    over: str = ""


class Kept(Struct, frozen=True, kw_only=True):
    """Where a Mission was kept, and how many faults it has."""

    pack: str
    id: str
    faults: int


class OpenedDraft(Struct, frozen=True, kw_only=True):
    """A draft out of a file: what could be read, and what is wrong with the rest."""

    draft: dict[str, Any]
    pack: str = ""
    complaints: tuple[Complaint, ...] = ()
