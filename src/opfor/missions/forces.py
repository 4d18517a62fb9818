"""The FRIENDLY OB of a rolled Mission: what its nation had in that month."""

from collections import Counter as Tally
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from opfor.missions.chance import Chance
from opfor.missions.points import ob_points
from opfor.missions.wishes import Kind
from opfor.state.counter_lists import unlisted
from opfor.state.counters import MMC, Counter, Gun, Piece, SupportWeapon, Vehicle
from opfor.state.in_service import VEHICLES, columns
from opfor.state.mission import OB
from opfor.state.nations import Nation

USUAL_DR = 7
"""The DR on {x2} that gives a nation's usual squad."""

BETTER_DR = 4
"""The one that gives the better ones among them."""

LEADER_DR = range(3, 9)
"""The DR on {x3} that count: no heroes' tale, and nobody who is no help."""

MEN_PER_LEADER, MEN_PER_WEAPON, MEN_PER_BETTER = 3, 2, 4

SQUADS = range(4, 17)
"""The fewest and the most of an OB."""

SUITED: Mapping[bool, tuple[str, ...]] = MappingProxyType(
    {True: ("MG", "MTR", "FT", "DC", "LATW", "INF"), False: ("MG", "MTR", "INF")}
)
"""Kinds of SW for those who attack (True) and those who hold."""

AGAINST_ARMOR = ("ATR", "LATW")

TRIES = 40
"""Draws on a table until something suits."""

ENTERS = ("attack", "breakthrough", "meeting", "raid")
"""Kinds of Missions in which the FRIENDLY side enters along its edge."""


class Forces:
    """What a nation has in a month.

    Args:
        nation: whose.
        month: that month, or the nearest with tables.
        chance: what the draws follow from.
        pacific: in the Pacific, or against Japanese.
    """

    def __init__(
        self, nation: Nation, month: str, chance: Chance, *, pacific: bool = False
    ) -> None:
        self.nation, self.month = nation, nation.nearest_month(month)
        self._chance, self._pacific = chance, pacific

    @property
    def usual(self) -> Counter:
        """Its usual squad."""
        return self.nation.counter(self._squad(USUAL_DR))

    def infantry_worth(
        self, worth: float, kind: Kind, *, against_armor: bool
    ) -> list[OB]:
        """As many squads as bring an Infantry OB nearest to so many points."""
        obs = (
            self.infantry(squads, kind, against_armor=against_armor)
            for squads in SQUADS
        )
        return min(obs, key=lambda ob: abs(ob_points(ob, self.nation) - worth))

    def infantry(self, squads: int, kind: Kind, *, against_armor: bool) -> list[OB]:
        """Squads with their SW, and leaders."""
        usual, better = (self._squad(dr) for dr in (USUAL_DR, BETTER_DR))
        elite = squads // MEN_PER_BETTER if better != usual else 0
        weapons = self._weapons(squads, kind, against_armor=against_armor)
        lines = [OB(counter=better, number=elite, weapons=tuple(weapons[:1]))]
        rest = weapons[1:] if elite else weapons
        main = OB(counter=usual, number=squads - elite, weapons=tuple(rest))
        return [*lines[: bool(elite)], main, *self._leaders(squads)]

    def guns(self, number: int) -> list[OB]:
        """A-T Guns with their crews, or none where it has none then."""
        guns = [
            piece.name
            for piece in self._drawn("x5", column="outside")
            if isinstance(piece, Gun) and piece.kind == "AT"
        ]
        crew = self._crew()
        if not (guns and crew):
            return []
        return [
            OB(counter=crew, number=number, weapons=(guns[0],) * number, concealed=True)
        ]

    def tanks(self, number: int) -> tuple[list[OB], Vehicle | None]:
        """Armored vehicles of one type on tracks; none where it has none then."""
        if "x6" not in VEHICLES[self.nation.fact("vehicles")]:
            return [], None
        fit = [
            piece
            for piece in self._drawn("x6")
            if isinstance(piece, Vehicle)
            and piece.movement == "tracked"
            and not piece.unarmored
        ]
        if not fit:
            return [], None
        return [OB(counter=fit[0].name, number=number)], fit[0]

    # -- parts -----------------------------------------------------------------------

    def _squad(self, dr: int) -> str:
        found = self.nation.look_up("x2", dr, date=self.month).result
        return self.nation.counter(str(found)).name

    def _leaders(self, squads: int) -> Iterator[OB]:
        drawn = Tally[str]()
        for _ in range(max(2, squads // MEN_PER_LEADER)):
            dr = self._chance.of(LEADER_DR)
            row = self.nation.look_up("x3", dr, date=self.month, column="leader")
            drawn[self.nation.counter(str(row.result)).name] += 1
        for name in sorted(drawn, reverse=True):
            yield OB(counter=name, number=drawn[name])

    def _weapons(self, squads: int, kind: Kind, *, against_armor: bool) -> list[str]:
        """SW for half of the squads, the heaviest first; a MG among them."""
        fit = SUITED[kind in ENTERS]
        fit += AGAINST_ARMOR if against_armor else ()
        drawn = [
            piece
            for piece in self._drawn("x4")
            if isinstance(piece, SupportWeapon)
            and piece.kind in fit
            and not piece.inherent
        ]
        chosen = drawn[: squads // MEN_PER_WEAPON]
        if against_armor and not _has(chosen, AGAINST_ARMOR):
            chosen += [piece for piece in drawn if piece.kind in AGAINST_ARMOR][:1]
        if not _has(chosen, ("MG",)):
            chosen += [piece for piece in drawn if piece.kind == "MG"][:1]
        ordered = sorted(chosen, key=lambda piece: (-piece.fp, -piece.pp, piece.name))
        return [piece.name for piece in ordered[:squads]]

    def _drawn(self, table: str, **axes: str) -> Iterator[Piece]:
        """Counters by as many DR on a table as are tried; none without rows then."""
        nation = self.nation
        if not nation.has(table):
            return
        when = self._columns(table) | axes
        if not nation.has(table, date=self.month, **when):
            return
        for _ in range(TRIES):
            dr = self._chance.dr()
            row = nation.in_use(table, dr, date=self.month, **when)
            yield nation.counter(str(row.result))

    def _columns(self, name: str) -> dict[str, str]:
        """The column of a table: its own country, the theater; else the last."""
        table = self.nation.table(name)
        found = list(columns(table))[-1]
        own = str(self.nation.fact("name"))
        if own in table.axes.get("country", ()):
            found["country"] = own
        if "theater" in found:
            found["theater"] = table.axes["theater"][0 if self._pacific else -1]
        return found

    def _crew(self) -> str:
        """The name of its Infantry crew."""
        crews = [
            piece
            for nation in self.nation.line
            for piece in unlisted(self.nation.counters).values()
            if isinstance(piece, MMC)
            and piece.nation == nation
            and piece.size == "crew"
            and not piece.vehicle_crew
        ]
        return max(crews, key=lambda piece: piece.fp).name if crews else ""


def _has(weapons: Sequence[SupportWeapon], kinds: tuple[str, ...]) -> bool:
    return any(piece.kind in kinds for piece in weapons)
