"""S6.223: no Overstacking at the end of a move."""

import pytest

from opfor.rules.s_solitaire.s09_movement.s09_26_prohibited import prohibited
from opfor.state.units import Suspect, Unit
from tests.rules.given.moves import at, enemy, mover, scene


class TestS6_223Overstacking:
    """S6.223."""

    def crowd(self, count: int) -> list[Unit]:
        """So many squads in C4."""
        return [enemy("tC4", f"c{n}") for n in range(count)]

    @pytest.mark.parametrize(("count", "barred"), [(2, False), (3, True)])
    def test_three_squads(self, count: int, barred: bool) -> None:
        """Three squads are as many as there may be."""
        view = scene(enemy("tC3"), *self.crowd(count))
        assert bool(prohibited(view, mover("tC3"), at("tC4"))) is barred

    def test_suspects_count(self) -> None:
        """A S? is a squad."""
        suspects = {f"S{n}": Suspect(f"S{n}", at("tC4"), "Hold") for n in range(3)}
        view = scene(enemy("tC3"), suspects=suspects)
        assert prohibited(view, mover("tC3"), at("tC4"))

    def test_exc1_human_wave(self) -> None:
        """EXC: not a Human Wave."""
        view = scene(enemy("tC3", wave="w"), *self.crowd(3))
        assert not prohibited(view, mover("tC3"), at("tC4"))

    def test_exc2_rout(self) -> None:
        """EXC: a broken unit may: its rout does not ask this rule."""
        view = scene(enemy("tC3", broken=True), *self.crowd(2))
        assert not prohibited(view, mover("tC3"), at("tC4"))
