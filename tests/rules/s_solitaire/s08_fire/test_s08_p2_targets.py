"""S8: the Targets of an ENEMY Location, and what the rules compare them by."""

import pytest

from opfor.rules.s_solitaire.s06_actions.s06_313_heavy_weapons import hw_with_target
from opfor.rules.s_solitaire.s08_fire.s08_p2_targets import (
    Aiming,
    Target,
    anti_tank,
    armed_vehicular,
    final_drm,
    least_tem,
    targets_of,
)
from opfor.state.events import FortificationAdded
from opfor.state.play import Play
from opfor.state.units import Fortification
from tests.rules.given.firing_range import (
    FOE,
    SQUAD,
    TWO,
    aim,
    at,
    chosen,
    fires,
    shoot,
    shot_of,
)

E1 = {"e1": (SQUAD, "M6")}
E1_NEAR = {"e1": (SQUAD, "J6")}

STONE = """
board: t
size: 20x10
stone building: J4
"""


class TestS8_p2Effect:
    """S8.p2."""

    def test_no_effect_no_target(self) -> None:
        """One FP halved for concealment can do nothing: not a Target to fire at."""

        def run(play: Play) -> None:
            assert [t.where for t in targets_of(play, ("e1",))] == ["tM2"]

        shoot(
            run=run,
            enemies={"e1": ("russian/2-2-6", "M6")},
            units={"V": (FOE, "J6"), "W": (FOE, "M2")},
            changes={"V": {"concealed": True}, "W": {"concealed": False}},
        )

    @pytest.mark.parametrize(
        ("counter", "state", "found"),
        [
            ("russian/4-4-7", {}, True),
            ("russian/4-4-7", {"broken": True}, False),
            ("russian/4-4-7", {"pinned": True}, False),
            ("russian/4-4-7", {"pinned": True, "concealed": True}, True),
            ("russian/4-4-7", {"berserk": True}, False),
            ("russian/8-0", {"broken": True}, False),
        ],
    )
    def test_a_ptc_must_do_something(
        self, counter: str, state: dict[str, bool], found: bool
    ) -> None:
        """A PTC at best is no effect on who is broken, pinned or berserk.

        Two FP at +3: a PTC by an Original 3, or by a 2, which cowers to the 1 column.
        """

        def run(play: Play) -> None:
            assert bool(targets_of(play, ("e1",))) is found

        halved = bool(state.get("concealed"))
        shoot(
            run=run,
            enemies={"e1": ("german/4-6-7" if halved else "russian/2-2-6", "J6")},
            units={"V": (counter, "J4")},
            changes={"V": state},
            board=STONE,
        )

    def test_a_ptc_on_one_of_two(self) -> None:
        """One unbroken one beside a broken one is enough."""

        def run(play: Play) -> None:
            assert targets_of(play, ("e1",))

        shoot(
            run=run,
            enemies={"e1": ("russian/2-2-6", "J6")},
            units={"V": (FOE, "J4"), "W": (FOE, "J4")},
            changes={"V": {"broken": True}},
            board=STONE,
        )

    def test_a_nmc_is_enough(self) -> None:
        """Four FP there give a NMC, which broken units feel."""

        def run(play: Play) -> None:
            assert targets_of(play, ("e1",))

        shoot(
            run=run,
            enemies=E1_NEAR,
            units={"V": (FOE, "J4")},
            changes={"V": {"broken": True}},
            board=STONE,
        )

    def test_beyond_reach(self) -> None:
        """Nor is what is beyond long range, or 16 hexes."""

        def run(play: Play) -> None:
            assert targets_of(play, ("e1",)) == []

        shoot(run=run, enemies=E1, units={"V": (FOE, "C6")})

    def test_ordnance_reaches_farther(self) -> None:
        """A mortar fires as far as it sees, its crew's small arms do not (D-531)."""

        def run(play: Play) -> None:
            assert [t.where for t in targets_of(play, ("e1", "m"))] == ["tC6"]
            assert targets_of(play, ("e1",)) == []
            assert hw_with_target(play, play.state.units["e1"])

        shoot(
            run=run,
            enemies={"e1": ("russian/2-2-8", "T6")},
            units={"V": (FOE, "C6")},
            weapons={"m": ("russian/82-mtr-bm-obr-37", "e1")},
        )

    def test_exc1_melee(self) -> None:
        """Nor is a Melee, in which its own squad would be hit too."""

        def run(play: Play) -> None:
            assert targets_of(play, ("e1",)) == []

        shoot(
            run=run,
            enemies={**E1, "e2": ("russian/4-4-7", "J6")},
            units={"V": (FOE, "J6")},
            changes={"V": {"melee": True}, "e2": {"melee": True}},
        )


