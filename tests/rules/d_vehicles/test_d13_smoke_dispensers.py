"""D13: smoke dispensers and grenades of vehicles."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.geo.terrain_chart import MF
from opfor.rules.choices.vehicle_orders import Discharge, DriveOrder, StartUp, StopOrder
from opfor.rules.d_vehicles.d13_smoke_dispensers import Dispenser, dispenser, usage_drm
from opfor.rules.sequence.legal_orders import carry_out, check, legal
from opfor.state.events import PhaseBegan
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Side
from tests.rules.given.armor import PZ4, set_unit, set_weapon
from tests.rules.given.world import game

L = LocationName
SHERMAN = "american/m4a2-l"
GREYHOUND = "american/m20"
HERE = Discharge("tank")
AT_L3 = Discharge("tank", L("tL3"))


def scene(
    *dice: str,
    run: Callable[[Play], object],
    counter: str = PZ4,
    date: str = "1944-06",
    turn: Side = "FRIENDLY",
    **state: Any,
) -> Game[State]:
    """A FRIENDLY tank in K5 that looks toward K4 and L4, in a MPh."""
    idle = {} if turn == "ENEMY" else {"shock": "shock"}

    def once(play: Play) -> None:
        play.emit(PhaseBegan(1, turn, "MPh"))
        run(play)

    return game(
        *dice,
        board="\nboard: t\nsize: 20x10\nwooden building: L4\nbrush: K4\n",
        vehicles={
            "tank": (counter, "tK5", {"vca": 1, "tca": 1} | state),
            "etank": ("russian/t-34-m40", "tO5", {"vca": 3, "tca": 3} | idle),
        },
        date=date,
        run=once,
    )


def do(*orders: Any) -> Callable[[Play], None]:
    """What checks and carries out FRIENDLY orders."""

    def run(play: Play) -> None:
        for order in orders:
            check(play, "FRIENDLY", order)
            carry_out(play, "FRIENDLY", order)

    return run


def smoke(played: Game[State]) -> list[tuple[str, int, bool]]:
    """Where SMOKE is, its Hindrance, and whether of grenades."""
    found = played.state.markers.values()
    return [(m.location, m.hindrance, m.grenade) for m in found if m.kind == "smoke"]


class TestD13_1Dispensers:
    """D13.1."""

    def test_by_counter_and_date(self) -> None:
        """A PzKpfw IVF2 has sD6; some have one from a year on only, others none."""
        found: list[Any] = []

        def run(play: Play) -> None:
            units = play.state.units
            found.extend(dispenser(play, units[id_]) for id_ in ("tank", "etank"))

        scene(run=run)
        scene(run=run, counter="american/m4-ft", date="1943-06")
        scene(run=run, counter="american/m4-ft", date="1944-01")
        assert found[0] is not None
        assert found[0].kind == "sD"
        assert found[1:] == [None, None, None, Dispenser("sM", 5), None]


class TestD13_2Moment:
    """D13.2."""

    def test_once(self) -> None:
        """A second try in the Player Turn is refused, even if the first one failed."""
        with pytest.raises(Illegal, match=r"D13\.2"):
            scene("D13.31 DR 6,6", run=do(HERE, HERE))

    def test_after_fire(self) -> None:
        """Not after one of its Weapons has fired."""

        def run(play: Play) -> None:
            set_weapon(play, "tank.ma", fired="prep", rof=True)
            check(play, "FRIENDLY", HERE)

        with pytest.raises(Illegal, match=r"D13\.2|A3\.2"):
            scene(run=run)

    def test_crew(self) -> None:
        """Not by a Stunned crew, nor by nobody."""
        for state in ({"stunned": True}, {"abandoned": True}, {"shock": "UK"}):
            with pytest.raises(Illegal, match=r"D13\.2"):
                scene(run=do(HERE), **state)

    @pytest.mark.parametrize("state", [{"panic": True, "ti": True}, {"ti": True}])
    def test_panic(self, state: dict[str, bool]) -> None:
        """S6.211: a Panicked crew does nothing of the kind, as one that is TI."""

        def run(play: Play) -> None:
            set_unit(play, "tank", **state)
            check(play, "FRIENDLY", HERE)

        with pytest.raises(Illegal, match=r"A4\.8"):
            scene(run=run)

    def test_in_the_others_mph(self) -> None:
        """As something moves in its LOS it smokes for nothing, and so hinders fire."""

        def run(play: Play) -> None:
            check(play, "ENEMY", StartUp("etank"))
            carry_out(play, "ENEMY", StartUp("etank"))
            offers = {o.order: o.label for o in legal(play, "FRIENDLY", Discharge)}
            assert re.search(r"tries its s[A-Z]\w*: \d+/36", offers[HERE])
            do(HERE)(play)

        played = scene("D2.51 DR 1,2", "D13.31 DR 1,1", run=run, turn="ENEMY")
        assert smoke(played) == [("tK5", 2, False)]
        assert played.state.move is not None
        assert played.state.move.units == ("etank",)

    def test_nothing_moves(self) -> None:
        """Not before anything has spent MP there."""
        with pytest.raises(Illegal, match=r"A3|D13\.2"):
            scene(run=do(HERE), turn="ENEMY")


class TestD13_3Which:
    """D13.3."""

    def test_pots(self) -> None:
        """Smoke pots need a crew that is CE."""
        with pytest.raises(Illegal, match=r"D13\.3"):
            scene(run=do(HERE), counter=GREYHOUND)
        played = scene("D13.31 DR 2,3", run=do(HERE), counter=GREYHOUND, ce=True)
        assert smoke(played) == [("tK5", 2, False)]

    def test_none(self) -> None:
        """A T-34 has no dispenser."""
        with pytest.raises(Illegal, match=r"D13\.1"):
            scene(run=do(HERE), counter="russian/t-34-m40")

    def test_own_hex(self) -> None:
        """A smoke discharger smokes no other hex."""
        with pytest.raises(Illegal, match=r"D13\.31"):
            scene(run=do(AT_L3))


class TestD13_31Usage:
    """D13.31."""

    def test_number(self) -> None:
        """On the Usage Number it fires, for one MP; BU adds one to the DR."""
        played = scene("D13.31 DR 1,4", run=do(HERE))
        assert smoke(played) == [("tK5", 2, False)]
        assert [marker.dispersed for marker in played.state.markers.values()] == [True]
        assert played.state.move is not None
        assert played.state.move.spent == MF

    def test_above(self) -> None:
        """One above it nothing comes of it, and no MP are spent."""
        played = scene("D13.31 DR 2,4", run=do(HERE))
        assert smoke(played) == []
        assert played.state.move is None
        unit = played.state.units["tank"].vehicle
        assert unit is not None
        assert unit.discharged


class TestD13_32Mortar:
    """D13.32."""

    def test_turns(self) -> None:
        """It smokes a hex in LOS up to three hexes away, and its turret turns there."""
        order = Discharge("tank", L("tN5"))
        played = scene("D13.31 DR 1,1", run=do(order), counter=SHERMAN)
        assert smoke(played) == [("tN5", 2, False)]
        tank = played.state.units["tank"].vehicle
        assert tank is not None
        assert (tank.vca, tank.tca) == (1, 2)

    def test_reach(self) -> None:
        """Not its own hex, not four hexes off, not out of LOS."""
        for to in ("tK5", "tO5", ""):
            with pytest.raises(Illegal, match=r"D13\.32"):
                scene(run=do(Discharge("tank", L(to))), counter=SHERMAN)
        with pytest.raises(Illegal, match=r"A6\.1"):
            scene(run=do(Discharge("tank", L("tM4"))), counter=SHERMAN)


class TestD13_3_drmMods:
    """D13.3/drm."""

    def test_mods(self) -> None:
        """BU +1, Case A, +2 in Motion; nothing for a CE crew at rest ahead."""
        found: list[dict[str, int]] = []

        def run(to: str) -> Callable[[Play], None]:
            def once(play: Play) -> None:
                unit = play.state.units["tank"]
                mods = usage_drm(play, unit, Discharge("tank", L(to)))
                found.append({mod.rule: mod.value for mod in mods})

            return once

        scene(run=run("tK3"), counter=SHERMAN, ce=True)
        scene(run=run("tN5"), counter=SHERMAN, motion=True)
        assert found[0] == {"A6.7": 1}
        assert found[1] == {"D13.3": 1, "D3.51": 1, "D13.32": 2}


class TestD13_35Grenades:
    """D13.35."""

    def test_closed(self) -> None:
        """The crew of a closed-topped AFV must be CE; then 2 is enough."""
        order = Discharge("tank", grenades=True)
        with pytest.raises(Illegal, match=r"D13\.35"):
            scene(run=do(order))
        played = scene("D13.35/dr dr 2", run=do(order), ce=True)
        assert smoke(played) == [("tK5", 2, True)]
        assert smoke(scene("D13.35/dr dr 3", run=do(order), ce=True)) == []

    def test_open(self) -> None:
        """An open-topped one that is BU needs a 1."""
        order = Discharge("tank", grenades=True)
        played = scene("D13.35/dr dr 1", run=do(order), counter=GREYHOUND)
        assert smoke(played) == [("tK5", 2, True)]

    def test_unarmed(self) -> None:
        """A truck without a Main Armament has none."""
        with pytest.raises(Illegal, match=r"D13\.35"):
            scene(run=do(Discharge("tank", grenades=True)), counter="german/opel-6700")


class TestD13_35_drInstead:
    """D13.35/dr."""

    def test_instead(self) -> None:
        """Who has thrown grenades does not try the dispenser."""
        orders = (Discharge("tank", grenades=True), HERE)
        with pytest.raises(Illegal, match=r"D13\.2"):
            scene("D13.35/dr dr 6", run=do(*orders), ce=True)


class TestAfterwards:
    """What smoke leaves the vehicle to do."""

    def test_goes_on(self) -> None:
        """It starts and drives on with the MP that are left."""
        orders = (
            HERE,
            StartUp("tank"),
            DriveOrder("tank", L("tK4")),
            StopOrder("tank"),
        )
        played = scene("D13.31 DR 1,1", run=do(*orders))
        assert played.state.move is not None
        assert played.state.move.spent > 3 * MF
