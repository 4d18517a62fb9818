"""An ENEMY that has no tables in a month: what may be played instead, in one key."""

from collections.abc import Iterator

from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.state.mission import Mission
from opfor.state.nations import Loaded, Nation, nations
from opfor.state.theatres import theatres


class Offer(Struct, frozen=True):
    """Another month or another ENEMY.

    Args:
        text: what it is, in a few words.
        changes: what is changed in the Mission, by key.
    """

    text: str
    changes: dict[str, str]


class WithoutTables(OpforError):  # noqa: N818 - what is wrong, as the others here
    """The ENEMY of a Mission has no tables in its month.

    Attributes:
        offers: what can be played instead, the best first.
    """

    def __init__(self, what: str, offers: tuple[Offer, ...]) -> None:
        """Keep what is wrong and what is offered."""
        self.offers = offers
        texts = " or ".join(offer.text for offer in offers)
        super().__init__(what, do=f"take {texts}, or add tables in a pack")


def check_month(mission: Mission, loaded: Loaded) -> None:
    """Refuse an ENEMY without tables in the Mission's month.

    The FRIENDLY side needs none: of what it draws in play it has the nearest month's
    (D-702).

    Errors:
        WithoutTables: with what can be played instead.
        OpforError: there is no such nation.
    """
    enemy = loaded.nation(mission.enemy)
    if _serves(enemy, mission.date):
        return
    what = f"{enemy.id} has no tables for {mission.date}"
    raise WithoutTables(what, tuple(_offers(mission, enemy, loaded)))


def _offers(mission: Mission, enemy: Nation, loaded: Loaded) -> Iterator[Offer]:
    month = enemy.nearest_month(mission.date)
    yield Offer(f"{month}, the nearest month of the {enemy.id} ENEMY", {"date": month})
    if other := _other(mission, enemy, loaded):
        text = f"the {other} ENEMY, who has tables in {mission.date}"
        yield Offer(text, {"enemy": other})


def _other(mission: Mission, enemy: Nation, loaded: Loaded) -> str:
    """The nation most like the ENEMY that has tables in the month of a Mission.

    One of its own line; whoever has a base in common with it; who met the FRIENDLY
    nation in that month; anybody.
    """
    able = [
        nation
        for name in nations(loaded.tables)
        if _serves(nation := loaded.nation(name), mission.date)
        and name != mission.friendly
    ]
    met = {
        name
        for theatre in theatres()
        if theatre.first <= mission.date <= theatre.last
        for name in theatre.against(mission.friendly)
    }

    def rank(nation: Nation) -> tuple[bool, bool, bool, str]:
        related = bool({*nation.line} & {*enemy.line})
        return nation.id not in enemy.line, not related, nation.id not in met, nation.id

    return min(able, key=rank).id if able else ""


def _serves(nation: Nation, month: str) -> bool:
    return nation.nearest_month(month) == month
