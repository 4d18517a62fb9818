"""Orders in words."""

from typing import Any

import pytest

from opfor.core.errors import OpforError
from opfor.ports.commands import COMMANDS
from opfor.ports.order_verbs import VERBS
from opfor.ports.order_words import read_adjust, read_words_order, verb_of, word_of
from opfor.rules.choices.orders import (
    Adjust,
    ClaimWall,
    Command,
    EndPhase,
    MoveTo,
    Shelter,
    read_order,
)
from opfor.rules.choices.vehicle_orders import Expose
from opfor.rules.orders.fire.a07_fire import AMMO
from opfor.rules.orders.verbs import Slot, Verb
from opfor.rules.sequence.find_orders import KINDS
from opfor.state.events import WeaponAdded
from opfor.state.play import Play
from opfor.state.units import OFFBOARD, LocationName, Weapon
from tests.rules.given.fire import scene, unit
from tests.rules.given.world import game

UNITS = {"467A": ("german/4-6-7", "tJ6"), "81A": ("german/8-1", "tJ6")}
K6 = LocationName("tK6")
LOOK = scene(unit("467A", "german/4-6-7", "tJ6"))
ENEMIES = {"e447A": ("russian/4-4-7", "tJ6")}


def read(line: str) -> dict[str, Any]:
    """The order of a line, on a board with a squad, its MMG and a leader."""
    word, *rest = line.split()
    found: list[dict[str, Any]] = []

    def run(play: Play) -> None:
        play.emit(WeaponAdded(Weapon(id="mmgA", counter="german/mmg", owner="467A")))
        verb = verb_of(word)
        assert verb
        found.append(read_words_order(play, verb, rest))

    game(units=UNITS, enemies=ENEMIES, run=run)
    return found[0]


READ = {
    "fire 467A,mmgA at k6 by 81A": {
        "type": "fire",
        "firers": ["467A", "mmgA"],
        "target": "tK6",
        "leaders": ["81A"],
    },
    "fire mmg K6 lane": {
        "type": "fire",
        "firers": ["mmgA"],
        "target": "tK6",
        "lane": True,
    },
    "fire mmg at K6 and K7": {
        "type": "fire",
        "firers": ["mmgA"],
        "target": "tK6",
        "second": "tK7",
    },
    "fire mmg K6 HEAT spotter 81A area": {
        "type": "fire",
        "firers": ["mmgA"],
        "target": "tK6",
        "ammo": "HEAT",
        "spotter": "81A",
        "area": True,
    },
    "bypass 467A K6 1,2": {
        "type": "move",
        "units": ["467A"],
        "to": "tK6",
        "bypass": [1, 2],
    },
    "exit 467A": {"type": "move", "units": ["467A"], "to": ""},
    "grenade 467A K6 467A,81A": {
        "type": "smoke",
        "unit": "467A",
        "to": "tK6",
        "units": ["467A", "81A"],
    },
    "rally 467 by 81": {"type": "rally", "unit": "467A", "leader": "81A"},
    "rally 81A": {"type": "rally", "unit": "81A"},
    "crawl 467A J7": {"type": "rout", "unit": "467A", "to": "tJ7", "low_crawl": True},
    "cc 467A,81A e447A capture": {
        "type": "CC",
        "attackers": ["467A", "81A"],
        "defenders": ["e447A"],
        "capture": True,
    },
    "CC 467A 447 hth": {
        "type": "CC",
        "attackers": ["467A"],
        "defenders": ["e447A"],
        "hand_to_hand": True,
    },
    "transfer mmgA to 81A": {"type": "transfer", "weapon": "mmgA", "to": "81A"},
    "wall J6": {"type": "wall", "at": "tJ6"},
    "hold": {"type": "hold fire"},
}


def given(verb: Verb, slot: Slot) -> Any:
    """Something for a slot of a verb to hold."""
    if slot.kind == "number":
        return 1
    if slot.kind == "hexsides":
        return [1, 2]
    return (["a", "b"] if verb.type == "recombine" else ["a"]) if slot.many else "a"


BY_COMMAND = {
    "end": set(),
    "halt": set(),
    "move": {"units", "to", "assault", "double_time"},
    "adjust": {"what", "id", "set"},
}
"""What commands of their own say, by the tag of the order."""


GIVEN = (EndPhase, Adjust, *dict.fromkeys(kind.order for kind in KINDS))
"""Every order that can be given in play."""


