"""C5, C6, C11: the DRM of a To Hit DR, case by case."""

from collections.abc import Callable
from typing import Any

import pytest

from opfor.core.modifier import Mod
from opfor.rules.a_infantry.a06_los import hindrance
from opfor.rules.c_ordnance.c05_firer_drm import (
    Firing,
    firer_drm,
    intensive,
    late,
    latw_in_afph,
    pinned,
    qualified,
    turning,
    unfamiliar,
    within_hex,
)
from opfor.rules.c_ordnance.c06_target_drm import (
    crowd,
    hindered,
    moving,
    own_drm,
    point_blank,
    tem,
    unknown_drm,
)
from opfor.state.events import FortificationAdded, UnitChanged
from opfor.state.in_progress import (
    Move,
)
from opfor.state.play import Play
from opfor.state.units import (
    Fortification,
)
from tests.rules.given.ordnance import CREW, GUN, MTR, L, firing, looked

Case = Callable[[Firing], Mod | None]


def case(query: Case, *, weapon: str = GUN, more: Any = None, **given: Any) -> int:
    """The DRM of a case for R with a Weapon."""
    given.setdefault("unit", CREW)

    def run(play: Play) -> int:
        mod = query(firing(play, **(more or {})))
        return mod.value if mod else 0

    return int(looked(run, weapon=weapon, **given))


class TestC5_1CaseA:
    """C5.1."""

    @pytest.mark.parametrize(
        ("weapon", "spines", "drm"),
        [
            (GUN, 0, 0),
            (GUN, 1, 3),
            (GUN, 2, 4),
            (GUN, 3, 5),
            ("german/88ll-at-pak-43", 1, 1),
            ("german/88ll-at-pak-43", 3, 3),
        ],
    )
    def test_by_turret(self, weapon: str, spines: int, drm: int) -> None:
        """NT: 3 and 1 for each more; T: 1 each."""
        assert case(turning, weapon=weapon, more={"spines": spines}) == drm

    def test_doubled_in_woods_and_buildings(self) -> None:
        """For what does not turn freely."""
        for at in ("tD3", "tD7"):
            assert case(turning, at=at, more={"spines": 1}) == 6
        free = "german/88ll-at-pak-43"
        assert case(turning, weapon=free, at="tD7", more={"spines": 1}) == 1


class TestC5_2CaseB:
    """C5.2."""

    @pytest.mark.parametrize(("at", "drm"), [("tD5", 2), ("tD3", 3), ("tD7", 3)])
    def test_afph(self, at: str, drm: int) -> None:
        """+2 in the AFPh, +3 out of woods and buildings."""
        assert case(late, at=at, phase="AFPh", turn="ENEMY") == drm
        assert case(late, at=at) == 0

    def test_exc1_opportunity_fire(self) -> None:
        """None for Opportunity Fire."""
        waits = {"fired": "opportunity"}
        assert case(late, phase="AFPh", weapon_state=waits) == 0

    def test_exc2_latw(self) -> None:
        """LATW have Case C3."""
        assert case(late, weapon="german/psk", phase="AFPh") == 0


class TestC5_33CaseC3:
    """C5.33."""

    def test_afph_and_backblast(self) -> None:
        """+2 for each, and both."""
        psk = "german/psk"
        assert case(latw_in_afph, weapon=psk) == 0
        assert case(latw_in_afph, weapon=psk, phase="AFPh") == 2
        assert case(latw_in_afph, weapon=psk, more={"careful": True}) == 2
        both = case(latw_in_afph, weapon=psk, phase="AFPh", more={"careful": True})
        assert both == 4


class TestC5_4CaseD:
    """C5.4."""

    def test_pinned(self) -> None:
        """+2 for a pinned firer."""
        assert case(pinned, state={"pinned": True}) == 2
        assert case(pinned) == 0


class TestC5_5CaseE:
    """C5.5."""

    def test_within_the_hex(self) -> None:
        """+2, doubled in a building; nothing at other hexes."""
        assert case(within_hex, target="tD5") == 2
        assert case(within_hex, at="tD7", target="tD7") == 4
        assert case(within_hex) == 0


class TestC5_6CaseF:
    """C5.6."""

    def test_intensive(self) -> None:
        """+2."""
        assert case(intensive, more={"intensive": True}) == 2
        assert case(intensive) == 0


