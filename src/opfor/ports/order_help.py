"""What the help says of orders: what may stand behind a verb, and examples."""

from collections.abc import Mapping
from types import MappingProxyType

from opfor.ports.order_verbs import VERBS
from opfor.rules.orders.verbs import Slot, Verb, shown

AS_AMMO = "with that ammunition, or in that way"
MEANINGS: Mapping[str, str] = MappingProxyType(
    {
        "by": "who directs it",
        "beside": "with Infantry, by Armored Assault",
        "spotter": "who sees for a mortar that does not",
        "aim": "at a vehicle, by the Vehicle Target Type",
        "past": "along those hexsides, 0 to 5, by Bypass",
        "inside": "into a fortification that is there",
        "lane": "lay a Fire Lane",
        "mol": "with MOL",
        "snap": "a Snap Shot",
        "area": "by the Area Target Type",
        "backblast": "from inside a building, bearing the backblast",
        "tracks": "Deliberate Immobilization",
        "assault": "by Assault Movement",
        "double": "by Double Time",
        "dash": "as a Dash",
        "minimum": "as a Minimum Move",
        "overrun": "as an OVR",
        "reverse": "in Reverse Movement",
        "least": "as a Minimum Move",
        "slow": "with all its MP",
        "offroad": "not by the road",
        "turret": "its turret",
        "riders": "as Riders",
        "grenades": "the crew's SMOKE grenades",
        "capture": "an attempt to capture",
        "hth": "Hand-to-Hand",
        "atmm": "with an ATMM",
    }
)
"""What the words mean that may stand behind an order; all others are ammunition."""

SAMPLES: Mapping[str, str] = MappingProxyType(
    {
        "unit": "467A", "place": "Q5", "weapon": "mmgA", "marker": "flameA",
        "fortification": "foxholeA", "hexsides": "1,2", "number": "2",
        "battery": "radioA", "plane": "planeA", "hulk": "pz4hA",
        "enemy": "e447A", "firer": "467A",
    }
)  # fmt: skip
"""What the help's examples name, by kind, where an order does not say."""

PAIR = "467A,467B"
"""What they name where several units can be."""


def more(verb: Verb) -> dict[str, list[str]]:
    """What may stand behind what an order needs, by what it means."""
    found: dict[str, list[str]] = {}
    for word, slot in verb.after.items():
        found.setdefault(MEANINGS[word], []).append(f"{word} {shown(slot)}")
    for flag in verb.flags:
        found.setdefault(MEANINGS.get(flag, AS_AMMO), []).append(flag)
    return found


def examples(word: str) -> tuple[str, ...]:
    """Lines that give an order, as the help shows them."""
    verb = VERBS[word]
    named = (_sample(slot) for slot in verb.slots if slot.needed)
    return verb.examples or (" ".join((word, *named)),)


def _sample(slot: Slot) -> str:
    usual = PAIR if slot.many and slot.kind == "unit" else SAMPLES[slot.kind]
    return slot.sample or usual
