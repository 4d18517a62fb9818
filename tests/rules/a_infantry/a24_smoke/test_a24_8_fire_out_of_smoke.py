"""A24.8: fire out of SMOKE."""

from msgspec.structs import replace

from opfor.rules.a_infantry.a07_fire.a07_52_drm import target_drm
from opfor.rules.a_infantry.a24_smoke.a24_8_fire_out_of_smoke import out_of_smoke
from opfor.state.in_progress import Move
from opfor.state.units import LocationName
from tests.rules.a_infantry.a24_smoke.test_a24_2_smoke_hindrance import puff, view

A, B = LocationName("tC4"), LocationName("tG4")
A, B = LocationName("tC4"), LocationName("tG4")


class TestA24_8OutOfSmoke:
    """A24.8."""

    def test_fire_out_of_it(self) -> None:
        """+1 for who fires out of SMOKE, which is no Hindrance; nobody else."""
        here = view(puff("tC4"))
        assert [mod.value for mod in out_of_smoke(here, A)] == [1]
        assert out_of_smoke(here, B) == []
        assert out_of_smoke(view(), A) == []

    def test_no_smoke_no_drm(self) -> None:
        """Another marker in the Location does not count."""
        marker = replace(puff("tC4"), kind="residual")
        assert out_of_smoke(view(marker), A) == []

    def test_in_an_attack(self) -> None:
        """What a S? risks to be shot at with has both: the Hindrance, and +1."""
        drm = target_drm(view(puff("tC4")), A, B, Move(units=("V",)))
        assert [(mod.rule, mod.value) for mod in drm] == [
            ("A6.7", 2),
            ("A24.8", 1),
            ("A4.6", -1),
        ]

    def test_a_fire_group(self) -> None:
        """One Location of the group in SMOKE is enough, and counts once."""
        assert len(out_of_smoke(view(puff("tC4")), B, A)) == 1
