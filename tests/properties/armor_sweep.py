"""All that a S? can bring, Activated in sight of a few of the other side and fought.

A case is a nation, a month and a Final DR on {A1}, or a DR on one of its tables of
vehicles; these DR are given, all other dice follow from the seed.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import Struct

from opfor.core.ask import Asked, Context, Port, Roll
from opfor.core.errors import OpforError
from opfor.core.fact import fact
from opfor.core.game import Game
from opfor.geo.boards.text import text_board
from opfor.geo.map import Map, Placed
from opfor.rules.s_solitaire.s05_activation.group import ActivatedGroup
from opfor.rules.s_solitaire.s05_activation.s05_6_activation_procedure import (
    activate,
    with_units,
)
from opfor.rules.s_solitaire.s05_activation.s05_71_vehicles import vehicle
from opfor.rules.s_solitaire.s05_activation.s05_72_mmc import mmc
from opfor.rules.sequence import legal_orders
from opfor.rules.sequence.s02_turn import program
from opfor.sim.players import player
from opfor.sim.run import ProgramRouter
from opfor.state.check import faults
from opfor.state.mission import OB, Mission, VictoryCondition
from opfor.state.nations import Nation, load, load_nation, nations
from opfor.state.play import Play, step
from opfor.state.state import State
from opfor.state.units import LocationName, Suspect
from opfor.state.world import World
from opfor.views.text.words import say

BOARD = """
board: t
size: 20x10
road: G1/0 > G1 > G10 > G10/3
  G5 > K7 > Q4
  Q1/0 > Q1 > Q10 > Q10/3
wooden building: F4 O6
stone building: M8
woods: H3 H4 L2 L3 M9 N8
brush: J6 P4
grain: D7 D8
hedge: I5/0
"""

USUAL = 7
"""The DR of what the FRIENDLY side has: its usual squad, Gun and AFV."""

FOES = {
    "german": "russian",
    "japanese": "chinese",
    "chinese": "japanese",
    "red-chinese": "japanese",
    "italian": "british",
}
"""Whom a nation meets; all others meet the Germans."""

KIND = {"x6": "AFV", "x6a": "SPG", "x6c": "TD"}

ROWS = range(1, 16)
"""Final DR on {A1}."""

FIRST = (
    "1939-09",
    "1940-05",
    "1940-11",
    "1941-04",
    "1941-06",
    "1941-12",
    "1942-06",
    "1943-06",
    "1944-06",
)
"""Months from which on nations have tables."""

MONTHS = ("1941-08", "1944-07")


class Case(Struct, frozen=True):
    """What comes out of the S?.

    Args:
        nation: the ENEMY.
        date: when.
        a1: the Final DR on {A1}; 0: a vehicle and a squad.
        table: the table of that vehicle.
        roll: the DR on it.
        vehicle: what it brings.
        country: whose table it is, of those of minor countries.
        pto: whether it is in the Pacific, where the table tells theaters apart.
    """

    nation: str
    date: str
    a1: int = 0
    table: str = ""
    roll: int = USUAL
    vehicle: str = ""
    country: str = "other"
    pto: bool = False

    @property
    def name(self) -> str:
        """What a test calls it."""
        what = f"{self.table}-{self.roll}" if self.table else f"A1-{self.a1}"
        return f"{self.nation}-{self.date}-{what}"


@cache
def vehicles() -> tuple[Case, ...]:
    """Every vehicle of every nation's tables once, in the first month of its row."""
    found: dict[str, Case] = {}
    for id_ in nations(load()):
        nation = load_nation(id_)
        for case in _of(nation) if nation.fact("vehicles") != "none" else ():
            found.setdefault(f"{case.nation} {case.vehicle}", case)
    return tuple(found.values())


def _of(nation: Nation) -> Iterator[Case]:
    for name in KIND:
        own = nation.tables.get(f"{nation.id}/{name}")
        for row in own.rows if own else ():
            since = max(str(row.since), nation.counter(row.result).since)
            months = (month for month in (since, *FIRST) if month and month >= since)
            date = next(month for month in months if fights(nation.id, month))
            if not row.until or date <= row.until:
                low, what = row.on.low, str(row.result)
                country = row.when.get("country", "other")
                pto = row.when.get("theater") == "PTO"
                yield Case(nation.id, date, 0, name, low, what, country, pto)


@cache
def results() -> tuple[Case, ...]:
    """Every row of {A1} for every nation in two months, or in its first one."""
    return tuple(
        Case(id_, date, final)
        for id_ in nations(load())
        for date in _months(id_)
        for final in ROWS
    )


