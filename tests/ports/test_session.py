"""A game from its Mission or from its save."""

from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.core.event import Event
from opfor.core.save import Save, read_save
from opfor.ports.session import (
    Setup,
    amended,
    any_date,
    begin,
    build_world,
    games_folder,
    kind_on,
    last_game,
    new_path,
    read_setup,
    resume,
)
from opfor.state import events
from opfor.state.in_service import check_service
from opfor.state.mission import OB, load_mission, missions
from opfor.state.nations import load_nation
from tests.ports.playing import first_contact, session
from tests.shared import SHARED, needs_shared

OWN = """
board: mine
size: 20x10
wooden building 1: O6 P6
woods: C3 C4 D3 D4
"""


def own_board(folder: Path, text: str = OWN) -> tuple[str, ...]:
    """A folder with a player's board in it, as a Setup names folders."""
    (folder / "mine.txt").write_text(text)
    return (str(folder),)


class TestBegin:
    """A new game stands at its first request, and its save beside it."""

    def test_what_is_saved(self, tmp_path: Path) -> None:
        """The save holds all that the game is built from, changes included."""
        session(tmp_path / "a.opfor", ac=2, date="1943-07").close()
        setup = read_setup(read_save(tmp_path / "a.opfor").options)
        assert (setup.mission.ac, setup.mission.date, setup.seed) == (2, "1943-07", 7)
        assert setup.map_digest == build_world(setup).map.digest

    def test_a_seed_is_a_game(self, tmp_path: Path) -> None:
        """Equal seeds give equal games, other seeds others."""
        games = [
            session(tmp_path / f"{n}", seed=seed) for n, seed in enumerate((1, 1, 2))
        ]
        for one in games:
            one.game.run()
        one, same, other = (game.game.fingerprint() for game in games)
        assert one == same != other

    def test_no_file_for_a_game_that_cannot_be(self, tmp_path: Path) -> None:
        """A Mission that fails in its set-up leaves no save behind."""
        mission = replace(
            first_contact(),
            unit=(replace(first_contact().unit[0], weapons=("Laser",)),),
        )
        with pytest.raises(OpforError, match="'Laser' is no german counter"):
            begin(Setup(mission=mission, seed=1), tmp_path / "a.opfor")
        assert not list(tmp_path.iterdir())

    def test_every_event_can_be_read_again(self) -> None:
        """The union that saves are read with holds every event of the game."""
        own = {
            kind
            for kind in vars(events).values()
            if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
        }
        assert own <= set(get_args(events.AnyEvent))


class TestResume:
    """A game goes on only on the boards that it began on."""

    def test_own_boards(self, tmp_path: Path) -> None:
        """A game on a player's board finds it again by the folder in its save."""
        boards = own_board(tmp_path)
        setup = Setup(
            mission=amended(first_contact(), map="mine"), seed=7, boards=boards
        )
        game = begin(setup, tmp_path / "a.opfor")
        first = game.game.run()
        game.close()
        again = resume(tmp_path / "a.opfor")
        assert again.game.run() == first
        again.close()

    def test_changed_boards(self, tmp_path: Path) -> None:
        """A board that was changed meanwhile is refused in one clear sentence."""
        boards = own_board(tmp_path)
        setup = Setup(
            mission=amended(first_contact(), map="mine"), seed=7, boards=boards
        )
        begin(setup, tmp_path / "a.opfor").close()
        own_board(tmp_path, OWN + "brush: K6\n")
        with pytest.raises(OpforError, match=r"the boards of this game \(mine\) have"):
            resume(tmp_path / "a.opfor")

    def test_another_kind_of_save(self, tmp_path: Path) -> None:
        """A save of something else is refused."""
        Save.create(tmp_path / "a.opfor", {"toy": 1}).close()
        with pytest.raises(OpforError, match="this is no game of opfor"):
            resume(tmp_path / "a.opfor")

    @needs_shared
    def test_vasl_board(self, tmp_path: Path) -> None:
        """A game on a VASL board replays from its save to the byte."""
        boards = (str(SHARED / "boards"),)
        setup = Setup(mission=amended(first_contact(), map="33"), seed=7, boards=boards)
        game = begin(setup, tmp_path / "a.opfor")
        asked = game.game.run()
        assert asked is not None
        order = {"type": "move", "units": ["467A", "81A"], "to": "33Q10"}
        game.game.answer(asked.number, order)
        game.close()
        saved = read_save(tmp_path / "a.opfor")
        replayed = kind_on(build_world(setup)).check_replay(saved)
        assert replayed.fingerprint() == game.game.fingerprint()


