"""C6.3: Case L: Point Blank."""

from typing import Any

import pytest

from opfor.rules.c_ordnance.c06_target_drm.c06_3_point_blank import point_blank
from opfor.state.play import Play
from tests.rules.given.armor import drm, plan, seen, set_unit
from tests.rules.given.ordnance import L, looked


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
