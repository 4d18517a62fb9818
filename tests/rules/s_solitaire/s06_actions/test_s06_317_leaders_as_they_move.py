"""S6.317 to S6.3175 in the MPh: leaders look at how things are then."""

from typing import Any

import pytest

from opfor.core.game import Game
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a03_9_phases import tidy
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import Automatic
from opfor.rules.s_solitaire.s06_actions.s06_317_leaders import looks_again
from opfor.rules.s_solitaire.s09_movement.infantry import of_course
from opfor.rules.s_solitaire.s09_movement.s06_3_move_automatic import stays_stacked
from opfor.state.events import MoveChanged, Moved
from opfor.state.in_progress import Move, MovePlan
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Unit
from tests.rules.given.automatic_actions import number, own
from tests.rules.given.enemies import Thing, ask, enemy, friend, played, put, weapon
from tests.rules.given.moves import phase
from tests.rules.given.world import events

OPEN = "board: t\nsize: 20x10\nbrush: A1\n"


def broken(id_: str, at: str, counter: str = "4-4-7", **fields: object) -> Unit:
    """A broken ENEMY unit."""
    return enemy(id_, at, counter, broken=True, **fields)


def leader(automatic: str, action: str = "Move", **fields: object) -> Unit:
    """An 8-1 in J6 with an Automatic Action."""
    return enemy("L", "J6", "8-1", automatic=automatic, action=action, **fields)


def went(*things: Thing, dice: tuple[str, ...] = (), **how: Any) -> Game[State]:
    """The game after the ENEMY's MPh, in which nothing is fired at what moves."""

    def there(play: Play) -> None:
        for thing in things:
            put(play, thing)

    how = {"board": OPEN, "attitude": "Hold", **how}
    return phase(*dice, changed=there, **how)


def moved(*things: Thing, dice: tuple[str, ...] = (), **how: Any) -> State:
    """The state after it."""
    return went(*things, dice=dice, **how).state


