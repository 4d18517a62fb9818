"""A9.21: the CA of a MMG or HMG."""

import pytest

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.state.in_progress import (
    Shot,
)
from opfor.state.units import (
    LocationName,
    Marker,
)
from tests.rules.given.fire import planned, scene, sw, unit


def again(
    target: str,
    *before: str,
    mg: str = "german/hmg",
    at: str = "tF7",
    rubble: str = "",
) -> Attack:
    """A further shot of a MG that has kept its ROF after shots at some targets."""
    start = LocationName(at)
    shots = tuple(
        Shot("FRIENDLY", LocationName(to), (start,), firers=("h",)) for to in before
    )
    marker = Marker(id="r", kind="rubble", location=LocationName(rubble or "tA1"))
    view = scene(
        unit("a", "german/4-6-7", at),
        sw("h", mg, "a", fired="prep", rof=True),
        shots=shots,
        markers={"r": marker},
    )
    return planned(view, "h", target)


class TestA9_21CoveredArc:
    """A9.21."""

    @pytest.mark.parametrize("target", ["tF10", "tG9", "tE9", "tF7"])
    def test_within(self, target: str) -> None:
        """Both sides of a hexside lie in one CA with it, so does its own hex."""
        assert again(target, "tF9").target == target

    @pytest.mark.parametrize("target", ["tF5", "tB8", "tK9"])
    def test_outside(self, target: str) -> None:
        """Behind it, or beyond both CA of the first target."""
        with pytest.raises(Illegal, match=r"A9\.21"):
            again(target, "tF9")

    def test_third_shot(self) -> None:
        """One CA takes in all three targets, or the third is out (D-085)."""
        assert again("tG9", "tF9", "tG9")
        with pytest.raises(Illegal, match=r"A9\.21"):
            again("tE9", "tF9", "tG9")

    def test_first_shot(self) -> None:
        """The first shot may go anywhere."""
        assert again("tF5")

    @pytest.mark.parametrize(
        ("at", "rubble", "bound"),
        [("tF7", "", True), ("tH5", "", True), ("tC5", "", False), ("tC5", "C5", True)],
    )
    def test_terrain(self, at: str, rubble: str, *, bound: bool) -> None:
        """Buildings, woods and rubble bind it."""
        side, back = f"{at[:2]}{int(at[2]) + 1}", f"{at[:2]}{int(at[2]) - 1}"
        where = f"t{rubble}" if rubble else ""
        if bound:
            with pytest.raises(Illegal, match=r"A9\.21"):
                again(back, side, at=at, rubble=where)
        else:
            assert again(back, side, at=at, rubble=where)

    def test_exc1_lmg(self) -> None:
        """A LMG turns as it likes."""
        assert again("tF5", "tF9", mg="german/lmg")
