"""C5: the DRM that the firer brings to a To Hit DR, case by case."""

from collections.abc import Callable
from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.core.modifier import Mod
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit
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
from opfor.rules.choices.orders import Fire
from opfor.state.events import MoveChanged
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.units import LocationName, Phase
from tests.rules.given.armor import PZ4, STUG, L, cases, drm, plan, seen
from tests.rules.given.ordnance import CREW, GUN, MTR, firing, looked
from tests.rules.given.vehicle_machine_guns import scene

Case = Callable[[Firing], Mod | None]

AT = LocationName("H3")

BOUNDING = ("C5.2", "C5.3", "C5.31", "C5.34")
"""Cases B, C, C1 or C2, and C4."""


def shown(**scene: Any) -> ToHit:
    """The shot of the tank's Main Armament."""
    shot: ToHit = seen(plan, **scene)
    return shot


def moving(*, tank: dict[str, Any] | None = None, **scene: Any) -> ToHit:
    """The shot of the tank after it has spent two MP in its target's LOS."""

    def run(play: Play) -> ToHit:
        if play.state.phase == "MPh":
            move = Move(units=("tank",), allotment=56, spent=8, here=8)
            play.emit(MoveChanged(move))
        return plan(play)

    state = {"entered": True, "trail": ((L("K5"), 8),)} | (tank or {})
    shot: ToHit = seen(run, tank=state, **scene)
    return shot


def bounding_drm(shot: ToHit) -> list[int]:
    """Its Cases B, C, C1 or C2, and C4, in this order; those that it has."""
    return [mod.value for mod in shot.mods if mod.rule in BOUNDING]


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
        """D-872: for whatever turns, freely too."""
        for at in ("tD3", "tD7"):
            assert case(turning, at=at, more={"spines": 1}) == 6
        free = "german/88ll-at-pak-43"
        assert case(turning, weapon=free, at="tD7", more={"spines": 2}) == 4

    def test_turret(self) -> None:
        """A turret turned by one hexspine: +1; a free arc: none."""
        assert "C5.1" not in cases()
        assert cases(tank={"tca": 1})["C5.1"] == 1

    def test_slow_turret(self) -> None:
        """A slow one +2, as is a one-man turret (D-301)."""
        slow = cases(counter="german/pzkpfw-35t", tank={"tca": 1})
        one_man = cases(counter="russian/t-70", tank={"tca": 1})
        assert slow["C5.1"] == one_man["C5.1"] == 2


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

    def test_overstacked(self) -> None:
        """+1 for each squad too many beside it."""
        crowd = {f"e{n}": ("russian/4-4-7", "tD5") for n in range(4)}
        found = looked(lambda play: firer_drm(firing(play)), weapon=MTR, enemies=crowd)
        assert [(m.name, m.value) for m in found] == [("overstacked", 2)]

    def test_hero(self) -> None:
        """A hero helps with a LATW."""
        found = looked(
            lambda play: firer_drm(firing(play)),
            weapon="american/baz44",
            unit="american/hero",
        )
        assert [(m.name, m.value) for m in found] == [("hero", -1)]


class TestC5_9ButtonedUp:
    """C5.9."""

    def test_bu(self) -> None:
        """+1 BU, none CE."""
        assert cases()["C5.9"] == 1
        assert "C5.9" not in cases(tank={"ce": True})


