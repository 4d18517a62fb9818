"""What a counter shows."""

import pytest

from opfor.vasl.counters.layers import (
    affix,
    concealed,
    facing,
    hidden,
    images,
    label,
    layers,
    moved,
    own_name,
    own_names,
    owner_nation,
    picture,
    shown_name,
    turret,
    words,
)
from opfor.vasl.saves.traits import Trait
from tests.vasl.given import counter, layer


class TestLayers:
    """Names that replace, and names that stand before or after."""

    def test_squad(self) -> None:
        """A broken squad on its second step has the name of that step."""
        squad = counter(
            "4-6-7 1sq",
            layer("broken +,broken +", title="BRK", value=2),
            layer("4-6-7 1sq,4-4-7 2sq", "a,b", value=2),
        )
        assert shown_name(squad) == "broken 4-4-7 2sq"
        assert own_name(squad) == "4-4-7 2sq"
        assert words(squad) == ["broken"]
        assert list(own_names(squad)) == ["4-6-7 1sq", "4-6-7 1sq", "4-4-7 2sq"]
        assert picture(squad) == ["b"]
        assert [each.title for each in layers(squad)] == ["BRK", ""]

    def test_off(self) -> None:
        """A layer of negative value shows nothing."""
        squad = counter("4-6-7 1sq", layer("broken +", "x", value=-1), image="p")
        assert shown_name(squad) == "4-6-7 1sq"
        assert words(squad) == []
        assert picture(squad) == ["p"]
        assert list(images(squad)) == ["p", "x"]

    @pytest.mark.parametrize(
        ("name", "parts"),
        [
            ("broken +", ("broken ", "", "")),
            ("+ CE", ("", "", " CE")),
            ("6\\+1", ("", "6+1", "")),
            ("", ("", "", "")),
        ],
    )
    def test_affix(self, name: str, parts: tuple[str, str, str]) -> None:
        """A plus says where the own name stands; a backslash makes it a sign."""
        assert affix(name) == parts

    def test_short_type(self) -> None:
        """A layer cut short shows nothing."""
        assert layers(counter("A", Trait("emb2;a", "1")))[0].shown == ""


class TestStates:
    """Traits that are no layers."""

    def test_flags(self) -> None:
        """HIP, concealment and moving, on and off."""
        on = counter(
            "A",
            Trait("hide;H", "someone"),
            Trait("moved;m", "true"),
            Trait("conceal;C;ge/q;ge", "someone;|0"),
            Trait("label;x", "Fritz"),
        )
        off = counter(
            "A",
            Trait("hide;H", "null"),
            Trait("moved;m", "false"),
            Trait("conceal;C;q;ge", "null;"),
        )
        assert (hidden(on), concealed(on), moved(on), label(on)) == (
            True,
            True,
            True,
            "Fritz",
        )
        assert (hidden(off), concealed(off), moved(off), label(off)) == (
            False,
            False,
            False,
            "",
        )
        assert owner_nation(on) == "ge"
        assert owner_nation(counter("?", Trait("concealment;someone;ru"))) == "ru"
        assert owner_nation(counter("A")) == ""

    @pytest.mark.parametrize(
        ("state", "spine"), [("0", 3), ("2", 5), ("3", 0), ("5", 2)]
    )
    def test_facing(self, state: str, spine: int) -> None:
        """Not turned, a vehicle points along the hexspine at the lower right."""
        assert facing(counter("A", Trait("rotate;6;a", state))) == spine

    def test_no_facing(self) -> None:
        """What turns in other steps has no CA."""
        assert facing(counter("A", Trait("rotate;12;a", "3"))) == -1
        assert facing(counter("A")) == -1
        assert turret(counter("A")) is None

    def test_turret(self) -> None:
        """A turret's 3 is straight ahead, whichever way the vehicle points."""

        def tank(turned: str) -> object:
            return turret(
                counter("A", Trait("rotate;6;a", "1"), Trait("turr;f;b", turned))
            )

        assert tank("3\\;;false") == (4, False)
        assert tank("5\\;;true") == (0, True)
        assert tank("") == (4, False)
