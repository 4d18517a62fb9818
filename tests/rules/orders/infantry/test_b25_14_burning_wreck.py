"""B25.14: a burning wreck sets its Location on fire."""

from opfor.rules.orders.infantry.b25_14_burning_wreck import catch_fire
from opfor.rules.orders.infantry.b25_15_flames_grow import grow
from opfor.state.events import MarkerAdded
from opfor.state.play import Play
from opfor.state.units import LocationName, Marker
from tests.rules.given.cover import scene

L = LocationName


class TestB25_14Wreck:
    """B25.14."""

    def test_catches(self) -> None:
        """It sets the woods that it stands in on fire, with the Spread number."""

        def run(play: Play) -> None:
            catch_fire(play, play.state.markers["wreckA"])

        burns = {"wreck": "burning wreck", "board": "woods: K5"}
        played = scene(run, "B25.14 DR 6,6", **burns)  # type: ignore[arg-type] # fields by name
        assert "flame" in {marker.kind for marker in played.state.markers.values()}
        played = scene(run, "B25.14 DR 1,1", **burns)  # type: ignore[arg-type] # fields by name
        assert "flame" not in {marker.kind for marker in played.state.markers.values()}

    def test_open_ground(self) -> None:
        """Open Ground does not burn: no DR."""

        def run(play: Play) -> None:
            catch_fire(play, play.state.markers["wreckA"])

        assert len(scene(run, wreck="burning wreck").state.markers) == 1

    def test_gone_in_a_blaze(self) -> None:
        """A wreck is removed as its Location becomes a Blaze (D10.41)."""

        def run(play: Play) -> None:
            flame = Marker(id="flameA", kind="flame", location=L("tK5"))
            play.emit(MarkerAdded(flame))
            grow(play, flame)

        played = scene(run, "B25.151 DR 6,6", wreck="wreck", board="woods: K5")
        assert [m.kind for m in played.state.markers.values()] == ["blaze"]
