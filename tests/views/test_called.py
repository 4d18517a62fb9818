"""What people call units and Weapons."""

import pytest

from opfor.ports.session import Setup, build_world
from opfor.state.mission import load_mission
from opfor.views.text.called import Names, typed


@pytest.fixture(scope="module")
def names() -> Names:
    """Germans against Russians."""
    mission = load_mission("first-contact")
    world = build_world(Setup(mission=mission, seed=1))
    return Names(world, mission.friendly, mission.enemy)


class TestNames:
    """A name follows from the id."""

    @pytest.mark.parametrize(
        ("id_", "name"),
        [
            ("467A", "4-6-7 A"),
            ("467AA", "4-6-7 AA"),
            ("e426C", "4-2-6 C"),
            ("e447A", "Russian 4-4-7 A"),
            ("mmgA", "MMG A"),
            ("emmgB", "Russian MMG B"),
            ("pz4hB", "PzIVH 2"),
            ("pz4hB.cmg", "PzIVH 2 CMG"),
            ("45atA", "45 AT A"),
            ("ecrewA", "Russian crew A"),
            ("S12", "S12"),
            ("o1R9", "o1R9"),
            ("residualA", "residualA"),
        ],
    )
    def test_of(self, names: Names, id_: str, name: str) -> None:
        """Printed name and letter; of the ENEMY's with its nation if both have such."""
        assert names.of(id_) == name

    def test_leaders(self, names: Names) -> None:
        """Leaders have a rank and a name of their nation, each his own."""
        ids = [
            f"{stem}{letter}" for stem in ("80", "81", "91", "92") for letter in "AB"
        ]
        told = [names.of(id_) for id_ in ids]
        assert len({name.split()[1] for name in told}) == len(ids)
        assert told[0].startswith("Sgt. ")
        assert told[2].startswith("Lt. ")
        assert told[6].startswith("Cpt. ")
        assert names.of("e81A") != names.of("81A")

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("foxhole1", "foxhole 1"),
            ("wireAB in K6", "wire AB in K6"),
            ("fortifiedA", "Fortified Building A"),
            ("residualC attacks", "Residual FP C attacks"),
            ("crewA bails out", "crew A bails out"),
            ("ecrewB: broken", "Russian crew B: broken"),
            ("the wire there", "the wire there"),
        ],
    )
    def test_neither_units_nor_weapons(
        self, names: Names, text: str, said: str
    ) -> None:
        """Fortifications, markers and crews of vehicles have no id in a text."""
        assert names.told(text) == said

    def test_told(self, names: Names) -> None:
        """In a line every id becomes a name, and program words go."""
        assert names.told("467A, 467B: broken") == "4-6-7 A, 4-6-7 B: broken"
        line = "{RE} Random Events, 10: weather, once no [OURS]"
        assert names.told(line) == "{RE} Random Events, 10: weather"

    def test_works(self, names: Names) -> None:
        """Fortifications and wrecks: what it is but once, with its letter or number."""
        assert names.told("foxholeA foxhole") == "foxhole A"
        assert names.told("wreckB wreck") == "wreck B"
        acquired = names.told("acquired by epz3lC.ma: -1")
        assert acquired == "acquired by Russian PzIIIL 3 MA: -1"

    def test_whole(self, names: Names) -> None:
        """A unit as it is described: factors once."""
        assert names.whole("467A 4-6-7, MMG, pinned") == "4-6-7 A, MMG, pinned"
        gun = names.whole("45llatA 45LL AT PTP obr. 42")
        assert gun == f"{names.of('45llatA')} 45LL AT PTP obr. 42"
        assert names.whole("81A 8-1") == f"{names.of('81A')} 8-1"

    def test_typed(self) -> None:
        """What may be typed for a name."""
        assert typed("4-6-7 A") == "4-6-7a"
        assert typed("Lt. Weber") == "ltweber"
