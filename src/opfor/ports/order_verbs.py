"""The words of orders: what each verb names, and what may stand behind it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, get_args, get_type_hints

from opfor.rules.choices.orders import Fire
from opfor.state.artillery import Shells
from opfor.state.units import OFFBOARD


class Slot(NamedTuple):
    """One thing that an order names: its field, what it is, whether several."""

    field: str
    kind: str = "unit"
    many: bool = False
    needed: bool = True


class Verb(NamedTuple):
    """A word for an order.

    Args:
        type: the order's tag.
        slots: what it names, in order.
        after: slots by the word that stands before them; none is needed.
        flags: words that set a field.
        does: what it does, for the help.
        fixed: fields that the word itself sets.
    """

    type: str
    slots: tuple[Slot, ...]
    does: str
    after: Mapping[str, Slot] = MappingProxyType({})
    flags: Mapping[str, tuple[str, Any]] = MappingProxyType({})
    fixed: Mapping[str, Any] = MappingProxyType({})

    @property
    def needed(self) -> set[str]:
        """The fields that it names in any case."""
        return {slot.field for slot in self.slots if slot.needed}

    @property
    def words(self) -> str:
        """What it needs, for the help."""
        return " ".join(map(shown, self.slots))


def shown(slot: Slot) -> str:
    """What stands for a slot in the help."""
    name = {"place": "HEX", "hexsides": "SIDE"}.get(slot.kind, slot.kind.upper())
    name += f",{name}…" if slot.many else ""
    return name if slot.needed else f"[{name}]"


UNIT, UNITS = Slot("unit"), Slot("units", many=True)
WEAPON, TO = Slot("weapon", "weapon"), Slot("to", "place")
BY = {"by": Slot("leader")}
SECOND = Slot("second", "place", needed=False)
"""The other Location of Spraying Fire."""

BESIDE = Slot("units", many=True, needed=False)
"""Who spends the MF with the unit, to move on together."""

SIDES = Slot("bypass", "hexsides", many=True)
ESCORT = Slot("escort", many=True)
FORTIFICATION = Slot("inside", "fortification")

AMMO = tuple(word for word in get_args(get_type_hints(Fire)["ammo"]) if word)
"""What ordnance fires, as the order names it."""

ASSAULT = {"assault": ("assault", True)}

PLANE = Slot("aircraft", "plane")
OBA = Slot("battery", "battery")
SHELLS = {word.casefold(): ("kind", word) for word in get_args(Shells)}

WAYS = {"assault": "assault", "double": "double_time"} | {
    way: way for way in ("dash", "minimum", "overrun")
}
"""How a stack moves, by the word for it."""


def _going(way: str, slots: tuple[Slot, ...], does: str, **fixed: Any) -> Verb:
    """A verb of moving: all that can be said of a move beside it."""
    named = {slot.field for slot in slots}
    after = {"past": SIDES, "inside": FORTIFICATION}
    return Verb(
        "move",
        slots,
        does,
        after={word: slot for word, slot in after.items() if slot.field not in named},
        flags={word: (field, True) for word, field in WAYS.items() if field != way},
        fixed=({way: True} if way else {}) | fixed,
    )


DRIVING = {
    "reverse": ("reverse", True),
    "least": ("minimum", True),
    "slow": ("slow", True),
    "overrun": ("overrun", True),
    "offroad": ("road", False),
}
"""How a vehicle is driven, by the word for it."""

VERBS: Mapping[str, Verb] = MappingProxyType(
    {
        "fire": Verb(
            "fire",
            (Slot("firers", "firer", many=True), Slot("target", "place"), SECOND),
            "attack a Location with units and SW",
            after={
                "by": Slot("leaders", many=True),
                "spotter": Slot("spotter"),
                "aim": Slot("at", "enemy"),
            },
            flags={
                "lane": ("lane", True),
                "mol": ("mol", True),
                "snap": ("snap", True),
                "area": ("area", True),
                "backblast": ("backblast", True),
                "tracks": ("tracks", True),
                **{word.casefold(): ("ammo", word) for word in AMMO},
            },
        ),
        "hold": Verb("hold fire", (), "let what moves go on"),
        "dash": _going("dash", (UNITS, TO), "Dash over a road"),
        "minimum": _going("minimum", (UNITS, TO), "make a Minimum Move"),
        "bypass": _going(
            "", (UNITS, TO, SIDES), "move along some hexsides of a hex, by Bypass"
        ),
        "overrun": _going("overrun", (UNITS, TO), "Infantry OVR of a lone SMC"),
        "trench": _going(
            "", (UNITS, TO, FORTIFICATION), "move along connected trenches"
        ),
        "exit": _going("", (UNITS,), "move off the map", to=OFFBOARD),
        "opportunity": Verb("opportunity", (UNITS,), "wait for Opportunity Fire"),
        "rally": Verb("rally", (UNIT,), "try to rally a broken unit", after=BY),
        "keep": Verb("keep DM", (UNIT,), "keep a broken unit under DM, to rout"),
        "repair": Verb("repair", (WEAPON,), "try to repair a SW"),
        "recover": Verb("recover", (UNIT, WEAPON), "try to recover a SW or Gun"),
        "transfer": Verb(
            "transfer", (WEAPON, Slot("to", "unit")), "give a SW to a unit"
        ),
        "drop": Verb("drop", (WEAPON,), "leave a SW or Gun here"),
        "deploy": Verb("deploy", (UNIT,), "make two HS of a squad", after=BY),
        "recombine": Verb("recombine", (UNITS,), "make a squad of two HS", after=BY),
        "assemble": Verb("assemble", (WEAPON,), "assemble a dm SW"),
        "dismantle": Verb("assemble", (WEAPON,), "dismantle a SW", fixed={"dm": True}),
        "wall": Verb("wall", (Slot("at", "place"),), "claim Wall Advantage"),
        "unwall": Verb(
            "wall",
            (Slot("at", "place"),),
            "give Wall Advantage up",
            fixed={"claim": False},
        ),
        "entrench": Verb("entrench", (UNIT,), "try to dig a foxhole", after=BY),
        "mopup": Verb("mop up", (UNIT,), "mop up the building"),
        "search": Verb("search", (UNIT,), "search the hexes around"),
        "shelter": Verb(
            "shelter",
            (UNITS, FORTIFICATION),
            "enter a fortification of the Location",
            flags=ASSAULT,
        ),
        "leave": Verb("shelter", (UNITS,), "leave the fortification", flags=ASSAULT),
        "grenade": Verb(
            "smoke",
            (UNIT, TO, BESIDE),
            "try to place SMOKE grenades",
            flags={"wp": ("wp", True)},
        ),
        "charge": Verb("DC", (WEAPON, TO, BESIDE), "place a DC"),
        "set": Verb("set DC", (WEAPON,), "set a DC here, to be fired later"),
        "extinguish": Verb(
            "extinguish",
            (UNIT, Slot("marker", "marker")),
            "try to put out a Flame, or to clear mines",
            after=BY,
        ),
        "kindle": Verb("kindle", (UNITS,), "try to set the Location ablaze", after=BY),
        "massacre": Verb("massacre", (UNIT,), "massacre the prisoners of a Guard"),
        "rout": Verb(
            "rout",
            (UNIT, TO),
            "rout into the next Location, or a fortification",
            after={"inside": FORTIFICATION},
        ),
        "crawl": Verb(
            "rout",
            (UNIT, TO),
            "rout by Low Crawl",
            fixed={"low_crawl": True},
            after={"inside": FORTIFICATION},
        ),
        "break": Verb("break", (UNIT,), "break voluntarily"),
        "advance": Verb(
            "advance",
            (UNITS, TO),
            "advance into an ADJACENT Location, or a fortification",
            after={"inside": FORTIFICATION},
        ),
        "cc": Verb(
            "CC",
            (
                Slot("attackers", many=True),
                Slot("defenders", "enemy", many=True),
            ),
            "attack in Close Combat",
            flags={
                "capture": ("capture", True),
                "hth": ("hand_to_hand", True),
                "atmm": ("atmm", True),
            },
        ),
        "start": Verb("start", (UNIT,), "start a vehicle"),
        "stop": Verb("stop", (UNIT,), "stop a vehicle"),
        "drive": Verb(
            "drive",
            (UNIT, TO),
            "drive a vehicle into the next hex, or past it by VBM",
            after={"past": SIDES, "beside": ESCORT},
            flags=DRIVING | ASSAULT,
        ),
        "driveoff": Verb(
            "drive",
            (UNIT,),
            "drive off the map",
            after={"past": SIDES},
            flags=DRIVING,
            fixed={"to": OFFBOARD},
        ),
        "turn": Verb(
            "turn",
            (UNIT, Slot("spine", "number")),
            "turn a vehicle to a hexspine, 0 to 5, or its turret",
            flags={"turret": ("turret", True)},
        ),
        "hook": Verb(
            "hook",
            (Slot("vehicle", "unit"), WEAPON),
            "hook a Gun up, or unhook the one in tow",
        ),
        "limber": Verb("limber", (WEAPON,), "limber a Gun"),
        "unlimber": Verb(
            "limber", (WEAPON,), "unlimber a Gun", fixed={"limber": False}
        ),
        "push": Verb("push", (UNITS, WEAPON, TO), "push a Gun into the next hex"),
        "swing": Verb(
            "turn gun",
            (WEAPON, Slot("spine", "number")),
            "turn a Gun to a hexspine, 0 to 5, instead of firing it",
        ),
        "delay": Verb(
            "delay",
            (UNIT, Slot("mp", "number", needed=False)),
            "spend MP where a Stopped vehicle is",
        ),
        "ce": Verb("expose", (UNIT,), "have a crew go CE"),
        "bu": Verb("expose", (UNIT,), "have a crew go BU", fixed={"ce": False}),
        "embark": Verb(
            "embark",
            (UNITS, Slot("vehicle", "unit")),
            "load Infantry onto a vehicle",
            flags={"riders": ("rides", True)},
        ),
        "dismount": Verb("dismount", (UNITS,), "unload Passengers or Riders"),
        "discharge": Verb(
            "discharge",
            (UNIT, Slot("to", "place", needed=False)),
            "try a smoke dispenser, or the crew's grenades",
            flags={"grenades": ("grenades", True)},
        ),
        "speed": Verb(
            "speed",
            (UNIT, Slot("mp", "number", needed=False)),
            "gain MP by Excessive Speed, which may break the vehicle",
        ),
        "hulldown": Verb("hull down", (UNIT,), "try for hull down status"),
        "motion": Verb("motion", (UNIT,), "try for Motion as the enemy moves"),
        "abandon": Verb("abandon", (UNIT,), "have a crew leave its vehicle"),
        "man": Verb(
            "man",
            (UNIT, Slot("vehicle", "hulk")),
            "have a crew or HS man an Abandoned vehicle",
        ),
        "seize": Verb(
            "seize",
            (UNIT, Slot("vehicle", "hulk")),
            "capture an Abandoned vehicle of the enemy in the CCPh",
        ),
        "unbog": Verb("unbog", (UNIT,), "try to free a bogged vehicle"),
        "contact": Verb(
            "radio", (OBA,), "try for Radio Contact", fixed={"step": "contact"}
        ),
        "spot": Verb(
            "radio",
            (OBA, TO),
            "place a SR of OBA",
            fixed={"step": "place"},
            flags=SHELLS,
        ),
        "correct": Verb(
            "radio", (OBA, TO), "correct a SR or a FFE:1", fixed={"step": "correct"}
        ),
        "ffe": Verb(
            "radio",
            (OBA,),
            "convert a SR into a FFE, or let a FFE go on",
            fixed={"step": "convert"},
            flags=SHELLS,
        ),
        "cancel": Verb(
            "radio", (OBA,), "cancel a mission of OBA", fixed={"step": "cancel"}
        ),
        "strafe": Verb(
            "sortie",
            (PLANE, TO, SECOND),
            "have an airplane strafe a hex, and the next one",
        ),
        "bomb": Verb(
            "sortie", (PLANE, TO), "have an airplane bomb a hex", fixed={"bombs": True}
        ),
        "withdraw": Verb("withdraw", (UNITS, TO), "withdraw from Melee"),
    }
)
