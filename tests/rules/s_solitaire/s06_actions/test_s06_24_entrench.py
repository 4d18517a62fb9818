"""S6.24: who can Entrench."""

from opfor.rules.s_solitaire.s06_actions.s06_24_entrench import (
    behind_a_wall,
    can_entrench,
)
from opfor.state.units import VehicleState
from tests.rules.given.enemies import ask, enemy, friend, played

TANK = "t-34-m41"
STOPPED, BOGGED = VehicleState(), VehicleState(bogged=True)
OPEN = "board: t\nsize: 20x10\nbrush: A9\n"
WALLED = "board: t\nsize: 20x10\nwall: K6/012345\n"


class TestS6_24Entrench:
    """S6.24."""

    def test_digs_at_once(self) -> None:
        """A MMC digs by B27.11 and is TI."""
        game = played("S6.11 DR 1,3", "B27.12 DR 1,2", things=[enemy("e1", "J6")])
        unit = game.state.units["e1"]
        assert unit.ti
        assert game.state.fortifications[unit.inside].kind == "foxhole"

    def test_only_mmc(self) -> None:
        """A leader does not, nor does a vehicle."""
        for unit in (
            enemy("e1", "J6", "8-0"),
            enemy("e1", "J6", TANK, vehicle=VehicleState()),
        ):
            assert not ask(
                [unit], lambda play: can_entrench(play, play.state.units["e1"])
            )


class TestS6_241RestrictedLos:
    """S6.241."""

    def test_behind_a_wall(self) -> None:
        """All LOS to Targets crosses a wall of its own hex: it does not dig."""
        things = [enemy("e1", "K6"), friend("V", "N6")]
        assert ask(
            things,
            lambda play: behind_a_wall(play, play.state.units["e1"]),
            board=WALLED,
        )

    def test_without_targets(self) -> None:
        """Without Targets, or with one in the open, there is nothing against it."""
        alone = [enemy("e1", "K6")]
        assert not ask(
            alone,
            lambda play: behind_a_wall(play, play.state.units["e1"]),
            board=WALLED,
        )
        seen = [enemy("e1", "K6"), friend("V", "N6")]
        assert not ask(
            seen, lambda play: behind_a_wall(play, play.state.units["e1"]), board=OPEN
        )
