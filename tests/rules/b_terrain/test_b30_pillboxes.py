"""B30: pillboxes: their TEM, their arcs; and what any fortification protects from."""

import pytest

from opfor.rules.b_terrain.b30_pillboxes import (
    arc_allows,
    in_front,
    pillbox_tem,
    protection,
)
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.fortifications import fort, with_forts

L = LocationName


class TestB30_3Arc:
    """B30.3."""

    def test_front(self) -> None:
        """What lies in its CA; spine 1 looks up and to the right."""

        def run(play: Play) -> None:
            one = fort("pillbox")
            found = [in_front(play, one, L(at)) for at in ("K3", "L4", "K7", "I5")]
            assert found == [True, True, False, False]

        with_forts(run)

    def test_exc1_own_hex(self) -> None:
        """Its own hex is outside."""

        def run(play: Play) -> None:
            assert not in_front(play, fort("pillbox"), L("K5"))

        with_forts(run)


class TestB30_31Tem:
    """B30.31."""

    @pytest.mark.parametrize(("firer", "value"), [("K3", 3), ("K7", 5), ("K5", 5)])
    def test_values(self, firer: str, value: int) -> None:
        """1+3+5: +3 in its CA, +5 outside it and in its own hex."""

        def run(play: Play) -> None:
            assert pillbox_tem(play, fort("pillbox"), L(firer)).value == value
            mod = protection(play, play.state.units["V"], L(firer))
            assert mod is not None
            assert mod.value == value

        with_forts(run, fort("pillbox"), inside="pillbox")


class TestB30_2Fire:
    """B30.2."""

    def test_small_arms_and_ordnance(self) -> None:
        """From outside its CA only ordnance and FT; who is outside is free."""

        def run(play: Play) -> None:
            unit = play.state.units["V"]
            assert arc_allows(play, unit, L("K3"))
            assert not arc_allows(play, unit, L("K7"))
            assert arc_allows(play, unit, L("K7"), heavy=True)
            assert arc_allows(play, play.state.units["H"], L("K7"))

        with_forts(run, fort("pillbox"), inside="pillbox")

    def test_wire_is_no_shelter(self) -> None:
        """Above wire nothing is denied."""

        def run(play: Play) -> None:
            assert arc_allows(play, play.state.units["V"], L("K7"))
            assert protection(play, play.state.units["V"], L("K7")) is None

        with_forts(run, fort("wire"), inside="wire")