def fields_said(tag: str) -> set[str]:
    """The fields of an order that some words of the terminal set."""
    said = set(BY_COMMAND.get(tag, ()))
    for verb in VERBS.values():
        if verb.type == tag:
            said |= {slot.field for slot in (*verb.slots, *verb.after.values())}
            said |= {*verb.fixed, *(field for field, _ in verb.flags.values())}
    return said


class TestVerbs:
    """read_words_order."""

    @pytest.mark.parametrize("line", READ)
    def test_read(self, line: str) -> None:
        """A line gives the fields of its order, which is one."""
        order = read(line)
        assert order == READ[line]
        assert read_order(order)

    @pytest.mark.parametrize(
        ("line", "said"),
        [
            ("fire 467A", "HEX is not named"),
            ("rally 467A tomorrow", "too much"),
            ("fire 467A K6 tomorrow", "no hex"),
            ("rally 467A by nobody", "nobody"),
            ("rally 467A,81A", "one unit"),
            ("fire e447A K6", "no firer"),
            ("advance 467A ZZ9", "no hex"),
        ],
    )
    def test_wrong(self, line: str, said: str) -> None:
        """What is missing, too much or unknown is told."""
        with pytest.raises(OpforError, match=said):
            read(line)

    def test_every_verb_is_an_order(self) -> None:
        """Each verb's fields are those of an order, its name no command's."""
        for name, verb in VERBS.items():
            assert name not in COMMANDS
            fields: dict[str, Any] = {"type": verb.type, **verb.fixed}
            for slot in (*verb.slots, *verb.after.values()):
                fields[slot.field] = given(verb, slot)
            fields |= dict(verb.flags.values())
            assert read_order(fields)
            assert verb.words or not verb.slots

    @pytest.mark.parametrize("order", GIVEN, ids=lambda order: order.__name__)
    def test_every_order_has_words(self, order: Any) -> None:
        """Whatever an order may say can be said in the terminal."""
        tag = str(order.__struct_config__.tag)
        assert tag in BY_COMMAND or tag in {verb.type for verb in VERBS.values()}
        assert set(order.__struct_fields__) <= fields_said(tag)

    @pytest.mark.parametrize(
        ("order", "word"),
        [
            (ClaimWall(K6), "wall"),
            (ClaimWall(K6, claim=False), "unwall"),
            (Expose("t", ce=False), "bu"),
            (EndPhase(), "end"),
            (MoveTo(("a",), K6), "move"),
            (MoveTo(("a",), K6, double_time=True), "double"),
            (MoveTo(("a",), K6, bypass=(1,)), "bypass"),
            (MoveTo(("a",), K6, inside="t"), "trench"),
            (MoveTo(("a",), OFFBOARD, assault=True), "exit"),
            (MoveTo(("a",), K6, minimum=True), "minimum"),
            (Shelter(("a",)), "leave"),
            (Shelter(("a",), inside="t"), "shelter"),
        ],
    )
    def test_word_of_an_order(self, order: Command, word: str) -> None:
        """An order is listed by the word that it is typed with; else by its kind."""
        assert word_of(order) == word

    def test_every_ammunition_has_a_word(self) -> None:
        """Whatever ordnance may fire can be named."""
        words = {value for _, value in VERBS["fire"].flags.values()}
        assert set(AMMO) <= words

    def test_beginnings(self) -> None:
        """A beginning will do, if no command begins so."""
        assert verb_of("adv") is VERBS["advance"]
        assert verb_of("h") is None
        assert verb_of("re") is None
        assert verb_of("") is None


class TestAdjust:
    """read_adjust."""

    def test_read(self) -> None:
        """Fields with their values: yes and no, numbers, lists, words."""
        words = [
            "unit",
            "467A",
            "broken=yes",
            "labor=2",
            "location=Q5",
            "deeds=rally,smoke",
        ]
        assert read_adjust(LOOK, words)["set"] == {
            "broken": True,
            "labor": 2,
            "location": "Q5",
            "deeds": ["rally", "smoke"],
        }
        assert read_adjust(LOOK, ["suspect", "S3", "gone"])["set"] is None

    @pytest.mark.parametrize(
        "line", ["unit 467A", "unti 467A broken=yes", "unit 467A broken"]
    )
    def test_wrong(self, line: str) -> None:
        """Anything else is told how to be written."""
        with pytest.raises(OpforError):
            read_adjust(LOOK, line.split())

    def test_id(self) -> None:
        """A thing that is there is meant in any case; a new one is called as typed."""
        assert read_adjust(LOOK, ["Unit", "467a", "broken=yes"])["id"] == "467A"
        assert read_adjust(LOOK, ["suspect", "s3", "gone"])["id"] == "s3"
