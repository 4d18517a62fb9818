"""C6.7: Case P, the size of a Gun."""

import pytest

from opfor.rules.c_ordnance.c06_target_drm.c06_7_gun_size import gun_size
from opfor.state.play import Play
from tests.rules.given.ordnance import gunned, value


class TestC6_7_gunCaseP:
    """C6.7/gun."""

    @pytest.mark.parametrize(
        ("counter", "limbered", "drm"),
        [
            ("german/37l-at-pak-35-36", False, 1),
            ("german/37l-at-pak-35-36", True, 0),
            ("german/88l-aa-flak-18-o-36", False, -1),
            ("russian/76l-art-obr-39", False, 0),
        ],
    )
    def test_size(self, counter: str, limbered: bool, drm: int) -> None:
        """A small Gun +1, a large one -1; not a limbered one."""

        def run(play: Play) -> int:
            return value(gun_size(play, play.state.units["V"]))

        assert gunned(run, counter, limbered=limbered) == drm
