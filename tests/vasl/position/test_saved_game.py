"""Positions: counters with hex, state and meaning; and how they are shown."""

import json
from pathlib import Path

from opfor.geo.boards.library import Library
from opfor.vasl.boards.laid import Spot
from opfor.vasl.counters.meanings import Counters
from opfor.vasl.position.saved_game import (
    Position,
    Standing,
    plain,
    position_of,
    read_position,
)
from opfor.vasl.position.show import as_json, lines, spot_text, taken_for, where
from opfor.vasl.saves.archive import Archive
from opfor.vasl.saves.commands import Chat, Log, Node, in_order, read_commands
from opfor.vasl.saves.table import Table
from opfor.vasl.saves.traits import Piece, Trait
from tests.vasl.given import MODULEDATA, added, counter, game_text, layer, save, stacked

C3 = (512, 561)


def german(name: str, *traits: Trait, concealed: bool = False) -> Piece:
    """A German counter in C3."""
    owner = "geheim;|0" if concealed else "null;"
    return counter(
        name, *traits, Trait("conceal;C;ge/q;ge", owner), at=C3, image="ge/x"
    )


def pile(*pieces: Piece, boards: str = "0\t0\to1") -> list[Standing]:
    """A stack in C3, the lowest first."""
    ids = [str(number) for number in range(1, len(pieces) + 1)]
    text = game_text(*map(added, ids, pieces), stacked("99", C3, *ids), boards=boards)
    return list(_position(text).counters)


def _position(text: str) -> Position:
    table = Table(in_order(read_commands(text)))
    return position_of(table, Counters(), Library().load)


class TestStates:
    """What markers and "?" say of those beneath."""

    def test_markers(self) -> None:
        """A marker is a state of the counter beneath it, not of those farther down."""
        lower, upper, pin, dm = pile(
            german("4-6-7 1sq"),
            german("9-1"),
            counter("Pin", at=C3),
            counter("DM", at=C3),
        )
        assert lower.states == ()
        assert upper.states == ("pinned", "DM")
        assert (pin.meaning.kind, pin.states) == ("state", ())
        assert [each.level for each in (lower, upper, pin, dm)] == [1, 2, 3, 4]
        assert lower.spot == Spot(board="o1", hex="C3", on="centre")

    def test_upstairs(self) -> None:
        """A Level counter, and what lies above it, says nothing of those beneath."""
        lower, _, _ = pile(
            german("4-6-7 1sq"),
            counter("Building", at=C3),
            counter("Pin", at=C3),
        )
        assert lower.states == ()

    def test_layers(self) -> None:
        """A broken counter, in opfor's words."""
        (unit,) = pile(german("4-6-7 1sq", layer("Wnd +"), layer("brk +")))
        assert unit.states == ("broken", "wounded")
        assert unit.name == "4-6-7 1sq"

    def test_concealment(self) -> None:
        """A "?" conceals those of its nation; with nothing beneath it is a dummy."""
        question = counter(
            "?", Trait("concealment;geheim;ge"), at=C3, image="ge/geqmark"
        )
        unit, cover = pile(german("4-6-7 1sq"), question)
        assert (unit.concealed, cover.meaning.kind) == (True, "concealment")
        (alone,) = pile(question)
        assert (alone.meaning.kind, alone.meaning.counter) == ("dummy", "any/dummy")
        russian = counter("?", Trait("concealment;geheim;ru"), at=C3)
        assert not pile(german("4-6-7 1sq"), russian)[0].concealed
        assert pile(german("4-6-7 1sq", concealed=True))[0].concealed

    def test_vehicle(self) -> None:
        """CA and turret in opfor's numbers; squads have none."""
        turned = Trait("rotate;6;a", "2")
        tank = counter(
            "PzKw IVH", turned, Trait("turr;f;b", "4\\;;false"), at=C3, image="ge/veh/x"
        )
        assert [(each.ca, each.tca) for each in pile(tank)] == [(5, 0)]
        assert pile(german("4-6-7 1sq", turned))[0].ca == -1


