"""A8 in play: what is offered to the DEFENDER, and First Fire at S? that move."""

from typing import Any

import pytest

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
    GunState,
    LocationName,
    Weapon,
)
from tests.rules.given.checks import LIVE
from tests.rules.given.world import game, notes

BOARD = """
board: t
size: 20x10
"""
HERE = LocationName("tG5")
GUN, MORTAR = "german/37l-at-pak-35-36", "german/81-mtr-grw-34"


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


class TestOrdnanceAtSuspects:
    """The FRIENDLY side's ordnance fires at S? as they move, too."""

    @staticmethod
    def fired(counter: str, *dice: str) -> Game[State]:
        """A Gun or mortar First Fires at S1, which enters G5 where S2 and e stand."""

        def run(play: Play) -> None:
            gun = GunState(ca=0)
            play.emit(WeaponAdded(Weapon(id="g", counter=counter, owner="V", gun=gun)))
            play.emit(PhaseBegan(1, "ENEMY", "MPh"))
            play.emit(MoveChanged(Move(units=("S1",), here=MF)))
            open_window(play)
            order = Fire(("g",), HERE)
            assert order in [offer.order for offer in legal(play, "FRIENDLY")]
            carry_out(play, "FRIENDLY", order)

        return game(
            *dice,
            board=BOARD,
            attitude="Advance",
            suspects={"S1": HERE, "S2": HERE},
            units={"V": ("german/2-2-8", "tG9")},
            enemies={"e": ("russian/4-4-7", HERE)},
            run=run,
        )

    def test_a_miss(self) -> None:
        """Cases J3, J4 and K count; nothing is checked."""
        played = self.fired(GUN, "C3.3 DR 6,5")
        assert list(played.state.suspects) == ["S1", "S2"]
        drm = "+2 Case K: concealed (C6.2)", "-1 Case J3: FFNAM", "-1 Case J4: FFMO"
        assert all(mod in "".join(notes(played)) for mod in drm)

    @pytest.mark.parametrize("counter", [GUN, MORTAR])
    def test_a_dummy(self, counter: str) -> None:
        """A hit checks what moves, and neither attacks nor checks who stands there."""
        played = self.fired(counter, "C3.3 DR 2,2", "S5.1 dr 6")
        assert list(played.state.suspects) == ["S2"]
        assert not played.state.units["e"].broken

    @pytest.mark.parametrize(
        ("counter", "effect"), [(GUN, "A7.3 DR 1,2"), (MORTAR, "A7.3 DR 3,3")]
    )
    def test_what_it_brings_is_hit(self, counter: str, effect: str) -> None:
        """What it turns out to be suffers the hit."""
        played = self.fired(counter, "C3.3 DR 1,3", *LIVE, effect, "A10.1 DR 6,5")
        (new,) = played.state.units.keys() - {"V", "e"}
        assert list(played.state.suspects) == ["S2"]
        assert not played.state.units["e"].broken
        assert played.state.units[new].broken
