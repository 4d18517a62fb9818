"""A23.7: Demolition Charges that are set beforehand, and fired from afar (D-211)."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.a_infantry.a23_demolition.a23_7_set import (
    check_set_charge,
    do_set_charge,
    firings,
    lies_ready,
    offer_set_charge,
    plan_set,
)
from opfor.rules.choices.orders import Fire, SetCharge
from opfor.rules.orders.fire import a07_fire
from opfor.state.events import MarkerAdded, UnitChanged, WeaponChanged
from opfor.state.play import Play
from opfor.state.units import Marker
from tests.rules.given.fire import drm
from tests.rules.given.ordnance import L, looked, table

ELITE, DC = "russian/4-5-8", "russian/dc"


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
