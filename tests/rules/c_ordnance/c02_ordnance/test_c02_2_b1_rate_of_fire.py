"""C2.2: when ordnance fires, and how often."""

from typing import Any

import pytest

from tests.rules.given.shots import barred, gun, plan

PSK = "german/psk"


class TestC2_2_b1WhenOrdnanceFires:
    """C2.2/b1."""

    @pytest.mark.parametrize(
        ("phase", "turn", "mark"),
        [("PFPh", "ENEMY", "prep"), ("DFPh", "FRIENDLY", "final")],
    )
    def test_fire_phases(self, phase: Any, turn: Any, mark: str) -> None:
        """It gets the counter of the phase."""
        assert plan(phase=phase, turn=turn).mark == mark

    def test_once(self) -> None:
        """Not again without ROF; again with it."""
        assert barred(weapon_state={"fired": "final"}) == "A9.2"
        assert plan(weapon_state={"rof": True}).mark == "final"

    def test_after_first_fire(self) -> None:
        """D-871: a HS that has fired at movers has no PSK and no PF in the DFPh."""
        near = {"target": "tH7", "at": "tH6", "date": "1944-08"}
        made: dict[str, Any] = {"phase": "DFPh", "turn": "FRIENDLY", "weapon": PSK}
        hs: dict[str, Any] = {"unit": "german/2-4-7", **made, **near}
        assert plan("tH7", **hs).mark == "final"
        assert barred("tH7", state={"fired": "first"}, **hs) == "A7.351"
        squad = hs | {"unit": "german/4-6-7"}
        assert plan("tH7", state={"fired": "first"}, **squad).mark == "final"

    def test_afph(self) -> None:
        """In the AFPh without ROF and with Case B; not after moving."""
        shot = plan(phase="AFPh", turn="ENEMY")
        assert shot.rof == 0
        assert "C5.2" in [mod.rule for mod in shot.mods]
        assert barred(phase="AFPh", turn="ENEMY", state={"moved": True}) == "C5.2"
        assert (
            barred(phase="AFPh", turn="ENEMY", weapon_state={"fired": "prep"})
            == "A7.24"
        )

    def test_opportunity_fire(self) -> None:
        """Opportunity Fire keeps its ROF and has no Case B."""
        waits = {"fired": "opportunity"}
        shot = plan(phase="AFPh", turn="ENEMY", weapon_state=waits)
        assert (shot.rof, [mod.rule for mod in shot.mods]) == (3, ["C6.9"])

    def test_latw_after_moving(self) -> None:
        """LATW may fire in the AFPh after moving, with Case C3."""
        shot = plan(
            "tH7",
            at="tH6",
            target="tH7",
            weapon="german/psk",
            date="1944-08",
            phase="AFPh",
            turn="ENEMY",
            state={"moved": True},
        )
        assert "C5.33" in [mod.rule for mod in shot.mods]

    def test_not_in_other_phases(self) -> None:
        """Nothing fires in the APh."""
        assert barred(phase="APh") == "A3"

    def test_first_fire_needs_a_mover(self) -> None:
        """In the MPh only at what moves, once for each MF."""
        assert barred(phase="MPh") == "A8.1"

    def test_intensive_fire(self) -> None:
        """A Gun that has fired may once more: +2, B# two lower, no ROF."""
        shot = plan(**gun(fired="final"))
        assert shot.intensive
        assert (shot.rof, shot.breakdown, shot.removal) == (0, 10, 12)
        assert "C5.6" in [mod.rule for mod in shot.mods]
        assert barred(**gun(fired="final", intensive=True)) == "A9.2"
        assert barred(state={"pinned": True}, **gun(fired="final")) == "C5.6"

    def test_pinned(self) -> None:
        """Pinned: Case D, and no ROF."""
        shot = plan(state={"pinned": True})
        assert shot.rof == 0
        assert "C5.4" in [mod.rule for mod in shot.mods]
