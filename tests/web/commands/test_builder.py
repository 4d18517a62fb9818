"""Commands read, tried and kept in a player's pack."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opfor.core.errors import OpforError
from opfor.rules.s_solitaire.command_tables import check_commands
from opfor.state.nations import load_all
from opfor.state.packs import check_pack
from opfor.web.commands.builder import CommandBuilder, Wanted
from opfor.web.commands.scenes import scenes
from opfor.web.packs.editor import PackFolder

STAY = ("stay",)
OWN_WORDS = ("ask: keep to the hedges", "stay")


@pytest.fixture
def shelf(tmp_path: Path) -> PackFolder:
    """A shelf with one empty pack."""
    found = PackFolder(tmp_path / "packs")
    found.make("house")
    return found


@pytest.fixture
def builder(shelf: PackFolder) -> CommandBuilder:
    """A builder on that shelf."""
    return CommandBuilder(shelf)


def wanted(*clauses: str, **more: object) -> Wanted:
    """A row of {A4b} of the Germans, for the pack."""
    usual = {"nation": "german", "table": "A4b", "on": "4", "pack": "house"}
    return Wanted(**(usual | {"scene": "alone"} | more), clauses=clauses)  # type: ignore[arg-type] # as the form has them


class TestTable:
    """A table of a nation as it is in force."""

    def test_shipped(self, builder: CommandBuilder) -> None:
        """All rows with their clauses in parts, and the placements for it."""
        table = builder.table("german", "A4c")
        assert [row.on for row in table.rows][:2] == ["<=4", "5-6"]
        assert all(clause.shape for row in table.rows for clause in row.clauses)
        assert {id_ for id_, _ in table.scenes} == {"road", "armor", "infantry"}

    @pytest.mark.parametrize(
        ("nation", "table"), [("german", "A1"), ("nobody", "A4a"), ("german", "x2")]
    )
    def test_none(self, builder: CommandBuilder, nation: str, table: str) -> None:
        """What there is not is told."""
        with pytest.raises(OpforError, match=r"there is no nation|is no table"):
            builder.table(nation, table)


class TestTried:
    """A row on a placement."""

    def test_move(self, builder: CommandBuilder) -> None:
        """Where a squad goes, hex by hex, and by which clause."""
        shipped = load_all().tables["A4b"].look_up(4).result
        trial = builder.tried(wanted(*shipped)).trial
        assert trial
        assert trial.way == ("M5", "L4", "K4", "J3", "I3")
        assert trial.verdicts == ("decides", "goes with the clause before it")
        assert any("row 4" in line.text for line in trial.reasons)
        assert trial.picture.startswith("<svg")

    def test_why_not(self, builder: CommandBuilder) -> None:
        """Which condition does not hold, and what cannot be fulfilled."""
        row = "a Known Target exists: stay", "Assault Move into an IP with room", "stay"
        trial = builder.tried(wanted(*row)).trial
        assert trial
        assert trial.verdicts == (
            "it is not so here: a Known Target exists",
            "cannot be fulfilled here",
            "decides",
        )

    def test_another_row(self, builder: CommandBuilder) -> None:
        """A row that goes on with another one."""
        trial = builder.tried(wanted("no Target: as 2")).trial
        assert trial
        assert trial.verdicts == ("decides",)
        assert any("row 2" in line.text for line in trial.reasons)

    def test_fire(self, builder: CommandBuilder) -> None:
        """At which Target, with the lines that chose it."""
        row = wanted("closest", table="A3a", on="8", scene="squads")
        trial = builder.tried(row).trial
        assert trial
        assert trial.target in ("J4", "J5")
        assert any(line.rule == "S8.p7" for line in trial.reasons)

    def test_vehicle(self, builder: CommandBuilder) -> None:
        """A tank too."""
        row = wanted(
            "all MP toward the closest FRIENDLY Controlled VPO Location",
            "stop with a Known Target within 8 hexes",
            table="A4c",
            on="7",
            scene="road",
        )
        trial = builder.tried(row).trial
        assert trial
        assert len(trial.way) > 3

    @pytest.mark.parametrize(
        ("table", "on", "scene"),
        [("A4b", "4", "alone"), ("A4c", "7", "road"), ("A3a", "8", "squads")],
    )
    def test_own_words(
        self, builder: CommandBuilder, table: str, on: str, scene: str
    ) -> None:
        """In own words: the question, with what may be answered."""
        row = wanted("ask: as you like", table=table, on=on, scene=scene)
        trial = builder.tried(row).trial
        assert trial
        assert "as you like" in trial.asks[0]
        assert len(trial.asks) > 2
        assert trial.does.endswith("you would be asked.")

    def test_row_that_does_not_decide(self, builder: CommandBuilder) -> None:
        """An Automatic Action, or one Target, goes before any row; it is told."""
        trial = builder.tried(wanted("stay", on="4", scene="near")).trial
        assert trial
        assert trial.used

    def test_faults(self, builder: CommandBuilder) -> None:
        """A clause that nobody knows is told by itself; nothing is tried."""
        found = builder.tried(wanted("stay", "full MF toward the moon"))
        assert found.trial is None
        assert [bool(clause.fault) for clause in found.clauses] == [False, True]

    def test_loops(self, builder: CommandBuilder) -> None:
        """Rows that send on to each other come to an end."""
        assert builder.tried(wanted("as 4")).trial
        assert builder.tried(wanted("as 7", table="A4c", on="7", scene="road")).trial
        fire = wanted("as 8", "closest", table="A3a", on="8", scene="squads")
        assert builder.tried(fire).trial

    @pytest.mark.parametrize("scene", scenes())
    def test_placements(self, builder: CommandBuilder, scene: str) -> None:
        """Every placement plays with the rows as they ship."""
        for table in scenes()[scene].tables:
            row = builder.table("german", table).rows[3]
            texts = (clause.text for clause in row.clauses)
            found = builder.tried(wanted(*texts, table=table, on=row.on, scene=scene))
            assert found.trial, found.said

    def test_nation_without(self, builder: CommandBuilder) -> None:
        """A nation that lacks a counter of the placement says so."""
        found = builder.tried(
            wanted("stay", nation="partisan", table="A4c", on="7", scene="road")
        )
        assert found.trial or "has no" in found.said

    @pytest.mark.parametrize(
        "wrong",
        [
            {"table": "A1"},
            {"on": "99"},
            {"scene": "moon"},
            {"nation": "x"},
            {"pack": "y"},
        ],
    )
    def test_refused(self, builder: CommandBuilder, wrong: dict[str, str]) -> None:
        """What there is not is refused in one sentence."""
        with pytest.raises(OpforError):
            builder.tried(wanted("stay", **wrong))

    def test_too_much(self, builder: CommandBuilder) -> None:
        """Too many clauses, or too long ones."""
        with pytest.raises(OpforError, match="at most 12"):
            builder.tried(wanted(*["stay"] * 13))
        (clause,) = builder.tried(wanted("ask: " + "x" * 400)).clauses
        assert "300 characters" in clause.fault


class TestKept:
    """A row in the player's pack."""

    def test_for_all(
        self, builder: CommandBuilder, shelf: PackFolder, tmp_path: Path
    ) -> None:
        """For every nation: the row is his, the rest as shipped; and taken back."""
        table = builder.keep(wanted(*OWN_WORDS))
        (row,) = [row for row in table.rows if row.on == "4"]
        assert (row.source, row.pack) == ("player", "house")
        folder = tmp_path / "packs" / "house"
        check_commands(check_pack(folder).loaded.tables)
        assert load_all(folder).tables["A4b"].look_up(4).result == OWN_WORDS
        builder.keep(wanted(*STAY, on="5"))
        assert shelf.packs()[0].tables == ("A4b",)
        for on in (4, 5):
            shipped = load_all().tables["A4b"].look_up(on).result
            builder.keep(wanted(*shipped, on=str(on)))
        assert not list(folder.iterdir())

    def test_for_one_nation(self, builder: CommandBuilder, tmp_path: Path) -> None:
        """For one nation alone: its own table, the others keep theirs."""
        table = builder.keep(wanted(*STAY, own=True))
        assert table.id == "german/A4b"
        found = load_all(tmp_path / "packs" / "house")
        assert found.nation("german").table("A4b").look_up(4).result == STAY
        assert found.nation("russian").table("A4b").look_up(4).result != STAY
        same = found.nation("german").table("A4b").look_up(5)
        shipped = load_all().tables["A4b"].look_up(5)
        assert (same.result, same.source) == (shipped.result, shipped.source)
        again = load_all().tables["A4b"].look_up(4).result
        assert builder.keep(wanted(*again, own=True)).id == "A4b"
        assert not list((tmp_path / "packs" / "house").iterdir())

    def test_refused(self, builder: CommandBuilder, tmp_path: Path) -> None:
        """No Command is not written, nor into no pack."""
        for wrong in (wanted("nonsense"), wanted(), wanted("stay", pack="")):
            with pytest.raises(OpforError):
                builder.keep(wrong)
        assert not list((tmp_path / "packs" / "house").iterdir())

    def test_a_file_of_his(self, builder: CommandBuilder, tmp_path: Path) -> None:
        """A file that the page has not written is left alone."""
        text = 'extends = "A4b"\nsource = "player"\nrows = [\n]\n'
        for name in ("A4b", "german-A4b"):
            (tmp_path / "packs" / "house" / f"{name}.toml").write_text(text)
            with pytest.raises(OpforError):
                builder.keep(wanted(*STAY, own=name != "A4b"))
            (tmp_path / "packs" / "house" / f"{name}.toml").unlink()

    @settings(max_examples=25, deadline=None)
    @given(st.lists(st.text(max_size=60), max_size=4))
    def test_any_text(
        self, tmp_path_factory: pytest.TempPathFactory, clauses: list[str]
    ) -> None:
        """Whatever is written, what is kept reads back as it was, or nothing is."""
        folder = tmp_path_factory.mktemp("shelf")
        shelf = PackFolder(folder)
        shelf.make("house")
        said = tuple(f"ask: {text}" for text in clauses)
        for own in (False, True):
            try:
                CommandBuilder(shelf).keep(wanted(*said, own=own))
            except OpforError:
                continue
            found = load_all(folder / "house").nation("german").table("A4b")
            assert found.look_up(4).result == said
