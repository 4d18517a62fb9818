"""C6: the DRM that the target brings to a To Hit DR, case by case."""

from typing import Any

import pytest

from opfor.rules.c_ordnance.c06_target_drm.c06_1_target_drm import (
    moving,
    own_drm,
    point_blank,
)
from opfor.state.in_progress import Move
from opfor.state.play import Play
from tests.rules.given.armor import drm, plan, seen, set_unit
from tests.rules.given.ordnance import L, looked


def against(start: str = "tG4", **given: Any) -> dict[str, int]:
    """What V brings to a shot, by name."""

    def run(play: Play) -> dict[str, int]:
        unit = play.state.units["V"]
        found = own_drm(play, unit, L(start), unit.location, None)
        return {mod.name: mod.value for mod in found}

    found: dict[str, int] = looked(run, **given)
    return found


class TestC6_13CaseJ3:
    """C6.13, C6.14, C6.1 and C6.6: how the target moves."""

    @staticmethod
    def drm(move: Move, target: str = "tH5", *, covered: bool = False) -> int:
        """The DRM against units that move so."""
        return int(
            looked(
                lambda play: sum(
                    m.value
                    for m in moving(play, L("tG4"), L(target), move, covered=covered)
                )
            )
        )

    def test_ffnam(self) -> None:
        """-1 without Assault Movement, besides FFMO."""
        assert self.drm(Move(units=("V",))) == -2
        assert self.drm(Move(units=("V",), assault=True)) == -1
        assert self.drm(Move(units=("V",)), covered=True) == -1


class TestC6_14CaseJ4:
    """C6.14."""

    def test_ffmo(self) -> None:
        """-1 in Open Ground without TEM or Hindrance."""
        drm = TestC6_13CaseJ3.drm
        assert drm(Move(units=("V",), assault=True)) == -1
        assert drm(Move(units=("V",), assault=True), covered=True) == 0
        assert drm(Move(units=("V",), assault=True), "tD3") == 0

    def test_not_through_a_hindrance(self) -> None:
        """Grain between them denies it."""
        found = looked(
            lambda play: moving(
                play, L("tD5"), L("tH5"), Move(units=("V",)), covered=False
            )
        )
        assert [m.rule for m in found] == ["C6.13"]


class TestC6_1CaseJ:
    """C6.1."""

    def test_dash(self) -> None:
        """+2 against a Dash."""
        found = looked(
            lambda play: moving(
                play, L("tG4"), L("tH5"), Move(units=("V",), dash=True), covered=True
            )
        )
        assert {m.name: m.value for m in found} == {
            "Case J: Dash": 2,
            "Case J3: FFNAM": -1,
        }


class TestC6_2CaseK:
    """C6.2."""

    def test_concealed(self) -> None:
        """+2 against concealed and hidden units."""
        wanted = {"Case K: concealed": 2}
        assert against(theirs={"concealed": True}) == wanted
        assert against(theirs={"hidden": True}) == wanted
        assert against() == {}

    @pytest.mark.parametrize(("target", "drm"), [("tT4", 0), ("tU4", 2)])
    def test_beyond_sixteen_hexes(self, target: str, drm: int) -> None:
        """All count as concealed at 17 hexes."""
        found = against("tD3" if drm else "tD4", target=target)
        assert found.get("Case K: concealed", 0) == drm

    @pytest.mark.parametrize("state", [{"broken": True}, {"berserk": True}])
    def test_exc1_broken_and_berserk(self, state: dict[str, Any]) -> None:
        """They are seen at any distance."""
        assert against("tD3", target="tU4", theirs=state) == {}


class TestC6_3CaseL:
    """C6.3."""

    @pytest.mark.parametrize(
        ("target", "drm"), [("tD5", 0), ("tE5", -2), ("tF6", -1), ("tG5", 0)]
    )
    def test_point_blank(self, target: str, drm: int) -> None:
        """-2 at one hex, -1 at two."""
        mod = looked(lambda play: point_blank(play, L("tD5"), L(target)))
        assert (mod.value if mod else 0) == drm

    def test_exc1_area(self) -> None:
        """Not with the Area Target Type."""
        near = L("tD5"), L("tE5")
        assert looked(lambda play: point_blank(play, *near, area=True)) is None

    @pytest.mark.parametrize(
        ("state", "counts"),
        [({}, True), ({"entered": True}, True), ({"motion": True}, False)],
    )
    @pytest.mark.parametrize("who", ["enemy", "tank"])
    def test_exc2_motion(self, state: dict[str, Any], counts: bool, who: str) -> None:
        """Not while it is in Motion; it counts again once it has Stopped."""

        def near(play: Play) -> dict[str, int]:
            set_unit(play, "etank", location=L("J4"))
            return drm(plan(play, target=L("J4")))

        found: dict[str, int] = seen(near, phase="AFPh", **{who: state})
        assert found.get("C6.3", 0) == (-2 if counts else 0)


class TestC6_2Concealed:
    """C6.2 of a vehicle."""

    def test_plus_two(self) -> None:
        """+2 against a concealed one."""

        def hidden(play: Play) -> dict[str, int]:
            set_unit(play, "etank", concealed=True)
            return drm(plan(play))

        assert seen(hidden)["C6.2"] == 2