class TestA22_4Possession:
    """A22.4, as the lowest Final IFT DRM of {A3a} 6-7 has it."""

    FT = {"ft": ("german/ft", "W")}  # noqa: RUF012 - a constant of the tests

    def test_row6(self) -> None:
        """Who has a FT has a DRM lower by one, and so is the Target, though farther."""
        dice = ("S6.23/command DR 3,3", "A7.3 DR 6,5")
        assert chosen(fires(*dice))[0] == "tJ6"
        assert chosen(fires(*dice, weapons=self.FT))[0] == "tH6"

    def test_known_targets_only(self) -> None:
        """A concealed unit's FT, and the foxhole of another, are left out."""
        found: dict[str, int] = {}

        def run(play: Play) -> None:
            hole = Fortification(id="hole", kind="foxhole", location=at("H6"))
            play.emit(FortificationAdded(hole))
            for where in ("J6", "H6"):
                found[where] = final_drm(*aim(play, "M6", where, "e1"))

        shoot(
            run=run,
            enemies=E1,
            units={**TWO, "X": (FOE, "H6")},
            weapons=self.FT,
            changes={"W": {"concealed": True}, "X": {"inside": "hole"}},
        )
        assert found == {"J6": 0, "H6": 2}


class TestLeastTem:
    """D-931: the TEM of {A3a} is that of the units."""

    @pytest.mark.parametrize(("dug_in", "tem"), [("VX", 2), ("V", 0)])
    def test_foxhole(self, dug_in: str, tem: int) -> None:
        """All in foxholes: +2; one beside them: none."""

        def run(play: Play) -> None:
            hole = Fortification(
                id="hole", kind="foxhole", location=at("J6"), capacity=2
            )
            play.emit(FortificationAdded(hole))
            assert least_tem(*aim(play, "M6", "J6", "e1")) == tem

        shoot(
            run=run,
            enemies=E1,
            units={"V": (FOE, "J6"), "X": (FOE, "J6")},
            changes={id_: {"inside": "hole"} for id_ in dug_in},
        )


class TestArmedVehicles:
    """S8.p2: the line of {A3a} that asks for a Good Order armed vehicle."""

    @pytest.mark.parametrize(
        ("state", "armed"), [({}, True), ({"shock": "shock"}, False)]
    )
    def test_good_order(self, state: dict[str, str], armed: bool) -> None:
        """A tank is one, a shocked one is not; nor is Infantry."""

        def run(play: Play) -> None:
            for where, found in (("J6", False), ("H6", armed)):
                shot = shot_of(play, "J6", "e1")
                target = Target(at(where), shot)
                assert armed_vehicular(Aiming(play, at("M6")), target) is found

        tank = {"tank": ("german/pzkpfw-ivf2", at("H6"), state)}
        shoot(run=run, enemies=E1, units={"V": (FOE, "J6")}, vehicles=tank)


class TestAntiTank:
    """The A-T Weapons of {A3c} 9 are those of S9.34 (D-241)."""

    @pytest.mark.parametrize(
        ("weapon", "found"),
        [
            ("german/50l-at-pak-38", True),
            ("german/psk", True),
            ("german/lmg", False),
            ("german/50-mtr", False),
        ],
    )
    def test_which(self, weapon: str, found: bool) -> None:
        """A SW against armor in range, and a Gun that fires AP."""

        def run(play: Play) -> None:
            assert anti_tank(*aim(play, "M6", "K6", "e1")) is found

        shoot(
            run=run,
            enemies=E1,
            units={"V": (FOE, "K6")},
            weapons={"w": (weapon, "V")},
        )