class TestC5_8CaseH:
    """C5.8."""

    def test_captured_and_untrained(self) -> None:
        """+2 for captured ordnance, +2 for a Gun without a crew."""
        assert case(unfamiliar) == 0
        assert case(unfamiliar, more={"captured": True}) == 2
        squad = "russian/4-4-7"
        assert case(unfamiliar, unit=squad) == 2
        assert case(unfamiliar, unit=squad, more={"captured": True}) == 4

    def test_a_sw_needs_no_crew(self) -> None:
        """Anybody can handle a light mortar."""
        assert case(unfamiliar, weapon=MTR, unit="russian/4-4-7") == 0
        assert looked(
            lambda play: qualified(firing(play)), weapon=MTR, unit="russian/4-4-7"
        )


class TestStatesOfTheFirer:
    """CX, encirclement, a spotter, a hero."""

    @pytest.mark.parametrize(
        ("given", "more", "drm"),
        [
            ({}, {}, 0),
            ({"state": {"cx": True}}, {}, 1),
            ({"state": {"encircled": True, "cx": True}}, {}, 2),
            ({}, {"spotted": True}, 2),
        ],
    )
    def test_states(self, given: Any, more: Any, drm: int) -> None:
        """Each counts."""
        found = looked(
            lambda play: sum(m.value for m in firer_drm(firing(play, **more))),
            weapon=MTR,
            **given,
        )
        assert found == drm

    def test_hero(self) -> None:
        """A hero helps with a LATW."""
        found = looked(
            lambda play: firer_drm(firing(play)),
            weapon="american/baz44",
            unit="american/hero",
        )
        assert [(m.name, m.value) for m in found] == [("hero", -1)]


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


class TestC6_6CaseO:
    """C6.6."""

    def test_hazardous(self) -> None:
        """-2, and neither FFNAM nor FFMO."""
        assert TestC6_13CaseJ3.drm(Move(units=("V",), hazardous=True)) == -2


def against(start: str = "tG4", **given: Any) -> dict[str, int]:
    """What V brings to a shot, by name."""

    def run(play: Play) -> dict[str, int]:
        unit = play.state.units["V"]
        found = own_drm(play, unit, L(start), unit.location, None)
        return {mod.name: mod.value for mod in found}

    found: dict[str, int] = looked(run, **given)
    return found


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


class TestC6_8CaseQ:
    """C6.8."""

    @pytest.mark.parametrize(
        ("start", "target", "wanted"),
        [
            ("tG4", "tH7", {"stone building": 3}),
            ("tG4", "tL7", {"wooden building": 2}),
            ("tI3", "tL5", {"wall": 2}),
            ("tP7", "tL5", {}),
            ("tL3", "tP3", {"Height Advantage": 1}),
        ],
    )
    def test_tem(self, start: str, target: str, wanted: dict[str, int]) -> None:
        """Building, wall towards the firer, height."""
        assert against(start, target=target) == wanted

    def test_indirect(self) -> None:
        """Air bursts in woods are -1 for a mortar's target."""

        def run(play: Play) -> Mod | None:
            unit = play.state.units["V"]
            return tem(play, unit, L("tG4"), unit.location, indirect=True)

        mod = looked(run, target="tD3")
        assert mod.value == -1

    def test_foxhole(self) -> None:
        """What it is inside of counts if it is better."""

        def run(play: Play) -> dict[str, int]:
            hole = Fortification(id="f", kind="foxhole", location=L("tH5"), capacity=1)
            play.emit(FortificationAdded(hole))
            unit = play.state.units["V"]
            sheltered = unit.__class__(
                id="V",
                side="FRIENDLY",
                counter=unit.counter,
                location=unit.location,
                inside="f",
            )
            play.emit(UnitChanged(sheltered, "goes in"))
            found = own_drm(play, sheltered, L("tG4"), L("tH5"), None)
            return {mod.name: mod.value for mod in found}

        assert looked(run) == {"foxhole": 2}

    def test_a_suspect(self) -> None:
        """A S? is concealed, and has the TEM of its Location."""
        found = looked(lambda play: unknown_drm(play, L("tG4"), L("tH7")))
        assert [mod.value for mod in found] == [3, 2]

    def test_overstacked(self) -> None:
        """-1 for each squad more than three."""
        crowded = {f"V{n}": ("german/4-6-7", "tH5") for n in range(3)}
        mod = looked(lambda play: crowd(play, L("tH5"), "FRIENDLY"), units=crowded)
        assert mod.value == -1
        assert looked(lambda play: crowd(play, L("tH5"), "FRIENDLY")) is None


class TestC6_9CaseR:
    """C6.9."""

    def test_hindrance(self) -> None:
        """Grain between them is +1."""

        def from_(at: str) -> list[Mod]:
            drm = looked(lambda play: hindrance(play, L(at), L("tH5")))
            found: list[Mod] = looked(lambda play: hindered(play, drm, L(at)))
            return found

        assert [(mod.value, mod.rule) for mod in from_("tD5")] == [(1, "C6.9")]
        assert from_("tG4") == []
