"""A26.2: Victory Points."""

from typing import ClassVar

import pytest
from msgspec.structs import replace

from opfor.rules.a_infantry.a26_victory.victory_points import (
    bpv,
    casualty,
    escaped,
    exit_points,
    gun_lost,
    victory_points,
)
from opfor.state.counter_lists import shipped
from opfor.state.counters import Vehicle
from opfor.state.events import UnitChanged
from opfor.state.play import Play
from opfor.state.units import GunState, Unit, Weapon
from tests.rules.given.world import game


def worth(counter: str) -> int:
    """The VP of a unit of some counter."""
    found: list[int] = []

    def run(play: Play) -> None:
        unit = Unit(id="u", side="FRIENDLY", counter=counter)
        found.append(victory_points(play, unit))

    game(run=run)
    return found[0]


class TestA26_2VictoryPoints:
    """A26.2."""

    @pytest.mark.parametrize(
        ("counter", "points"),
        [
            ("german/4-6-7", 2),
            ("german/2-4-7", 1),
            ("german/2-2-8", 2),
            ("german/8-0", 1),
            ("german/6+1", 1),
            ("german/9-1", 2),
            ("german/10-3", 4),
        ],
    )
    def test_infantry(self, counter: str, points: int) -> None:
        """Squad and crew 2, HS 1, a leader 1 and 1 for each -1 of his DRM."""
        assert worth(counter) == points

    def test_exc2_hero(self) -> None:
        """A hero is worth nothing."""
        heroes = [c.id for c in shipped().values() if getattr(c, "kind", "") == "hero"]
        assert [worth(hero) for hero in heroes] == [0] * len(heroes)

    def test_vehicle(self) -> None:
        """A vehicle is worth more with armor, a gun and a crew."""
        tanks = [c for c in shipped().values() if isinstance(c, Vehicle)]
        found = {tank.id: worth(tank.id) for tank in tanks[:50]}
        assert min(found.values()) >= 1
        for tank in tanks[:50]:
            armor = -(-max(tank.front, tank.side) // 5)
            assert found[tank.id] >= 1 + armor


class TestA26_22Casualties:
    """A26.22."""

    def test_eliminated(self) -> None:
        """The other side gains the VP, and the loss is on the list."""

        def run(play: Play) -> None:
            casualty(play, play.state.units["V"])

        state = game(units={"V": ("german/4-6-7", "K6")}, run=run).state
        assert state.toll("ENEMY").cvp == 2
        assert state.toll("FRIENDLY").lost == ("german/4-6-7",)
        assert state.toll("FRIENDLY").cvp == 0

    def test_own_fire(self) -> None:
        """What its own side loses by its own fault gives nobody VP."""

        def run(play: Play) -> None:
            casualty(play, play.state.units["V"], "FRIENDLY")

        state = game(units={"V": ("german/4-6-7", "K6")}, run=run).state
        assert (state.toll("ENEMY").cvp, state.toll("FRIENDLY").cvp) == (0, 0)

    def test_exc1_prisoners(self) -> None:
        """A prisoner counts double, once, and no more when he is lost or escapes."""

        def run(play: Play) -> None:
            unit = play.state.units["V"]
            casualty(play, unit, captured=True)
            play.emit(UnitChanged(replace(unit, guard="e"), "captured"))
            casualty(play, play.state.units["V"])
            assert play.state.toll("ENEMY").cvp == 4
            escaped(play, unit)

        state = game(units={"V": ("german/4-6-7", "K6")}, run=run).state
        assert (state.toll("ENEMY").cvp, state.toll("FRIENDLY").lost) == (0, ())

    def test_guns(self) -> None:
        """A Gun is worth two, a SW nothing."""

        def run(play: Play) -> None:
            gun_lost(play, Weapon(id="g", counter="x", gun=GunState()), "FRIENDLY")
            gun_lost(play, Weapon(id="m", counter="x"), "FRIENDLY")

        assert game(run=run).state.toll("FRIENDLY").cvp == 2


class TestA26_23ExitVP:
    """A26.23."""

    UNITS: ClassVar = {"V": ("german/4-6-7", "K6"), "L": ("german/9-1", "K6")}
    ENEMIES: ClassVar = {"E": ("russian/4-4-7", "K6")}

    def test_exit(self) -> None:
        """A unit that leaves is worth its VP, and so are its prisoners."""

        def run(play: Play) -> None:
            prisoner = replace(play.state.units["E"], guard="V")
            play.emit(UnitChanged(prisoner, "captured"))
            exit_points(play, play.state.units["V"])
            exit_points(play, play.state.units["L"])

        state = game(units=self.UNITS, enemies=self.ENEMIES, run=run).state
        assert state.toll("FRIENDLY").exit_vp == 2 + 2 + 2

    def test_exc1_broken(self) -> None:
        """Broken units give none."""

        def run(play: Play) -> None:
            exit_points(play, replace(play.state.units["V"], broken=True))

        assert game(units=self.UNITS, run=run).state.toll("FRIENDLY").exit_vp == 0


def test_bpv() -> None:
    """The BPV of MMC is added up; leaders count nothing."""
    found: list[int] = []

    def run(play: Play) -> None:
        found.append(bpv(play, play.state.units.values()))

    units = {"V": ("german/4-6-7", "K6"), "L": ("german/9-1", "K6")}
    game(units=units, run=run)
    assert found == [10]
