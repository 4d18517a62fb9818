"""A23.6: Demolition Charges that are thrown."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.a07_3_resolution import attack_fact
from opfor.rules.a_infantry.a07_fire.a07_35_usage_of_sw import fired_before
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.a_infantry.a23_demolition.a23_6_thrown import plan_throw, throws
from opfor.rules.choices.orders import Fire
from opfor.rules.orders.fire import a07_fire
from opfor.state.events import MarkerAdded, UnitChanged
from opfor.state.play import Play
from opfor.state.units import Marker
from opfor.views.text.words import say
from tests.rules.given.fire import drm
from tests.rules.given.ordnance import L, looked, table

ELITE, DC = "russian/4-5-8", "russian/dc"


def thrown(target: str = "tE5", **given: Any) -> Attack:
    """The attack that R makes by throwing its DC where V is."""
    given.setdefault("unit", ELITE)
    made: Attack = looked(
        lambda play: plan_throw(play, "ENEMY", Fire(("w",), L(target))),
        weapon=DC,
        target=target,
        **given,
    )
    return made


class TestA23_6AThrownDc:
    """A23.6."""

    def test_both_locations(self) -> None:
        """30 FP at +2 there, and at +3 where it was thrown from."""
        made = thrown()
        assert (made.fp, drm(made), made.dud) == (30, {"thrown DC": 2}, 12)
        assert made.also
        assert (made.also.target, made.also.targets) == ("tD5", ("R",))
        assert drm(made.also) == {"thrown DC, own Location": 3}

    @pytest.mark.parametrize(("hidden", "fp"), [(False, ""), (True, "15 FP")])
    def test_told(self, *, hidden: bool, fp: str) -> None:
        """The attack is told with what the thrower's own Location meets."""
        found = looked(
            lambda play: say(
                attack_fact(play, plan_throw(play, "ENEMY", Fire(("w",), L("tE5"))))
            ),
            weapon=DC,
            target="tE5",
            unit=ELITE,
            state={"concealed": hidden},
        )
        assert "DRM +2 (+2 thrown DC (A23.6))" in found
        own = "+3 (+3 thrown DC, own Location (A23.6)) at R"
        assert f", {fp} {own}".replace("  ", " ") in found

    def test_tem_and_cx(self) -> None:
        """TEM of each Location counts, and CX in both."""
        made = thrown("tD7", at="tD6", state={"cx": True})
        assert drm(made) == {"CX": 1, "thrown DC": 2, "stone building": 3}
        assert made.also
        assert drm(made.also) == {"CX": 1, "thrown DC, own Location": 3}

    def test_afph(self) -> None:
        """+1 more for both in the AFPh."""
        made = thrown(phase="AFPh", turn="ENEMY")
        assert drm(made) == {"thrown DC": 2, "AFPh": 1}
        assert made.also
        assert drm(made.also)["AFPh"] == 1

    def test_exc1_opportunity_fire(self) -> None:
        """No +1 for Opportunity Fire."""
        waiting = {"fired": "opportunity"}
        made = thrown(phase="AFPh", turn="ENEMY", weapon_state=waiting)
        assert drm(made) == {"thrown DC": 2}

    def test_only_adjacent(self) -> None:
        """Not two hexes far, nor into its own Location."""
        for target in ("tF5", "tD5"):
            with pytest.raises(Illegal, match="not ADJACENT"):
                thrown(target)

    @pytest.mark.parametrize(
        "state", [{"pinned": True}, {"broken": True}, {"ti": True}, {"berserk": True}]
    )
    def test_who_cannot(self, state: dict[str, Any]) -> None:
        """Not pinned, broken, TI or berserk."""
        with pytest.raises(Illegal):
            thrown(state=state)

    def test_placed_already(self) -> None:
        """Not a DC that lies placed already."""

        def run(play: Play) -> Attack:
            placed = Marker(id="m", kind="DC", location=L("tE5"), side="ENEMY", of="w")
            play.emit(MarkerAdded(placed))
            return plan_throw(play, "ENEMY", Fire(("w",), L("tE5")))

        with pytest.raises(Illegal, match="placed already"):
            looked(run, weapon=DC, unit=ELITE)

    def test_offboard(self) -> None:
        """Who has not entered yet throws nothing, and nothing is offered."""

        def run(play: Play) -> list[object]:
            away = replace(play.state.units["R"], location=L(""))
            play.emit(UnitChanged(away, "is not there yet"))
            return [*throws(play, "ENEMY")]

        assert not looked(run, weapon=DC, unit=ELITE)

    def test_in_play(self) -> None:
        """A DR of 4 kills there at 6 and breaks the thrower's by a 4MC at 7; no DC."""

        def run(play: Play) -> None:
            offered = [offer.order for offer in throws(play, "ENEMY")]
            assert offered == [Fire(("w",), L("tE5"))]
            a07_fire.do_fire(play, "ENEMY", offered[0])
            assert "DC" in fired_before(play, play.state.units["R"])
            with pytest.raises(Illegal, match="you man no Weapon w"):
                a07_fire.check_fire(play, "ENEMY", Fire(("w",), L("tE5")))

        dice = ("A7.3 DR 3,5", "A10.1 DR 1,2", "A10.1 DR 1,2")
        state = table(run, *dice, weapon=DC, unit=ELITE, target="tE5").state
        assert "w" not in state.weapons
        assert "threw" in state.units["R"].deeds

    def test_a_dud(self) -> None:
        """An Original 12 does nothing to anybody."""

        def run(play: Play) -> None:
            a07_fire.do_fire(play, "ENEMY", Fire(("w",), L("tE5")))

        state = table(run, "A7.3 DR 6,6", weapon=DC, unit=ELITE, target="tE5").state
        assert not state.units["V"].broken
        assert "w" not in state.weapons
