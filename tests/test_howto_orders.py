"""docs/how-to: the orders there are those that the terminal reads."""

import re
from pathlib import Path

import pytest

from opfor.ports.order_verbs import VERBS
from opfor.ports.order_words import read_adjust, read_words_order
from opfor.state.artillery import Aircraft, Battery
from opfor.state.units import Fortification, LocationName, Marker, VehicleState
from tests.rules.given.fire import scene, sw, unit

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "how-to"
NAMES = ("infantry.md", "vehicles.md", "artillery.md")
PAGES = [(FOLDER / name).read_text("utf-8") for name in NAMES]
ORDERS = re.findall(r"^\| [^|`]+ \| `([^`]+)` \|", "\n".join(PAGES), re.M)
SET_RIGHT = re.findall(
    r"^    adjust ([^#\n]+?) *(?:#.*)?$",
    "".join(
        (FOLDER / name).read_text("utf-8") for name in ("boards.md", "director.md")
    ),
    re.M,
)
"""What stands behind `adjust` on the pages that show how to set things right."""

HERE = LocationName("tQ6")
LOOK = scene(
    *(unit(id_, "german/4-6-7", "tQ6") for id_ in ("467A", "467B")),
    *(unit(id_, "german/2-4-7", "tQ6") for id_ in ("247A", "247B")),
    unit("81A", "german/8-1", "tQ6"),
    unit("127A", "german/1-2-7", "tQ6"),
    unit("pz4hA", "german/pzkpfw-ivh", "tQ6", vehicle=VehicleState(abandoned=True)),
    unit("e447A", "russian/4-4-7", "tQ6"),
    sw("mmgA", "german/mmg", "467A"),
    sw("dcA", "german/dc", "467A"),
    sw("57atA", "german/50l-at-pak-38", "127A"),
    fortifications={
        "foxholeA": Fortification(id="foxholeA", kind="foxhole", location=HERE),
        "trenchB": Fortification(id="trenchB", kind="trench", location=HERE),
    },
    batteries={"oba1": Battery(id="oba1", side="FRIENDLY", calibre=80)},
    planes={"fb1": Aircraft(id="fb1", side="FRIENDLY")},
    markers={"flame1": Marker(id="flame1", kind="flame", location=HERE)},
)


def test_every_verb_has_its_line() -> None:
    """No verb is missing, none is made up."""
    assert {line.split()[0] for line in ORDERS} == {*VERBS}


@pytest.mark.parametrize("line", ORDERS)
def test_order_is_read(line: str) -> None:
    """Each line is an order as the terminal reads it."""
    word, *words = line.split()
    order = read_words_order(LOOK, VERBS[word], words)
    assert order["type"] == VERBS[word].type


@pytest.mark.parametrize("line", SET_RIGHT)
def test_set_right(line: str) -> None:
    """Each `adjust` is one as the terminal reads it."""
    assert len(SET_RIGHT) >= 8
    words = line.replace("/1", "").split()  # the small board has no upper level there
    assert read_adjust(LOOK, words)["type"] == "adjust"
