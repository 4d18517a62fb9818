"""The counters that an OB can be made of, and what it is worth."""

from opfor.core.errors import OpforError
from opfor.missions.points import counter_points, ob_points
from opfor.state.counters import MMC, SMC, Counter, Gun, SupportWeapon, Vehicle
from opfor.state.mission import Mission
from opfor.state.nations import Loaded
from opfor.web.designer.check import SIDES
from opfor.web.designer.messages import Counters

KINDS = (
    "Squads", "Half squads", "Crews", "Leaders and heroes", "Vehicles", "SW", "Guns",
)  # fmt: skip
"""What counters of an OB are called; dummies are in no list."""

WEAPONS = frozenset({"SW", "Guns"})
"""Those that somebody has."""


def _kind(piece: Counter) -> str:
    """Which of them a counter is; empty for none that begins a Mission."""
    kind = ""
    match piece:
        case MMC(size="crew") if not piece.vehicle_crew:
            kind = "Crews"
        case MMC(size="squad"):
            kind = "Squads"
        case MMC(size="half squad"):
            kind = "Half squads"
        case SMC() if piece.kind != "armor leader":
            kind = "Leaders and heroes"
        case Vehicle():
            kind = "Vehicles"
        case SupportWeapon(inherent=False):
            kind = "SW"
        case Gun():
            kind = "Guns"
    return kind


def points_of(mission: Mission, loaded: Loaded) -> dict[str, int]:
    """The points of each side's OB; a side with a counter that is nobody's has none."""
    found: dict[str, int] = {}
    for side in SIDES:
        name = mission.friendly if side == "FRIENDLY" else mission.enemy
        lines = [x for x in mission.unit if x.side == side and x.counter != "dummy"]
        try:
            found[side] = ob_points(lines, loaded.nation(name))
        except OpforError:
            continue
    return found


def counters_of(loaded: Loaded, nation: str, date: str) -> tuple[Counters, ...]:
    """What an OB of a nation can be made of in a month, by what it is.

    Errors:
        OpforError: there is no such nation.
    """
    own = loaded.nation(nation)
    found: dict[str, list[Counter]] = {title: [] for title in KINDS}
    for piece in loaded.counters.values():
        known = own.knows(piece.name) and own.counter(piece.name) is piece
        title = _kind(piece)
        if known and title and piece.serves(date):
            found[title].append(piece)
    return tuple(
        Counters(
            title,
            title in WEAPONS,
            tuple((piece.name, counter_points(piece)) for piece in pieces),
        )
        for title, pieces in found.items()
        if pieces
    )
