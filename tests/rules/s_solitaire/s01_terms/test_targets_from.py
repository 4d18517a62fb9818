"""D-180, D-822: Targets by LOS and range, and a closed AFV among them."""

import pytest
from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.rules.s_solitaire.s01_terms.targets_from import (
    targets_from,
    weapon_has_target,
)
from opfor.rules.s_solitaire.s09_movement.danger import target_places
from opfor.rules.s_solitaire.s09_movement.movers import of_suspect, stack
from opfor.state.events import WeaponChanged
from opfor.state.play import Play
from opfor.state.units import LocationName, Suspect, VehicleState
from tests.rules.given import drivers
from tests.rules.given.enemies import Thing, ask, enemy, friend, weapon

HERE = LocationName("tJ6")

TANK = "german/pzkpfw-ivf2"


def seen(*things: Thing, date: str = "1942-06") -> tuple[list[str], list[str]]:
    """The Targets of e1 in J6, as S11 and as a Move Command have them."""

    def both(play: Play) -> object:
        unit = play.state.units["e1"]
        mover = stack(play, [unit])
        places = target_places(play, mover, HERE, known=True)
        return [*targets_from(play, unit, HERE)], places

    them = [enemy("e1", "J6"), *things]
    return ask(them, both, date=date)  # type: ignore[return-value] # as `both` says


class TestClosed:
    """An AFV that is BU is a Target only for who has something against armor."""

    @pytest.mark.parametrize(
        ("ce", "counter", "target"),
        [
            (False, TANK, False),
            (True, TANK, True),
            (False, "finnish/tempo-g1200", True),
        ],
    )
    def test_what_is_no_target(self, ce: bool, counter: str, target: bool) -> None:
        """A closed tank is none for rifles; a CE crew and a lorry are."""
        tank = friend("V", "J2", counter, vehicle=VehicleState(ce=ce))
        assert seen(tank) == ((["tJ2"], ["tJ2"]) if target else ([], []))

    def test_infantry_with_it(self) -> None:
        """Who is there beside it is one; unless he is concealed, to be Known."""
        tank = friend("V", "J2", TANK, vehicle=VehicleState())
        assert seen(tank, friend("a", "J2")) == (["tJ2"], ["tJ2"])
        assert seen(tank, friend("a", "J2", concealed=True)) == (["tJ2"], [])

    @pytest.mark.parametrize(
        ("arm", "at", "broken", "target"),
        [
            ("mmg", "J2", False, True),
            ("mmg", "J2", True, False),
            ("lmg", "P6", False, True),
            ("lmg", "R6", False, False),
            ("atr", "J2", False, True),
        ],
    )
    def test_against_armor(self, arm: str, at: str, broken: bool, target: bool) -> None:
        """A MG at normal range makes it one, an ATR as far as it reaches."""
        tank = friend("V", at, TANK, vehicle=VehicleState())
        sw = weapon("w", arm, "e1", malfunctioned=broken)
        assert bool(seen(tank, sw)[0]) is target
        assert bool(seen(tank, sw)[1]) is target

    @pytest.mark.parametrize(
        ("where", "broken", "target"),
        [("M8", True, True), ("N8", True, False), ("N8", False, True)],
    )
    def test_a_vehicle(self, where: str, broken: bool, target: bool) -> None:
        """A tank without its MA has one at 12 hexes by its CMG, and no farther."""
        one, foe = drivers.tank("A8"), drivers.tank(where, "t", TANK)

        def look(play: Play) -> object:
            gun = play.state.weapons["e1.ma"]
            play.emit(
                WeaponChanged(replace(gun, malfunctioned=broken), fact("malfunctions"))
            )
            return targets_from(play, one, one.location)

        assert bool(drivers.ask(look, one, foe)) is target

    @pytest.mark.parametrize(("at", "target"), [("J3", True), ("J2", False)])
    def test_pf(self, at: str, target: bool) -> None:
        """A PF makes it one as far as it reaches on the date."""
        tank = friend("V", at, TANK, vehicle=VehicleState())

        def look(play: Play) -> object:
            return targets_from(play, play.state.units["e1"], HERE)

        squad = enemy("e1", "J6", "german/4-6-7")
        assert bool(ask([squad, tank], look, date="1945-01")) is target

    @pytest.mark.parametrize(
        ("arm", "at", "broken", "target"),
        [
            ("lmg", "P6", False, True),
            ("lmg", "R6", False, False),
            ("lmg", "P6", True, False),
            ("ft", "J4", False, True),
            ("ft", "J3", False, False),
        ],
    )
    def test_of_a_weapon(self, arm: str, at: str, broken: bool, target: bool) -> None:
        """A Weapon alone has it for Target so far, whatever its unit has besides."""
        tank = friend("V", at, TANK, vehicle=VehicleState())
        sw = weapon("w", arm, "e1", malfunctioned=broken)

        def look(play: Play) -> object:
            return weapon_has_target(play, play.state.weapons["w"], HERE)

        assert ask([enemy("e1", "J6"), tank, sw], look) is target

    def test_suspects(self) -> None:
        """For a S?, of which nobody knows what it is, each unit in LOS is one."""
        tank = friend("V", "J2", TANK, vehicle=VehicleState())

        def look(play: Play) -> object:
            mover = of_suspect(Suspect("S1", HERE, "Advance"))
            return target_places(play, mover, HERE, known=True)

        assert ask([tank], look) == ["tJ2"]