def _months(id_: str) -> list[str]:
    months = [month for month in MONTHS if fights(id_, month)]
    return months or [next(month for month in FIRST if fights(id_, month))]


def fights(id_: str, date: str) -> bool:
    """Whether a nation has tables for a month."""
    try:
        load_nation(id_).fact("name", date=date)
    except OpforError:
        return False
    return True


# -- the game ----------------------------------------------------------------------


def mission(case: Case) -> Mission:
    """A squad with leader, an AFV and a Gun of the other side, two turns."""
    friendly = FOES.get(case.nation, "german")
    foe, date = load_nation(friendly), case.date
    units = [
        OB(_usual(foe, "x2", date), 2, at=LocationName("tM8")),
        OB("8-1", at=LocationName("tM8")),
        OB(_usual(foe, "x6", date), at=LocationName("tQ4")),
        OB("2-2-8", at=LocationName("tJ6"), weapons=(_usual(foe, "x5", date),)),
    ]
    return Mission(
        id="sweep",
        title="Sweep",
        map="t",
        date=date,
        friendly=friendly,
        enemy=case.nation,
        country=case.country,
        pto=case.pto,
        fbe="right",
        turns=2,
        first="FRIENDLY",
        ac=3,
        a1_drm=case.a1 - USUAL if case.a1 else 0,
        heavy_cap="none",
        vpo=(LocationName("tF4"),),
        victory=(VictoryCondition(side="FRIENDLY", vpo="all"),),
        unit=tuple(unit for unit in units if foe.knows(unit.counter)),
    )


def _usual(nation: Nation, table: str, date: str) -> str:
    axes = {"theater": "elsewhere", "country": "other"}
    axes |= {"column": "inside"} if table == "x5" else {}
    if not nation.has(table, date=date, **axes):
        return ""
    if table == "x2":
        return str(nation.look_up(table, USUAL, date=date).result)
    return str(nation.in_use(table, USUAL, date=date, **axes).result)


class Given(ProgramRouter):
    """A table on which some DR of the Activation fall as the case has them."""

    def __init__(self, case: Case, seed: str, players: dict[Any, Port]) -> None:
        super().__init__(seed, players)
        self._given = {"vehicle": case.roll if case.table else 0}
        self._given["what S1 is"] = USUAL
        # D-595: a SPG is one of the table that the case names
        self._given[say(fact("gun_or_tank_destroyer"))] = 1 if case.table else 0

    human = False

    def pick(self, asked: Asked) -> Port:
        """Itself for these DR, else whoever answers."""
        wanted = isinstance(asked.request, Roll) and say(asked.request.purpose) in (
            name for name, total in self._given.items() if total
        )
        return self if wanted else super().pick(asked)

    def answer(self, asked: Asked, _context: Context) -> tuple[int, ...]:
        """The dice of that total."""
        total = self._given[say(asked.request.purpose)]
        if isinstance(asked.request, Roll) and asked.request.kind == "dr":
            return (total,)
        return max(1, total - 6), min(6, total - 1)


def fought(case: Case, *, number: int) -> Game[State]:
    """The whole game, its state looked at after each event.

    Players and Attitude follow from the number of the case.
    """
    setting = mission(case)
    world = World(
        Map([Placed(text_board(BOARD))]),
        date=setting.date,
        fbe=setting.fbe,
        enemy=load_nation(setting.enemy),
        classes={},
        orders=legal_orders,
    )
    whole, begun, name = program(world), list[bool](), ("random", "steady")[number % 2]

    def next_step(state: State) -> Any:
        if state.ready and not begun:
            begun.append(True)
            hold = number % 4 < 2
            return step("activation", lambda play: _come(play, case, hold=hold), world)
        return whole(state)

    players: Any = {
        "FRIENDLY": player(name, world, f"{number}F"),  # type: ignore[arg-type] # one of the two
        "ENEMY": player("random", world, f"{number}E"),
    }
    game = Game(State(mission=setting), next_step, Given(case, case.name, players))
    game.listen(lambda emitted: _sound(game, emitted))
    game.run()
    return game


def _sound(game: Game[State], emitted: object) -> None:
    found = faults(game.state)
    assert not found, (emitted, found)


def _come(play: Play, case: Case, *, hold: bool) -> None:
    """The S? on the road is Activated by the tank at its other end."""
    suspect = Suspect("S1", LocationName("tG5"), "Hold" if hold else "Advance")
    if not case.table:
        activate(play, suspect, by=LocationName("tQ4"))
        return
    party = ActivatedGroup(suspect, by=LocationName("tQ4"))
    party = with_units(party, mmc(play, party))
    vehicle(play, party, KIND[case.table])
