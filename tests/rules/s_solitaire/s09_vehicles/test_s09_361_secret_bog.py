"""S9.361: the Secret Bog DR of vehicles in Mud and Deep Snow."""

from typing import Any

import pytest

from opfor.rules.s_solitaire.s09_vehicles.s09_361_secret_bog import drm, secret_bog
from opfor.rules.s_solitaire.s09_vehicles.steps import RouteStep
from opfor.state.in_progress import Weather
from opfor.state.play import Play
from tests.rules.given.drivers import _on, ask, at, played, tank
from tests.rules.given.world import notes

MUD = Weather(ground="mud")


def _muddy(play: Play) -> Any:
    """The game in Mud."""
    return _on(play, play.world, weather=MUD)


class TestS9_361SecretBog:
    """S9.361."""

    def test_at_the_end(self) -> None:
        """The DR are made hex by hex; what bogs goes back, the rest is undone."""
        one = tank("G5", motion=True)
        way = [RouteStep(to=at(p), side=3, quarters=4) for p in ("G6", "G7", "G8")]

        def run(play: Play) -> None:
            found.append(secret_bog(_muddy(play), one, way))

        found: list[Any] = []
        dice = ("S9.361 DR 2,3", "S9.361 DR 6,6")
        game = played(run, one, dice=dice)
        assert found == [(at("G8"),)]
        assert game.state.units["e1"].location == at("G7")
        state = game.state.units["e1"].vehicle
        assert state is not None
        assert state.bogged
        assert not state.motion
        assert any("undone" in note for note in notes(game))

    @pytest.mark.parametrize(("ground", "mods"), [("mud", [1]), ("deep snow", [1, 1])])
    def test_drm(self, ground: str, mods: list[int]) -> None:
        """+1, and in Deep Snow another +1; of a T-34 nothing more (D8.21)."""
        one, step = tank("G5"), RouteStep(to=at("G6"), side=3, quarters=4)

        def values(play: Play) -> list[int]:
            soft = _on(play, play.world, weather=Weather(ground=ground))
            return [mod.value for mod in drm(soft, one, step)]

        assert ask(values, one) == mods

    def test_dry_ground(self) -> None:
        """Without Mud there is none."""
        one = tank("G5")
        way = [RouteStep(to=at("G6"), side=3, quarters=4)]
        assert ask(lambda play: secret_bog(play, one, way), one) == ()
