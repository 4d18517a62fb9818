"""C3 in play: what a hit by ordnance does: Effects DR, CH, SMOKE, Guns, backblast."""

from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import Ordnance
from opfor.rules.c_ordnance.c03_to_hit.c03_74_hits import hit_attack
from opfor.state.events import MoveChanged
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.units import GunState
from tests.rules.given.ordnance import CREW, GUN, L, looked, plain
from tests.rules.given.shots_fired import BARE, fire
from tests.rules.given.world import notes

CA = {"gun": GunState(ca=2)}


class TestC3_74CriticalHit:
    """C3.74."""

    def test_infantry(self) -> None:
        """45L at a squad in a stone house: 8 FP and -3 by a CH instead of 4 and 0."""
        played = fire(
            "C3.3 DR 1,1",
            "C3.3 dr 1",
            "A7.3 DR 6,5",
            "A10.1 DR 2,1",
            weapon=GUN,
            unit=CREW,
            weapon_state=CA,
            target="tH7",
        )
        told = [note for note in notes(played) if note.startswith("HE ")]
        assert told
        assert "8 FP" in told[0]
        assert "-3 CH" in told[0]

    def test_one_of_several(self) -> None:
        """Random Selection says who suffers it; the same DR is for the others."""
        played = fire(
            "C3.3 DR 1,1",
            "C3.74 random 5 2",
            "A7.3 DR 6,5",
            weapon=GUN,
            unit=CREW,
            weapon_state=CA,
            board=BARE,
            units={"W": ("german/4-6-7", "tH5")},
        )
        told = [note for note in notes(played) if "no effect" in note]
        assert told

    def test_indirect(self) -> None:
        """A mortar's CH reverses the TEM against Indirect Fire: -4, not -3."""
        played = fire(
            "C3.3 DR 1,1",
            "A7.3 DR 6,5",
            "A10.1 DR 2,1",
            board="board: t\nsize: 20x10\nstone building 1: H7\n",
            target="tH7",
        )
        told = [note for note in notes(played) if note.startswith("HE ")]
        assert told
        assert "-4 CH" in told[0]

    def test_area(self) -> None:
        """Everybody suffers a CH with the Area Target Type."""
        played = fire(
            "C3.3 DR 1,1", "A7.3 DR 6,6", units={"W": ("german/4-6-7", "tH5")}
        )
        assert any("6 FP" in note for note in notes(played))


class TestC3_74WhoMoves:
    """C3.74 by the Area Target Type: A4.6 and B10.31 (D-140)."""

    @staticmethod
    def brought(start: str, target: str, kind: str = "MTR") -> tuple[int, list[str]]:
        """The TEM, and what the movement of V brings, when its Location is hit."""
        piece = Ordnance(id="w", name="", nation="russian", kind=kind)
        fields = {"type": "area", "piece": piece, "start": L(start)}
        shot = plain(target=L(target), **fields)

        def run(play: Play) -> tuple[int, list[str]]:
            play.emit(MoveChanged(Move(units=("V",))))
            made = hit_attack(play, shot, ["V"])
            return made.cover.value, [mod.abbr for mod in made.motion]

        found: tuple[int, list[str]] = looked(run, phase="MPh", target=target)
        return found

    def test_open(self) -> None:
        """FFMO and FFNAM in the open; from behind a Hindrance no FFMO."""
        assert self.brought("tG5", "tJ5") == (0, ["FFMO", "FFNAM"])
        assert self.brought("tD5", "tH5") == (0, ["FFNAM"])

    def test_higher(self) -> None:
        """Height Advantage is +1 in place of FFMO, and not against a mortar."""
        assert self.brought("tL3", "tP3") == (0, ["FFMO", "FFNAM"])
        assert self.brought("tL3", "tP3", "AT") == (1, ["FFNAM"])

    def test_wall(self) -> None:
        """Behind a wall there is TEM in place of FFMO."""
        assert self.brought("tI3", "tL5", "AT") == (2, ["FFNAM"])
