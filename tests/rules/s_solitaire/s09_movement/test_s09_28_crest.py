"""S9.28: Crest status for a Target."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.game import Game
from opfor.rules.s_solitaire.s09_movement.movers import Mover, stack
from opfor.rules.s_solitaire.s09_movement.s09_28_crest import (
    CREST_MF,
    crest_arcs,
    crest_move,
    takes_crest,
)
from opfor.state.events import PhaseBegan, UnitAdded
from opfor.state.play import FrozenView, Play
from opfor.state.state import State
from opfor.state.units import Unit
from tests.rules.given.drivers import at, squad
from tests.rules.given.moves import phase
from tests.rules.given.world import MISSION, game, world

# A gully down the hexrow J; the FBE is the bottom.
GULLY = """
board: t
size: 20x10
gully: J1 > J10
"""
WORLD = world(GULLY, replace(MISSION, fbe="bottom"))


def scene(*units: Unit) -> FrozenView:
    """The board with units."""
    mission = replace(MISSION, fbe="bottom")
    there = {unit.id: unit for unit in units}
    state = State(mission=mission, units=there, side="ENEMY", phase="MPh", turn=1)
    return FrozenView(state, WORLD)


def enemy(where: str, **fields: Any) -> Unit:
    """An ENEMY squad."""
    return squad(where, "e1", "russian/4-4-7", **fields)


def takes(one: Unit, *others: Unit) -> Game[State]:
    """The game after a squad was to take Crest status."""

    def run(play: Play) -> None:
        play.emit(PhaseBegan(1, "ENEMY", "MPh"))
        for unit in (one, *others):
            play.emit(UnitAdded(unit))
        takes_crest(play, mover(play, one))

    return game(board=GULLY, fbe="bottom", run=run)


def mover(view: Any, one: Unit) -> Mover:
    """A squad as what moves."""
    return stack(view, [one])


class TestS9_28Crest:
    """S9.28."""

    def test_for_a_target(self) -> None:
        """With a FRIENDLY unit across a Crest hexside it goes up, facing that way."""
        played = takes(enemy("J5"), squad("M5"))
        assert set(played.state.units["e1"].crest) == {1, 2}

    def test_the_most_targets(self) -> None:
        """Of two ways the one with more Targets."""
        friends = squad("M5"), squad("G5", "b"), squad("G6", "c")
        played = takes(enemy("J5"), *friends)
        assert set(played.state.units["e1"].crest) == {4, 5}

    def test_without_a_target(self) -> None:
        """Without one it does not, nor for one IN the gully itself."""
        assert takes(enemy("J5")).state.units["e1"].crest == ()
        view = scene(enemy("J5"), squad("J8"))
        assert not any(crest_arcs(view, mover(view, enemy("J5"))).values())

    @pytest.mark.parametrize(("friend", "seen"), [("M5", False), ("K5", True)])
    def test_woods_in_the_way(self, friend: str, *, seen: bool) -> None:
        """Woods beyond the hexside end the view across it, but for who is in them."""
        board = f"{GULLY}woods: K4-K6\n"
        blind = world(board, replace(MISSION, fbe="bottom"))
        view = scene(enemy("J5"), squad(friend))._replace(world=blind)
        arcs = crest_arcs(view, mover(view, enemy("J5")))
        assert any(arcs.values()) == seen

    def test_not_in_a_depression(self) -> None:
        """Who is in no Depression, or at its Crest already, does not."""
        view = scene(enemy("M7"))
        assert crest_move(view, mover(view, enemy("M7"))) is None
        up = enemy("J5", crest=(1, 2))
        assert crest_move(scene(up), mover(scene(up), up)) is None

    def test_what_it_costs(self) -> None:
        """Two MF, as Assault Movement."""
        move = crest_move(scene(enemy("J5")), mover(scene(), enemy("J5")))
        assert move is not None
        assert (move.spent, move.assault) == (CREST_MF, True)

    def test_instead_of_an_assault_move(self) -> None:
        """By a Command that is an Assault Move; not by one that is none."""
        more: Any = {
            "enemies": {"e1": "tJ5"},
            "units": {"f1": ("german/4-6-7", "tM5")},
            "board": GULLY,
            "attitude": "Hold",
        }
        up = phase(command=5, **more).state.units["e1"]
        assert up.crest
        assert up.location == at("J5")
        assert up.moved
        still = phase(command=9, **more).state.units["e1"]
        assert not still.crest

    @pytest.mark.parametrize("command", [4, 8])
    def test_without_a_location(self, command: int) -> None:
        """An Assault Move is asked for, and there is no such Location next to it."""
        played = phase(
            command=command,
            enemies={"e1": "tJ5"},
            units={"f1": ("german/4-6-7", "tM5")},
            board=GULLY,
            attitude="Hold",
        )
        one = played.state.units["e1"]
        assert one.crest
        assert one.fired == ""

    def test_not_come_to(self) -> None:
        """Not where another clause goes first, nor without a Target up there."""
        more: Any = {"enemies": {"e1": "tJ5"}, "board": GULLY, "attitude": "Hold"}
        friend = {"f1": ("german/4-6-7", "tJ8")}
        assert not phase(command=6, units=friend, **more).state.units["e1"].crest
        assert not phase(command=8, **more).state.units["e1"].crest

    def test_leaving_the_hex(self) -> None:
        """Who moves on is not at the Crest any more."""
        board = GULLY
        one = enemy("J5", crest=(1, 2))

        def begin(play: Play) -> None:
            play.emit(UnitAdded(replace(one, id="e2", action="Move")))

        played = phase("S9.23 dr 2", board=board, changed=begin, command=9)
        assert played.state.units.get("e2") is None or not (
            played.state.units["e2"].crest
        )