class TestC5_3Bounding:
    """C5.3."""

    def test_not_in_prep_fire(self) -> None:
        """A Stopped tank that has not moved has none of it."""
        assert "C5.3" not in cases()

    def test_bounding_fire_in_afph(self) -> None:
        """After entering a hex: Case B +2, Case C +2, C2 for no MP in LOS."""
        found = cases(phase="AFPh", tank={"entered": True})
        assert (found["C5.2"], found["C5.3"], found["C5.31"]) == (2, 2, 2)

    @pytest.mark.parametrize(("bypass", "value"), [((), 3), ((1,), 2)])
    def test_out_of_woods(self, bypass: tuple[int, ...], value: int) -> None:
        """Case B is +3 out of woods, not along them in Bypass (C5.2)."""
        found = cases(phase="AFPh", at="K8", tank={"entered": True, "bypass": bypass})
        assert found["C5.2"] == value

    @pytest.mark.parametrize(("mp", "value"), [(8, 2), (12, 1), (16, 0)])
    def test_restricted_aim(self, mp: int, value: int) -> None:
        """C2 for up to two MP in LOS, C1 for up to three."""
        trail = ((L("K5"), mp),)
        found = cases(phase="AFPh", tank={"entered": True, "trail": trail})
        assert found.get("C5.31", 0) == value

    def test_no_turret(self) -> None:
        """+3 without a turret."""
        found = cases(counter=STUG, phase="AFPh", tank={"entered": True})
        assert found["C5.3"] == 3

    @pytest.mark.parametrize("phase", ["MPh", "AFPh"])
    @pytest.mark.parametrize(
        ("counter", "drm"), [(PZ4, [2, 2, 2, 0]), (STUG, [2, 3, 2, 0])]
    )
    def test_motion(self, phase: Phase, counter: str, drm: list[int]) -> None:
        """In Motion Cases B, C and C2 count once, and the lower dr double."""
        shot = moving(phase=phase, counter=counter, tank={"motion": True})
        assert bounding_drm(shot) == drm
        assert shot.unsteady

    @pytest.mark.parametrize("phase", ["MPh", "AFPh"])
    def test_stopped(self, phase: Phase) -> None:
        """Once it has stopped there is no Case C4."""
        shot = moving(phase=phase)
        assert bounding_drm(shot) == [2, 2, 2]
        assert not shot.unsteady

    def test_motion_in_the_other_turn(self) -> None:
        """In the other side's Player Turn Case B, C and C4; its MP are of the last."""
        shot = shown(phase="DFPh", turn="ENEMY", tank={"motion": True})
        assert bounding_drm(shot) == [2, 2, 0]
        assert shot.unsteady

    @pytest.mark.parametrize("phase", ["MPh", "AFPh"])
    def test_gyrostabilizer(self, phase: Phase) -> None:
        """+1, one more in Motion, and no dr counts double."""
        state = {"motion": True, "equipment": ("G",)}
        shot = moving(phase=phase, tank=state)
        assert bounding_drm(shot) == [2, 1, 2, 1]
        assert not shot.unsteady

    def test_gyrostabilizer_in_the_other_turn(self) -> None:
        """Case C +1 and C4 +1."""
        state = {"motion": True, "equipment": ("G",)}
        shot = shown(phase="DFPh", turn="ENEMY", tank=state)
        assert bounding_drm(shot) == [2, 1, 1]
        assert not shot.unsteady

    def test_motion_does_not_prep_fire(self) -> None:
        """A vehicle in Motion makes no Prep Fire (D3.3)."""
        with pytest.raises(Illegal, match="in Motion"):
            cases(tank={"motion": True})


class TestC5_7Deliberate:
    """C5.7."""

    def test_plus_five(self) -> None:
        """+5."""
        found: dict[str, int] = seen(lambda play: drm(plan(play, tracks=True)))
        assert found["C5.7"] == 5

    def test_six_hexes(self) -> None:
        """From within six hexes."""
        with pytest.raises(Illegal, match="six hexes"):
            seen(lambda play: plan(play, tracks=True), at="L5")


class TestC5_1Bounding:
    """C5.1."""

    def test_exc1_bounding_first_fire(self) -> None:
        """C5.1 EXC: no Case A for the Main Armament in bounding First Fire."""
        scenery: dict[str, Any] = {"phase": "MPh", "tank": {"vca": 3, "tca": 3}}
        order = Fire(("tank.ma",), AT)
        found = scene(lambda p: drm(plan_shot(p, "FRIENDLY", order)), **scenery)
        assert "C5.1" not in found
