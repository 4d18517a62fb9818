"""D5.341: vehicles under Recall."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.geo.terrain_chart import MF
from opfor.rules.choices.orders import EndPhase
from opfor.rules.choices.vehicle_orders import DriveOrder, StartUp, TurnTo
from opfor.rules.d_vehicles.d05_crews import d05_341_way_home as d05_recall
from opfor.rules.d_vehicles.d05_crews.d05_341_way_home import homeward_hexes, way_home
from opfor.rules.sequence.legal_orders import carry_out, check, legal
from opfor.state.events import UnitAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Unit
from tests.rules.given.world import events, game

L = LocationName
PZ4, FOE = "german/pzkpfw-ivf2", "russian/4-4-7"

OPEN = """
board: t
size: 20x10
woods: C4 C5 C6
"""


def goes(run: Any = lambda _play: None, at: str = "tE8", **state: Any) -> Game[State]:
    """A FRIENDLY tank under Recall whose edge is to the left; `run` is what happens."""
    vehicles = {"tank": (PZ4, at, {"vca": 2, "tca": 2, "recalled": True} | state)}
    return game(board=OPEN, vehicles=vehicles, run=run)


def home(play: Play) -> None:
    """It does what it must until it can do no more."""
    while order := d05_recall.due(play, "FRIENDLY"):
        check(play, "FRIENDLY", order)
        carry_out(play, "FRIENDLY", order)


class TestD5_341_way:
    """D5.341/way."""

    def test_least_mp(self) -> None:
        """MP to the edge, the last one for the step off the map."""
        found: list[Any] = []
        goes(lambda play: found.append(way_home(play, play.state.units["tank"])))
        assert found[0][L("tA5")] == MF
        assert found[0][L("tB5")] == 2 * MF

    @pytest.mark.parametrize("held", [False, True])
    def test_enemies(self, held: bool) -> None:
        """Not into a hex of a Known enemy; a prisoner of its own side is no bar."""
        found: list[LocationName] = []

        def run(play: Play) -> None:
            tank = play.state.units["tank"]
            (ahead, *_) = homeward_hexes(play, tank)
            captive = Unit(id="p", side="ENEMY", counter=FOE, location=ahead)
            play.emit(UnitAdded(replace(captive, guard="V" if held else "")))
            assert (ahead in homeward_hexes(play, tank)) is held
            found.append(ahead)

        goes(run)
        assert found

    def test_round_woods(self) -> None:
        """Not through what costs all its MP."""
        found: list[Any] = []
        at = "tD5"
        goes(lambda p: found.extend(homeward_hexes(p, p.state.units["tank"])), at)
        assert found
        assert not {L("tC5"), L("tC6")} & set(found[:1])


class TestD5_341_exit:
    """D5.341/exit."""

    def test_strays(self) -> None:
        """It enters nothing that is not nearer to its edge."""

        def run(play: Play) -> None:
            carry_out(play, "FRIENDLY", StartUp("tank"))
            with pytest.raises(Illegal, match="goes homeward"):
                check(play, "FRIENDLY", DriveOrder("tank", L("tF8")))

        goes(run)

    def test_edge(self) -> None:
        """At its edge it leaves, and enters no other hex."""

        def run(play: Play) -> None:
            carry_out(play, "FRIENDLY", StartUp("tank"))
            offers = [offer.order for offer in legal(play, "FRIENDLY", DriveOrder)]
            assert offers == [DriveOrder("tank", L(""))]

        goes(run, "tA5")


class TestD5_341_mph:
    """D5.341/mph."""

    def test_leaves(self) -> None:
        """It starts, turns round, drives to its edge and off; no Exit VP for it."""
        played = goes(home)
        assert "tank" not in played.state.units
        assert played.state.toll("FRIENDLY").exit_vp == 0

    @pytest.mark.parametrize("held", [False, True])
    def test_out_of_bypass(self, held: bool) -> None:
        """On round its wood to the way home; it does not start where none leads out."""
        found: list[Any] = []

        def run(play: Play) -> None:
            if held:
                foe = Unit(id="p", side="ENEMY", counter=FOE, location=L("tG6"))
                play.emit(UnitAdded(foe))
            while order := d05_recall.due(play, "FRIENDLY"):
                found.append(order)
                check(play, "FRIENDLY", order)
                carry_out(play, "FRIENDLY", order)

        board = f"board: t\nsize: 20x10\nwoods: G5{' G6' * held}\n"
        board += "pond: H4 H5\n"
        at = {"vca": 3, "tca": 3, "recalled": True, "bypass": (1,), "corner": 2}
        game(board=board, vehicles={"tank": (PZ4, "tG5", at)}, run=run)
        if held:
            assert not found
            return
        on = [order for order in found if isinstance(order, DriveOrder)]
        assert [order.bypass for order in on[:3]] == [(2,), (3,), ()]
        assert on[2].to == L("tF5")

    def test_first_act(self) -> None:
        """First it starts, then it turns by the shorter way."""
        found: list[Any] = []

        def run(play: Play) -> None:
            for _ in range(2):
                order = d05_recall.due(play, "FRIENDLY")
                assert order is not None
                found.append(order)
                carry_out(play, "FRIENDLY", order)

        goes(run, vca=3)
        assert found == [StartUp("tank"), TurnTo("tank", 4)]

    def test_not_yet_over(self) -> None:
        """The player does not end his MPh before."""

        def run(play: Play) -> None:
            with pytest.raises(Illegal, match="under Recall"):
                check(play, "FRIENDLY", EndPhase())
            home(play)
            check(play, "FRIENDLY", EndPhase())

        goes(run)

    @pytest.mark.parametrize("state", [{"immobile": True}, {"recalled": False}])
    def test_nothing(self, state: dict[str, Any]) -> None:
        """Nothing for what cannot move, or is not under Recall."""

        def run(play: Play) -> None:
            assert d05_recall.due(play, "FRIENDLY") is None

        assert not events(goes(run, **state), StartUp)
