"""C1.5: where a FFE lies, and what it does by lying there: LOS and morale."""

from typing import Any

import pytest

from opfor.rules.a_infantry.a01_personnel.a01_23_morale_level import morale_mods
from opfor.rules.a_infantry.a06_los import hindrance
from opfor.rules.c_ordnance.c01_artillery.c01_51_area import blast_area, own_fire
from opfor.state.play import Play
from tests.rules.given.artillery import asked, at


class TestC1_51BlastArea:
    """C1.51."""

    @pytest.mark.parametrize(("kind", "hexes"), [("HE", 7), ("harassing", 19)])
    def test_hexes(self, kind: str, hexes: int) -> None:
        """Its hex and six more, or two hexes far; less at the edge of the map."""
        area = asked(lambda p, b: blast_area(p, b, at("J5")), battery={"kind": kind})
        assert len(area) == hexes
        assert len(asked(lambda p, b: blast_area(p, b, at("A1")))) < 7


class TestC1_52OwnFire:
    """C1.52."""

    def test_morale(self) -> None:
        """One less under the FFE of one's own side, not under the other's."""

        def lower(play: Play, _battery: Any) -> list[bool]:
            return [
                any(mod.rule == "C1.52" for mod in morale_mods(play, unit))
                for unit in play.state.units.values()
            ]

        mates = {"f": ("german/4-6-7", "tJ3")}
        foe = {"e": ("russian/4-4-7", "tJ3")}
        found = asked(lower, mark=("FFE:2", "J3"), units=mates, enemies=foe)
        assert found == [False, True, False]

    def test_smoke(self) -> None:
        """SMOKE makes nobody's Morale Level less."""
        mates = {"f": ("german/4-6-7", "tJ3")}
        found = asked(
            lambda p, _: own_fire(p, p.state.units["f"]),
            mark=("FFE:2", "J3"),
            units=mates,
            battery={"kind": "smoke"},
        )
        assert not found


class TestC1_57Hindrance:
    """C1.57."""

    @pytest.mark.parametrize(
        ("a", "b", "drm"),
        [("J1", "J9", 1), ("J1", "J4", 1), ("J4", "J5", 1), ("F1", "F9", 0)],
    )
    def test_once(self, a: str, b: str, drm: int) -> None:
        """+1 through, into and within, however many of its hexes."""
        found = asked(lambda p, _: hindrance(p, at(a), at(b)), mark=("FFE:1", "J5"))
        assert found == drm

    @pytest.mark.parametrize("battery", [{"calibre": 60}, {"kind": "smoke"}])
    def test_none(self, battery: dict[str, Any]) -> None:
        """Not by less than 70mm, nor by what is no HE."""
        found = asked(
            lambda p, _: hindrance(p, at("J1"), at("J9")),
            mark=("FFE:1", "J5"),
            battery=battery,
        )
        assert found == 0

    def test_sr(self) -> None:
        """A SR hinders nothing."""
        found = asked(lambda p, _: hindrance(p, at("J1"), at("J9")), mark=("SR", "J5"))
        assert found == 0
