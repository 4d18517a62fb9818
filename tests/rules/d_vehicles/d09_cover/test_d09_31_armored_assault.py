"""D9.31: Armored Assault."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a04_movement.a04_6_ffmo_ffnam import motion_drm
from opfor.rules.a_infantry.a08_first_fire.a08_2_residual_fp import residual_drm
from opfor.rules.c_ordnance.c06_target_drm.c06_1_target_drm import moving
from opfor.rules.choices.orders import EndMove, MoveTo
from opfor.rules.choices.vehicle_orders import DriveOrder, StartUp, StopOrder
from opfor.rules.d_vehicles.d09_cover.d09_3_cover import afv_tem
from opfor.rules.sequence.legal_orders import carry_out, check, legal
from opfor.state.check import faults
from opfor.state.events import MarkerAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Marker
from tests.rules.given.armor import PZ4, set_unit, told
from tests.rules.given.world import game

L = LocationName
FIELD = """
board: t
size: 30x10
woods: L4
"""
"""The tank stands in K5 and looks along spine 1, so that K4 and L4 lie ahead."""

K3, K4, K5 = L("tK3"), L("tK4"), L("tK5")
START, STOP = StartUp("tank"), StopOrder("tank")
GERMAN = "german/4-6-7"


def beside(to: LocationName, *who: str, **more: Any) -> DriveOrder:
    """The tank enters a hex, with the squad or others beside it."""
    return DriveOrder("tank", to, escort=who or ("sq",), **more)


def assault(
    *orders: Any,
    dice: tuple[str, ...] = (),
    units: Any = None,
    counter: str = PZ4,
    at: str = "tK5",
    tank: dict[str, Any] | None = None,
    fails: str = "",
    ask: Any = None,
    **more: Any,
) -> Game[State]:
    """A FRIENDLY tank and the squad beneath it; the last order `fails` or goes."""

    def run(play: Play) -> None:
        for order in orders:
            if callable(order):
                order(play)
            elif fails and order is orders[-1]:
                with pytest.raises(Illegal, match=fails):
                    check(play, "FRIENDLY", order)
            else:
                check(play, "FRIENDLY", order)
                carry_out(play, "FRIENDLY", order)
                assert list(faults(play.state)) == []
        if ask is not None:
            found.append(ask(play))

    found: list[Any] = []
    vehicles = {"tank": (counter, at, {"vca": 1, "tca": 1} | (tank or {}))}
    more["vehicles"] = vehicles | more.get("vehicles", {})
    played = game(
        *dice, board=FIELD, units=units or {"sq": (GERMAN, at)}, run=run, **more
    )
    return found[0] if ask is not None else played


def places(played: Game[State]) -> dict[str, str]:
    """Where everybody is."""
    return {id_: str(unit.location) for id_, unit in played.state.units.items()}


class TestD9_31ArmoredAssault:
    """D9.31."""

    def test_together(self) -> None:
        """Both go, for MP and for MF."""
        played = assault(START, beside(K4))
        assert places(played) == {"tank": "tK4", "sq": "tK4"}
        move = played.state.move
        assert move
        assert move.foot
        assert (move.spent, move.foot.spent) == (2 * MF, MF)

    def test_cover(self) -> None:
        """+1 TEM though the AFV moves, and no FFMO; FFNAM all the same."""

        def under_fire(play: Play) -> Any:
            move, at = play.state.move, L("tN6")
            assert move
            found = [
                *motion_drm(play, K4, move, open_=True),
                *residual_drm(play, K4, move),
                *moving(play, at, K4, move, covered=False),
            ]
            return afv_tem(play, play.state.units["sq"], (at,)), [
                mod.rule for mod in found
            ]

        cover, rules = assault(START, beside(K4), ask=under_fire)
        assert cover.value == 1
        assert rules == ["A4.6", "A4.6", "C6.13"]
        cover, rules = assault(START, beside(K4, assault=True), ask=under_fire)
        assert (cover.value, rules) == (1, [])

    def test_residual(self) -> None:
        """Residual FP attacks the Infantry with FFNAM, a CE crew above it without."""

        def lie(play: Play) -> None:
            at = L("tK4")
            mark = Marker(id="r", kind="residual", location=at, fp=8, side="ENEMY")
            play.emit(MarkerAdded(mark))

        played = assault(
            START, lie, beside(K4), dice=("A7.3 DR 6,6",), tank={"ce": True}
        )
        on_foot, crew = told(played).split("fire at")[0].split(" at sq, ")
        assert on_foot.endswith("-1 not Assault Moving (FFNAM) (A4.6))")
        assert crew.startswith("+2 (+2 CE (D5.31)) at tank")

    def test_not_without_it(self) -> None:
        """Who is alone beneath a moving AFV has no cover by it."""
        ask = lambda p: afv_tem(p, p.state.units["sq"], (L("tN6"),))  # noqa: E731
        assert assault(START, ask=ask) is None

    def test_mf(self) -> None:
        """The Infantry's MF must be enough: four hexes for a squad, then no more."""
        far = [beside(L(f"tK{n}")) for n in (7, 6, 5, 4, 3)]
        played = assault(START, *far[:4], at="tK8")
        assert places(played) == {"tank": "tK4", "sq": "tK4"}
        assault(START, *far, at="tK8", fails="1 MF are needed and 0 are left")

    def test_assault_movement(self) -> None:
        """Assault Movement is one hex for the Infantry, not for the AFV."""
        order = beside(K4, assault=True)
        assault(START, order, beside(K3), fails="Assault Movement is one Location")
        played = assault(START, order, DriveOrder("tank", K3))
        assert places(played) == {"tank": "tK3", "sq": "tK4"}

    def test_no_farther(self) -> None:
        """Left alone the AFV goes only as far as they could have come with it."""
        steps = [beside(L(f"tK{n}")) for n in (7, 6)]
        alone = [DriveOrder("tank", L(f"tK{n}")) for n in (5, 4, 3)]
        played = assault(START, *steps, *alone[:2], at="tK8")
        assert places(played) == {"tank": "tK4", "sq": "tK6"}
        assault(START, *steps, *alone, at="tK8", fails="0 MF are left to the Infantry")

    def test_they_part(self) -> None:
        """The AFV Stops, and the Infantry goes on with what MF are left."""
        played = assault(START, beside(K4), STOP, EndMove(), MoveTo(("sq",), L("tL4")))
        assert places(played) == {"tank": "tK4", "sq": "tL4"}
        assert played.state.units["tank"].moved

    def test_they_go_on_at_once(self) -> None:
        """Infantry that goes on by itself ends the AFV's MPh."""
        played = assault(START, beside(K4), MoveTo(("sq",), L("tL4")))
        assert places(played) == {"tank": "tK4", "sq": "tL4"}
        assert played.state.units["tank"].moved

    def test_one_stays(self) -> None:
        """Who is left behind may go on afterwards."""
        two = {"sq": (GERMAN, "tK5"), "b": (GERMAN, "tK5")}
        played = assault(START, beside(K4, "sq", "b"), beside(K3), units=two)
        assert places(played) == {"tank": "tK3", "sq": "tK3", "b": "tK4"}
        assert not played.state.units["b"].moved

    def test_pinned(self) -> None:
        """Pinned Infantry stays; the AFV may go on."""
        pin = lambda p: set_unit(p, "sq", pinned=True)  # noqa: E731
        assault(START, beside(K4), pin, beside(K3), fails="did not begin its MPh")
        played = assault(START, beside(K4), pin, DriveOrder("tank", K3))
        assert places(played) == {"tank": "tK3", "sq": "tK4"}

    @pytest.mark.parametrize(
        ("scene", "why"),
        [
            ({"units": {"sq": (GERMAN, "tK4")}}, "beneath tank"),
            ({"counter": "german/opel-6700"}, "beneath tank"),
            ({"enemies": {"er": ("russian/4-4-7", "tK4")}}, "er is in tK4"),
        ],
    )
    def test_refused(self, scene: dict[str, Any], why: str) -> None:
        """Only from beneath an AFV; not to Known enemies."""
        assault(START, beside(K4), fails=why, **scene)

    def test_suspect(self) -> None:
        """Not to where a S? is."""
        suspects, moving_ = {"S1": "tK4"}, {"motion": True}
        order = beside(K4)
        assault(order, suspects=suspects, tank=moving_, fails=r"a S\? in tK4")

    def test_came_later(self) -> None:
        """Not Infantry that the AFV has come to in its MPh."""
        two = {"sq": (GERMAN, "tK5"), "b": (GERMAN, "tK4")}
        assault(START, beside(K4), beside(K3, "b"), units=two, fails="beneath tank")

    def test_no_other_way(self) -> None:
        """Neither VBM nor OVR."""
        order = beside(K4, overrun=True)
        enemy = {"er": ("russian/4-4-7", "tK4")}
        assault(START, order, enemies=enemy, fails="OVR")

    def test_offered(self) -> None:
        """It is offered for each hex, with Assault Movement and without."""

        def offers(play: Play) -> Any:
            found = list(legal(play, "FRIENDLY", DriveOrder))
            return [o.label for o in found if getattr(o.order, "escort", ())]

        found = assault(START, ask=offers)
        assert "tank to tK4 (1 MP, with sq)" in found
        assert "tank to tK4 (1 MP, with sq, Assault Movement)" in found

    def test_bogged(self) -> None:
        """Where the AFV bogs the Infantry may go on."""
        played = assault(START, beside(L("tL4")), dice=("D8.2 DR 6,6",))
        assert played.state.units["tank"].vehicle
        assert played.state.units["tank"].vehicle.bogged
        assert not played.state.units["sq"].moved


class TestD9_31_metTheEnemy:
    """D9.31/met."""

    def test_put_back(self) -> None:
        """Concealed enemies are found; the Infantry stays back, the AFV goes in."""
        hide = lambda p: set_unit(p, "er", hidden=True)  # noqa: E731
        played = assault(
            START,
            hide,
            beside(K4),
            enemies={"er": ("russian/4-4-7", "tK4")},
        )
        assert places(played) == {"tank": "tK4", "sq": "tK5", "er": "tK4"}
        assert not played.state.units["er"].concealed

    def test_nobody(self) -> None:
        """Nothing is met in an empty hex."""
        assert places(assault(START, beside(K4)))["sq"] == "tK4"
