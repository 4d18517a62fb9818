"""S8: how the ENEMY uses its SW."""

from typing import Any

import pytest

from opfor.rules.s_solitaire.s08_fire.best_attack import best_attack
from opfor.rules.s_solitaire.s08_fire.s08_p9_use_of_sw import weapons_used
from opfor.state.play import Play
from tests.rules.given.armor import PZ4, enemy
from tests.rules.given.firing_range import FOE, SQUAD, at, shoot
from tests.rules.given.ordnance import L

E1 = {"e1": (SQUAD, "M6")}


class TestS8_p9Weapons:
    """S8.p9."""

    @staticmethod
    def used(where: str, **weapons: str) -> tuple[str, ...]:
        """What e1 fires at a Location, of itself and its SW."""
        found: list[tuple[str, ...]] = []

        def run(play: Play) -> None:
            found.append(weapons_used(play, ("e1", *weapons), at(where)))

        owned = {id_: (f"russian/{what}", "e1") for id_, what in weapons.items()}
        shoot(run=run, enemies=E1, units={"V": (FOE, where)}, weapons=owned)
        return found[0]

    def test_inherent_and_a_sw(self) -> None:
        """A squad fires its FP and the better SW."""
        assert set(self.used("J6", l="lmg", h="hmg")) == {"e1", "h"}

    def test_two_sw(self) -> None:
        """Two SW where they have more than the inherent FP, as beyond its range."""
        assert set(self.used("C6", m="mmg", h="hmg")) == {"m", "h"}

    @pytest.mark.parametrize(
        ("who", "expected"),
        [("russian/hero", {"e1", "h"}), ("russian/9-1", {"e1"})],
    )
    def test_a_hero_of_half_a_fp(self, who: str, expected: set[str]) -> None:
        """D-592: a hero who moved fires in the AFPh with others; a leader has no FP."""
        found: list[set[str]] = []

        def run(play: Play) -> None:
            shot = best_attack(play, ("e1", "h"), at("K6"))
            assert shot is not None
            found.append(set(shot.order.firers))

        enemies = {**E1, "h": (who, "M6")}
        moved = {"moved": True, "action": "Move"}
        shoot(
            run=run,
            phase="AFPh",
            enemies=enemies,
            units={"V": (FOE, "K6")},
            changes={"e1": moved, "h": moved},
        )
        assert found == [expected]


class TestS8_p9MgOfAVehicle:
    """S8.p9 with D-311: the MG of a vehicle fire together."""

    @staticmethod
    def used(at: str) -> tuple[set[str], Any]:
        """The MG that a Pz IV fires in its AFPh from E2 at a squad, and their FP."""

        def of(play: Play) -> tuple[set[str], Any]:
            things = ("etank.bmg", "etank.cmg")
            shot = best_attack(play, things, L(at))
            assert shot is not None
            return set(shot.order.firers), shot.attack.fp

        scene = {"enemy_counter": PZ4, "at": "A10", "phase": "AFPh"}
        found: tuple[set[str], Any] = enemy(
            of, units={"a": ("german/4-6-7", at)}, **scene
        )
        return found

    def test_less_than_one(self) -> None:
        """D-592: one of less than 1 FP by itself adds its FP."""
        both = {"etank.bmg", "etank.cmg"}
        assert self.used("S9") == (both, 2)
