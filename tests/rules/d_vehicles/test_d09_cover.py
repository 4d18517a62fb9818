"""D9: AFV and wrecks as TEM, and in the way of LOS."""

from collections.abc import Callable
from typing import Any

from opfor.core.game import Game
from opfor.rules.a_infantry.a06_los import hindrance, sees
from opfor.rules.a_infantry.a07_fire.attack import against
from opfor.rules.a_infantry.a07_fire.plan import plan_attack
from opfor.rules.c_ordnance.c06_target_drm import tem
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d09_cover import afv_tem
from opfor.rules.orders.infantry.b25_flames import catch_fire, grow
from opfor.state.events import MarkerAdded, PhaseBegan
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Marker, MarkerKind, Phase
from tests.rules.given.armor import PZ4
from tests.rules.given.world import game

L = LocationName
TRUCK = "german/opel-6700"


def scene(
    run: Callable[[Play], object],
    *dice: str,
    counter: str = PZ4,
    at: str = "tK5",
    wreck: MarkerKind | None = None,
    phase: Phase = "PFPh",
    board: str = "brush: B2",
    **state: Any,
) -> Game[State]:
    """A FRIENDLY squad in K5 with a tank; a Russian one in N6, one in H4."""

    def once(play: Play) -> None:
        play.emit(PhaseBegan(1, "ENEMY", phase))
        if wreck is not None:
            play.emit(MarkerAdded(Marker(id="wreckA", kind=wreck, location=L(at))))
        run(play)

    tank = {} if wreck else {"tank": (counter, at, {"vca": 1, "tca": 1} | state)}
    return game(
        *dice,
        board=f"\nboard: t\nsize: 20x10\n{board}\n",
        units={"sq": ("german/4-6-7", "tK5")},
        enemies={"er": ("russian/4-4-7", "tN6"), "ex": ("russian/4-4-7", "tH6")},
        vehicles=tank,
        run=once,
    )


def seen(run: Callable[[Play], Any], **given: Any) -> Any:
    """What `run` gives there."""
    found: list[Any] = []
    scene(lambda play: found.append(run(play)), **given)
    return found[0]


def attack(play: Play) -> list[str]:
    """The rules of the DRM that a squad's fire at K5 meets."""
    made = plan_attack(play, "ENEMY", Fire(("er",), L("tK5")))
    return [mod.rule for mod in against(play, made, play.state.units["sq"]).mods]


class TestD9_3Tem:
    """D9.3."""

    def test_afv(self) -> None:
        """+1 beneath a Stopped AFV of its side, on the IFT and To Hit."""
        assert seen(attack) == ["D9.3"]

        def shot(play: Play) -> Any:
            return tem(play, play.state.units["sq"], L("tN6"), L("tK5"))

        found = seen(shot)
        assert (found.rule, found.value) == ("D9.3", 1)

    def test_not_with_other_tem(self) -> None:
        """Woods are better, and nothing is added to them."""
        assert "D9.3" not in seen(attack, board="woods: K5")

    def test_unarmored(self) -> None:
        """A truck is no cover; its wreck is."""
        assert seen(attack, counter=TRUCK) == []
        assert seen(attack, wreck="wreck") == ["D9.3"]

    def test_exc1_from_within(self) -> None:
        """Not against who fires from the same Location."""

        def inside(play: Play) -> Any:
            return afv_tem(play, play.state.units["sq"], (L("tK5"),))

        assert seen(inside) is None

    def test_exc2_moving(self) -> None:
        """Not in Motion; after the AFPh again if it has moved and Stopped."""
        assert seen(attack, motion=True) == []
        assert seen(attack, entered=True) == []

        def late(play: Play) -> Any:
            return afv_tem(play, play.state.units["sq"], (L("tN6"),))

        assert seen(late, entered=True, phase="RtPh") is not None
        assert seen(late, motion=True, phase="RtPh") is None

    def test_exc3_burning(self) -> None:
        """A burning wreck is no cover, but smokes."""
        assert "D9.3" not in seen(attack, wreck="burning wreck")


def through(play: Play) -> int:
    """The Hindrance from N6 to H6, on a line over K5's row."""
    return hindrance(play, L("tN6"), L("tH6"))


class TestD9_4Hindrance:
    """D9.4."""

    def test_between(self) -> None:
        """+1 through its hex, not out of it."""
        assert seen(through, at="tK6") == seen(through, at="tB8") + 1
        assert seen(through, at="tN6") == seen(through, at="tB8")

    def test_wreck(self) -> None:
        """A wreck hinders too; a burning one by its smoke, at +2."""
        assert seen(through, at="tK6", wreck="wreck") == 1
        assert seen(through, at="tK6", wreck="burning wreck") == 2

    def test_moving(self) -> None:
        """Not as it moves."""
        assert seen(through, at="tK6", motion=True) == 0
        assert seen(through, at="tK6", entered=True) == 0

    def test_exc1_bypass(self) -> None:
        """Not in Bypass."""
        assert seen(through, at="tK6", bypass=(1,)) == 0

    def test_exc2_out_of_sight(self) -> None:
        """Not one that firer or target does not see, though the LOS touches its hex."""

        def run(play: Play) -> Any:
            both = sees(play, L("tN6"), L("tI6")) and sees(play, L("tB6"), L("tI6"))
            return both, hindrance(play, L("tN6"), L("tB6"))

        assert seen(run, at="tI6") == (True, 1)
        assert seen(run, at="tI6", board="woods: C6") == (False, 0)


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
