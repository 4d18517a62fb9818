"""S8: Sustained Fire only for good odds."""

from typing import Any

from msgspec.structs import replace

from opfor.rules.s_solitaire.s08_fire.s08_p11_sustained_fire import spared
from opfor.state.play import Play
from tests.rules.given.firing_range import FOE, SQUAD, shoot, shot_of

FRAIL = "russian/mmg"


E1 = {"e1": (SQUAD, "M6")}


class TestS8_p11Sustained:
    """S8.p11."""

    @staticmethod
    def spared(mg: str, where: str = "J6", *, again: bool = True, **unit: Any) -> bool:
        """Whether a MG may fire at a Location, by default as Sustained Fire."""
        found: list[bool] = []

        def run(play: Play) -> None:
            weapon = play.state.weapons["mg"]
            after = replace(weapon, fired="first" if again else "")
            shot = shot_of(play, where, "mg")
            found.append(spared(play, play.state.units["e1"], after, shot))

        shoot(
            run=run,
            enemies=E1,
            units={"V": (FOE, where)},
            weapons={"mg": (mg, "e1")},
            changes={"e1": unit},
        )
        return found[0]

    def test_low_b(self) -> None:
        """A MG with B11 needs 7/12 for it, one with B12 does not."""
        assert not self.spared(FRAIL)
        assert self.spared(FRAIL, again=False)
        assert self.spared("russian/hmg")

    def test_odds(self) -> None:
        """At 7/12 it fires."""
        assert self.spared(FRAIL, "L6")

    def test_exc1_panic_and_tpbf(self) -> None:
        """EXC: in Panic or at TPBF whatever the odds."""
        assert self.spared(FRAIL, "M6")
