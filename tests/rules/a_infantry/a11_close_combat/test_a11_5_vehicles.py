"""A11.5: Close Combat of Infantry against vehicles, and of vehicles against it."""

from fractions import Fraction
from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a11_close_combat.a11_1_attack import evaluate, plan_combat
from opfor.rules.a_infantry.a11_close_combat.a11_5_vehicles import (
    against_vehicle,
    cc_fp,
    ccv,
)
from opfor.rules.choices.orders import CloseCombat
from opfor.state.units import Unit
from tests.rules.given.close_combat import cc
from tests.rules.given.phases import offered, unit
from tests.rules.given.vehicles_in_close_combat import ccph, seen, tank

HERE, LATE = "tG5", "1944-06"
T34, STUG = "russian/t-34-m41", "german/stuh-42"


def drm(*units: Unit) -> dict[str, int]:
    """The DRM against e1 by name."""
    ask = lambda p: against_vehicle(p, p.state.units["e1"])  # noqa: E731
    return {mod.name: mod.value for mod in seen(ask, *units)}


class TestA11_5Who:
    """A11.5."""

    def test_one(self) -> None:
        """One unit attacks one vehicle; others may attack it again."""
        units = unit("a", HERE), unit("b", HERE), tank()
        with pytest.raises(Illegal, match=r"A11\.5"):
            ccph(cc("a b", "e1"), units=units)
        game = ccph(cc("a", "e1"), cc("b", "e1"), units=units)
        assert len(game.state.clashes) == 2

    def test_exc1_smc(self) -> None:
        """A SMC joins it, with one more CCV."""
        units = unit("a", HERE), unit("b", HERE, "german/8-0"), tank()
        game = ccph(cc("a b", "e1"), units=units)
        assert seen(lambda p: evaluate(p, game.state.clashes[0]), *units).kill == 6

    @pytest.mark.parametrize(
        ("who", "whom"), [("a", "e1 e2"), ("t", "e1"), ("t a", "e2")]
    )
    def test_apart(self, who: str, whom: str) -> None:
        """Not with Personnel, nor by a vehicle, nor by a vehicle with others."""
        units = (
            unit("a", HERE),
            tank("t", "german/pzkpfw-ivf2"),
            tank(),
            unit("e2", HERE),
        )
        with pytest.raises(Illegal, match=r"A11\.5"):
            ccph(cc(who, whom), units=units)

    def test_no_capture(self) -> None:
        """A vehicle is not captured in CC."""
        with pytest.raises(Illegal, match=r"A11\.5"):
            ccph(cc("a", "e1", capture=True), units=[unit("a", HERE), tank()])

    def test_offers(self) -> None:
        """Each unit, and each with a SMC, is offered; the vehicle's attacks too."""
        units = unit("a", HERE), unit("b", HERE, "german/8-0"), tank()
        found = seen(offered("FRIENDLY", CloseCombat), *units)
        assert {order.attackers for order in found} == {("a",), ("b",), ("a", "b")}
        enemy = seen(offered("ENEMY", CloseCombat), *units, attacker="ENEMY")
        assert {order.defenders for order in enemy} == {("a",), ("b",), ("a", "b")}


class TestA11_51Ccv:
    """A11.51."""

    @pytest.mark.parametrize(
        ("counter", "states", "value"),
        [
            ("german/4-6-7", {}, 5),
            ("german/2-2-8", {}, 4),
            ("german/2-4-7", {}, 3),
            ("german/8-0", {}, 2),
            ("german/4-6-7", {"pinned": True}, 4),
            ("german/4-3-6", {}, 4),
        ],
    )
    def test_values(self, counter: str, states: dict[str, Any], value: int) -> None:
        """By size; one less if Inexperienced or pinned."""
        who = unit("a", HERE, counter, **states)
        assert seen(lambda p: ccv(p, p.state.units["a"]), who) == value

    def test_concealed(self) -> None:
        """One less against a concealed vehicle."""
        units = unit("a", HERE), tank(concealed=True)
        ask = lambda p: ccv(p, p.state.units["a"], p.state.units["e1"])  # noqa: E731
        assert seen(ask, *units) == 4


class TestA11_5_drmDrm:
    """A11.5/drm."""

    @pytest.mark.parametrize(
        ("states", "mods"),
        [
            ({}, {}),
            ({"motion": True}, {"vs moving vehicle": 2}),
            ({"ce": True}, {"vs CE or Abandoned": -1}),
            ({"immobile": True}, {"vs immobile": -1}),
            ({"stunned": True}, {"vs no usable MG": -1}),
            ({"abandoned": True}, {"vs no usable MG": -1, "vs CE or Abandoned": -1}),
            ({"counter": "allied-minor/t-13-iii-b"}, {"vs open-topped AFV": -2}),
        ],
    )
    def test_vehicle(self, states: dict[str, Any], mods: dict[str, int]) -> None:
        """What it is and does."""
        found = drm(tank(**states))
        assert mods.items() <= found.items()
        assert len(found) - len(mods) <= int("counter" in states)

    def test_escorts(self) -> None:
        """+2 for a squad with it, +1 for a HS, none for one that is pinned."""
        hs = unit("e3", HERE, "russian/2-3-7")
        assert drm(tank(), unit("e2", HERE), hs) == {"escorts": 3}
        assert drm(tank(), unit("e2", HERE, pinned=True)) == {}


class TestA11_52ByVehicles:
    """A11.52."""

    @pytest.mark.parametrize(
        ("counter", "states", "fp"),
        [
            ("german/pzkpfw-ivf2", {}, 5),
            ("german/pzkpfw-ivf2", {"motion": True}, Fraction(5, 2)),
            ("german/pzkpfw-ivf2", {"stunned": True}, 0),
            (STUG, {}, 0),
            # D-903: an AAMG, an AFV's by a CE crew alone; not one kept in the VCA
            ("german/spw-251-1", {}, 0),
            ("german/spw-251-1", {"ce": True}, 3),
            ("american/jeep-mmg", {}, 2),
            ("american/jeep-mmg", {"motion": True}, 1),
            ("italian/fiat-508-mc-furgone", {}, 0),
            ("italian/smv-l40-ammo", {"ce": True}, 0),
            ("german/spw-250-smg", {"ce": True}, 3),
            ("german/opel-6700", {}, 0),
        ],
    )
    def test_fp(self, counter: str, states: dict[str, Any], fp: Any) -> None:
        """Its CMG or AAMG, not the BMG; half in Motion, none if Stunned."""
        one = tank("t", counter, **states)
        assert seen(lambda p: cc_fp(p, p.state.units["t"]), one) == fp

    def test_nothing(self) -> None:
        """Who has nothing that bears does not attack."""
        with pytest.raises(Illegal, match=r"A11\.52"):
            ccph(cc("t", "e1"), units=[tank("t", STUG), unit("e1", HERE)])

    def test_odds(self) -> None:
        """Its FP against the CCV of the defenders."""
        units = tank("t", "german/pzkpfw-ivf2"), unit("e1", HERE)
        order = CloseCombat(("t",), ("e1",))
        ask = lambda p: evaluate(p, plan_combat(p, "FRIENDLY", order))  # noqa: E731
        assert seen(ask, *units).odds == "1-1"
