"""S6.3171: where leaders go, and how things are as they move."""

import pytest

from opfor.geo.terrain_chart import MF
from opfor.rules.s_solitaire.s06_actions.action_group import Automatic
from opfor.rules.s_solitaire.s06_actions.s06_3_automatic import automatic_move
from opfor.rules.s_solitaire.s06_actions.s06_30_automatic_moves import AutomaticMove
from opfor.rules.s_solitaire.s06_actions.s06_3171_a_leaders_way import looks_again
from opfor.rules.s_solitaire.s09_movement.infantry import of_course
from opfor.state.events import MoveChanged
from opfor.state.in_progress import Move, MovePlan
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.automatic_actions import number, own
from tests.rules.given.enemies import Thing, ask, enemy, friend, played
from tests.rules.given.leaders import DIRECTOR, LEADER, OPEN, broken, leader, moved


class TestS6_3171AWay:
    """S6.3171."""

    def test_manner(self) -> None:
        """By the safest route, by Double Time only as needed; he keeps his goal."""

        def run(play: Play) -> object:
            return automatic_move(play, play.state.units["L"])

        leader = enemy("L", "J6", "8-0", automatic="S6.317")
        found = ask([leader, broken("e1", "J2")], run)
        assert found == AutomaticMove("S6.317", LocationName("tJ2"), manner="as needed")

    def test_adjacent(self) -> None:
        """What is ADJACENT is entered in the APh, so that he may direct fire."""
        assert number(LEADER, broken("e1", "J7")) == "S6.3175"
        shooting = enemy("e2", "J6", action="Fire")
        assert number(LEADER, broken("e1", "J7"), shooting) == "S6.3174"

    def test_adjacent_waits(self) -> None:
        """Until the APh he goes nowhere, in Advance and as a director neither."""
        waits = Automatic("S6.3175", "nothing")
        assert own(LEADER, broken("e1", "J7"), attitude="Advance") == waits
        march = enemy("e2", "J6", action="Move")
        assert own(LEADER, broken("e1", "J7"), march, attitude="Advance") == waits
        things = [enemy("e2", "J4"), friend("V", "J1"), broken("e1", "J7")]
        assert number(DIRECTOR, *things) == "S6.3175"

    def test_directs_no_fire_on_his_way(self) -> None:
        """Who is to move directs no Prep Fire, which would keep him where he is."""
        things = [LEADER, enemy("e1", "J6"), broken("e2", "J2"), friend("V", "M6")]
        state = played("S6.11 DR 2,3", "A7.3 DR 6,5", things=things).state
        assert state.units["L"].automatic == "S6.317"
        assert state.shots[0].leaders == ()
        assert not state.units["L"].fired


class TestS6_3171_nowAsHeMoves:
    """S6.3171/now."""

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
        there = LocationName("tJ2")
        things = [
            enemy("M", "J6", "8-0", automatic="S6.317", action="Move", goal=there),
            leader("S6.3174"),
            *(broken("e1", "J6"), broken("e2", "J2"), broken("e3", "J2")),
            *(enemy("e4", "N6"), friend("V", "R6")),
        ]
        state = moved(*things, dice=("S9.1 dr 1",))
        assert state.units["M"].location == "tJ2"
        assert state.units["L"].location == "tJ6"

    def test_one_of_two_goes_along(self) -> None:
        """D-395: of two who would move along with a squad one stays with the broken."""
        things = [
            enemy("M", "J6", "8-0", automatic="S6.3175", action="Move"),
            leader("S6.3175"),
            enemy("e1", "J6", action="Move"),
            broken("e2", "J6"),
        ]
        dice = ("S9.21 DR 4,6", "S9.23 dr 3")
        state = moved(*things, dice=dice, attitude="Advance")
        # He who goes along leaves the map with it.
        assert "e1" not in state.units
        assert len({"L", "M"} & state.units.keys()) == 1

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

    def test_of_a_stack_with_two(self) -> None:
        """D-395: of two leaders of a stack one stays with its MMC that breaks."""
        movers = ("L", "M", "e1", "e2")

        def on_the_way(play: Play) -> object:
            play.emit(MoveChanged(Move(units=movers, spent=MF)))
            found = of_course(play, MovePlan(movers=movers))
            return found and found.ids

        units = [
            *(leader(""), enemy("M", "J6", "8-0", action="Move")),
            enemy("e1", "J6", action="Move", broken=True),
            enemy("e2", "J6", action="Move"),
        ]
        assert ask(units, on_the_way, board=OPEN) == ("L", "e2")

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


class TestS6_3171Closer:
    """S6.3171 with S6.317."""

    def test_closer(self) -> None:
        """D-591: where the safest way leads away in this MPh he goes directly."""
        board = "board: t\nsize: 20x10\nstone building: I6 H6 G6 F5 F4 F3 G3 H2 I2\n"
        guns = [friend(f"V{n}", "N4", "8-3-8") for n in (1, 2)]
        things = [leader("S6.317"), broken("e1", "J2"), *guns]
        assert moved(*things, board=board).units["L"].location == "tJ2"

    @pytest.mark.parametrize(
        ("held", "to"),
        [
            pytest.param("", "F5/1", id="open"),
            pytest.param("F5", "G5", id="shut"),
        ],
    )
    def test_no_way_is_open(self, held: str, to: str) -> None:
        """D-901: where the enemy holds the stairs, as near as he can come in MF."""
        board = "board: t\nsize: 20x10\nstone building 1: F5\n"
        things = [leader("S6.317"), broken("e1", "F5/1")]
        if held:
            things.append(friend("V", held, broken=True))
        assert moved(*things, board=board).units["L"].location == f"t{to}"
