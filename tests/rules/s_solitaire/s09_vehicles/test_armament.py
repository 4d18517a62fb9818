"""S9.31 to S9.342: what an ENEMY vehicle is armed with, what could destroy it."""

from msgspec.structs import replace

from opfor.rules.s_solitaire.s01_terms.ranges import IN_LOS
from opfor.rules.s_solitaire.s09_vehicles.armament import arms, could_destroy, tk_number
from tests.rules.given.drivers import scene, squad, tank

GERMAN = "german/pzkpfw-ivf2"


class TestArms:
    """What the counters print."""

    def test_turret_and_hull(self) -> None:
        """A tank has MA and CMG in its turret, BMG in its hull."""
        one = tank("G5")
        found = {arm.name: arm.turret for arm in arms(scene(one), one)}
        assert found == {"MA": True, "BMG": False, "CMG": True}

    def test_mg_look_twice_their_range_far(self) -> None:
        """D-531: a BMG (8) and a CMG (12) look 16 hexes far, a MA as far as it sees."""
        one = tank("G5")
        found = {arm.name: arm.range for arm in arms(scene(one), one)}
        assert found == {"MA": IN_LOS, "BMG": 16, "CMG": 16}

    def test_an_atr_has_no_long_range(self) -> None:
        """A7.22: that of a vehicle reaches 12 hexes, like any other."""
        car = tank("G5", counter="british/morris-cs9")
        assert {arm.name: arm.range for arm in arms(scene(car), car)}["MA"] == 12

    def test_against_armor(self) -> None:
        """A9.61: MG and a vehicle's ATR pierce armor at their normal range only."""
        one = tank("G5")
        found = {arm.name: arm.pierces for arm in arms(scene(one), one)}
        assert found == {"MA": IN_LOS, "BMG": 8, "CMG": 12}
        car = tank("G5", counter="british/morris-cs9")
        assert {arm.name: arm.pierces for arm in arms(scene(car), car)}["MA"] == 12

    def test_assault_gun(self) -> None:
        """An assault gun has its MA in the hull; AAMG count for CE crews only."""
        one = tank("G5", counter="german/stug-iiig")
        assert [arm.name for arm in arms(scene(one), one)] == ["MA"]
        crew = replace(one.vehicle, ce=True)  # type: ignore[type-var] # it has one
        one = replace(one, vehicle=crew)
        assert [arm.name for arm in arms(scene(one), one)] == ["MA", "AAMG"]

    def test_half_track(self) -> None:
        """D-903: its AAMG is its MA, and fires all around by a CE crew alone."""
        one = tank("G5", counter="american/m3a1-ht")
        assert arms(scene(one), one) == []
        crew = replace(one.vehicle, ce=True)  # type: ignore[type-var] # it has one
        one = replace(one, vehicle=crew)
        assert [arm.all_round for arm in arms(scene(one), one)] == [True]

    def test_mg_for_main_armament(self) -> None:
        """Where a MG is the MA it is one in its own place."""
        one = tank("G5", counter="german/pzkpfw-ib")
        assert [arm.name for arm in arms(scene(one), one)] == ["MA"]

    def test_to_kill(self) -> None:
        """A 75L hurts a T-34's side, a 37mm does not hurt its front."""
        long_, small = tank("G5", "a", GERMAN), tank("G5", "b", "german/pzkpfw-iiif")
        one = tank("G8", vca=0)
        view = scene(long_, small, one)
        assert tk_number(view, long_, one) > tk_number(view, small, one) > 0
        assert could_destroy(view, long_, one)
        assert not could_destroy(view, small, one)
        assert not could_destroy(view, squad("G5", "q"), one)
