"""The help of the orders."""

from pathlib import Path

import pytest

from opfor.ports.order_help import AS_AMMO, MEANINGS, examples, more
from opfor.ports.order_verbs import VERBS
from opfor.ports.order_words import read_words_order
from opfor.rules.choices.orders import read_order
from opfor.rules.orders.fire.a07_fire import AMMO
from opfor.state.artillery import Aircraft, Battery
from opfor.state.units import Fortification, LocationName, Marker, VehicleState
from tests.ports.playing import Terminal, session
from tests.rules.given.fire import scene, sw, unit

HERE = LocationName("tQ6")
LOOK = scene(
    *(unit(id_, "german/4-6-7", HERE) for id_ in ("467A", "467B")),
    *(unit(id_, "german/2-4-7", HERE) for id_ in ("247A", "247B")),
    unit("81A", "german/8-1", HERE),
    unit("127A", "german/1-2-7", HERE),
    unit("pz4hA", "german/pzkpfw-ivh", HERE, vehicle=VehicleState(abandoned=True)),
    unit("e447A", "russian/4-4-7", HERE),
    unit("et34A", "russian/t-34-m43", HERE, vehicle=VehicleState()),
    sw("mmgA", "german/mmg", "467A"),
    sw("57atA", "german/50l-at-pak-38", "127A"),
    *(
        sw(f"pz4hA.{mount}", f"german/pzkpfw-ivh@{mount.upper()}", "pz4hA")
        for mount in ("ma", "bmg", "cmg")
    ),
    fortifications={
        "foxholeA": Fortification(id="foxholeA", kind="foxhole", location=HERE)
    },
    batteries={"radioA": Battery(id="radioA", side="FRIENDLY", calibre=80)},
    planes={"planeA": Aircraft(id="planeA", side="FRIENDLY")},
    markers={"flameA": Marker(id="flameA", kind="flame", location=HERE)},
)


@pytest.mark.parametrize("word", VERBS)
def test_examples_are_orders(word: str) -> None:
    """Each order has examples, and the terminal reads them."""
    for line in examples(word):
        verb, *rest = line.split()
        assert verb == word
        assert read_order(read_words_order(LOOK, VERBS[word], rest))


@pytest.mark.parametrize("word", VERBS)
def test_every_word_behind_has_its_meaning(word: str) -> None:
    """Whatever may stand behind an order is told; only ammunition together."""
    kinds = {each.casefold() for each in (*AMMO, "HE", "smoke", "WP", "harassing")}
    assert {*more(VERBS[word]).get(AS_AMMO, ())} <= kinds
    assert {*VERBS[word].after} <= {*MEANINGS}


def test_help_of_one(tmp_path: Path) -> None:
    """`help fire` tells what may stand behind it, and gives examples."""
    terminal = Terminal(session(tmp_path / "a.opfor"))
    shown = terminal.type("help fire")
    assert "by UNIT,UNIT" in shown
    assert "as: fire pz4hA.ma Q5 aim et34A ap" in shown
    assert "as: drive pz4hA Q5" in terminal.type("help dri")


def test_kind_that_is_not_legal(tmp_path: Path) -> None:
    """`? ffe` where there is no OBA says so, and does not look for a unit."""
    terminal = Terminal(session(tmp_path / "a.opfor"))
    assert "no ffe is legal now" in terminal.type("? ffe")
