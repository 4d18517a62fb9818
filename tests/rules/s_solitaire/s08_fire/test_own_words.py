"""S6.23: a clause of a Fire Command in own words is asked, never guessed."""

from typing import Any

from opfor.core.game import Game
from opfor.rules.s_solitaire.s06_actions.s06_23_command_to_fire import fire_command
from opfor.rules.s_solitaire.s08_fire.command_clauses import clause_texts, fault
from opfor.state.play import Play
from opfor.state.state import State
from tests.rules.given.firing_range import FOE, SQUAD, TWO, chosen, group_of, shoot
from tests.rules.given.own_words import commanded, questions

E1 = {"e1": (SQUAD, "M6")}
NONE = "A7.3 DR 6,5"
SIX = "S6.23/command DR 2,4"


def fired(*row: str, choices: tuple[str, ...] = (), **more: Any) -> Game[State]:
    """A squad fires by row 6 of {A3a}, which a pack has."""

    def run(play: Play) -> None:
        play.world.enemy = commanded(play.world.enemy, "A3a", row)
        assert fire_command(play, group_of(play, "e1"))

    more.setdefault("units", TWO)
    return shoot(
        *more.pop("dice", (SIX, NONE)), run=run, enemies=E1, choices=choices, **more
    )


class TestOwnWords:
    """S6.23, D-630."""

    def test_asked(self) -> None:
        """The player says which Target is meant."""
        played = fired("ask: the ones who dig in", choices=("tH6",))
        assert chosen(played) == ["tH6"]
        (question,) = questions(played)
        assert "the ones who dig in" in question

    def test_passed_over(self) -> None:
        """None of them: the next clause decides; asked once."""
        played = fired("ask: guns", "closest", choices=("pass over",))
        assert chosen(played) == ["tJ6"]
        assert len(questions(played)) == 1

    def test_first_of_two_branches(self) -> None:
        """It is asked once, though it is looked at before as well."""
        played = fired("ask: guns", "else closest", choices=("tH6",))
        assert chosen(played) == ["tH6"]
        assert len(questions(played)) == 1

    def test_after_others(self) -> None:
        """Only those that are left are to choose from; one alone is no question."""
        three = {**TWO, "X": (FOE, "H6")}
        assert questions(fired("closest", "ask: guns", units=three)) == []

    def test_read(self) -> None:
        """Whatever it says it is one clause, with "else " and "FG. " before it."""
        assert clause_texts(["ask: this, else that"]) == [
            (False, False, "ask: this, else that")
        ]
        assert clause_texts(["else ask: x"]) == [(True, False, "ask: x")]
        assert fault(["closest", "none: ask: x"]) == ""
        assert "nothing is written" in fault(["ask: "])
