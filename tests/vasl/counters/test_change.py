"""Counters in other states, as VASL's own keys make them."""

import re

import pytest

from opfor.vasl.counters.change import (
    concealed_by,
    hidden_by,
    marked_moved,
    pressed,
    showing,
    turned,
    with_name,
    with_turret,
    with_word,
)
from opfor.vasl.counters.layers import (
    concealed,
    facing,
    hidden,
    moved,
    own_name,
    own_names,
    turret,
    words,
)
from opfor.vasl.counters.module import read_module
from opfor.vasl.saves.traits import Piece, Trait, piece_state, piece_type, read_piece
from tests.shared import SHARED, needs_shared
from tests.vasl.given import counter


def keyed(keys: str, names: str, state: str, up: str = "E") -> Trait:
    """A layer with the keys that turn it on, and the one for its next step."""
    fields = ["emb2", "", "2", keys, "", "2", up, *[""] * 9, "", names, *[""] * 6]
    return Trait(";".join(fields), state)


def squad() -> Piece:
    """A squad of two steps with its HS, as VASL builds one."""
    return counter(
        "4-6-7 1sq",
        keyed("FV", "broken +,broken +", "-1;"),
        keyed("V", "2-4-7 1hs,2-3-7 2hs", "-1"),
        keyed("F", "broken +,broken +", "-1"),
        keyed("", "4-6-7 1sq,4-4-7 2sq", "1"),
    )


def states(piece: Piece) -> list[str]:
    """The states of its layers."""
    return [trait.state for trait in piece.traits[:-1]]


class TestSquad:
    """A squad breaks, is Replaced, is reduced."""

    def test_broken(self) -> None:
        """F turns the broken side up; the layer of a broken HS waits for V."""
        broken = with_word(squad(), "broken")
        assert states(broken) == ["-1;F", "-1", "1", "1"]
        assert words(broken) == ["broken"]
        assert with_word(broken, "broken") == broken
        assert states(with_word(broken, "broken", on=False)) == states(squad())

    def test_next_step(self) -> None:
        """All its layers take the step, those that are off too."""
        lower = with_name(squad(), "4-4-7 2sq")
        assert states(lower) == ["-2;", "-2", "-2", "2"]
        assert own_name(lower) == "4-4-7 2sq"

    def test_reduced(self) -> None:
        """A broken HS has both keys pressed."""
        reduced = with_name(with_word(squad(), "broken"), "2-3-7 2hs")
        assert states(reduced) == ["2;FV", "2", "2", "2"]
        assert own_name(reduced) == "2-3-7 2hs"
        assert set(words(reduced)) == {"broken"}

    def test_newer_types(self) -> None:
        """Newer types name a key stroke in place of a letter."""
        fields = ["emb2", *[""] * 16, "broken +", *[""] * 9, "70,130", "", ""]
        unit = counter("9-1", Trait(";".join(fields), "-1"))
        assert words(pressed(unit, "F")) == ["broken"]

    def test_nothing_to_change(self) -> None:
        """What a counter has not stays as it is."""
        plain = counter("LMG")
        assert with_word(plain, "broken") == plain
        assert with_name(plain, "MMG") == plain
        assert turned(plain, 3) == plain
        assert pressed(plain, "F") == plain


class TestAcquired:
    """An Acquired Target counter of VASL: its size for Area is a layer of its own."""

    def test_area(self) -> None:
        """The picture for Area is of the step that the counter shows."""
        acq = counter(
            "Acq",
            keyed("S", ",", "-1", up="F"),
            keyed("S", "Area +,Area +", "-1", up="C"),
            keyed("", "-1 +,-2 +", "1", up="F"),
        )
        found = with_word(showing(acq, "-2"), "Area")
        assert states(found) == ["2", "1", "2"]
        assert words(found) == ["-2", "Area"]


class TestOthers:
    """CA, turret, HIP, "?", the mark of a move."""

    @pytest.mark.parametrize("spine", range(6))
    def test_turned(self, spine: int) -> None:
        """A vehicle points where it is turned, and its layer says so."""
        names = ",".join(f"+ vca{number}" for number in (3, 4, 5, 6, 1, 2))
        tank = counter(
            "Tank",
            Trait("rotate;6;a", "0"),
            keyed("", names, "1"),
            Trait("turr;f;b", "3\\;;false"),
        )
        found = with_turret(turned(tank, spine), (spine + 2) % 6, ce=True)
        assert facing(found) == spine
        assert turret(found) == ((spine + 2) % 6, True)
        assert words(found) == [f"vca{spine or 6}"]

    def test_flags(self) -> None:
        """On and off again."""
        unit = counter(
            "A",
            Trait("hide;", "null"),
            Trait("conceal;C;q;ge", "null;"),
            Trait("moved;", "false"),
        )
        on = marked_moved(concealed_by(hidden_by(unit, "me"), "me"))
        assert (hidden(on), concealed(on), moved(on)) == (True, True, True)
        off = marked_moved(concealed_by(hidden_by(on, ""), ""), moved=False)
        assert off == unit


@needs_shared
class TestPlayersModule:
    """Every unit of a player's module, in every state that its layers have."""

    def test_every_name(self) -> None:
        """Each name that a squad or leader can have is shown when it is set."""
        module = read_module(SHARED / "vasl" / "vasl.vmod")
        kinds = re.compile("SQ|HS|SMC")
        slots = [s for s in module.slots if any(map(kinds.fullmatch, s.path))]
        tried = 0
        for slot in slots:
            piece = module.piece(slot, expand=False)
            for name in {each for each in own_names(piece) if each[:1].isdigit()}:
                found = with_name(piece, name)
                again = read_piece(piece_type(found), piece_state(found))
                if name != piece.name:
                    assert own_name(again) == name, (slot.gpid, name)
                    tried += 1
                if "broken" in words(with_word(again, "broken")):
                    tried += 1
        assert tried > 1000
