"""S4: what comes where a Mission asks for what the ENEMY has not."""

from opfor.rules.s_solitaire.s04_placement.s04_p1_reinforcement_groups import enter_due
from opfor.rules.s_solitaire.s04_placement.s04_p5_in_place_of import groups_instead
from opfor.state.events import PhaseBegan
from opfor.state.mission import Entering
from opfor.state.play import Play
from tests.rules.given.drivers import played


class TestS4_p5InPlaceOf:
    """S4.p5."""

    def groups(self, due: Entering, enemy: str, date: str = "1943-07") -> int:
        """How many groups come instead."""
        found = list[int]()
        played(
            lambda play: found.append(groups_instead(play, due)), enemy=enemy, date=date
        )
        return found[0]

    def test_waves(self) -> None:
        """Two groups for each Human Wave of a nation that makes none."""
        due = Entering(turn=1, waves=2)
        assert self.groups(due, "finnish") == 4
        assert self.groups(due, "russian") == 0

    def test_armor(self) -> None:
        """One group for the vehicles of a turn, where there is no {x6}."""
        due = Entering(turn=1, armor={"AFV": 3, "SPG": 1})
        assert self.groups(due, "partisan") == 1
        assert self.groups(due, "german") == 0

    def test_they_come(self) -> None:
        """A wave of Finns is two groups of S? along the EBE, and no wave."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(side="ENEMY", phase="RPh", turn=1))
            enter_due(play)

        due = Entering(turn=1, waves=1)
        group = ("S4.p2 dr 1", "S4.p2 dr 5", "S4.21 chit C")
        state = played(
            run, dice=group * 2, entering=(due,), enemy="finnish", date="1943-07"
        ).state
        assert len(state.suspects) == 4
        assert not any(suspect.wave for suspect in state.suspects.values())
