"""The log as a story."""

import pytest
from msgspec.structs import replace

from opfor.core.event import Emitted, Event, Note
from opfor.core.fact import Fact, fact
from opfor.ports.session import Setup, build_world
from opfor.state.events import (
    SuspectPlaced,
    SuspectRemoved,
    UnitAdded,
    UnitChanged,
    UnitRemoved,
    WeaponChanged,
)
from opfor.state.mission import load_mission
from opfor.state.units import OFFBOARD, LocationName, Suspect, Unit, Weapon
from opfor.views.text import words
from opfor.views.text.condensed import story_lines
from opfor.views.text.log import LogLine, log_lines

WORLD = build_world(Setup(mission=load_mission("first-contact"), seed=1))
A, B = (
    Unit(id=id_, side="ENEMY", counter="russian/4-4-7", location=LocationName("o1K4"))
    for id_ in ("eA", "eB")
)


def lines(*events: Event, rules: tuple[str, ...] = ()) -> list[LogLine]:
    """The lines of events of one rule, or of these."""
    causes = rules or ("A1",) * len(events)
    pairs = enumerate(zip(events, causes, strict=True), 1)
    return story_lines(
        WORLD, [Emitted(n, (rule,), event) for n, (event, rule) in pairs]
    )


def told(*events: Event) -> list[str]:
    """What becomes of events of one rule."""
    return [line.text for line in lines(*events)]


def both(kind: str, **about: object) -> tuple[UnitChanged, UnitChanged]:
    """Two units of which the same is told."""
    return UnitChanged(A, fact(kind, **about)), UnitChanged(B, fact(kind, **about))


class TestTogether:
    """What several units do alike is one line."""

    @pytest.fixture(autouse=True)
    def of_several(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Words for one unit and for several."""
        one = words.templates() | {"goes": "goes {how}", "sits": "sits"}
        several = words.of_several() | {"goes": "go {how}"}
        monkeypatch.setattr(words, "_read", lambda: (one, several))

    def test_both(self) -> None:
        """Units are named together, in the words for several."""
        assert told(*both("goes", how="far")) == ["eA, eB: go far"]

    def test_to_a_place(self) -> None:
        """The place that they come to is told once."""
        assert told(*both("advances")) == ["eA, eB advance to K4"]

    def test_no_words(self) -> None:
        """Without words for several each is told of by himself."""
        assert told(*both("sits")) == ["eA: sits", "eB: sits"]
        assert told(UnitChanged(A, "sits"), UnitChanged(B, "sits")) == [
            "eA: sits",
            "eB: sits",
        ]

    def test_new(self) -> None:
        """Units that come into play at one place."""
        assert told(UnitAdded(A), UnitAdded(B)) == ["eA, eB: a Russian 4-4-7 in K4"]

    @pytest.mark.parametrize("gone", [UnitRemoved, SuspectRemoved])
    def test_gone(self, gone: type[Event]) -> None:
        """Who leaves play for the same reason."""
        why = fact("goes", how="home")
        events = [gone(id_, why) for id_ in ("S1", "S2")]  # type: ignore[call-arg] # id, why
        assert told(*events) == ["S1, S2: go home"]

    def test_weapons(self) -> None:
        """SW have words, too."""
        guns = (Weapon(id=id_, counter="russian/mmg") for id_ in ("m1", "m2"))
        events = [WeaponChanged(gun, fact("keeps_its_rof")) for gun in guns]
        assert told(*events) == ["m1, m2: keep their ROF"]

    def test_apart(self) -> None:
        """Other deeds, other places and other rules are lines of their own."""
        near, far = UnitChanged(A, fact("goes", how="near")), both("goes", how="far")[1]
        assert len(told(near, far)) == 2
        there = replace(B, location=LocationName("o1K5"))
        one = both("advances")[0]
        assert len(told(one, UnitChanged(there, fact("advances")))) == 2
        assert len(lines(*both("goes", how="far"), rules=("A1", "A2"))) == 2

    def test_number(self) -> None:
        """The line bears the last number, so that all of it has happened by then."""
        assert lines(*both("goes", how="far"))[0].number == 2


class TestShort:
    """No line says what the one before it said."""

    def test_noise(self) -> None:
        """Fire Commands and Actions are told once."""
        command = fact("fire_command", table="A3a", number=11)
        action = fact("has_performed_its_action", action="Fire")
        assert told(UnitChanged(A, command), UnitChanged(A, action)) == []

    def test_firepower(self) -> None:
        """Equal parts of the FP are counted."""
        (line,) = told(Note(attack("4-6-7 4", "MMG 4", "4-6-7 4")))
        assert line == (
            "fire from K4 at K6: 12 FP (2 of 4-6-7 4 + MMG 4), column 12, DRM +0 (none)"
        )

    def test_firepower_of_nothing_known(self) -> None:
        """An attack whose FP have no parts is told as it is."""
        assert told(Note(attack())) == [
            "fire from K4 at K6: 12 FP, column 12, DRM +0 (none)"
        ]


def attack(*parts: str) -> Fact:
    """An attack whose FP come from these."""
    pairs = [part.split() for part in parts]
    shares = [fact("fp_part", name=name, how=how) for name, how in pairs]
    return fact(
        "attack",
        source="fire",
        start=[fact("from_places", places=("o1K4",))],
        at=("o1K6",),
        fp=12.0,
        made_of=[fact("fp_made_of", parts=shares)] * bool(shares),
        column=12.0,
        drm=fact("drm", sum=0, mods="none"),
        apart=(),
    )


class TestToEnter:
    """S? that wait offboard."""

    def test_hexes_once(self) -> None:
        """Each hex once, as players say it; the terminal's log has them all."""
        placed = [
            Emitted(
                n, ("S4.2",), SuspectPlaced(Suspect(f"S{n}", OFFBOARD, enters=where))
            )
            for n, where in enumerate(map(LocationName, ("o1GG8", "o1GG8", "o1A0")), 1)
        ]
        (line,) = story_lines(WORLD, placed)
        assert line.text.endswith(", beside GG8, A0")
        (logged,) = log_lines(WORLD, placed)
        assert logged.text.endswith(", beside o1GG8, o1GG8, o1A0")
