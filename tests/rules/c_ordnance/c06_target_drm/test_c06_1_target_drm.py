"""C6: the DRM that the target brings to a To Hit DR, case by case."""

from typing import Any

from opfor.rules.c_ordnance.c06_target_drm.c06_1_target_drm import moving, own_drm
from opfor.state.in_progress import Move
from opfor.state.play import Play
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
