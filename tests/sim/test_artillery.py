"""What the steady player does with OBA and aircraft, and why he says so."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.c_ordnance.c01_artillery.this_phase import note_step
from opfor.rules.choices.orders import Command, Radio, Sortie
from opfor.sim.aircraft import sent
from opfor.sim.artillery import Advice, directed
from opfor.sim.ground_plan import GroundPlan
from opfor.sim.judgement import Assessment
from opfor.state.artillery import Aircraft, Battery, Shells
from opfor.state.events import (
    AircraftChanged,
    BatteryChanged,
    FortificationAdded,
    MarkerAdded,
    PhaseBegan,
    UnitChanged,
)
from opfor.state.mission import VictoryCondition
from opfor.state.play import FrozenView, Play
from opfor.state.units import Fortification, LocationName, Marker, MarkerKind
from tests.rules.given.world import game

BOARD = """
board: t
size: 20x10
stone building: E5
woods: K8
"""

OWN = {"a": ("german/4-6-7", "tE5"), "b": ("german/4-6-7", "tE6")}
FOES = {f"e{n}": ("russian/4-4-7", "tM5") for n in range(3)} | {
    "e9": ("russian/4-4-7", "tQ8")
}


def at(name: str) -> LocationName:
    """A Location."""
    return LocationName(name)


def advised(
    prepare: Callable[[Play, Battery], object] = lambda _play, _battery: None,
    *,
    shells: tuple[Shells, ...] = (),
    planes: Sequence[Aircraft] = (),
    contact: bool = True,
    say: Callable[[Assessment], Advice | None] = directed,
    **scene: Any,
) -> Advice | None:
    """What he does in his PFPh with a battery that an offboard Observer directs."""
    found: list[Advice | None] = []

    def run(play: Play) -> None:
        play.emit(PhaseBegan(play.state.turn, "FRIENDLY", "PFPh"))
        battery = Battery(
            id="oba1",
            side="FRIENDLY",
            calibre=100,
            device="offboard",
            post=at("tB1"),
            black=5,
            red=2,
            shells=shells,
        )
        play.emit(BatteryChanged(battery, ""))
        if contact:
            note_step(play, battery, "contact", "", contact=True, access=True)
        prepare(play, play.state.batteries["oba1"])
        for plane in planes:
            play.emit(AircraftChanged(plane, ""))
        view = FrozenView(play.state, play.world)
        found.append(say(Assessment(view, "FRIENDLY", GroundPlan(play.world))))

    game(board=BOARD, run=run, **{"units": OWN, "enemies": FOES, **scene})
    return found[0]


def lies(where: str, kind: MarkerKind = "SR") -> Callable[[Play, Battery], object]:
    """Its SR or FFE is there."""

    def put(play: Play, battery: Battery) -> None:
        mark = Marker(
            id="m", kind=kind, location=at(where), side="FRIENDLY", of=battery.id
        )
        play.emit(MarkerAdded(mark))

    return put


def order_of(advice: Advice | None) -> Command:
    """The order, which must have a reason."""
    assert advice is not None
    assert advice.why
    return advice.order


class TestArtillery:
    """Contact, SR, correction, FFE, Cancel."""

    def test_contact_first(self) -> None:
        """Before all else contact, where there is a target."""
        assert order_of(advised(contact=False)) == Radio("oba1", "contact")
        assert advised(contact=False, enemies={}) is None

    def test_places_where_most_are(self) -> None:
        """A SR goes where most enemies are within the blast area."""
        order = order_of(advised())
        assert isinstance(order, Radio)
        assert (order.step, order.kind) == ("place", "HE")
        assert order.to in ("tM5", "tL5", "tM6", "tN5", "tL4", "tN4", "tM4")

    def test_corrects(self) -> None:
        """A SR far from them is corrected."""
        order = order_of(advised(lies("tO9")))
        assert isinstance(order, Radio)
        assert order.step == "correct"

    def test_fires_for_effect(self) -> None:
        """One that lies well is converted."""
        assert order_of(advised(lies("tM5"))) == Radio("oba1", "convert")

    def test_spares_its_own(self) -> None:
        """Not where its own would be hit as well."""
        near = {"a": ("german/4-6-7", "tM5"), "b": ("german/4-6-7", "tM5")}
        enemies = {"e0": ("russian/4-4-7", "tM5")}
        assert advised(lies("tM5"), units=near, enemies=enemies) is None
        fire = advised(lies("tM5", "FFE:1"), units=near, enemies=enemies)
        assert order_of(fire) == Radio("oba1", "cancel")

    def test_leaves_caves_alone(self) -> None:
        """Who is in a cave is no target: nothing tells yet what shells do to him."""

        def inside(play: Play, battery: Battery) -> None:
            cave = Fortification(id="c", kind="cave", location=at("tM5"), side="ENEMY")
            play.emit(FortificationAdded(cave))
            unit = replace(play.state.units["e"], inside="c")
            play.emit(UnitChanged(unit, "takes shelter"))
            lies("tM5")(play, battery)

        assert advised(inside, enemies={"e": ("russian/4-4-7", "tM5")}) is None

    def test_comes_down_again_first(self) -> None:
        """A FFE:1 on enemies comes down again before all other fire."""
        assert order_of(advised(lies("tM5", "FFE:1"))) == Radio("oba1", "convert")

    def test_out_of_its_own_way(self) -> None:
        """A FFE that has done its work on what is to be taken is ended."""
        aim = VictoryCondition(side="FRIENDLY", vpo=1)
        scene = {"vpo": (at("tM5"),), "victory": (aim,)}
        assert order_of(advised(lies("tM5", "FFE:2"), **scene)) == Radio(
            "oba1", "cancel"
        )
        assert advised(lies("tM5", "FFE:2")) is None

    @pytest.mark.parametrize("shells", [("smoke",), ("WP",)])
    def test_smoke(self, shells: tuple[Shells, ...]) -> None:
        """SMOKE blinds those behind stone whom HE would hardly hurt."""
        aim = VictoryCondition(side="FRIENDLY", vpo=1)
        own = {f"a{n}": ("german/4-6-7", "tG5") for n in range(6)}
        enemies = {"e": ("russian/4-4-7", "tE5"), "e2": ("russian/4-4-7", "tE5")}
        told = advised(
            lies("tE5"),
            shells=shells,
            units=own,
            enemies=enemies,
            vpo=(at("tE5"),),
            victory=(aim,),
        )
        order = order_of(told)
        assert isinstance(order, Radio)
        assert (order.step, order.kind) == ("convert", shells[0])


class TestAircraft:
    """Whom airplanes attack."""

    @pytest.mark.parametrize("bombs", [True, False])
    def test_where_most_are(self, bombs: bool) -> None:
        """A DB goes to the hex with most enemies, with its bombs if it has them."""
        plane = Aircraft(
            id="db1", side="FRIENDLY", kind="DB", bombs=bombs, overhead=True
        )
        order = order_of(advised(planes=[plane], say=sent))
        assert isinstance(order, Sortie)
        assert (order.to, order.bombs) == ("tM5", bombs)

    def test_not_at_its_own(self) -> None:
        """Not where its own are in Melee, and not before it has arrived."""
        plane = Aircraft(id="fb1", side="FRIENDLY", overhead=True)
        mixed = {"e": ("russian/4-4-7", "tE5")}
        assert advised(planes=[plane], say=sent, enemies=mixed) is None
        waits = replace(plane, overhead=False)
        assert advised(planes=[waits], say=sent) is None

    def test_strafes_two_hexes(self) -> None:
        """Of two hexes next to each other it strafes both."""
        plane = Aircraft(id="fb1", side="FRIENDLY", bombs=False, overhead=True)
        pair = {"e": ("russian/4-4-7", "tM5"), "e2": ("russian/4-4-7", "tM6")}
        order = order_of(advised(planes=[plane], say=sent, enemies=pair))
        assert isinstance(order, Sortie)
        assert {order.to, order.second} == {"tM5", "tM6"}
