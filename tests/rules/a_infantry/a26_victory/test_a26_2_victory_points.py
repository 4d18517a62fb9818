"""A26.2: Victory Points."""

from typing import ClassVar

import pytest
from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import casualty_reduction
from opfor.rules.a_infantry.a26_victory.a26_2_victory_points import (
    CREW_VP,
    bpv,
    casualty,
    escaped,
    exit_points,
    lose_weapon,
    reduced,
    victory_points,
)
from opfor.state.counter_lists import shipped
from opfor.state.counters import Vehicle
from opfor.state.events import UnitChanged, WeaponAdded, WeaponChanged
from opfor.state.play import Play
from opfor.state.units import GunState, Unit, VehicleState, Weapon
from tests.rules.given.fates import after
from tests.rules.given.world import game


def worth(counter: str) -> int:
    """The VP of a unit of some counter."""
    found: list[int] = []

    def run(play: Play) -> None:
        tank = isinstance(play.world.counter(counter), Vehicle)
        state = VehicleState() if tank else None
        unit = Unit(id="u", side="FRIENDLY", counter=counter, vehicle=state)
        found.append(victory_points(play, unit))

    game(run=run)
    return found[0]


TANK, HOTCHKISS = "german/pzkpfw-ivh", "german/38h-735-f"


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

    def test_strongest_af(self) -> None:
        """The turret's counts if it is the better one: of AF 4 and 6 the 6 gives 2."""
        tank = shipped()[HOTCHKISS]
        assert isinstance(tank, Vehicle)
        assert (tank.front, tank.front_upper) == (4, "better")
        assert worth(HOTCHKISS) == 1 + 1 + 2 + 2

    @pytest.mark.parametrize("fields", [{"malfunctioned": True}, {}])
    def test_functioning_ma(self, fields: dict[str, bool]) -> None:
        """A MA out of order is worth nothing, nor is a crew that has left."""
        found: list[int] = []

        def run(play: Play) -> None:
            main = replace(play.state.weapons["t.ma"], **fields)
            play.emit(WeaponChanged(main, "as given"))
            tank = play.state.units["t"]
            found.append(victory_points(play, tank))
            left = replace(tank, vehicle=VehicleState(abandoned=True))
            found.append(victory_points(play, left))

        game(vehicles={"t": (TANK, "K6", {})}, run=run)
        assert found == ([5, 3] if fields else [6, 4])


class TestA26_22_reducedSquads:
    """A26.22/reduced."""

    def test_reduced(self) -> None:
        """A squad that is Reduced gives one CVP, and its HS the other one later."""

        def run(play: Play) -> None:
            casualty_reduction(play, "V")
            gained.append(play.state.toll("ENEMY").cvp)
            casualty_reduction(play, "247A")

        gained: list[int] = []
        state = game(units={"V": ("german/4-6-7", "K6")}, run=run).state
        assert (gained, state.toll("ENEMY").cvp) == ([1], 2)
        assert state.toll("FRIENDLY").lost == ("german/2-4-7",)

    def test_reduced_prisoner(self) -> None:
        """A prisoner has been paid for."""

        def run(play: Play) -> None:
            captive = replace(play.state.units["V"], guard="g")
            reduced(play, captive, replace(captive, counter="german/2-4-7"))

        state = game(units={"V": ("german/4-6-7", "K6")}, run=run).state
        assert state.toll("ENEMY").cvp == 0


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
            play.emit(WeaponAdded(Weapon(id="g", counter="x", gun=GunState())))
            play.emit(WeaponAdded(Weapon(id="m", counter="x")))
            lose_weapon(play, "g", fact("burnt"), "FRIENDLY")
            lose_weapon(play, "m", fact("burnt"), "FRIENDLY")

        assert game(run=run).state.toll("FRIENDLY").cvp == 2

    def test_a_gun_of_somebody(self) -> None:
        """It counts for the other side than its possessor's, without one for nobody."""

        def run(play: Play) -> None:
            for id_, owner in {"g": "V", "h": ""}.items():
                gun = Weapon(id=id_, counter="x", owner=owner, gun=GunState())
                play.emit(WeaponAdded(gun))
                lose_weapon(play, id_, fact("burnt"))

        state = game(units={"V": ("german/4-6-7", "K6")}, run=run).state
        assert (state.toll("ENEMY").cvp, state.toll("FRIENDLY").cvp) == (2, 0)


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

    def test_exc1_prisoners(self) -> None:
        """Whom his Guard takes off the map gives his own side nothing (D-040)."""

        def run(play: Play) -> None:
            prisoner = replace(play.state.units["E"], guard="V")
            play.emit(UnitChanged(prisoner, "captured"))
            exit_points(play, play.state.units["E"])

        state = game(units=self.UNITS, enemies=self.ENEMIES, run=run).state
        assert state.toll("ENEMY").exit_vp == 0

    def test_exc1_broken(self) -> None:
        """Broken units and vehicles under Recall give none."""

        def run(play: Play) -> None:
            exit_points(play, replace(play.state.units["V"], broken=True))
            state = VehicleState(recalled=True)
            tank = Unit(id="t", side="FRIENDLY", counter=TANK, vehicle=state)
            exit_points(play, tank)

        assert game(units=self.UNITS, run=run).state.toll("FRIENDLY").exit_vp == 0

    def test_hero(self) -> None:
        """A hero is worth one (D-492)."""
        hero = {"V": ("german/hero", "K6")}
        run = lambda play: exit_points(play, play.state.units["V"])  # noqa: E731
        assert game(units=hero, run=run).state.toll("FRIENDLY").exit_vp == 1

    def test_gun(self) -> None:
        """A Gun that goes along is worth two."""

        def run(play: Play) -> None:
            gun = Weapon(id="g", counter="x", owner="V", gun=GunState())
            play.emit(WeaponAdded(gun))
            exit_points(play, play.state.units["V"])

        assert game(units=self.UNITS, run=run).state.toll("FRIENDLY").exit_vp == 4


def test_bpv() -> None:
    """The BPV of MMC is added up; leaders count nothing."""
    found: list[int] = []

    def run(play: Play) -> None:
        found.append(bpv(play, play.state.units.values()))

    units = {"V": ("german/4-6-7", "K6"), "L": ("german/9-1", "K6")}
    game(units=units, run=run)
    assert found == [10]


class TestA26_22_crewCrew:
    """A26.22/crew."""

    def test_survives(self) -> None:
        """A crew that survives the wreck costs no CVP until it is lost itself."""
        lost = after("eliminated", "D5.6 DR 5,5").state.toll("FRIENDLY").cvp
        saved = after("eliminated", "D5.6 DR 2,2").state.toll("FRIENDLY").cvp
        assert lost - saved == CREW_VP
