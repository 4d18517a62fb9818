"""A22.6: Molotov cocktails, which Infantry throws as it fires point blank (D-212)."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.a_infantry.a22_ft_and_mol.a22_6_molotov import (
    light,
    mol_drm,
    mol_offers,
    plan_mol,
)
from opfor.rules.choices.orders import Fire
from opfor.state.events import MoveChanged
from opfor.state.in_progress import Move
from opfor.state.play import Play
from tests.rules.given.molotovs import thrown
from tests.rules.given.ordnance import L, looked, table
from tests.rules.given.world import notes

HALF, LEADER, CREW = "russian/2-3-7", "russian/8-1", "russian/2-2-8"


def planned(order: Fire | None = None, **given: Any) -> Attack:
    """The attack of R with MOL on V in E5, next to it."""
    order = order or Fire(("R",), L("tE5"), mol=True)
    given = {"mol": ("ENEMY",), "target": "tE5"} | given
    made: Attack = looked(lambda play: plan_mol(play, "ENEMY", order), **given)
    return made


class TestA22_6MolotovCocktails:
    """A22.6."""

    def test_its_own_fp(self) -> None:
        """A squad's own attack at point blank, before the check."""
        assert planned().fp == 8

    def test_a_leader_alone(self) -> None:
        """A SMC without FP has the MOL only."""
        made = planned(unit=LEADER)
        assert (made.fp, [arm.id for arm in made.arms]) == (0, ["R"])

    @pytest.mark.parametrize("who", [LEADER, "russian/4-4-7"])
    def test_overstacked(self, who: str) -> None:
        """D-921: by whomever it is thrown, -1 for each squad too many."""
        there = {f"U{n}": ("german/4-6-7", "tE5") for n in range(3)}
        made = planned(unit=who, units=there)
        assert [(mod.rule, mod.value) for mod in made.mods] == [("A5.131", -1)]

    @pytest.mark.parametrize(
        ("given", "why"),
        [
            ({"mol": ()}, "gives no MOL"),
            ({"target": "tF5", "order": Fire(("R",), L("tF5"), mol=True)}, "reach"),
            ({"order": Fire((), L("tE5"), mol=True)}, "name first"),
            ({"order": Fire(("V",), L("tE5"), mol=True)}, "name first"),
            ({"order": Fire(("R", "V"), L("tE5"), mol=True)}, "one unit alone"),
            ({"order": Fire(("R",), L("tE5"), snap=True, mol=True)}, "Snap"),
            ({"unit": LEADER, "state": {"broken": True}}, "broken"),
        ],
    )
    def test_who_cannot(self, given: dict[str, Any], why: str) -> None:
        """Without MOL, farther than a hex, two units at once, a broken one."""
        with pytest.raises(Illegal, match=why):
            planned(**given)

    def test_exc1_not_after_fire(self) -> None:
        """Neither by SFF nor FPF, nor in the DFPh by who has First Fired."""
        with pytest.raises(Illegal, match="has fired"):
            planned(state={"fired": "first"})

    def test_offered(self) -> None:
        """Offered to who is next to an enemy, if the Mission gives MOL."""
        for mol, count in (((), 0), (("ENEMY",), 1), (("FRIENDLY",), 0)):
            found = looked(
                lambda play: list(mol_offers(play, "ENEMY")), target="tE5", mol=mol
            )
            assert len(found) == count

    def test_nobody_moves_any_more(self) -> None:
        """Not offered once First Fire has eliminated all that moved."""

        def ask(play: Play) -> list[object]:
            play.emit(MoveChanged(Move(units=("gone",))))
            return list(mol_offers(play, "ENEMY"))

        given: dict[str, Any] = {"target": "tE5", "mol": ("ENEMY",), "phase": "MPh"}
        assert looked(ask, turn="FRIENDLY", **given) == []


class TestA22_611MolCheck:
    """A22.611."""

    @pytest.mark.parametrize(
        ("unit", "cx", "drm"),
        [
            ("russian/4-4-7", False, 1),
            ("russian/4-4-7", True, 2),
            (HALF, False, 2),
            (CREW, False, 2),
            (LEADER, False, 3),
        ],
    )
    def test_drm(self, unit: str, cx: bool, drm: int) -> None:
        """+1 HS or crew, +2 SMC, +1 CX; +1 at anything but an AFV."""
        mods = looked(
            lambda play: mol_drm(play, play.state.units["R"]),
            unit=unit,
            state={"cx": cx},
        )
        assert sum(mod.value for mod in mods) == drm

    def test_at_an_afv(self) -> None:
        """No +1 at an AFV."""
        assert not looked(lambda play: mol_drm(play, play.state.units["R"], afv=True))


class TestA22_611_drTheDr:
    """A22.611, the dr."""

    @pytest.mark.parametrize(("dr", "fp"), [(2, "12 FP"), (3, "8 FP")])
    def test_boundary(self, dr: int, fp: str) -> None:
        """A Final 3 adds four FP, a Final 4 none."""
        game = thrown(f"A22.611/dr dr {dr}", "A7.3 DR 5,6")
        assert any(fp in note for note in notes(game))

    def test_a_leader_without(self) -> None:
        """A leader who finds none has spent his fire, and attacks nobody."""
        game = thrown("A22.611/dr dr 1", unit=LEADER)
        assert game.state.units["R"].fired == "final"

    def test_on_the_table(self) -> None:
        """Who resolves fire on his table makes the dr there."""

        def run(play: Play) -> None:
            order = Fire(("R",), L("tE5"), mol=True)
            light(play, plan_mol(play, "ENEMY", order))

        game = table(run, mol=("ENEMY",), target="tE5", on_table=("fire",))
        assert any("on a Final dr of 3 or less" in note for note in notes(game))
