"""What a pack sets of policies and switches: kept in the save, told, and in `why`."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from opfor.core.ask import Asked, Choose, Context, Option
from opfor.core.errors import OpforError
from opfor.core.save import read_save
from opfor.ports.router import Desk
from opfor.ports.session import Setup, begin, build_world, read_setup, resume, settled
from opfor.sim.run import ProgramRouter
from opfor.state.mission import load_mission
from opfor.study.run import play_many
from opfor.views.text.why import why_lines

HEAD = 'extends = "policies"\nsource = "player"\nrows = [\n'
MISSION = replace(load_mission("first-contact"), turns=1)


def pack(folder: Path, *rows: str, name: str = "policies") -> tuple[str, ...]:
    """A pack with rows of the table {policies}."""
    folder.mkdir(exist_ok=True)
    lines = "".join(f"  {row},\n" for row in rows)
    (folder / f"{name}.toml").write_text(f"{HEAD}{lines}]\n")
    return (str(folder),)


NOBODY = '{ policy = "S7.p4 DM", result = "nobody" }'


def setup(*packs: str, **policies: str) -> Setup:
    """A game with packs, and settings of its own."""
    return Setup(mission=MISSION, seed=7, packs=packs, policies=policies)


class TestSettled:
    """Who sets a policy."""

    def test_pack(self, tmp_path: Path) -> None:
        """A pack does."""
        assert settled(setup(*pack(tmp_path / "p", NOBODY))).policies == {
            "S7.p4 DM": "nobody"
        }

    def test_game_first(self, tmp_path: Path) -> None:
        """The settings of the game go before it, "default" too."""
        packs = pack(tmp_path / "p", NOBODY)
        for own in ("everybody", "default"):
            chosen = settled(setup(*packs, **{"S7.p4 DM": own}))
            assert chosen.policies["S7.p4 DM"] == own

    def test_wrong(self, tmp_path: Path) -> None:
        """A wrong one is told with its line, and no game begins."""
        packs = pack(tmp_path / "p", '{ policy = "S7.p4 DM", result = "ask" }')
        with pytest.raises(OpforError, match=r"policies\.toml:4"):
            begin(setup(*packs), tmp_path / "a.opfor")
        assert not (tmp_path / "a.opfor").exists()


class TestSaved:
    """The save keeps what was set as the game began."""

    def test_kept(self, tmp_path: Path) -> None:
        """A pack that changes later does not change the game; the story tells it."""
        packs = pack(tmp_path / "p", NOBODY)
        path = tmp_path / "a.opfor"
        session = begin(setup(*packs), path)
        session.game.run()
        told = [str(e.event) for e in session.game.events[:1]]
        assert "S7.p4 DM" in told[0]
        assert session.world.readings == {"S7.p4 DM": "nobody"}
        session.close()
        assert read_setup(read_save(path).options).policies == {"S7.p4 DM": "nobody"}
        pack(tmp_path / "p", '{ policy = "S7.p6 repair", result = "everybody" }')
        again = resume(path)
        assert again.world.readings == {"S7.p4 DM": "nobody"}
        again.close()

    def test_why(self, tmp_path: Path) -> None:
        """`why` tells it under the rule that it is of."""
        world = build_world(settled(setup(*pack(tmp_path / "p", NOBODY))))
        session = begin(setup(), tmp_path / "b.opfor")
        session.game.run()
        first = session.game.events[0]
        of_rule = replace(first, causes=("S7.p4",))
        lines = [line.text for line in why_lines(world, [of_rule])]
        assert any("set to 'nobody' in this game: S7.p4 DM" in text for text in lines)
        session.close()


OWN = Choose(
    purpose="x",
    side="ENEMY",
    why="discretion",
    policy="S9.22 own words",
    options=(Option("pass over"), Option("stay")),
)


class TestOwnWords:
    """A clause in own words: who is asked."""

    def test_the_player(self) -> None:
        """The player, who is given no suggestion; a setting says otherwise."""
        world = build_world(setup())
        asked = Asked(1, ("S9.22",), 0, OWN)
        desk = Desk(1, world)
        assert desk.pick(asked).human
        assert desk.suggestion(asked, Context(None)) is None
        decided = Desk(1, world, policies={"S9.22 own words": "pass over"}).pick(asked)
        assert not decided.human
        assert decided.answer(asked, Context(None)) == "pass over"

    def test_sim(self, tmp_path: Path) -> None:
        """Many games refuse it in one sentence, or pass it over as the pack says."""
        folder = tmp_path / "p"
        folder.mkdir()
        row = '{ on = "2-12", result = ["ask: go round", "stay"] }'
        text = f'extends = "A4b"\nsource = "player"\nrows = [\n  {row},\n]\n'
        (folder / "a4b.toml").write_text(text)
        with pytest.raises(OpforError, match="nobody plays") as caught:
            play_many(setup(str(folder)), games=1, seed=1)
        assert "a4b.toml:4" in str(caught.value)
        pack(folder, '{ policy = "S9.22 own words", result = "pass over" }')
        (outcome,) = play_many(setup(str(folder)), games=1, seed=1)
        assert not outcome.fault

    def test_ask_without_a_player(self) -> None:
        """What is set to ask plays its default where nobody is there."""
        router = ProgramRouter(1, {}, {OWN.policy: "ask"})
        asked = Asked(1, ("S9.22",), 0, OWN)
        assert router.pick(asked).answer(asked, Context(None)) == "pass over"
