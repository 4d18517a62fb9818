"""S9.37: Bypass along what bars a vehicle's way."""

from typing import Any

import pytest

from opfor.core.game import Game
from opfor.rules.d_vehicles.d02_movement.d02_3_bypass import bypassing
from opfor.rules.s_solitaire.s09_movement.movers import stack
from opfor.rules.s_solitaire.s09_vehicles.begin_drive import begin_drive
from opfor.rules.s_solitaire.s09_vehicles.drive import drive_on
from opfor.rules.s_solitaire.s09_vehicles.s09_37_bypass import along, around
from opfor.rules.s_solitaire.s09_vehicles.steps import MP, RouteStep, open_steps, steps
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Unit
from tests.rules.given.drivers import ask, at, played, scene, tank
from tests.rules.given.world import notes

KV = "russian/kv-1-m41"
LANE = """
board: t
size: 3x10
marsh: A1-A10 C1-C10
woods: B5
"""
"""A lane between marshes, with a wood in its midst."""


def drive(*units: Unit, dice: tuple[str, ...], **mission: Any) -> Game[State]:
    """The whole turn in the MPh of the first unit."""

    def run(play: Play) -> None:
        begin_drive(play, stack(play, [play.state.units[units[0].id]]))
        while drive_on(play):
            pass

    return played(run, *units, dice=dice, **mission)


class TestS9_37InPlay:
    """S9.37 and S9.37/on: an order for each hexside."""

    def test_round_a_wood(self) -> None:
        """It goes past the wood along two of its hexsides, and on down the lane."""
        one = tank("B2", counter=KV, action="Move", motion=True)
        more: Any = {"attitude": "Advance", "vpo": (at("B10"),), "held_by": "FRIENDLY"}
        game = drive(one, dice=("S9.21 DR 4,4",), board=LANE, **more)
        told = [note for note in notes(game) if "Bypass" in note]
        assert told == ["e1 enters tB5 by Bypass", "e1 goes on along tB5 by Bypass"]
        unit = game.state.units["e1"]
        assert unit.location not in (at("B4"), at("B5"))
        assert not bypassing(unit)
        assert unit.vehicle is not None
        assert not unit.vehicle.bogged


class TestS9_37Hand:
    """S9.37: on which hand it goes past."""

    @staticmethod
    def past(onward: str) -> tuple[int, ...]:
        """The hexside of the wood, on the way from B4 to somewhere."""
        one = tank("B4")
        step = RouteStep(to=at("B5"), side=3, quarters=34, bog=True)

        def run(play: Play) -> Any:
            here = one.location
            return around(play, step, one, here, onward=at(onward)).bypass

        found: tuple[int, ...] = ask(run, one, board=LANE)
        return found

    def test_hand(self) -> None:
        """Clockwise, but on the other hand where that leads to the next hex."""
        assert self.past("C6") == (1,)
        assert self.past("A6") == (5,)
        assert self.past("B8") == self.past("") == (1,)


ROUND = {"vca": 3, "tca": 3, "motion": True, "bypass": (1,), "corner": 2}
"""In Bypass, clockwise past the first hexside of the wood."""


class TestS9_37_onAlong:
    """S9.37/on."""

    def view(self, to: str, board: str = LANE) -> Any:
        """How a vehicle in Bypass in B5 goes on to a hex."""
        one = tank("B5", **ROUND)
        return ask(lambda play: along(play, one, at(to)), one, board=board)

    def test_on(self) -> None:
        """Along the next hexside toward the hex behind the wood."""
        step = self.view("B6")
        assert (step.to, step.bypass, step.quarters) == (at("B5"), (2,), 2 * MP)

    def test_not_next_to_it(self) -> None:
        """Not toward a hex that is not next to the wood, nor out of no Bypass."""
        assert self.view("B7") is None
        one = tank("B5")
        assert ask(lambda play: along(play, one, at("B6")), one, board=LANE) is None

    def test_up_to_its_corner(self) -> None:
        """Only where each hexside is clear as far as a corner of that hex."""
        plain = "board: t\nsize: 3x10\nwoods: B5\n"
        assert self.view("A6", plain).bypass == (2,)
        assert self.view("A6", "board: t\nsize: 3x10\nwoods: B5 B6\n") is None

    def test_ways_out(self) -> None:
        """Out of Bypass into hexes that touch its corner, or one farther on."""
        one = tank("B5", **ROUND)

        def ways(woods: str) -> dict[str, int]:
            board = f"board: t\nsize: 3x10\nwoods: {woods}\n"
            return ask(  # type: ignore[no-any-return] # as asked
                lambda play: {
                    step.to: step.quarters // MP
                    for step in open_steps(play, one, one.location)
                    if not step.bog
                },
                one,
                board=board,
            )

        # Each further hexside costs 2 MP.
        touching = {at("C5"): 1, at("C6"): 1}
        far = {at("B6"): 3, at("A6"): 5, at("A5"): 7, at("B4"): 9}
        assert ways("B5") == touching | far
        assert ways("B5 B6") == touching

    def test_from_where_it_stopped(self) -> None:
        """A MPh begun in Bypass, at a corner between waters, goes on round the wood."""
        one = tank("B5", counter=KV, action="Move", **ROUND)
        board = "board: t\nsize: 3x10\nwoods: B5\npond: C5 C6\n"
        more: Any = {"attitude": "Advance", "vpo": (at("B10"),), "held_by": "FRIENDLY"}
        game = drive(one, dice=("S9.21 DR 4,4",), board=board, **more)
        told = [note for note in notes(game) if "Bypass" in note]
        assert told == ["e1 goes on along tB5 by Bypass"]
        assert game.state.units["e1"].location != at("B5")


class TestS9_37Bypass:
    """S9.37."""

    def test_along_the_woods(self) -> None:
        """Into woods by Bypass along a clear hexside, and not through them."""
        one = tank("K4")
        step = next(s for s in steps(scene(one), one, at("K4")) if s.to == at("J3"))
        past = around(scene(one), step, one, at("K4"))
        assert step.bog
        assert not past.bog
        assert past.bypass
        assert past.quarters == 2 * MP

    @pytest.mark.parametrize(
        ("ponds", "past"),
        [
            ("C5 C6", (1,)),  # on past B6
            ("C5 C6 B6 A6", (1,)),  # on to A5
            ("C5 C6 B6 A6 A5 B4", ()),  # nowhere
        ],
    )
    def test_pocket(self, ponds: str, past: tuple[int, ...]) -> None:
        """Not where neither the corner come to nor a further one leads out."""
        one = tank("B4")
        step = RouteStep(to=at("B5"), side=3, quarters=34, bog=True)
        board = f"board: t\nsize: 3x10\nwoods: B5\npond: {ponds}\n"

        def found(play: Play) -> Any:
            return around(play, step, one, one.location).bypass

        assert ask(found, one, board=board) == past

    def test_nothing_to_bypass(self) -> None:
        """What may not bog is entered as it is."""
        one = tank("K4")
        step = next(s for s in steps(scene(one), one, at("K4")) if s.to == at("K5"))
        assert around(scene(one), step, one, at("K4")) == step

    def test_no_clear_hexside(self) -> None:
        """Where woods run on on both hands there is no Bypass."""
        step = RouteStep(to=at("K3"), side=0, quarters=34, bog=True)
        assert around(scene(), step, tank("K4"), at("K4")) == step
