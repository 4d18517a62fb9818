"""What the steady player does with vehicles and Guns."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.modifier import total
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.choices.orders import Command, Fire
from opfor.rules.choices.vehicle_orders import (
    DriveOrder,
    Expose,
    StartUp,
    TurnTo,
    Unbog,
)
from opfor.sim import ordnance
from opfor.sim.ground_plan import plan_of
from opfor.sim.judgement import Assessment
from opfor.sim.roads import Roads
from opfor.sim.vehicle_danger import DangerField, Worth
from opfor.sim.vehicles import Armor, Memory
from opfor.state.units import GunState as Gun
from opfor.state.units import Unit, Weapon
from tests.rules.given.drivers import ON_ROADS, at, scene, squad, tank

SHERMAN = "american/m4a1"
"""AF 11 and 4; 75 and two MG."""

FACES = range(1, 7)

AIMED = replace(ON_ROADS, vpo=(at("S4"),))


def own(where: str, **fields: Any) -> Unit:
    """A FRIENDLY tank that looks to the right."""
    return tank(where, "tank", SHERMAN, **({"vca": 2, "tca": 2} | fields))


def foe(where: str, counter: str = "russian/t-34-m41", **fields: Any) -> Unit:
    """An ENEMY tank that looks to the left."""
    return tank(where, "e1", counter, **({"vca": 5, "tca": 5} | fields))


def judgement(
    *units: Unit, weapons: tuple[Weapon, ...] = (), **state: Any
) -> Assessment:
    """How a moment of the FRIENDLY Player Turn looks to that side."""
    found = scene(*units, weapons=weapons, **({"side": "FRIENDLY"} | state))
    return Assessment(found, "FRIENDLY", plan_of(found.world))


def given(
    *units: Unit, weapons: tuple[Weapon, ...] = (), **state: Any
) -> Command | None:
    """What the vehicles do first in their MPh."""
    memory: Memory = {}
    return Armor(judgement(*units, weapons=weapons, **state), memory).order()


class TestWhereTo:
    """Where vehicles go, and how."""

    def test_toward_the_aim(self) -> None:
        """Far from what is wanted it starts, to drive there."""
        assert given(own("C3", ce=True), mission=AIMED) == StartUp("tank")
        moving = own("C3", ce=True, motion=True)
        found = given(moving, mission=AIMED)
        assert isinstance(found, DriveOrder | TurnTo)

    def test_stays(self) -> None:
        """Where the aim is near and nobody threatens it stays."""
        assert given(own("R4", ce=True), mission=AIMED) is None

    def test_next_to_infantry(self) -> None:
        """It goes next to ENEMY Infantry only beside Infantry of its own."""
        enemy = squad("P6", "e9", "russian/4-4-7")
        alone = DangerField(judgement(own("C3"), enemy))
        assert at("P5") in alone.hot
        escorted = DangerField(judgement(own("C3"), enemy, squad("O5", "a")))
        assert at("P5") not in escorted.hot

    def test_front(self) -> None:
        """With an ENEMY tank in LOS the pose that shows it the front is worth more."""
        judge, unit = judgement(own("E5"), foe("K5")), own("E5")
        worth = Worth(judge, DangerField(judge), unit, Roads(judge.view, unit))
        assert worth((at("E5"), 2)) > worth((at("E5"), 5))

    def test_no_bog(self) -> None:
        """What may bog it is no way."""
        judge = judgement(own("S8"))
        roads = Roads(judge.view, own("S8"))
        assert at("R8") not in {to for _, to, _ in roads.node(at("S8")).ways}

    def test_bogged(self) -> None:
        """A bogged one tries to get free."""
        assert given(own("E5", bogged=True)) == Unbog("tank")


class TestTheCrew:
    """CE and BU."""

    def test_bu(self) -> None:
        """A crew that Infantry can fire at goes BU, and CE when there is none."""
        enemy = squad("K5", "e9", "russian/4-4-7")
        assert given(own("E5", ce=True), enemy) == Expose("tank", ce=False)
        assert given(own("R4"), mission=AIMED) == Expose("tank")

    def test_served(self) -> None:
        """One that could not fire then is never CE (D1.321)."""
        one = tank("R4", "tank", "german/pzkpfw-iif", vca=2, tca=2)
        assert given(one, mission=AIMED) is None
        exposed = tank("R4", "tank", "german/pzkpfw-iif", vca=2, tca=2, ce=True)
        assert given(exposed, mission=AIMED) == Expose("tank", ce=False)

    def test_aamg(self) -> None:
        """D-903: a half-track whose MA is an AAMG stays CE to fire it."""
        enemy = squad("K5", "e9", "russian/4-4-7")
        half_track = tank("E5", "tank", "american/m3a1-ht")
        assert given(half_track, enemy, mission=AIMED) == Expose("tank")


class TestShots:
    """Which shots are worth it."""

    def test_kills(self) -> None:
        """A weak target is worth more than a strong one, the side than the front."""
        weak = worth_of(foe("K5", "russian/ba-6"))
        strong = worth_of(foe("K5", "russian/kv-1-m41"))
        side = worth_of(foe("K5", "russian/t-34-m41", vca=1, tca=1))
        front = worth_of(foe("K5", "russian/t-34-m41"))
        assert weak > strong
        assert side > front

    def test_in_motion(self) -> None:
        """A shot in Motion is worth its own chance to hit: the lower dr is doubled."""
        worth, needed, unsteady = rated(own("E5"))
        still = sum(a + b <= needed for a in FACES for b in FACES)
        assert not unsteady
        state = {"phase": "DFPh", "side": "ENEMY"}
        less, needed, unsteady = rated(own("E5", motion=True), **state)
        doubled = sum(a + b + min(a, b) <= needed for a in FACES for b in FACES)
        assert unsteady
        assert 0 < doubled < still
        assert less / worth == pytest.approx(doubled / still)

    def test_ammunition(self) -> None:
        """At a tank AP is fired, at a squad HE."""
        found = best(own("E5"), foe("K5"))
        assert found is not None
        assert (found.at, found.ammo) == ("e1", "AP")
        found = best(own("E5"), squad("K5", "e9", "russian/4-4-7"))
        assert found is not None
        assert (found.at, found.ammo) == ("", "")

    def test_gun(self) -> None:
        """An A-T Gun fires at the tank; its crew stays with it."""
        crew = squad("E5", "crew", "german/2-2-8")
        gun = Weapon(
            id="gun",
            counter="german/75l-at-pak-40",
            owner="crew",
            gun=Gun(ca=2, emplaced=True),
        )
        found = best(crew, foe("K5"), weapons=(gun,))
        assert found is not None
        assert (found.firers, found.at) == (("gun",), "e1")
        assert judgement(crew, weapons=(gun,)).gunners == {"crew"}


def rated(unit: Unit, **state: Any) -> tuple[float, int, bool]:
    """What a shot at an armored car is worth, the DR that hits, whether in Motion."""
    car = foe("K5", "russian/ba-6")
    judge = judgement(unit, car, **({"phase": "PFPh"} | state))
    order = Fire(("tank.ma",), car.location, ammo="AP", at="e1")
    shot = plan_shot(judge.view, "FRIENDLY", order)
    needed = shot.number - total((*shot.mods, *shot.aims[0].mods))
    return ordnance.shot_worth(judge, order), needed, shot.unsteady


def best(*units: Unit, weapons: tuple[Weapon, ...] = ()) -> Fire | None:
    """The best shot in the PFPh."""
    judge = judgement(*units, weapons=weapons, phase="PFPh")
    return ordnance.best(judge, least=0.01)


def worth_of(enemy: Unit) -> float:
    """What a shot of AP at a vehicle is worth."""
    judge = judgement(own("E5"), enemy, phase="PFPh")
    order = Fire(("tank.ma",), enemy.location, ammo="AP", at="e1")
    return ordnance.shot_worth(judge, order)
