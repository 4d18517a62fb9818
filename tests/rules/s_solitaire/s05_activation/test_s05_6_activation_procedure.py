"""S5.6 to S5.762: what a S? turns out to be."""

from opfor.core.event import RollMade
from opfor.core.game import Game
from opfor.state.state import State
from tests.rules.given.generated import generated
from tests.rules.given.world import events, notes


def counters(play: Game[State]) -> list[str]:
    """The counters of the ENEMY's units, in order."""
    return [unit.counter for unit in play.state.units.values()]


def finals(play: Game[State]) -> list[int]:
    """The Final results of all rolls."""
    return [roll.final for roll in events(play, RollMade)]


class TestS5_6ActivationProcedure:
    """S5.6."""

    def test_t17(self) -> None:
        """T17: ENEMY Offensive, August 1941, Advance: 8-0, 4-5-8 with dm MTR, 4-2-6."""
        play = generated(
            "S5.6 DR 2,2",
            "S5.72 DR 1,1",
            "S5.72 DR 4,5",
            "S5.73 DR 3,3",
            "S5.73 dr 4",
            "S5.75 DR 1,2",
            attitude="Advance",
            a1_drm=-1,
        )
        assert counters(play) == ["russian/4-5-8", "russian/4-2-6", "russian/8-0"]
        assert finals(play) == [3, 4, 11, 6, 4, 3]
        (mortar,) = play.state.weapons.values()
        assert mortar.counter == "russian/50-mtr"
        assert mortar.dm
        assert play.state.units[mortar.owner].counter == "russian/4-5-8"

    def test_mission_drm(self) -> None:
        """The Mission's DRM moves the row: a 6 becomes the dummy 7 at +1."""
        assert counters(generated("S5.6 DR 3,3", a1_drm=1)) == []

    def test_items_in_the_order_of_the_row(self) -> None:
        """Items are generated in the order printed: S, L here."""
        play = generated("S5.6 DR 4,5", "S5.72 DR 3,3", "S5.73 DR 3,2", "S5.73 dr 6")
        assert counters(play) == ["russian/4-4-7", "russian/8-0"]

    def test_exc1_long_range(self) -> None:
        """EXC: a Long Range Activation makes no DR on A1."""
        play = generated(
            "S5.72 DR 4,4",
            "S5.32/generation DR 2,3",
            attitude="Advance",
            enemy="german",
            date="1943-08",
            long=True,
        )
        assert not any("what S1 is" in note for note in notes(play))

    def test_exc2_final_7(self) -> None:
        """EXC: a Final 7 is a dummy."""
        assert counters(generated("S5.6 DR 3,4")) == []

    def test_exc3_fortifications(self) -> None:
        """EXC: a fortification comes from table A5, common to all nations."""
        play = generated("S5.6 DR 4,4", "S5.72 DR 3,3", "S5.74 dr 3", enemy="german")
        assert len(play.state.fortifications) == 1
