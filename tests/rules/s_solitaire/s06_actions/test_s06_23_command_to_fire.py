"""S6.23: the Fire Command."""

from opfor.core.game import Game
from opfor.rules.s_solitaire.s06_actions.s06_23_command_to_fire import fire_command
from opfor.state.events import ShotFired
from opfor.state.in_progress import Shot
from opfor.state.play import Play
from opfor.state.state import State
from tests.rules.given.firing_range import FOE, SQUAD, chosen, fires, group_of, shoot
from tests.rules.given.world import events

NONE = "A7.3 DR 6,5"
E1 = {"e1": (SQUAD, "M6")}


def shots(played: Game[State]) -> list[Shot]:
    """The attacks made."""
    return [event.shot for event in events(played, ShotFired)]


class TestS6_23_command:
    """S6.23/command."""

    def test_one_target_no_dr(self) -> None:
        """With one Target the group simply fires."""
        played = fires(NONE, units={"V": (FOE, "J6")})
        assert [shot.target for shot in shots(played)] == ["tJ6"]

    def test_two_targets_a_dr(self) -> None:
        """With two a DR on {A3a} says which: on an 8 the closest Good Order one."""
        played = fires("S6.23/command DR 4,4", NONE)
        assert chosen(played) == ["tJ6"]
        assert played.state.units["e1"].command == 8

    def test_no_target(self) -> None:
        """Without a Target there is no attack, and no DR."""

        def run(play: Play) -> None:
            assert not fire_command(play, group_of(play, "e1"))

        shoot(run=run, enemies=E1, units={"V": (FOE, "A1")})

    def test_every_row_chooses(self) -> None:
        """Each Original DR gives a Target, whatever its row says."""
        for one, two in (
            (1, 1),
            (1, 2),
            (2, 3),
            (3, 3),
            (4, 5),
            (5, 5),
            (5, 6),
            (6, 6),
        ):
            dr = f"S6.23/command DR {one},{two}"
            extra = ["S8.p7 dr 6"] if (one, two) == (6, 6) else []
            played = fires(dr, *extra, NONE)
            assert len(shots(played)) == 1, dr
