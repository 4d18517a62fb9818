"""A4.7: the advance of one Location in the APh."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.choices.orders import Advance
from opfor.rules.sequence import legal_orders
from opfor.state.events import FortificationAdded
from opfor.state.play import Play
from opfor.state.units import Fortification, LocationName, Weapon
from tests.rules.given.advances import advance, aph
from tests.rules.given.phases import offered, unit


def fort(kind: str, at: str, **fields: Any) -> Any:
    """What puts a fortification on the map."""
    made = Fortification(
        id="f",
        kind=kind,  # type: ignore[arg-type] # a test's word
        location=LocationName(at),
        capacity=1,
        side="FRIENDLY",
        **fields,
    )
    return lambda play: play.emit(FortificationAdded(made))


class TestOffTheMap:
    """Advances that leave the map (S6.303)."""

    def test_unarmed_by_the_ebe(self) -> None:
        """Unarmed ENEMY MMC by the EBE; armed ones not, and nobody elsewhere."""
        off = advance("e1", to="")
        gone = aph(off, units=[unit("e1", "tQ5", unarmed=True)], attacker="ENEMY")
        assert not gone.state.units
        for where, unarmed in (("tQ5", False), ("tG5", True)):
            one = unit("e1", where, unarmed=unarmed)
            with pytest.raises(Illegal, match=r"A4\.7"):
                aph(off, units=[one], attacker="ENEMY")


class TestA4_7Who:
    """A4.7."""

    @pytest.mark.parametrize("state", ["fired", "moved", "cx", "concealed"])
    def test_whatever_it_did(self, state: str) -> None:
        """One that fired, moved, or is CX or concealed may advance."""
        value: Any = "prep" if state == "fired" else True
        game = aph(advance("a", to="tF5"), units=[unit("a", "tG5", **{state: value})])
        assert game.state.units["a"].location == "tF5"

    @pytest.mark.parametrize("state", ["broken", "pinned", "ti", "melee", "panic"])
    def test_exc1_hampered(self, state: str) -> None:
        """Not a broken, pinned or TI unit, nor one in Melee or in Panic."""
        with pytest.raises(Illegal, match=r"A4\.7"):
            aph(advance("a", to="tF5"), units=[unit("a", "tG5", **{state: True})])

    def test_strangers(self) -> None:
        """Only own units, of one Location."""
        units = [unit("a", "tG5"), unit("b", "tG4"), unit("e1", "tA5")]
        for order in (
            ("FRIENDLY", Advance(("e1",), LocationName("tA4"))),
            advance("a", "b", to="tF4"),
            ("FRIENDLY", Advance((), LocationName("tA4"))),
        ):
            with pytest.raises(Illegal, match=r"A4\.7"):
                aph(order, units=units)


class TestA4_7_toWhere:
    """A4.7/to."""

    def test_enemy_location(self) -> None:
        """An enemy's Location may be entered."""
        units = [unit("a", "tG5"), unit("e1", "tF5")]
        game = aph(advance("a", to="tF5"), units=units)
        assert game.state.units["a"].location == "tF5"

    def test_foxhole(self) -> None:
        """Into a foxhole of the next Location, out of it, and into it in place."""
        inside = aph(
            fort("foxhole", "tF5"),
            advance("a", to="tF5", inside="f"),
            units=[unit("a", "tG5")],
        )
        assert inside.state.units["a"].inside == "f"
        for before, after in (("f", ""), ("", "f")):
            game = aph(
                fort("foxhole", "tG5"),
                advance("a", to="tG5", inside=after),
                units=[unit("a", "tG5", inside=before)],
            )
            assert game.state.units["a"].inside == after
        with pytest.raises(Illegal, match="already"):
            aph(advance("a", to="tG5"), units=[unit("a", "tG5")])

    def test_no_room(self) -> None:
        """A foxhole for one squad does not take two; nor is there one elsewhere."""
        units = [unit("a", "tG5"), unit("b", "tG5")]
        with pytest.raises(Illegal, match=r"B27\.5"):
            aph(
                fort("foxhole", "tF5"),
                advance("a", "b", to="tF5", inside="f"),
                units=units,
            )
        with pytest.raises(Illegal, match=r"B27\.4"):
            aph(advance("a", to="tF5", inside="f"), units=units)

    def test_pillbox(self) -> None:
        """A pillbox is entered from its own hex."""
        with pytest.raises(Illegal, match=r"B30\.4"):
            aph(
                fort("pillbox", "tF5", defence=(3, 5)),
                advance("a", to="tF5", inside="f"),
                units=[unit("a", "tG5")],
            )

    def test_wire(self) -> None:
        """Wire is entered on top, and not left in the APh."""
        game = aph(
            fort("wire", "tF5"), advance("a", to="tF5"), units=[unit("a", "tG5")]
        )
        assert game.state.units["a"].inside == "f"
        with pytest.raises(Illegal, match=r"B26\.4"):
            aph(
                fort("wire", "tG5"),
                advance("a", to="tF5"),
                units=[unit("a", "tG5", inside="f")],
            )

    def test_fortified_building(self) -> None:
        """A Fortified Building is closed while a squad holds it, not to a HS."""
        units = [unit("a", "tK5"), unit("e1", "tL5")]
        with pytest.raises(Illegal, match="Fortified"):
            aph(fort("fortified building", "tL5"), advance("a", to="tL5"), units=units)
        half = [unit("a", "tK5"), unit("e1", "tL5", "russian/2-3-7")]
        game = aph(
            fort("fortified building", "tL5"), advance("a", to="tL5"), units=half
        )
        assert game.state.units["a"].location == "tL5"


