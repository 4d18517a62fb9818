"""A8 in play: what is offered to the DEFENDER, and First Fire at S? that move."""

from typing import Any

from opfor.core.game import Game
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import open_window
from opfor.rules.choices.orders import Fire, HoldFire
from opfor.rules.sequence.legal_orders import carry_out, check, legal
from opfor.state.events import MoveChanged, PhaseBegan, WeaponAdded
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import (
    LocationName,
    Weapon,
)
from tests.rules.given.world import game, notes

BOARD = """
board: t
size: 20x10
"""
HERE = LocationName("tG5")


class TestOffers:
    """What the DEFENDER may do in a window."""

    @staticmethod
    def offered() -> list[Any]:
        """The orders of a squad, its HMG and a leader against V in G5."""
        found: list[Any] = []

        def run(play: Play) -> None:
            weapon = Weapon(id="mg", counter="russian/hmg", owner="e")
            play.emit(WeaponAdded(weapon))
            play.emit(MoveChanged(Move(units=("V",), here=MF)))
            open_window(play)
            found.extend(offer.order for offer in legal(play, "ENEMY"))
            for order in found:
                check(play, "ENEMY", order)

        game(
            board=BOARD,
            units={"V": ("german/4-6-7", "tG5")},
            enemies={"e": ("russian/4-4-7", "tG8"), "l": ("russian/9-1", "tG8")},
            run=run,
        )
        return found

    def test_groups_alone_directed_and_lanes(self) -> None:
        """All together, each alone, with the leader and without; lane; hold fire."""
        want = [
            Fire(ids, HERE, leaders=leaders)
            for ids in (("e", "mg"), ("e",), ("mg",))
            for leaders in ((), ("l",))
        ]
        assert self.offered() == [*want, Fire(("mg",), HERE, lane=True), HoldFire()]

    def test_locations_together(self) -> None:
        """ADJACENT Locations fire as one group; directed where each has a leader."""
        found: list[Any] = []

        def run(play: Play) -> None:
            play.emit(MoveChanged(Move(units=("V",), here=MF)))
            open_window(play)
            found.extend(offer.order for offer in legal(play, "ENEMY"))
            for order in found:
                check(play, "ENEMY", order)

        game(
            board=BOARD,
            units={"V": ("german/4-6-7", "tG5")},
            enemies={
                "e": ("russian/4-4-7", "tG8"),
                "l": ("russian/9-1", "tG8"),
                "f": ("russian/4-4-7", "tG7"),
                "m": ("russian/8-0", "tG7"),
                "k": ("russian/4-4-7", "tG9"),
            },
            run=run,
        )
        joined = [o for o in found if isinstance(o, Fire) and len(o.firers) > 1]
        assert joined == [
            Fire(("e", "f", "k"), HERE),
            Fire(("e", "f"), HERE, leaders=("l", "m")),
        ]


class TestSuspects:
    """The FRIENDLY DEFENDER fires at S? as they move."""

    @staticmethod
    def fired(*dice: str, standing: tuple[str, ...] = ()) -> Game[State]:
        """A squad with a HMG First Fires at S1, which enters G5 where e stands."""

        def run(play: Play) -> None:
            weapon = Weapon(id="mg", counter="german/hmg", owner="V")
            play.emit(WeaponAdded(weapon))
            play.emit(PhaseBegan(1, "ENEMY", "MPh"))
            play.emit(MoveChanged(Move(units=("S1",), here=MF)))
            open_window(play)
            assert any(True for _ in legal(play, "FRIENDLY"))
            carry_out(play, "FRIENDLY", Fire(("V", "mg"), HERE))

        return game(
            *dice,
            board=BOARD,
            attitude="Advance",
            suspects=dict.fromkeys(("S1", *standing), HERE),
            units={"V": ("german/4-6-7", "tG8")},
            enemies={"e": ("russian/4-4-7", "tG5")},
            run=run,
        )

    def test_no_result_no_check(self) -> None:
        """A miss checks nothing; FFMO and FFNAM count against what moves."""
        played = self.fired("A7.3 DR 6,6")
        assert list(played.state.suspects) == ["S1"]
        assert "DRM -2" in "".join(notes(played))

    def test_a_result_checks_it_first(self) -> None:
        """A dummy is gone; who stood there is not attacked."""
        played = self.fired("A7.3 DR 2,1", "S5.1 dr 6")
        assert not played.state.suspects
        assert not played.state.units["e"].broken

    def test_not_one_that_stands_there(self) -> None:
        """First Fire neither attacks nor checks a S? that does not move."""
        played = self.fired("A7.3 DR 2,1", "S5.1 dr 6", standing=("S2",))
        assert list(played.state.suspects) == ["S2"]
        assert not any("S2" in note for note in notes(played))

    def test_units_that_move_past_it(self) -> None:
        """Fire at a unit that moves does not name the S? that stands there."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "ENEMY", "MPh"))
            play.emit(MoveChanged(Move(units=("e",), here=MF)))
            open_window(play)
            carry_out(play, "FRIENDLY", Fire(("V",), HERE))

        played = game(
            "A7.3 DR 2,3",
            "A10.1 DR 1,2",
            board=BOARD,
            attitude="Advance",
            suspects={"S1": HERE},
            units={"V": ("german/4-6-7", "tG8")},
            enemies={"e": ("russian/4-4-7", HERE)},
            run=run,
        )
        assert list(played.state.suspects) == ["S1"]
        assert not any("S1" in note for note in notes(played))
