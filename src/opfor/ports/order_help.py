"""What the help says of orders: what may stand behind a verb, and examples."""

from collections.abc import Mapping
from types import MappingProxyType

from opfor.ports.order_verbs import VERBS
from opfor.rules.orders.verbs import Verb, shown

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
        "unit": "467A", "units": "467A,467B", "leader": "81A", "leaders": "81A",
        "target": "Q5", "to": "Q5", "second": "Q6", "at": "Q5", "weapon": "mmgA",
        "firers": "467A,mmgA", "attackers": "467A,81A", "defenders": "e447A",
        "marker": "flameA", "inside": "foxholeA", "bypass": "1,2", "spine": "2",
        "mp": "2", "battery": "radioA", "aircraft": "planeA", "vehicle": "pz4hA",
        "spotter": "81A",
    }
)  # fmt: skip
"""What the help's examples name, by field."""

VEHICLES = (
    "start", "stop", "drive", "turn", "delay", "expose", "discharge", "speed",
    "hull down", "motion", "abandon", "unbog",
)  # fmt: skip
"""Orders whose unit is a vehicle."""

GUNS = ("hook", "limber", "push", "turn gun")
"""Orders whose Weapon is a Gun."""

EXAMPLES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "fire": (
            "fire 467A,mmgA Q5 by 81A",
            "fire pz4hA.ma Q5 aim et34A ap",
            "fire pz4hA.bmg,pz4hA.cmg Q5",
            "fire 57atA Q5 he",
        ),
        "drive": (
            "drive pz4hA Q5",
            "drive pz4hA Q5 past 3 reverse",
            "drive pz4hA Q5 beside 467A",
        ),
        "turn": ("turn pz4hA 2", "turn pz4hA 4 turret"),
        "transfer": ("transfer mmgA to 467B",),
        "recombine": ("recombine 247A,247B",),
        "discharge": (
            "discharge pz4hA",
            "discharge pz4hA Q5",
            "discharge pz4hA grenades",
        ),
        "man": ("man 127A pz4hA",),
        "seize": ("seize 127A pz4hA",),
        "cc": ("cc 467A,81A e447A", "cc 467A e447A capture"),
    }
)
"""Examples of their own for orders that one cannot show."""


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
    if word in EXAMPLES:
        return EXAMPLES[word]
    fields = dict(SAMPLES)
    fields |= {"unit": "pz4hA"} if verb.type in VEHICLES else {}
    fields |= {"weapon": "57atA"} if verb.type in GUNS else {}
    return (" ".join((word, *(fields[s.field] for s in verb.slots if s.needed))),)