class TestA4_71OneLocation:
    """A4.71."""

    def test_level(self) -> None:
        """One level up inside a building, or one hex."""
        game = aph(advance("a", to="tL5/1"), units=[unit("a", "tL5")])
        assert game.state.units["a"].location == "tL5/1"
        with pytest.raises(Illegal, match=r"A4\.71"):
            aph(advance("a", to="tE5"), units=[unit("a", "tG5")])

    def test_marsh(self) -> None:
        """Marsh is not entered in the APh."""
        with pytest.raises(Illegal, match="marsh"):
            aph(advance("a", to="tH7"), units=[unit("a", "tG7")])


class TestA4_72DifficultTerrain:
    """A4.72."""

    HMG = Weapon(id="h", counter="german/hmg", owner="a")
    LMG = Weapon(id="l", counter="german/lmg", owner="a")

    def test_four_mf(self) -> None:
        """Four MF make a unit CX, whoever it is."""
        game = aph(advance("a", to="tC8"), units=[unit("a", "tC7", "german/8-1")])
        assert game.state.units["a"].cx

    def test_all_its_mf(self) -> None:
        """So does a cost of all the MF that its load leaves it."""
        a, load = unit("a", "tF5"), [self.HMG, self.LMG]
        assert aph(advance("a", to="tE5"), units=[a], weapons=load).state.units["a"].cx
        assert not aph(advance("a", to="tE5"), units=[a]).state.units["a"].cx

    @pytest.mark.parametrize("inside", ["", "f"])
    def test_out_of_an_entrenchment(self, inside: str) -> None:
        """B27.4: the MF out of it counts: of 3 MF woods take two, and it the third."""
        orders = fort("foxhole", "tF5"), advance("a", to="tE5")
        units = [unit("a", "tF5", inside=inside)]
        game = aph(*orders, units=units, weapons=[self.HMG])
        assert game.state.units["a"].cx is bool(inside)

    def test_exc1_cx(self) -> None:
        """A CX unit does not advance so."""
        with pytest.raises(Illegal, match=r"A4\.72"):
            aph(advance("a", to="tC8"), units=[unit("a", "tC7", cx=True)])


def test_what_is_offered_is_legal() -> None:
    """What is offered passes its own check."""

    def each(play: Play) -> None:
        for order in offered("FRIENDLY", Advance)(play):
            legal_orders.check(play, "FRIENDLY", order)

    aph(each, units=[unit("a", "tL5"), unit("b", "tD2"), unit("e1", "tK5")])
