"""A23.6, A23.7: Demolition Charges that are thrown, and such as are set."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.a_infantry.a07_fire.groups import fired_before
from opfor.rules.a_infantry.a23_demolition.set import (
    check_set_charge,
    do_set_charge,
    firings,
    lies_ready,
    offer_set_charge,
    plan_set,
)
from opfor.rules.a_infantry.a23_demolition.thrown import plan_throw, throws
from opfor.rules.choices.orders import Fire, SetCharge
from opfor.rules.orders.fire import a07_fire
from opfor.state.events import MarkerAdded, UnitChanged, WeaponChanged
from opfor.state.play import Play
from opfor.state.units import Marker
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


def drm(made: Attack) -> dict[str, int]:
    """Its DRM by name."""
    return {mod.name: mod.value for mod in made.drm}


class TestA23_6AThrownDc:
    """A23.6."""

    def test_both_locations(self) -> None:
        """30 FP at +2 there, and at +3 where it was thrown from."""
        made = thrown()
        assert (made.fp, drm(made), made.dud) == (30, {"thrown DC": 2}, 12)
        assert made.also
        assert (made.also.target, made.also.targets) == ("tD5", ("R",))
        assert drm(made.also) == {"thrown DC, own Location": 3}

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


def fired(*, state: dict[str, Any] | None = None, **given: Any) -> Attack:
    """The attack of a DC that lies set where V is, fired by R two hexes off."""

    def run(play: Play) -> Attack:
        _lay(play)
        return plan_set(play, "ENEMY", Fire(("R", "m"), L("tF6")))

    made: Attack = looked(run, target="tF6", state=state, **given)
    return made


def _lay(play: Play) -> None:
    ready = Marker(id="m", kind="DC", location=L("tF6"), side="ENEMY", fp=36)
    play.emit(MarkerAdded(ready))


class TestA23_7ASetDc:
    """A23.7."""

    def test_it_takes_the_turn(self) -> None:
        """The unit is TI, and the DC is not set yet."""

        def run(play: Play) -> None:
            offered = [offer.order for offer in offer_set_charge(play, "ENEMY")]
            assert offered == [SetCharge("w")]
            do_set_charge(play, "ENEMY", offered[0])

        state = table(run, weapon=DC, phase="PFPh", turn="ENEMY").state
        assert state.units["R"].ti
        assert not state.markers

    @pytest.mark.parametrize(
        "state", [{"pinned": True}, {"broken": True}, {"ti": True}, {"fired": "prep"}]
    )
    def test_who_cannot(self, state: dict[str, Any]) -> None:
        """Not pinned, broken, TI, or who has fired."""
        with pytest.raises(Illegal, match=r"A23\.7"):
            looked(
                lambda play: check_set_charge(play, "ENEMY", SetCharge("w")),
                weapon=DC,
                state=state,
            )

    def test_no_dc(self) -> None:
        """Nothing else is set."""
        with pytest.raises(Illegal, match="no DC"):
            looked(
                lambda play: check_set_charge(play, "ENEMY", SetCharge("w")),
                weapon="russian/lmg",
            )


class TestA23_7_endLiesReady:
    """A23.7, at the end of the Player Turn."""

    @pytest.mark.parametrize(("broken", "set_"), [(False, True), (True, False)])
    def test_good_order(self, broken: bool, set_: bool) -> None:
        """The DC lies there if its user is still in Good Order."""

        def run(play: Play) -> None:
            unit = play.state.units["R"]
            play.emit(
                UnitChanged(replace(unit, deeds=("sets DC",), broken=broken), "set")
            )
            lies_ready(play)

        state = table(run, weapon=DC).state
        found = [(m.kind, m.location, m.fp) for m in state.markers.values()]
        assert found == ([("DC", "tD5", 36)] if set_ else [])
        assert ("w" in state.weapons) is not set_


class TestA23_7_fireASetDcGoesOff:
    """A23.7, as it is fired."""

    def test_fp(self) -> None:
        """36 FP, -3, no TEM; who is no elite MMC has a dud on a 10."""
        made = fired()
        assert (made.fp, drm(made), made.dud) == (36, {"set DC": -3}, 10)
        assert fired(unit=ELITE).dud == 12

    @pytest.mark.parametrize(
        ("given", "why"),
        [
            ({"state": {"pinned": True}}, "cannot fire"),
            ({"state": {"fired": "final"}}, "has fired"),
            ({"at": "tF6"}, "from outside"),
            ({"at": "tJ8"}, "does not see"),
        ],
    )
    def test_who_cannot(self, given: dict[str, Any], why: str) -> None:
        """Not pinned, having fired, in the Location, or without LOS to it."""
        with pytest.raises(Illegal, match=why):
            fired(**given)

    def test_in_play(self) -> None:
        """It is offered, everybody there suffers it, friends too; it is gone."""

        def run(play: Play) -> None:
            _lay(play)
            assert [o.order for o in firings(play, "ENEMY")] == [
                Fire(("R", "m"), L("tF6")),
            ]
            a07_fire.check_fire(play, "ENEMY", Fire(("R", "m"), L("tF6")))
            a07_fire.do_fire(play, "ENEMY", Fire(("R", "m"), L("tF6")))

        friend = {"E": ("russian/8-1", "tF6")}
        state = table(run, "A7.3 DR 1,1", target="tF6", enemies=friend).state
        assert {*state.units} == {"R"}
        assert state.units["R"].fired == "final"
        assert not state.markers

    def test_not_anybodys(self) -> None:
        """A DC that is placed, or the other side's, is not fired."""

        def run(play: Play) -> Attack:
            _lay(play)
            play.emit(WeaponChanged(play.state.weapons["w"], "as it is"))
            return plan_set(play, "FRIENDLY", Fire(("V", "m"), L("tF6")))

        with pytest.raises(Illegal, match="no set DC of yours"):
            looked(run, weapon=DC, target="tE5")