class TestShown:
    """As lines and as JSON."""

    def test_lines(self, tmp_path: Path) -> None:
        """Boards, counters by hex, and a sum; a log says how many steps follow."""
        steps = (Node(Log(Chat("a"))), Node(Log(Chat("b")), (Node(Log(Chat("c"))),)))
        text = game_text(
            added("1", german("4-6-7 1sq")),
            added("2", counter("Gizmo", Trait("label;", "<b>Hi</b>"), at=(9, 9))),
            added("3", counter("DM").at("Casualties", 1, 1)),
            boards="0\t0\tro1\tVER\t2\tOVR\tx1\tA1\tA2\tSSR\tNoRoads\tbd\t1\t0\tzz",
            steps=steps,
        )
        archive, position = read_position(
            save(tmp_path / "a.vlog", text), Counters(), Library().load
        )
        shown = "\n".join(lines(archive, position))
        for part in (
            "VASL 6.6",
            "Map: ro1@0,0 zz@1,0",
            "turned; overlay x1 at A1-A2; SSR NoRoads; version 2",
            "without its file no hexes are known",
            "name the folder of your boards with --boards",
            "MMC german/4-6-7",
            "Gizmo [Hi]",
            "no piece: its name says nothing to opfor",
            "[Casualties]",
            "3 counters: 1 MMC, 1 none, 1 state",
            "2 steps follow",
        ):
            assert part in shown
        data = json.loads(as_json(archive, position))
        assert data["steps"] == 2
        assert data["boards"][0]["turned"] is True
        assert data["boards"][1]["known"] is False
        assert data["counters"][0]["meaning"]["counter"] == "german/4-6-7"

    def test_written(self) -> None:
        """What a program wrote as a web page is told in plain characters."""
        text = "<html>German:&nbsp;<b>ELR 4 &amp; SAN 3</b></html>"
        (note,) = pile(counter("User-Labeled", Trait("label;", text), at=C3))
        assert note.label == "German: ELR 4 & SAN 3"

    def test_usual(self, tmp_path: Path) -> None:
        """A board without its file is told as such, and what it is taken for."""
        text = game_text(boards="0\t0\t77")
        found = read_position(
            save(tmp_path / "a.vsav", text), Counters(), Library().load
        )
        board, problem, hint = [line for line in lines(*found) if line[:2] == "  "]
        assert board.endswith("without its file taken for the usual shape")
        assert problem == "  board 77: there is no board '77'"
        assert "--boards" in hint

    def test_secret(self, tmp_path: Path) -> None:
        """Whoever owns a counter is never shown: his id may hold his password."""
        text = game_text(
            added(
                "1",
                german(
                    "4-6-7 1sq",
                    Trait("hide;H", "geheim"),
                    Trait("PROP;Owner", "geheim"),
                    concealed=True,
                ),
            )
        )
        archive, position = read_position(
            save(tmp_path / "a.vsav", text), Counters(), Library().load
        )
        assert position.counters[0].hidden
        assert "geheim" not in "\n".join(lines(archive, position))
        assert b"geheim" not in as_json(archive, position)

    def test_places(self) -> None:
        """A hex, a hexside, something between, and beside the boards."""
        assert spot_text(Spot(board="o1", hex="C3", on="centre")) == "o1 C3"
        side = Spot(board="o1", hex="C3", on="hexside", side=1, other="D3")
        assert spot_text(side) == "o1 C3/D3"
        edge = Spot(board="o1", hex="A1", on="hexside", side=5)
        assert spot_text(edge) == "o1 A1/side 5"
        assert spot_text(Spot(board="o1", hex="C3")) == "o1 C3?"
        (alone,) = pile(german("9-1"), boards="")
        assert where(alone) == "beside the boards"
        assert taken_for(alone.meaning) == "SMC german/9-1"

    def test_plain(self) -> None:
        """Control characters, broken text and endless text do no harm."""
        assert plain("a\x1b[31m\ud800b") == "a [31m b"
        assert len(plain("x" * 1000)) < 130

    def test_empty(self) -> None:
        """A game without counters."""
        archive = Archive(text=game_text(), moduledata=MODULEDATA)
        shown = list(lines(archive, _position(archive.text)))
        assert "Map: no boards" in shown
        assert shown[-1] == "0 counters: none"
