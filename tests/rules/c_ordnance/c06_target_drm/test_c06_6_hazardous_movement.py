"""C6.6: Case O."""

from opfor.rules.c_ordnance.c06_target_drm.c06_1_target_drm import moving
from opfor.state.in_progress import Move
from tests.rules.given.ordnance import L, looked


class TestC6_6CaseO:
    """C6.6."""

    def test_hazardous(self) -> None:
        """-2, and neither FFNAM nor FFMO."""
        move = Move(units=("V",), hazardous=True)
        found = looked(
            lambda play: moving(play, L("tG4"), L("tH5"), move, covered=False)
        )
        assert sum(mod.value for mod in found) == -2
