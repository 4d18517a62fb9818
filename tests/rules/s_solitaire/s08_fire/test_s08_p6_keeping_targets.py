"""S8: when a Target is kept, and when changed."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from opfor.rules.s_solitaire.s08_fire.s08_p2_targets import Aiming, targets_of
from opfor.rules.s_solitaire.s08_fire.s08_p6_keeping_targets import retained, unspent
from opfor.state.events import ShotFired, WeaponChanged
from opfor.state.in_progress import Shot
from opfor.state.play import Play
from tests.rules.given.firing_range import FOE, SQUAD, at, shoot

E1 = {"e1": (SQUAD, "M6")}


TWO = {"V": (FOE, "J6"), "W": (FOE, "H6")}


class TestS8_p6Keeping:
    """S8.p6."""

    @staticmethod
    def kept(
        tanks: Any = None, held: Mapping[str, Any] | None = None, **changes: Any
    ) -> str:
        """The Target kept after an attack on W, the farther one."""
        found: list[str] = []

        def run(play: Play) -> None:
            again = replace(play.state.weapons["mg"], fired="prep", rof=True)
            play.emit(WeaponChanged(again, "keeps its ROF"))
            play.emit(ShotFired(Shot("ENEMY", at("H6"), (at("M6"),), ("mg",))))
            targets = targets_of(play, ("mg",))
            target = retained(Aiming(play, at("M6")), ("mg",), targets)
            found.append(target.where if target else "")

        mg = {"mg": ("russian/mmg", "e1")}
        prisoners = dict.fromkeys(held or {}, (SQUAD, "H6"))
        shoot(
            run=run,
            enemies=E1 | prisoners,
            units=TWO,
            vehicles=tanks or {},
            weapons=mg,
            changes={"W": changes, **(held or {})},
        )
        return found[0]

    def test_kept(self) -> None:
        """What keeps its ROF stays at its Target while an unbroken unit is there."""
        assert self.kept() == "tH6"
        assert self.kept(pinned=True) == "tH6"

    def test_lost(self) -> None:
        """Not when all there are broken."""
        assert self.kept(broken=True) == ""

    def test_armor_does_not_count(self) -> None:
        """Nor when a BU AFV is with them, which a MG does nothing to (D-434)."""
        tank = {"T": ("german/pzkpfw-vie", "tH6", {"vca": 0, "tca": 0})}
        assert self.kept(tank, broken=True) == ""
        assert self.kept(tank) == "tH6"
        tank["T"][2]["ce"] = True
        assert self.kept(tank, broken=True) == "tH6"

    def test_prisoners_do_not_count(self) -> None:
        """Nor when ENEMY prisoners are with them."""
        held = {"p": {"guard": "W", "unarmed": True}}
        assert self.kept(held=held, broken=True) == ""


class TestS8_p6_overkill:
    """S8.p6/overkill."""

    @staticmethod
    def left(where: str, tanks: Any = None, **changes: Any) -> list[str]:
        """The Targets that are left when W has been attacked; V is at some place."""
        found: list[str] = []

        def run(play: Play) -> None:
            play.emit(ShotFired(Shot("ENEMY", at("H6"), (at("M9"),), ("e9",))))
            aiming = Aiming(play, at("M6"))
            found.extend(t.where for t in unspent(aiming, targets_of(play, ("e1",))))

        units = {"V": (FOE, where), "W": (FOE, "H6")}
        shoot(
            run=run,
            enemies=E1,
            units=units,
            vehicles=tanks or {},
            changes={"W": changes},
        )
        return found

    def test_passed_over(self) -> None:
        """Pinned and attacked: passed over for a Target at 1/4 or more."""
        assert self.left("J6", pinned=True) == ["tJ6"]

    def test_armor_does_not_count(self) -> None:
        """Also with a BU AFV there, which small arms do nothing to (D-434)."""
        tank = {"T": ("german/pzkpfw-vie", "tH6", {"vca": 0, "tca": 0})}
        assert self.left("J6", tank, pinned=True) == ["tJ6"]

    def test_standing(self) -> None:
        """Not while one there is neither broken nor pinned."""
        assert self.left("J6") == ["tJ6", "tH6"]

    def test_nothing_better(self) -> None:
        """Nor if no other Target has 1/4."""
        assert self.left("J3", pinned=True) == ["tJ3", "tH6"]
