"""C1.6: Observers, what they see and what they Know."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.c_ordnance.c01_artillery.c01_3_spotting import accuracy
from opfor.rules.c_ordnance.c01_artillery.c01_6_observers import (
    eyes,
    known_there,
    observer,
    spotted,
    unseen_there,
)
from opfor.state.artillery import Battery
from opfor.state.events import UnitChanged
from opfor.state.play import Play
from tests.rules.given.artillery import asked, at


def changed(play: Play, **fields: Any) -> Battery:
    """The battery, once its Observer is in other states."""
    play.emit(UnitChanged(replace(play.state.units["L"], **fields), "changes"))
    return play.state.batteries["b"]


class TestC1_6Observers:
    """C1.6."""

    @pytest.mark.parametrize("state", [{"broken": True}, {"berserk": True}])
    def test_good_order(self, state: dict[str, bool]) -> None:
        """Only a Good Order leader directs it."""
        assert asked(observer).id == "L"
        assert asked(lambda play, _: observer(play, changed(play, **state))) is None

    def test_leader(self) -> None:
        """A squad with the radio cannot."""
        squad = {"L": ("german/4-6-7", "J6")}
        assert asked(observer, units=squad) is None

    def test_phone_stays(self) -> None:
        """A phone works only where it stands."""
        phone = {"device": "phone"}
        assert asked(observer, battery=phone | {"wired": "J6"})
        assert asked(observer, battery=phone | {"wired": "tJ5"}) is None


class TestC1_63OffboardObservers:
    """C1.63."""

    def test_post(self) -> None:
        """He looks from his post, and is Accurate with a 1 alone."""
        off = {"device": "offboard", "weapon": "", "post": "tA1"}
        assert asked(eyes, battery=off) == "tA1"
        assert asked(lambda p, b: accuracy(p, b, at("A5")), battery=off) == (1, [])


class TestC1_61Sight:
    """C1.61."""

    def test_los(self) -> None:
        """The Hindrance of the LOS; -1 behind a building, and off the map."""
        assert asked(lambda p, b: spotted(p, b, at("J3"))) == 0
        assert asked(lambda p, b: spotted(p, b, at("K6"))) == 0
        assert asked(lambda p, b: spotted(p, b, at("T6"))) == -1
        assert asked(lambda p, b: spotted(p, b, at("")[:0])) == -1


class TestC1_212_who:
    """C1.212/who."""

    @pytest.mark.parametrize(("where", "unseen"), [("N6", True), ("L6", False)])
    def test_suspects(self, where: str, unseen: bool) -> None:
        """A S? in or next to the hex is an enemy that is not Known."""
        found = asked(lambda p, b: unseen_there(p, b, at(where)), suspects={"S1": "O6"})
        assert found is unseen

    def test_known(self) -> None:
        """A Known enemy in LOS needs no extra draw, a concealed one does."""
        foe = {"e": ("russian/4-4-7", "J3")}
        assert asked(lambda p, b: known_there(p, b, at("J3")), enemies=foe)

        def concealed(play: Play, battery: Battery) -> bool:
            unit = replace(play.state.units["e"], concealed=True)
            play.emit(UnitChanged(unit, "conceals"))
            return unseen_there(play, battery, at("J3"))

        assert asked(concealed, enemies=foe)
