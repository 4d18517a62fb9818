"""A7.2: FP of units and SW, and all that multiplies it."""

from fractions import Fraction

import pytest

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.a07_2_firepower import Share, firepower
from opfor.rules.a_infantry.a07_fire.a07_52_drm import column
from opfor.state.events import WeaponAdded
from opfor.state.play import Play
from opfor.state.units import LocationName, Weapon
from tests.rules.given.boards import FIRE_TERRAIN
from tests.rules.given.fire import fp, planned, scene, sw, unit
from tests.rules.given.world import game

SQUAD = unit("a", "german/4-6-7", "tC5")
LOW = unit("a", "german/4-6-7", "tC9")
HMG = sw("h", "german/hmg", "a")


def half(value: int) -> Fraction:
    """So many halves."""
    return Fraction(value, 2)


class TestA7_21PointBlank:
    """A7.21."""

    @pytest.mark.parametrize(("at", "expected"), [("tC5", 12), ("tD5", 8), ("tE5", 4)])
    def test_distance(self, at: str, expected: int) -> None:
        """Three times within the Location, twice at an adjacent one, then once."""
        assert fp(planned(scene(SQUAD), "a", at)) == expected

    def test_upstairs(self) -> None:
        """The Location one level above in the same hex is adjacent: PBF."""
        view = scene(unit("a", "german/4-6-7", "tF3"))
        assert fp(planned(view, "a", "tF3/1")) == 8

    def test_exc1_too_high(self) -> None:
        """Two levels up there is no PBF; two levels down there is."""
        view = scene(unit("a", "german/4-6-7", "tW8"), unit("b", "german/4-6-7", "tW9"))
        assert fp(planned(view, "b", "tW8")) == 4
        assert fp(planned(view, "a", "tW9")) == 8

    def test_exc2_flamethrower(self) -> None:
        """A FT has the same 24 FP in an adjacent hex."""
        view = scene(SQUAD, sw("f", "german/ft", "a"))
        shares = firepower(view, [SQUAD], LocationName("tD5"))
        assert [share.fp for share in shares if share.weapon == "f"] == [24]


class TestA7_22LongRange:
    """A7.22."""

    @pytest.mark.parametrize(("at", "expected"), [("tI9", 4), ("tJ9", 2), ("tO9", 2)])
    def test_limits(self, at: str, expected: int) -> None:
        """Normal Range 6; halved from 7 to 12 hexes."""
        assert fp(planned(scene(LOW), "a", at)) == expected

    def test_beyond(self) -> None:
        """At 13 hexes a 4-6-7 is out of range."""
        with pytest.raises(Illegal, match=r"A7\.22"):
            planned(scene(LOW), "a", "tP9")

    def test_exc1_atr(self) -> None:
        """An ATR has none: at 12 hexes one FP, at 13 nothing."""
        view = scene(LOW, sw("r", "german/atr", "a"))
        assert fp(planned(view, "r", "tO9")) == 1
        with pytest.raises(Illegal, match=r"A7\.22"):
            planned(view, "r", "tP9")


class TestA7_23AreaFire:
    """A7.23."""

    def test_pinned(self) -> None:
        """A pinned squad and its MG have half their FP."""
        view = scene(unit("a", "german/4-6-7", "tC5", pinned=True), HMG)
        assert fp(planned(view, "a h", "tE5")) == half(11)

    def test_cumulative(self) -> None:
        """Pinned at Long Range: a quarter."""
        view = scene(unit("a", "german/4-6-7", "tC5", pinned=True))
        assert fp(planned(view, "a", "tJ4")) == 1

    def test_one_smc(self) -> None:
        """A lone leader fires a MG at half FP, two SMC in full."""
        leader = unit("l", "german/8-1", "tC5")
        view = scene(leader, unit("m", "german/7-0", "tC5"), sw("h", "german/hmg", "l"))
        assert fp(planned(view, "h", "tE5")) == half(7)
        assert fp(planned(view, "h m", "tE5")) == 7

    def test_marsh(self) -> None:
        """Fire out of a marsh is halved."""
        view = scene(unit("a", "german/4-6-7", "tT5"))
        assert fp(planned(view, "a", "tV5")) == 2


