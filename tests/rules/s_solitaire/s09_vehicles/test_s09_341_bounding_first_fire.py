"""S9.341, S9.342: Bounding First Fire, and in the AFPh."""

from msgspec.structs import replace

from opfor.rules.s_solitaire.s09_vehicles.s09_341_bounding_first_fire import (
    bounding_target,
)
from tests.rules.given.drivers import ask, at, squad, tank

GERMAN = "german/pzkpfw-ivf2"


class TestS9_341BoundingFirstFire:
    """S9.341."""

    def test_known_vehicle(self) -> None:
        """At a Known vehicle; not at Infantry, nor at a concealed one."""
        one = tank("G5")
        units = one, squad("G7"), tank("G1", "t", GERMAN)
        assert ask(lambda play: bounding_target(play, one), *units) == at("G1")
        hid = replace(units[2], concealed=True)
        assert ask(lambda play: bounding_target(play, one), one, hid) is None

    def test_greatest_tk(self) -> None:
        """The MA with the greatest TK#, then the one easiest to hit."""
        one = tank("G5")
        units = one, tank("G7", "b", "german/pzkpfw-iiif"), tank("G1", "c", GERMAN)
        assert ask(lambda play: bounding_target(play, one), *units) == at("G1")
        near = one, tank("G7", "b", GERMAN), tank("S6", "c", GERMAN)
        assert ask(lambda play: bounding_target(play, one), *near) == at("G7")

    def test_easiest_to_kill(self) -> None:
        """Of two alike the one that shows its side."""
        one = tank("L4")
        front = tank("L2", "b", GERMAN, vca=3)
        side = tank("L6", "c", GERMAN, vca=2)
        units = one, front, replace(side, vehicle=replace(side.vehicle, vca=5))  # type: ignore[type-var] # it has one
        assert ask(lambda play: bounding_target(play, one), *units) == at("L6")