class TestS6_317_nowAsHeMoves:
    """S6.317/now."""

    @pytest.mark.parametrize(
        ("automatic", "action", "things", "expected"),
        [
            pytest.param(
                "S6.3174", "Move", (), ("S6.3175", "nothing"), id="nobody to direct"
            ),
            pytest.param(
                "S6.3174",
                "Move",
                (broken("e1", "J6"), enemy("e2", "J4"), friend("V", "J1")),
                ("S6.3175", "nothing"),
                id="now with broken units",
            ),
            pytest.param(
                "S6.3174", "Move", (broken("e1", "J2"),), ("S6.317", "Move"), id="now"
            ),
            pytest.param(
                "", "Move", (broken("e1", "J2"),), ("S6.317", "Move"), id="in a stack"
            ),
            pytest.param(
                "", "Move", (broken("e1", "J6"),), ("S6.3175", "nothing"), id="bound"
            ),
            pytest.param("", "Move", (), ("", "Move"), id="not bound"),
            pytest.param(
                "",
                "Move",
                (enemy("e1", "J6", action="Move", pinned=True),),
                ("S6.3175", "nothing"),
                id="with who is pinned",
            ),
            pytest.param(
                "",
                "Move",
                (enemy("e1", "J6", action="Move"),),
                ("", "Move"),
                id="with who moves",
            ),
            pytest.param(
                *("S6.3175", "nothing", (broken("e1", "J2"),)),
                ("S6.317", "Move"),
                id="until it becomes mandatory",
            ),
            pytest.param(
                *("S6.317", "nothing", (broken("e1", "J2"),)),
                ("S6.317", "nothing"),
                id="one who could not go",
            ),
            pytest.param(
                *("S6.311", "Fire", (broken("e1", "J2"),)),
                ("S6.311", "Fire"),
                id="a lower number",
            ),
        ],
    )
    def test_now(
        self,
        automatic: str,
        action: str,
        things: tuple[Thing, ...],
        expected: tuple[str, str],
    ) -> None:
        """What his Automatic Action is when he is to move."""
        him = leader(automatic, action)

        def now(play: object) -> object:
            looks_again(play, play.state.units["L"])  # type: ignore[attr-defined, arg-type] # a Play
            found = play.state.units["L"]  # type: ignore[attr-defined] # a Play
            return found.automatic, found.action

        assert ask([him, *things], now, board=OPEN) == expected

    @pytest.mark.parametrize("at", ["J7", "J8"])
    @pytest.mark.parametrize("mine", ["", "S6.3175"])
    def test_they_will_come(self, at: str, mine: str) -> None:
        """D-395: with others or alone, he waits for who breaks and can come to him."""

        def now(play: object) -> object:
            looks_again(play, play.state.units["L"])  # type: ignore[attr-defined, arg-type] # a Play
            found = play.state.units["L"]  # type: ignore[attr-defined] # a Play
            return found.automatic, found.action

        things = [leader(mine), enemy("e2", "J6", action="Move"), friend("V", "J10")]
        woods = "board: t\nsize: 20x10\nwoods: J6\n"
        broke = broken("e1", at, dm=True)
        assert ask([*things, broke], now, board=woods) == ("S6.3175", "nothing")

    def test_left_alone_with_the_broken(self) -> None:
        """Of two leaders with broken units the second stays as the first has left."""
        things = [
            enemy("M", "J6", "8-0", automatic="S6.317", action="Move"),
            leader("S6.3174"),
            *(broken("e1", "J6"), broken("e2", "J2"), broken("e3", "J2")),
            *(enemy("e4", "N6"), friend("V", "R6")),
        ]
        state = moved(*things, dice=("S9.1 dr 1",))
        assert state.units["M"].location == "tJ2"
        assert state.units["L"].location == "tJ6"

    def test_stops_with_the_broken(self) -> None:
        """One who comes to broken units that need him goes no further."""
        things = [
            leader("S6.3174"),
            *(enemy("e1", "J1"), friend("V", "M1")),
            broken("e2", "J4", "4-2-6"),
        ]
        far = enemy("M", "J3", "7-0", goal=LocationName("tJ4"))
        state = moved(*things, far)
        assert state.units["L"].location == "tJ4"

    @pytest.mark.parametrize(
        ("e1", "wave", "onward"),
        [
            pytest.param({"broken": True}, "", ("e2",), id="stays with who has broken"),
            pytest.param({}, "", ("L", "e1", "e2"), id="goes on"),
            pytest.param({"broken": True}, "w", ("L", "e2"), id="a Human Wave"),
        ],
    )
    def test_of_a_stack(
        self, e1: dict[str, bool], wave: str, onward: tuple[str, ...]
    ) -> None:
        """D-395: a leader stays with the MMC of his stack that breaks on the way."""
        movers = ("L", "e1", "e2")

        def on_the_way(play: Play) -> object:
            play.emit(MoveChanged(Move(units=movers, spent=MF)))
            found = of_course(play, MovePlan(movers=movers))
            return found and found.ids

        units = [
            leader("", wave=wave),
            enemy("e1", "J6", wave=wave, action="Move", **e1),
            enemy("e2", "J6", wave=wave, action="Move"),
        ]
        assert ask(units, on_the_way, board=OPEN) == onward

    @pytest.mark.parametrize(("others", "onward"), [(("e1",), None), (("e1", "e2"), 1)])
    def test_with_who_is_pinned(
        self, others: tuple[str, ...], onward: int | None
    ) -> None:
        """S6.3175: nor does he go on alone where those with him are pinned."""
        movers = ("L", *others)

        def on_the_way(play: Play) -> object:
            play.emit(MoveChanged(Move(units=movers, spent=MF)))
            found = of_course(play, MovePlan(movers=movers))
            return found and found.ids

        units = [
            leader(""),
            enemy("e1", "J6", action="Move", pinned=True),
            enemy("e2", "J6", action="Move"),
        ]
        expected = ("L", "e2") if onward else None
        assert ask(units, on_the_way, board=OPEN) == expected