class TestA7_24AdvancingFire:
    """A7.24."""

    def test_half(self) -> None:
        """In the AFPh FP are halved."""
        view = scene(SQUAD, HMG, phase="AFPh")
        assert fp(planned(view, "a h", "tE5")) == half(11)

    def test_not_after_prep_fire(self) -> None:
        """Who has Prep Fired does not fire in the AFPh."""
        view = scene(unit("a", "german/4-6-7", "tC5", fired="prep"), phase="AFPh")
        with pytest.raises(Illegal, match=r"A7\.24"):
            planned(view, "a", "tE5")

    def test_exc1_opportunity(self) -> None:
        """Opportunity Fire is at full FP."""
        view = scene(
            unit("a", "german/4-6-7", "tC5", fired="opportunity"), phase="AFPh"
        )
        assert fp(planned(view, "a", "tE5")) == 4

    @pytest.mark.parametrize(("at", "expected"), [("tD5", 4), ("tC5", 6)])
    def test_final_fire_again(self, at: str, expected: int) -> None:
        """A8.4: what First Fired has half FP in the DFPh, at adjacent hexes."""
        view = scene(unit("e", "russian/4-4-7", "tC5", fired="first"), phase="DFPh")
        assert fp(planned(view, "e", at)) == expected
        with pytest.raises(Illegal, match=r"A8\.4"):
            planned(view, "e", "tE5")


class TestA7_2Firepower:
    """A7.2."""

    @staticmethod
    def shares(
        counter: str,
        firer: str,
        target: str,
        weapon: str = "",
        *,
        dm: bool = False,
    ) -> list[Share]:
        """What one unit and its SW add."""
        found: list[Share] = []

        def run(play: Play) -> None:
            if weapon:
                play.emit(WeaponAdded(Weapon(id="w", counter=weapon, owner="e", dm=dm)))
            found.extend(firepower(play, [play.state.units["e"]], LocationName(target)))

        game(board=FIRE_TERRAIN, enemies={"e": (counter, firer)}, run=run)
        return found

    @pytest.mark.parametrize(
        ("target", "fp"),
        [
            ("tC5", 12),
            ("tD5", 8),
            ("tE5", 4),
            ("tG5", 4),
            ("tH5", 2),
            ("tK5", 2),
            ("tL5", None),
        ],
    )
    def test_range(self, target: str, fp: int | None) -> None:
        """TPBF ×3, PBF ×2, normal range to 4, long range ×½ to 8, then nothing."""
        found = [share.fp for share in self.shares("russian/4-4-7", "tC5", target)]
        assert found == ([] if fp is None else [Fraction(fp)])

    def test_a_mg_adds_its_own(self) -> None:
        """A squad fires its own FP and a MG."""
        found = self.shares("russian/4-4-7", "tC5", "tE5", "russian/hmg")
        assert [share.fp for share in found] == [4, 6]

    def test_a_mortar_does_not(self) -> None:
        """Ordnance does not fire on the IFT directly."""
        found = self.shares("russian/4-4-7", "tC5", "tE5", "russian/50-mtr")
        assert [share.fp for share in found] == [4]

    def test_dm(self) -> None:
        """A dm Russian .50 does not fire; a dm German HMG fires as a LMG."""
        dead = self.shares("russian/4-4-7", "tC5", "tE5", "russian/50-hmg", dm=True)
        light = self.shares("german/4-6-7", "tC5", "tE5", "german/hmg", dm=True)
        assert [share.fp for share in dead] == [4]
        assert [share.fp for share in light] == [4, 3]

    @pytest.mark.parametrize(
        ("fp", "col"), [("0.5", 0), (1, 1), ("2.5", 2), (11, 8), (36, 36), (50, 36)]
    )
    def test_column(self, fp: object, col: int) -> None:
        """The highest column that the total reaches; none below 1 (D-043)."""
        assert column(Fraction(fp)) == col  # type: ignore[arg-type] # int or text
