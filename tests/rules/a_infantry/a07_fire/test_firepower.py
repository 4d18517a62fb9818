"""A7.2: FP of units and SW, and all that multiplies it."""

from fractions import Fraction

import pytest

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.firepower import firepower
from opfor.state.units import LocationName
from tests.rules.given.fire import fp, planned, scene, sw, unit

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


class TestA7_36AssaultFire:
    """A7.36."""

    def fire(self, at: str, phase: str = "AFPh", **states: object) -> Fraction:
        """The FP of a 5-4-8 with underlined FP."""
        view = scene(unit("a", "german/5-4-8", "tC5", **states), phase=phase)  # type: ignore[arg-type] # a test's word
        return fp(planned(view, "a", at))

    def test_plus_one_rounded_up(self) -> None:
        """5 halved is 2 1/2, and 1 makes 3 1/2: 4 FP; adjacent 5 and 1: 6."""
        assert self.fire("tE5") == 4
        assert self.fire("tD5") == 6

    def test_only_in_the_afph(self) -> None:
        """In the PFPh it has its 5."""
        assert self.fire("tE5", "PFPh") == 5

    def test_exc1_opportunity_fire(self) -> None:
        """By Opportunity Fire there is nothing added."""
        assert self.fire("tE5", fired="opportunity") == 5

    def test_exc2_normal_range(self) -> None:
        """Beyond Normal Range there is nothing added: a quarter of 5."""
        assert self.fire("tI5") == Fraction(5, 4)