class TestS6_317_exc1AnotherLeader:
    """S6.317 EXC."""

    def test_turn_after_turn(self) -> None:
        """Who was on his way in the turn before still is; the other one stays."""
        him = enemy("M", "J4", "7-0", goal=LocationName("tJ2"))
        both = [leader("S6.317"), him, broken("e1", "J2")]
        game = played(things=both, phase="CCPh", run=tidy)
        assert game.state.units["M"].goal == "tJ2"
        assert game.state.units["L"].automatic == ""

    def test_not_a_broken_one(self) -> None:
        """Nor one who is not in Good Order any more."""
        him = broken("M", "J4", "7-0", goal=LocationName("tJ2"))
        game = played(things=[him], phase="CCPh", run=tidy)
        assert game.state.units["M"].goal == ""

    def test_who_cannot(self) -> None:
        """One whom others need, or who is too far away, is on his way no more."""
        him = enemy("M", "J4", "7-0", goal=LocationName("tJ2"))
        needed = broken("e2", "J4", "2-3-7")
        assert number(leader(""), broken("e1", "J2"), him) == "S6.3175"
        assert number(leader(""), broken("e1", "J2"), him, needed) == "S6.317"
        away = enemy("M", "J10", "7-0", goal=LocationName("tJ2"))
        assert number(leader(""), broken("e1", "J2"), away) == "S6.317"

    def test_of_two_the_nearest(self) -> None:
        """D-591: two who make for the same units do not both count on the other."""
        goal, need = LocationName("tJ2"), broken("e1", "J2")
        him, far = leader("", goal=goal), enemy("M", "J7", "8-0", goal=goal)
        assert number(him, far, need) == "S6.317"
        assert number(far, him, need) == "S6.3175"
        beside = enemy("M", "J6", "8-0", goal=goal)
        assert (number(him, beside, need), number(beside, him, need)) == (
            "S6.317",
            "S6.3175",
        )

    @pytest.mark.parametrize(
        ("marching", "things", "dice"),
        [
            pytest.param("S6.3175", (), (), id="alone"),
            pytest.param(
                "S6.3174",
                (enemy("e4", "N6"), friend("V", "R6")),
                ("S9.1 dr 1",),
                id="to direct fire",
            ),
        ],
    )
    def test_who_sets_out_for_something_else(
        self, marching: str, things: tuple[Thing, ...], dice: tuple[str, ...]
    ) -> None:
        """D-591: he is on his way no more."""
        him = leader(marching, goal=LocationName("tJ2"))
        state = moved(him, *things, dice=dice, attitude="Advance")
        assert state.units["L"].goal == ""

    def test_who_goes_along(self) -> None:
        """D-591: nor is one who joins others on their way."""
        him = leader("S6.3175", goal=LocationName("tJ2"))

        def joins(play: Play) -> object:
            assert stays_stacked(play)
            return play.state.units["L"].goal

        assert ask([him, enemy("e4", "J6", action="Move")], joins) == ""


class TestS6_3171Closer:
    """S6.3171 with S6.317."""

    def test_closer(self) -> None:
        """D-591: where the safest way leads away in this MPh he goes directly."""
        board = "board: t\nsize: 20x10\nstone building: I6 H6 G6 F5 F4 F3 G3 H2 I2\n"
        guns = [friend(f"V{n}", "N4", "8-3-8") for n in (1, 2)]
        things = [leader("S6.317"), broken("e1", "J2"), *guns]
        assert moved(*things, board=board).units["L"].location == "tJ2"


class TestS6_3174Adjacent:
    """S6.3174 by S6.3171."""

    def test_in_the_aph(self) -> None:
        """A Location ADJACENT to him where he can direct fire he enters in the APh."""
        things = [enemy("e1", "J5"), friend("V", "J1")]
        assert moved(leader("S6.3174"), *things).units["L"].location == "tJ6"
        waits = leader("S6.3174", "nothing")
        state = played(things=[waits, *things], phase="APh", board=OPEN).state
        assert state.units["L"].location == "tJ5"

    def test_in_the_aph_after_his_move(self) -> None:
        """D-031: so he does where he has moved to be ADJACENT to it, by Double Time."""
        things = [enemy("e1", "J5"), friend("V", "J1")]
        came = leader("S6.3174", moved=True, cx=True)
        state = played(things=[came, *things], phase="APh", board=OPEN).state
        assert state.units["L"].location == "tJ5"
        near = enemy("e2", "J6", pinned=True)
        state = played(things=[came, near, *things], phase="APh", board=OPEN).state
        assert state.units["L"].location == "tJ6"

    def test_not_from_the_broken(self) -> None:
        """With broken units ADJACENT to him he goes nowhere else (S6.3171)."""
        things = [enemy("e1", "J4"), friend("V", "J1")]
        assert own(leader(""), *things) == Automatic("S6.3174", "Move")
        near = broken("e2", "J7")
        assert own(leader(""), *things, near) == Automatic("S6.3175", "nothing")


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
