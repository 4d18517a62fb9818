"""Entrenchments and pillboxes: how many find room inside."""

from opfor.rules.b_terrain.b27_entrenchments.b27_p1_capacity import fits, room
from opfor.state.play import Play
from tests.rules.given.fortifications import fort, with_forts


class TestB27_p1Room:
    """B27.p1."""

    def test_capacity(self) -> None:
        """One squad or two HS a squad of room, and four SMC."""

        def run(play: Play) -> None:
            units, one = play.state.units, fort("foxhole")
            assert room(play, one) == (2, 4)
            assert fits(play, one, [units["V"], units["L"]])
            assert not fits(play, one, [units["V"], units["H"]])
            assert fits(play, fort("foxhole", capacity=2), [units["V"], units["H"]])
            assert fits(play, one, [units["L"]] * 4)
            assert not fits(play, one, [units["L"]] * 5)

        with_forts(run, fort("foxhole"))

    def test_taken(self) -> None:
        """Who is inside takes room."""

        def run(play: Play) -> None:
            units, one = play.state.units, play.state.fortifications["foxhole"]
            assert room(play, one) == (2, 4)
            assert fits(play, one, [units["W"]])
            assert not fits(play, one, [units["W"], units["H"]])

        with_forts(run, fort("foxhole", capacity=2), inside="foxhole")
