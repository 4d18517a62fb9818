"""C11.5: Gunshields."""

from typing import Any

import pytest

from opfor.rules.a_infantry.a07_fire.attack import against, fp_attack
from opfor.rules.c_ordnance.c06_target_drm.c06_1_target_drm import own_drm
from opfor.rules.c_ordnance.c11_guns_as_targets.c11_5_gunshield import gunshield
from opfor.state.play import Play
from tests.rules.given.ordnance import FLAK, INF, PAK, L, gunned, value


class TestC11_5Gunshields:
    """C11.5."""

    @pytest.mark.parametrize(
        ("counter", "gun", "froms", "drm"),
        [
            (PAK, {}, ("tE5",), 2),
            (PAK, {}, ("tL5",), 0),
            (PAK, {}, ("tE5", "tL5"), 0),
            (PAK, {}, ("tH5",), 0),
            (PAK, {}, (), 0),
            (PAK, {"limbered": True}, ("tE5",), 0),
            (INF, {}, ("tE5",), 0),
            (FLAK, {}, ("tE5",), 0),
        ],
    )
    def test_who(
        self, counter: str, gun: dict[str, Any], froms: tuple[str, ...], drm: int
    ) -> None:
        """+2 within its CA; not at its side or hex, limbered or without one."""

        def run(play: Play) -> int:
            unit = play.state.units["V"]
            return value(gunshield(play, unit, [L(at) for at in froms]))

        assert gunned(run, counter, **gun) == drm

    def test_where_it_counts(self) -> None:
        """On the IFT, and as Case Q; not twice with an emplacement."""

        def run(play: Play) -> tuple[int, int]:
            unit, start = play.state.units["V"], L("tE5")
            made = fp_attack(play, "ENEMY", L("tH5"), 4, source="fire", froms=(start,))
            cases = own_drm(play, unit, start, L("tH5"), None)
            to_hit = sum(m.value for m in cases if m.rule in ("C11.2", "C11.5"))
            shelter = against(play, made, unit).mods
            return to_hit, sum(m.value for m in shelter if m.rule in ("C11.2", "C11.5"))

        assert gunned(run) == (2, 2)
        assert gunned(run, emplaced=True) == (2, 2)
