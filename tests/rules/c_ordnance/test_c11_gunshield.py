"""C11: what protects the crew of a Gun."""

from typing import Any

import pytest

from opfor.core.modifier import Mod
from opfor.rules.a_infantry.a07_fire.attack import against, fp_attack
from opfor.rules.c_ordnance.c06_target_drm import gun_size, own_drm
from opfor.rules.c_ordnance.c11_gunshield import emplaced, gunshield
from opfor.state.events import WeaponAdded
from opfor.state.play import Play
from opfor.state.units import GunState, Weapon
from tests.rules.given.ordnance import L, looked

PAK, INF, FLAK = (
    "german/75l-at-pak-40",
    "italian/70-inf-70-15",
    "german/20l-aa-flak-38",
)


def value(mod: Mod | None) -> int:
    """What it adds."""
    return mod.value if mod else 0


def gunned(query: Any, counter: str = PAK, **gun: Any) -> Any:
    """What a query says while V in H5 mans a Gun; CA 5 looks to the left."""

    def run(play: Play) -> Any:
        state = GunState(**{"ca": 5} | gun)
        play.emit(WeaponAdded(Weapon(id="g", counter=counter, owner="V", gun=state)))
        return query(play)

    return looked(run)


class TestC11_2Emplacement:
    """C11.2."""

    @pytest.mark.parametrize(("dug", "drm"), [(True, 2), (False, 0)])
    def test_crew(self, dug: bool, drm: int) -> None:
        """+2 for the crew of an emplaced Gun."""

        def run(play: Play) -> Any:
            return value(emplaced(play, play.state.units["V"]))

        assert gunned(run, emplaced=dug) == drm

    def test_on_the_ift(self) -> None:
        """Against fire on the IFT as well, from wherever."""

        def run(play: Play) -> int:
            made = fp_attack(
                play, "ENEMY", L("tH5"), 4, source="fire", froms=(L("tH9"),)
            )
            return against(play, made, play.state.units["V"]).drm

        assert gunned(run, emplaced=True) == 2
        assert gunned(run) == 0


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
