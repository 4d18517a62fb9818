"""A10.6: Rally with and without a leader; A25.222: commissars; A10.62: DM."""

from typing import Any, ClassVar

import pytest

from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.rules.a_infantry.a25_commissars import must_try
from opfor.rules.choices.orders import EndPhase, Rally
from opfor.rules.orders.infantry.a10_rally import desperation, rally_ways
from opfor.rules.s_solitaire.s07_rally_phase import tries
from opfor.state.events import FortificationAdded, PhaseBegan
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Fortification, LocationName, Phase
from tests.rules.given import phases
from tests.rules.given.ordered import offers, ordered, refused
from tests.rules.given.stack import Stack, drm, left, stack, unit

BROKEN = {"broken": True}
DM = {"broken": True, "dm": True}
SQUAD: Stack = {"V": ("german/4-6-7", BROKEN)}
LED: Stack = {**SQUAD, "L": "german/8-1"}


def with_leader(*dice: str, **states: Any) -> Game[State]:
    """A squad that a 8-1 tries to rally."""
    units: Stack = {"V": ("german/4-6-7", BROKEN | states), "L": "german/8-1"}
    return ordered(Rally("V", "L"), units, *dice)


class TestA10_6Rally:
    """A10.6."""

    @pytest.mark.parametrize(("dice", "rallied"), [("4,4", True), ("5,4", False)])
    def test_limit(self, dice: str, rallied: bool) -> None:
        """A Final DR not above the broken Morale Level rallies; DM goes with it."""
        found = unit(with_leader(f"A10.6 DR {dice}"), "V")
        assert found.broken is not rallied
        assert found.did("rally")

    def test_disruption(self) -> None:
        """A leader rallies even a Disrupted unit, which is then free of it."""
        found = unit(with_leader("A10.6 DR 1,2", disrupted=True, dm=True), "V")
        assert not any((found.broken, found.dm, found.disrupted))

    def test_original_12(self) -> None:
        """Fate: Casualty Reduction, and no rally."""
        played = with_leader("A10.6 DR 6,6")
        assert left(played) == {"247A": "2-4-7", "L": "8-1"}
        assert unit(played, "247A").broken

    def test_original_2(self) -> None:
        """With a leader Heat of Battle follows, and counts as that of a broken unit."""
        played = with_leader("A10.6 DR 1,1", "A15.1 DR 1,2")
        assert drm(played) == {"broken": 1}
        assert not unit(played, "V").broken
        assert left(played) == {"V": "4-6-7", "L": "8-1", "heroA": "hero"}

    def test_surrender(self) -> None:
        """Who surrenders by it is not rallied."""
        units: Stack = {"V": ("italian/3-4-7", BROKEN), "L": "italian/8-1"}
        played = ordered(Rally("V", "L"), units, "A10.6 DR 1,1", "A15.1 DR 3,3")
        assert unit(played, "V").broken
        assert unit(played, "V").disrupted

    def test_a_new_leader(self) -> None:
        """A MMC that rallies by itself on an Original 2 may bring forth a leader."""
        played = ordered(Rally("V"), SQUAD, "A10.6 DR 1,1", "A18.2 dr 2")
        assert left(played) == {"V": "4-6-7", "80A": "8-0"}
        assert not unit(played, "V").broken

    def test_offers(self) -> None:
        """Each leader with it, and Self-Rally, are offered; others are not."""
        assert offers(LED) == [Rally("V", "L"), Rally("V")]
        assert offers({"V": "german/4-6-7"}) == []

    @pytest.mark.parametrize(
        ("most", "ways"), [(1, 0), (2, 1), (7, 21), (11, 35), (12, 35), (15, 35)]
    )
    def test_chances(
        self, most: int, ways: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The ways to roll no more than the Morale Level; an Original 12 is none."""
        level = "opfor.rules.orders.infantry.a10_rally.morale_level"
        monkeypatch.setattr(level, lambda *_: most + 1)  # Self-Rally is +1
        found = list[int]()

        def run(play: Play) -> None:
            found.append(rally_ways(play, play.state.units["V"], None))

        ordered([], SQUAD, before=run)
        assert found == [ways]


class TestA10_6_mayWho:
    """A10.6/may."""

    def test_once(self) -> None:
        """Once a Player Turn."""
        two = [Rally("V", "L"), Rally("V", "L")]
        refused("A10.6", two, LED, "A10.6 DR 6,5")

    @pytest.mark.parametrize("states", [{"melee": True}, {"guard": "x"}])
    def test_states(self, states: dict[str, Any]) -> None:
        """Not in Melee, not as a prisoner, not unless broken."""
        refused("A10.6", Rally("V"), {"V": ("german/8-1", BROKEN | states)})
        refused("A10.6", Rally("V"), {"V": "german/8-1"})

    @pytest.mark.parametrize("states", [BROKEN, {"pinned": True}, {"melee": True}])
    def test_leader(self, states: dict[str, Any]) -> None:
        """The leader must be in Good Order and unpinned."""
        units: Stack = {**SQUAD, "L": ("german/8-1", states)}
        refused("A10.6", Rally("V", "L"), units)

    def test_a_hero(self) -> None:
        """A hero is none, nor is one elsewhere."""
        refused("A10.6", Rally("V", "H"), {**SQUAD, "H": "german/hero"})
        refused("A10.6", Rally("V", "X"), SQUAD)

    def test_disrupted(self) -> None:
        """A Disrupted unit does not rally by itself."""
        units: Stack = {"V": ("german/8-1", {**BROKEN, "disrupted": True})}
        refused("A19.12", Rally("V"), units)

    def test_not_theirs(self) -> None:
        """Only one's own units."""
        refused("A10.6", Rally("Q"), SQUAD)


class TestA10_63SelfRally:
    """A10.63."""

    @pytest.mark.parametrize("counter", ["german/8-1", "german/2-2-8", "finnish/6-4-8"])
    def test_boxed(self, counter: str) -> None:
        """SMC, crews and Finns rally by themselves, at +1, in either RPh."""
        units: Stack = {"V": (counter, BROKEN)}
        played = ordered(Rally("V"), units, "A10.6 DR 4,3", side="ENEMY")
        assert drm(played) == {"Self-Rally": 1}
        assert not unit(played, "V").broken

    def test_the_first_mmc(self) -> None:
        """One MMC may as the first that tries, in its own RPh."""
        units: Stack = {**SQUAD, "W": ("german/4-6-7", BROKEN)}
        refused("A10.63", [Rally("W"), Rally("V")], units, "A10.6 DR 6,5")
        refused("A10.63", Rally("V"), SQUAD, side="ENEMY")

    def test_after_a_leader(self) -> None:
        """A try with a leader counts as the first one, too; a SMC's does not."""
        units: Stack = {
            **LED,
            "W": ("german/4-6-7", BROKEN),
            "M": ("german/8-0", BROKEN),
        }
        refused("A10.63", [Rally("V", "L"), Rally("W")], units, "A10.6 DR 6,5")
        dice = "A10.6 DR 6,5", "A10.6 DR 6,4"
        played = ordered([Rally("M"), Rally("W")], units, *dice)
        assert unit(played, "W").did("rally")

    def test_exc1_enemy(self) -> None:
        """Two MMC of the ENEMY may, also after a leader has rallied another one."""
        names = "eV", "eW", "eX"
        units = [phases.unit(name, "tJ6", broken=True) for name in names]
        leader = phases.unit("eL", "tJ6", "russian/8-0")
        tries = [("ENEMY", Rally("eV", "eL"))]
        tries += [("ENEMY", Rally(name)) for name in names[1:]]
        dice = ["A10.6 DR 6,5"] * 3
        more: Any = {"attacker": "ENEMY", "dice": dice}
        played = phases.phase("RPh", *tries, units=[*units, leader], **more)
        assert all(unit(played, name).did("rally") for name in names)
        more["dice"] = dice[:2]
        alone = [("ENEMY", Rally(name)) for name in names]
        with pytest.raises(Illegal):
            phases.phase("RPh", *alone, units=units, **more)


class TestA10_61RallyDrm:
    """A10.61."""

    def test_dm_and_leader(self) -> None:
        """DM +4, leadership as printed."""
        played = with_leader("A10.6 DR 2,1", dm=True)
        assert drm(played) == {"leadership of L": -1, "DM": 4}

    def test_building(self) -> None:
        """A building helps by one, and so do a trench and a pillbox."""
        played = ordered(Rally("V", "L"), LED, "A10.6 DR 4,4", at="tO6")
        assert drm(played) == {"leadership of L": -1, "wooden building": -1}

    @pytest.mark.parametrize(("kind", "helps"), [("trench", -1), ("foxhole", None)])
    def test_fortification(self, kind: Any, helps: int | None) -> None:
        """A trench helps whoever is in it, a foxhole does not."""
        fort = Fortification(id="f", kind=kind, location=LocationName("tJ6"))
        units: Stack = {"V": ("german/8-0", {**BROKEN, "inside": "f"})}
        played = ordered(
            Rally("V"),
            units,
            "A10.6 DR 4,2",
            before=lambda p: p.emit(FortificationAdded(fort)),
        )
        assert drm(played).get(kind) == helps

    def test_commissar(self) -> None:
        """With a commissar DM does not count, and the Morale Level is one better."""
        units: Stack = {"V": ("russian/4-4-7", DM), "C": "russian/9-0-commissar"}
        played = ordered(Rally("V", "C"), units, "A10.6 DR 4,4")
        assert drm(played) == {}
        assert not unit(played, "V").broken


class TestA25_221MustTry:
    """A25.221."""

    UNITS: ClassVar[Stack] = {
        "V": ("russian/4-4-7", DM),
        "C": "russian/9-0-commissar",
    }

    @staticmethod
    def owed(units: Stack) -> list[Rally]:
        """The tries that are owed."""
        found: list[Rally] = []
        ordered([], units, before=lambda play: found.extend(must_try(play, "FRIENDLY")))
        return found

    def test_no_end_before(self) -> None:
        """The RPh does not end before a unit with a commissar has tried."""
        refused("A25.221", EndPhase(), self.UNITS)
        assert self.owed(self.UNITS) == [Rally("V", "C")]

    def test_exc1_may_not(self) -> None:
        """Who has tried, or is in Melee, owes nothing."""
        tried: Stack = {
            **self.UNITS,
            "V": ("russian/4-4-7", {**DM, "deeds": ("rally",)}),
        }
        melee: Stack = {**self.UNITS, "V": ("russian/4-4-7", {**DM, "melee": True})}
        assert self.owed(tried) == self.owed(melee) == []

    def test_enemy(self) -> None:
        """The ENEMY's try is made however slight its chance."""
        found: list[Rally] = []
        one = phases.unit("e1", "tK5", "russian/4-4-7", **BROKEN, wounded=True)
        chief = phases.unit("e2", "tK5", "russian/9-0-commissar")
        phases.phase(
            "RPh",
            lambda play: found.extend(tries(play)),
            units=[one, chief],
        )
        assert Rally("e1", "e2") in found


class TestA25_222Commissar:
    """A25.222."""

    @pytest.mark.parametrize(
        ("counter", "expected"),
        [
            ("russian/4-4-7", ["4-2-6"]),
            ("russian/4-2-6", ["2-2-6"]),
            ("russian/2-2-6", []),
            ("russian/8-0", ["7-0"]),
            ("russian/6+1", []),
        ],
    )
    def test_failure(self, counter: str, expected: list[str]) -> None:
        """The next lower class; of the lowest a squad is reduced, others die."""
        units: Stack = {"V": (counter, BROKEN), "C": "russian/9-0-commissar"}
        played = ordered(Rally("V", "C"), units, "A10.6 DR 5,6")
        found = left(played)
        del found["C"]
        assert list(found.values()) == expected


class TestA10_62DesperationMorale:
    """A10.62."""

    @staticmethod
    def after(phase: Phase, enemy: str) -> bool:
        """Whether a broken squad is under DM as a phase begins."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "FRIENDLY", phase))
            desperation(play)

        enemies = {"E": ("russian/4-4-7", enemy)}
        return unit(stack(run, SQUAD, enemies=enemies), "V").dm

    @pytest.mark.parametrize("phase", ["RPh", "RtPh"])
    def test_adjacent(self, phase: Phase) -> None:
        """ADJACENT to a Known armed enemy it is always under DM."""
        assert self.after(phase, "tK6")

    @pytest.mark.parametrize(("phase", "dm"), [("RPh", False), ("RtPh", True)])
    def test_in_the_open(self, phase: Phase, dm: bool) -> None:
        """In the open before an enemy in range it is as the RtPh begins."""
        assert self.after(phase, "tJ3") is dm

    def test_exc1_out_of_reach(self) -> None:
        """Beyond the enemy's normal range it is not."""
        assert not self.after("RtPh", "tP6")
