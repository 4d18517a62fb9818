"""Every order in words, and back."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any, get_args

import msgspec
import pytest

from opfor.core.errors import OpforError
from opfor.ports.commands import read_move
from opfor.ports.order_lines import order_line
from opfor.ports.order_words import read_adjust, read_words_order, verb_of
from opfor.rules.choices.orders import (
    Adjust,
    Command,
    Fire,
    MoveTo,
    Radio,
    Sortie,
    Transfer,
    read_order,
)
from opfor.rules.choices.vehicle_orders import DriveOrder
from opfor.state.artillery import Aircraft, Battery
from opfor.state.units import (
    OFFBOARD,
    Fortification,
    LocationName,
    Marker,
    VehicleState,
)
from tests.rules.given.fire import scene, sw, unit

HERE, THERE = LocationName("tQ6"), LocationName("tR7")
LOOK = scene(
    unit("467A", "german/4-6-7", HERE),
    unit("247A", "german/2-4-7", HERE),
    unit("247B", "german/2-4-7", HERE),
    unit("81A", "german/8-1", HERE),
    unit("pz4hA", "german/pzkpfw-ivh", HERE, vehicle=VehicleState(abandoned=True)),
    unit("e447A", "russian/4-4-7", THERE),
    unit("et34A", "russian/t-34-m43", THERE, vehicle=VehicleState()),
    sw("mmgA", "german/mmg", "467A"),
    sw("75atA", "german/75l-at-pak-40", "247A"),
    fortifications={
        "trenchA": Fortification(id="trenchA", kind="trench", location=HERE)
    },
    batteries={"radioA": Battery(id="radioA", side="FRIENDLY", calibre=80)},
    planes={"planeA": Aircraft(id="planeA", side="FRIENDLY")},
    markers={"flameA": Marker(id="flameA", kind="flame", location=HERE)},
)
"""A moment with one of everything that an order can name."""

VALUES: dict[str, Any] = {
    "unit": "467A",
    "units": ("247A", "247B"),
    "weapon": "75atA",
    "leader": "81A",
    "leaders": ("81A",),
    "firers": ("467A", "mmgA"),
    "target": THERE,
    "second": LocationName("tP3"),
    "spotter": "81A",
    "attackers": ("467A", "81A"),
    "defenders": ("e447A", "et34A"),
    "marker": "flameA",
    "inside": "trenchA",
    "battery": "radioA",
    "aircraft": "planeA",
    "vehicle": "pz4hA",
    "bypass": (1, 2),
    "escort": ("467A", "81A"),
    "spine": 0,
    "mp": 3,
}
"""What the fields of orders hold."""

OTHER: dict[tuple[type, str], Any] = {
    (Fire, "at"): "et34A",
    (Transfer, "to"): "81A",
}
"""What a field holds in one order only."""

MOST = 3
"""Fields with something unusual that one order has at a time."""

ADJUSTED = (
    Adjust("unit", "467A", {"broken": True, "location": "tQ5", "labor": 2}),
    Adjust("unit", "467A", {"deeds": ["smoke"], "inside": "", "wired": ["a", "b"]}),
    Adjust("suspect", "S3", None),
    Adjust("game", "ac", {"number": -1}),
    Adjust("los", "tQ6 tR7", {"hindrance": -1}),
    Adjust("los", "tQ6 tR7", {"hindrance": 2}),
    Adjust("los", "tQ6 tR7"),
    Adjust("terrain", "tQ6", {"terrain": "stone building 1 level", "level": 1}),
    Adjust("terrain", "tQ6", {"level": -1}),
    Adjust("hexside", "tQ6 tR7", {"terrain": "none"}),
)


def values(order: type, field: msgspec.structs.FieldInfo) -> tuple[Any, ...]:
    """What a field of an order may hold, other than what it holds by itself."""
    if (order, field.name) in OTHER:
        return (OTHER[order, field.name],)
    if field.type is bool:
        return (not field.default,)
    if (
        literal := get_args(field.type)
        if field.name in ("step", "kind", "ammo")
        else ()
    ):
        return tuple(each for each in literal if each != field.default)
    if field.name in ("to", "at"):
        return (THERE, OFFBOARD) if order in (MoveTo, DriveOrder) else (THERE,)
    return (VALUES.get(field.name, "467A"),)


def orders(order: type) -> Iterator[Command]:
    """An order with each value of each field, and with some of them together."""
    fields = msgspec.structs.fields(order)
    needed = [field for field in fields if field.required]
    free = [field for field in fields if not field.required]
    begin: list[dict[str, Any]] = [{}]
    for field in needed:
        begin = [b | {field.name: v} for b in begin for v in values(order, field)]
    for count in range(MOST + 1):
        for some in combinations(free, count):
            given = begin
            for field in some:
                given = [
                    b | {field.name: v} for b in given for v in values(order, field)
                ]
            yield from (order(**each) for each in given)


def meant(order: Command) -> bool:
    """Whether an order can mean anything."""
    match order:
        case MoveTo(assault=True, double_time=True):
            return False
        case DriveOrder(to=to, assault=assault, escort=escort) if assault or escort:
            return to != OFFBOARD
        case Sortie(bombs=True, second=second):
            return second == OFFBOARD
        case Radio(step=step, to=to, kind=kind):
            bare = (to != OFFBOARD) == (step in ("place", "correct"))
            return bare and (kind == "HE" or step in ("place", "convert"))
    return True


def read(line: str) -> Command:
    """The order that a line gives."""
    word, *rest = line.split()
    verb = verb_of(word)
    if verb:
        return read_order(read_words_order(LOOK, verb, rest))
    hows = {"move": {}, "assault": {"assault": True}, "double": {"double_time": True}}
    if word in hows:
        (step,) = read_move(LOOK, rest, **hows[word])
        return read_order(step)
    if word == "adjust":
        return read_order(read_adjust(LOOK, rest))
    return read_order({"type": line})


KINDS = [kind for kind in get_args(Command) if kind is not Adjust]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_there_and_back(kind: type) -> None:
    """The line of an order gives that order, whatever it holds."""
    for order in filter(meant, orders(kind)):
        assert read(order_line(order)) == order, order_line(order)


@pytest.mark.parametrize("order", ADJUSTED)
def test_adjustments(order: Adjust) -> None:
    """Whatever is set can be written."""
    assert read(order_line(order)) == order


@pytest.mark.parametrize(
    "order",
    [
        MoveTo(("467A",), THERE, assault=True, double_time=True),
        Sortie("planeA", THERE, bombs=True, second=HERE),
    ],
)
def test_no_words(order: Command) -> None:
    """What means nothing has no line, and that is told."""
    with pytest.raises(OpforError, match="no words"):
        order_line(order)
