"""S9.22: a clause of a Move Command in own words is asked, never guessed."""

from typing import Any

import pytest

from opfor.core.errors import OpforError
from opfor.core.game import Game
from opfor.rules.s_solitaire.s09_movement.command_manners import fault, parse
from opfor.state.play import Play
from opfor.state.state import State
from tests.rules.given.moves import entered, phase
from tests.rules.given.own_words import ROW, commanded, questions


def moved(
    *rows: tuple[str, ...], choices: tuple[str, ...] = (), **more: Any
) -> Game[State]:
    """A squad at tJ3 moves by row 6 of {A4b} in own words."""

    def changed(play: Play) -> None:
        play.world.enemy = commanded(play.world.enemy, "A4b", *rows)

    return phase(
        enemies={"e1": "tJ3"}, changed=changed, choices=choices, command=ROW, **more
    )


WORDS = "ask: keep behind the woods"


class TestOwnWords:
    """S9.22, D-630."""

    def test_asked_how_and_where(self) -> None:
        """The player says how it moves and where to; so it goes."""
        played = moved((WORDS,), choices=("Assault Move", "tJ4"))
        assert entered(played) == ["tJ4"]
        how, where = questions(played)
        assert "e1 moves by its Command, 'keep behind the woods'" in how
        assert where.endswith("where to?")

    def test_full_mf(self) -> None:
        """By a route to where he says."""
        assert entered(moved((WORDS,), choices=("full MF", "tJ5")))[-1] == "tJ5"

    def test_passed_over(self) -> None:
        """If it cannot be fulfilled the next clause decides."""
        played = moved((WORDS, "stay"), choices=("pass over",))
        assert entered(played) == []
        assert len(questions(played)) == 1

    @pytest.mark.parametrize("how", ["stay", "Opportunity Fire"])
    def test_stays(self, how: str) -> None:
        """It may stay, and be marked for Opportunity Fire."""
        played = moved((WORDS,), choices=(how,))
        assert entered(played) == []
        fired = played.state.units["e1"].fired
        assert (fired == "opportunity") == (how == "Opportunity Fire")

    def test_condition_first(self) -> None:
        """Known conditions come before it: nobody is asked where they do not hold."""
        played = moved((f"a Known Target exists: {WORDS}", "stay"))
        assert questions(played) == []

    def test_round_and_round(self) -> None:
        """Rows that send on to each other end in nothing done."""
        played = moved(("as 7",), ("as 6",))
        assert played.state.units["e1"].fired == "opportunity"


class TestRead:
    """What is a clause in own words."""

    def test_parts(self) -> None:
        """Its conditions and its words, colons and all."""
        parsed = parse("no Target and a lone leader: ask: first: the hedge")
        assert (parsed.kind, parsed.words) == ("own", "first: the hedge")
        assert len(parsed.conditions) == 2

    @pytest.mark.parametrize(
        "wrong",
        [
            "ask: ",
            "ask:   ",
            f"ask: {'x' * 201}",
            "ask: a\nb",
            "if so: ask: go",
            "then ask: go",
        ],
    )
    def test_wrong(self, wrong: str) -> None:
        """Empty, too long, of several lines, with a condition that nobody knows."""
        assert fault([wrong])
        with pytest.raises(OpforError):
            parse(wrong)