class TestChanges:
    """What a player may change in a Mission from the command line."""

    @pytest.mark.parametrize(
        ("changes", "said"),
        [
            ({"date": "1941"}, "1941: this is no month"),
            ({"ac": 9}, "the AC# runs from 1 to 5, not 9"),
            ({"enemy": "martian"}, "there is no nation 'martian'"),
        ],
    )
    def test_refused(self, changes: dict[str, object], said: str) -> None:
        """A change that makes no sense is told at once."""
        with pytest.raises(OpforError) as refused:
            amended(first_contact(), **changes)
        assert said in str(refused.value)

    def test_another_nation(self, tmp_path: Path) -> None:
        """Another FRIENDLY nation has the same OB in its own counters."""
        game = session(tmp_path / "a", friendly="russian", enemy="german")
        game.game.run()
        names = {unit.counter for unit in game.game.state.units.values()}
        assert "russian/4-4-7" in names
        assert not any(name.startswith("german") for name in names)

    def test_another_nations_weapons(self) -> None:
        """It has its own SW, for one that it lacks what is most alike."""
        mission = load_mission("bunker-busting")
        found = amended(mission, friendly="american", date="1944-06")
        weapons = {name for line in found.unit for name in line.weapons}
        assert {"MMG", "LMG", "DC", "FT", "60* MTR M19"} == weapons

    def test_another_nations_leaders(self) -> None:
        """So it is with leaders: no Japanese one is an 8-1."""
        found = amended(
            load_mission("first-contact"), friendly="japanese", date="1944-06"
        )
        names = [line.counter for line in found.unit]
        assert names == ["4-4-7", "9-1", "8-0"]

    def test_column_on_foot(self) -> None:
        """Who has no vehicles then carries on foot what must be safe (D-706)."""
        found = amended(load_mission("convoy"), friendly="polish", date="1945-06")
        column = [line for line in found.unit if line.group == "the column"]
        assert [(line.counter, line.number) for line in column] == [("4-5-7", 4)]
        assert all(line.counter != "M5A1" for line in found.unit)

    def test_enemy_units(self) -> None:
        """Units of the ENEMY's in an OB stay in the counters of his nation."""
        lines = (OB(counter="T-34 M40", side="ENEMY"), OB(counter="PzKpfw IVF2"))
        found = amended(replace(first_contact(), unit=lines), ac=3)
        assert found.unit == lines

    @pytest.mark.parametrize("name", sorted(missions()))
    def test_months_of_a_mission(self, name: str) -> None:
        """In each of its months both sides have tables, and the OB is in use."""
        mission = load_mission(name)
        for month in (mission.date, *mission.dates):
            found = amended(mission, date=month)
            assert found.unit == mission.unit, month
            friendly, enemy = load_nation(found.friendly), load_nation(found.enemy)
            check_service(enemy, month)
            for line in found.unit:
                for code in (line.counter, *line.weapons):
                    assert friendly.counter(code).serves(month), (month, code)

    def test_any_month(self) -> None:
        """A month is drawn by the seed; every one of them can be."""
        mission = load_mission("tank-support")
        drawn = {any_date(mission, seed) for seed in range(60)}
        assert drawn == {mission.date, *mission.dates}
        assert any_date(mission, 7) == any_date(mission, 7)

    def test_another_month(self) -> None:
        """What is not in use in a month that is chosen is what is most alike then."""
        found = amended(load_mission("armored-assault"), date="1941-08")
        guns = [name for line in found.unit for name in line.weapons if "AT" in name]
        assert guns == ["45L AT PTP obr. 32", "45L AT PTP obr. 32"]
        found = amended(load_mission("tank-support"), date="1943-03")
        assert found.unit[1].weapons == ("MMG", "BAZ43", "60* MTR M2")

    @pytest.mark.parametrize(
        ("changes", "said"),
        [
            ({"enemy": "russian"}, True),
            ({"friendly": "british"}, True),
            ({"date": "1944-07"}, True),
            ({"date": "1944-09"}, False),
            ({"map": "o5@0,0 o6@0,1"}, False),
        ],
    )
    def test_whose_story(self, changes: dict[str, str], said: bool) -> None:
        """The situation of other sides or another month says whose it is."""
        mission = load_mission("convoy")
        told = amended(mission, **changes).situation
        first = "Told of 1944-12, american against german; yours is like it."
        assert told == ((first,) if said else ()) + mission.situation

    def test_another_map(self) -> None:
        """VPO of one map mean nothing on another."""
        mission = replace(first_contact(), vpo=("o1R4",))
        assert amended(mission, map="o5").vpo == ()
        assert amended(mission, ac=1).vpo == mission.vpo


def test_last_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game resumed without a name is the one played last."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(
        "opfor.core.disk_cache.user_data_path", lambda *a, **k: tmp_path
    )
    with pytest.raises(OpforError, match="no game to go on with"):
        last_game()
    path = new_path(first_contact(), 7)
    assert path.parent == games_folder()
    session(path).close()
    assert last_game() == path


def test_two_games_of_one_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each new game has a file of its own, however fast they follow one another."""
    monkeypatch.setattr(
        "opfor.core.disk_cache.user_data_path", lambda *a, **k: tmp_path
    )
    paths = []
    for _ in range(3):
        paths.append(new_path(first_contact(), 7))
        session(paths[-1]).close()
    assert len({*paths}) == 3


def test_another_map_leaves_its_places() -> None:
    """On another map there is no VPO, and who would set up at a place enters."""
    changed = amended(load_mission("tutorial"), map="o2")
    assert changed.vpo == ()
    assert {line.at for line in changed.unit} == {""}
