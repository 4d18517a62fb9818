"""S6.3175: leaders whom nothing else calls."""

import pytest

from opfor.rules.s_solitaire.s06_actions.action_group import Automatic
from opfor.rules.s_solitaire.s06_actions.s06_3_automatic import automatic_move
from opfor.rules.s_solitaire.s06_actions.s06_30_automatic_moves import AutomaticMove
from opfor.rules.s_solitaire.s06_actions.s06_317_leaders import (
    calls,
)
from opfor.rules.s_solitaire.s06_actions.s06_3175_leaders_with_nothing_to_do import (
    companion,
)
from opfor.state.events import Moved
from tests.rules.given.automatic_actions import own
from tests.rules.given.enemies import ask, enemy, friend, weapon
from tests.rules.given.leaders import LEADER, broken, leader, went
from tests.rules.given.world import events


class TestS6_3175NoActions:
    """S6.3175."""

    def test_hold(self) -> None:
        """In Hold he does nothing."""
        assert own(LEADER) == Automatic("S6.3175", "nothing")

    @pytest.mark.parametrize(
        ("action", "his"), [("Move", "Move"), ("Entrench", "nothing")]
    )
    def test_exc1_stays_stacked(self, action: str, his: str) -> None:
        """EXC: in Advance he moves if the MMC with him do, and stays if they stay."""
        found = own(LEADER, enemy("e1", "J6", action=action), attitude="Advance")
        assert found == Automatic("S6.3175", his)  # type: ignore[arg-type] # an Action

    def test_exc1_with_broken(self) -> None:
        """D-395: he stays with broken units that need him, whoever moves on."""
        stays, march = Automatic("S6.3175", "nothing"), enemy("e1", "J6", action="Move")
        assert own(LEADER, broken("e2", "J6"), attitude="Advance") == stays
        assert own(LEADER, broken("e2", "J6"), march, attitude="Advance") == stays

    def test_exc1_with_panicked(self) -> None:
        """D-395: a MMC that Panics is company, and no reason to go alone."""
        panic = enemy("e1", "J6", panic=True, ti=True)
        found = own(LEADER, panic, attitude="Advance")
        assert found == Automatic("S6.3175", "nothing")

    def test_exc1_with_whom(self) -> None:
        """EXC: with the best-class unit that has a HW, or else a SW."""
        things = [
            LEADER,
            enemy("e1", "J6", "6-2-8"),
            enemy("e2", "J6"),
            weapon("mg", "lmg", "e2"),
        ]
        found = ask(things, lambda p: companion(p, p.state.units["L"]))
        assert found is not None
        assert found.id == "e2"  # type: ignore[attr-defined] # a unit
        hmg = weapon("hmg", "hmg", "e1")
        found = ask([*things, hmg], lambda p: companion(p, p.state.units["L"]))
        assert found.id == "e1"  # type: ignore[attr-defined] # a unit

    def test_exc1_alone(self) -> None:
        """EXC: alone, in Advance, he has Move Command 6 of {A4b}."""
        assert own(LEADER, attitude="Advance") == Automatic("S6.3175", "Move")
        leader = enemy("L", "J6", "8-0", automatic="S6.3175")
        found = ask([leader], lambda p: automatic_move(p, p.state.units["L"]))
        assert found == AutomaticMove("S6.3175", command=6)

    def test_no_leader(self) -> None:
        """All this is for leaders alone."""
        assert ask([enemy("e1", "J6")], lambda p: calls(p, p.state.units["e1"])) == []


class TestS6_3175_exc1WithWhom:
    """S6.3175 EXC."""

    def test_one_who_stays(self) -> None:
        """If the unit with a HW stays he stays with it, whoever else moves."""
        march = enemy("e1", "J6", "6-2-8", action="Move")
        stays = enemy("e2", "J6", action="Entrench")
        things = [march, stays, weapon("hmg", "hmg", "e2")]
        found = own(leader(""), *things, attitude="Advance")
        assert found == Automatic("S6.3175", "nothing")

    def test_split_up(self) -> None:
        """As a stack splits up he goes with the one that has a SW, not the first."""
        first = enemy("e1", "J6", action="Move")
        second = enemy("e2", "J6", action="Move")
        things = [first, second, leader("S6.3175"), weapon("mg", "lmg", "e2")]
        far = friend("V", "J10")
        how = {"attitude": "Advance", "command": 9}
        dice = ("S9.1 dr 1", "S9.23 dr 2", "S9.23 dr 2")
        game = went(*things, far, dice=dice, **how)
        assert {event.move.units for event in events(game, Moved)} == {
            ("e1",),
            ("e2", "L"),
        }
