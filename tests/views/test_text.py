"""The game as text: names, log, reasons, places."""

from pathlib import Path
from typing import Any, cast, get_args

import pytest
from msgspec.structs import replace

from opfor.core.event import Emitted, Note, RollMade
from opfor.core.explain import Decided, Narrowed, RowRead
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.geo.boards.library import Library
from opfor.geo.map import parse_map
from opfor.geo.terrain_chart import mf
from opfor.ports.session import Session, Setup, build_world
from opfor.rules.s_solitaire.s05_activation.s05_1_activation_check import (
    ActivationThreat,
)
from opfor.state.events import (
    AnyEvent,
    FortificationAdded,
    GameEnded,
    MarkerAdded,
    Moved,
    MovePlanSet,
    PhaseBegan,
    RandomEvent,
    SuspectChanged,
    SuspectPlaced,
    SuspectRemoved,
    UnitAdded,
    UnitChanged,
    UnitRemoved,
    WaveBegan,
    WeaponAdded,
)
from opfor.state.in_progress import (
    Move,
    MovePlan,
)
from opfor.state.mission import load_mission
from opfor.state.units import (
    Attitude,
    Fortification,
    LocationName,
    Marker,
    MarkerKind,
    Suspect,
    Unit,
    VehicleState,
    Wave,
    Weapon,
)
from opfor.state.world import World
from opfor.views.text import look
from opfor.views.text.events import _TOLD
from opfor.views.text.log import (
    NO_NEWS,
    LogLine,
    lines_in_order,
    log_lines,
    set_up_lines,
)
from opfor.views.text.names import place, plain
from opfor.views.text.why import why_lines
from tests.ports.playing import session


@pytest.fixture(scope="module")
def world() -> World:
    """The world of the first Mission."""
    return build_world(Setup(mission=load_mission("first-contact"), seed=1))


@pytest.fixture
def game(tmp_path: Path) -> Session:
    """A game of it at its first prompt."""
    made = session(tmp_path / "a.opfor")
    made.game.run()
    return made


def at(name: str) -> LocationName:
    """A Location by name."""
    return LocationName(name)


def emitted(event: object, *causes: str) -> Emitted:
    """An event of a game, caused by rules."""
    return Emitted(1, causes, event)  # type: ignore[arg-type] # any event


def said(world: World, event: object) -> str:
    """The one line of an event."""
    (line,) = log_lines(world, [emitted(event, "S5.1")])
    assert line.rule == "S5.1"
    return line.text


class TestNames:
    """Things are called as players call them."""

    def test_one_board(self, world: World) -> None:
        """On a map of one board hexes go without its name, and nothing else does."""
        text = "AC of S1 in o1Q6/1 on board o1, o1GG10"
        assert plain(world.map, text) == "AC of S1 in Q6/1 on board o1, GG10"

    def test_two_boards(self) -> None:
        """On a map of several boards hexes keep it."""
        both = parse_map("o1 o5", Library().load)
        assert plain(both, "o1Q6") == "o1Q6"

    def test_offboard(self, world: World) -> None:
        """No Location is offboard."""
        assert place(world, at("")) == "offboard"

    @pytest.mark.parametrize(
        ("quarters", "text"), [(4, "1"), (6, "1½"), (2, "½"), (0, "0"), (13, "3¼")]
    )
    def test_mf(self, quarters: int, text: str) -> None:
        """MF are told in whole ones, halves and quarters."""
        assert mf(quarters) == text


LEADER = Unit(id="e80A", side="ENEMY", counter="russian/8-0", location=at("o1Q6"))
OWN = Unit(id="467A", side="FRIENDLY", counter="german/4-6-7", location=at("o1Q9"))
ROLL = RollMade(
    fact="AC of S7 in o1Q6",
    dice=(3,),
    mods=(Mod("stone building", -1, "S5.1"), Mod("level", -1, "S5.1")),
)


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (ROLL, "AC of S7 in Q6: Original 3, Final 1 (-1 stone building, -1 level)"),
        (RollMade("squad", dice=(3, 4)), "squad: Original 3+4 = 7"),
        (SuspectRemoved("S7", "a dummy after all"), "S7: a dummy after all"),
        (UnitAdded(LEADER), "e80A: a Russian 8-0 in Q6"),
        (UnitChanged(OWN, "pinned"), "467A: pinned"),
        (UnitRemoved("467A", "eliminated"), "467A: eliminated"),
        (
            WeaponAdded(
                Weapon(id="emmgA", counter="russian/mmg", owner="e447A", dm=True)
            ),
            "emmgA: a MMG, possessed by e447A, dm",
        ),
        (
            FortificationAdded(
                Fortification(
                    id="foxholeA", kind="foxhole", location=at("o1Q6"), capacity=2
                )
            ),
            "foxholeA: a foxhole for 2 in Q6",
        ),
        (
            FortificationAdded(
                Fortification(
                    id="pillboxA", kind="pillbox", location=at("o1Q6"), defence=(5, 7)
                )
            ),
            "pillboxA: a pillbox 5+7 in Q6",
        ),
        (
            Moved(
                at("o1Q9"), Move(units=("467A", "81A"), allotment=16, spent=6, here=6)
            ),
            "467A, 81A to Q9 (1½ MF, 2½ left)",
        ),
        (
            Moved(
                at("o1Q9"),
                Move(units=("467A",), assault=True, allotment=16, spent=4, here=4),
            ),
            "467A to Q9 (1 MF, 3 left, Assault Movement)",
        ),
        (PhaseBegan(2, "FRIENDLY", "MPh"), "turn 2, FRIENDLY MPh"),
        (GameEnded("6 turns are over"), "the game is over: 6 turns are over"),
        (Note(fact("no Target in o1Q6")), "no Target in Q6"),
        (
            Decided("the S? checked next", chosen="S1", candidates=("S1",)),
            "the S? checked next: S1",
        ),
    ],
    ids=lambda value: (
        type(value).__name__ if not isinstance(value, str) else value[:20]
    ),
)
def test_log(world: World, event: object, text: str) -> None:
    """Each event is one plain line with its rule."""
    assert said(world, event) == text


def test_every_event_is_told() -> None:
    """Each kind of event has its words in views/text/events.py, or is no news."""
    assert set(get_args(AnyEvent)) <= {*_TOLD, *NO_NEWS}


def test_marker(world: World) -> None:
    """A marker is told with its kind and place."""
    marker = Marker(id="smokeA", kind=get_args(MarkerKind)[0], location=at("o1Q6"))
    text = said(world, MarkerAdded(marker))
    assert text == f"smokeA: {marker.kind} in Q6"


def test_log_of_rows(world: World) -> None:
    """A table row is told with its result and source, our own values visibly so."""
    read = RowRead("{A1} ENEMY Activation", table="A1", number=10, row=0)
    line = log_lines(world, [emitted(read, "S5.6")])[0]
    row = world.enemy.tables["A1"].rows[0]
    assert line.text.endswith("[OURS]") == (row.source == "project")
    assert line.style.endswith("ours") == (row.source == "project")
    gone = RowRead("{A99} Old", table="A99", number=3, row=5)
    assert said(world, gone) == "{A99} Old, 3"


def test_log_of_a_move_command(world: World) -> None:
    """S9.22: as a route begins, the clause that counts, and where it leads."""
    plan = MovePlan(movers=("e1",), table="A4b", row=4, goal=(at("o1Q6"),))
    text = said(world, MovePlanSet(plan))
    toward = "the closest FRIENDLY Controlled VPO Location"
    assert text == f"e1: full MF by the safest route toward {toward}, here Q6"
    assert said(world, MovePlanSet(replace(plan, clause=9))) == "e1: its way, here Q6"
    under_way = replace(plan, back=at("o1Q4"))
    by_dr, own = replace(plan, how="REH"), replace(plan, table="")
    for plan in (under_way, by_dr, own, None):
        assert not log_lines(world, [emitted(MovePlanSet(plan))])


def test_log_of_a_set_up(world: World) -> None:
    """A run of S?, and the OB with its SW, make one line each."""
    hold = cast("Attitude", "Hold")
    events = [
        emitted(UnitAdded(OWN)),
        emitted(WeaponAdded(Weapon(id="mmgA", counter="german/mmg", owner="467A"))),
        emitted(SuspectPlaced(Suspect("S1", at("o1P3"), hold)), "S4.1"),
        emitted(SuspectPlaced(Suspect("S2", at("o1P3"), hold)), "S4.1"),
        emitted(SuspectPlaced(Suspect("S3", at("o1P4"), hold)), "S4.1"),
    ]
    assert log_lines(world, events) == [
        LogLine(1, "", "you have 467A 4-6-7 with MMG", "friendly"),
        LogLine(1, "S4.1", "3 S? set up in 2 Locations: S1 to S3, Hold"),
    ]


def test_one_location(world: World) -> None:
    """S? that are all in one Location are so in the singular."""
    hold = cast("Attitude", "Hold")
    added = emitted(SuspectPlaced(Suspect("S1", at("o1P3"), hold)), "S4.1")
    (line,) = log_lines(world, [added])
    assert line.text == "1 S? set up in 1 Location: S1, Hold"


def test_random_event(world: World) -> None:
    """S2.2: it is read after its dice and before what it brings, of itself alone."""
    rolled = RollMade(fact("random_event"), dice=(6, 4))
    happened: list[Any] = [
        (("A3", "S2.2"), rolled),
        (("A3", "S2.2"), Note(fact("a_sniper_instead", event="weather"))),
        (("A3", "S2.2"), UnitChanged(OWN, fact("broken"))),
        (
            ("A3", "S2.2", "S12.p8"),
            WeaponAdded(Weapon(id="lmgA", counter="german/lmg", owner="467B")),
        ),
        (("A3", "S2.2"), RandomEvent("Sniper")),
        (("A3",), PhaseBegan(1, "FRIENDLY", "PFPh")),
    ]
    events = [Emitted(n, *each) for n, each in enumerate(happened, 1)]
    read = [line.number for line in lines_in_order(world, events)]
    assert read == [1, 2, 5, 3, 4, 6]
    assert [line.number for line in log_lines(world, events)] == [1, 2, 3, 4, 5, 6]
    later = lines_in_order(world, events[3:])
    assert [line.number for line in later] == [5, 4, 6]


def test_log_of_a_weapon(world: World) -> None:
    """A SW that comes into play without its unit has a line of its own."""
    added = emitted(WeaponAdded(Weapon(id="mmgA", counter="german/mmg", owner="467A")))
    assert [line.text for line in log_lines(world, [added])] == [
        "mmgA: a MMG, possessed by 467A"
    ]


def test_set_up_in_short(world: World) -> None:
    """All that S4 does is one line; what comes before and after keeps its own."""
    events = [
        emitted(UnitAdded(OWN)),
        emitted(RollMade("odd or even", dice=(3,)), "S4.1", "S4.1b"),
        emitted(SuspectPlaced(Suspect("S1", at("o1P3"))), "S4.1"),
        emitted(Note(fact("too near")), "S4.1"),
        emitted(SuspectPlaced(Suspect("S2", at("o1P4"))), "S4.1", "S4.12"),
        emitted(PhaseBegan(1, "FRIENDLY", "MPh")),
    ]
    texts = [line.text for line in set_up_lines(world, events)]
    assert texts == [
        "you have 467A 4-6-7",
        "2 S? set up, by 1 roll",
        "turn 1, FRIENDLY MPh",
    ]


def test_set_up_before_the_first_dr(world: World) -> None:
    """No S? are counted while the first dr for them is still in the player's hand."""
    events = [
        emitted(UnitAdded(OWN)),
        emitted(Note(fact("too near")), "S4.1"),
    ]
    texts = [line.text for line in set_up_lines(world, events)]
    assert texts == ["you have 467A 4-6-7", "too near"]


def test_set_up_by_the_players_dice(world: World) -> None:
    """While the dice for where S? are come one by one, no S? is counted yet."""
    roll = emitted(RollMade("odd or even", dice=(3,)), "S4.1", "S4.1b")
    one = [line.text for line in set_up_lines(world, [roll])]
    two = [line.text for line in set_up_lines(world, [roll, roll])]
    assert (one, two) == (["1 roll for the S?"], ["2 rolls for the S?"])


def test_hidden(world: World) -> None:
    """What the ENEMY has hidden is told neither by the log nor by `why`."""
    gun = Weapon(id="e76atA", counter="russian/76l-at-pak-36r", owner="e228A")
    crew = Unit(
        id="e228A",
        side="ENEMY",
        counter="russian/2-2-8",
        location=at("o1Q6"),
        hidden=True,
    )
    mines = Fortification(
        id="minesA", kind="minefield", location=at("o1Q7"), side="ENEMY"
    )
    events = [
        emitted(UnitAdded(crew), "A2.9"),
        emitted(WeaponAdded(gun), "A2.9"),
        emitted(FortificationAdded(replace(mines, hidden=True)), "A2.9"),
    ]
    assert log_lines(world, events) == []
    assert why_lines(world, events) == []
    assert len(log_lines(world, [emitted(FortificationAdded(mines))])) == 1


def test_random_selection(world: World) -> None:
    """Each die stands beside who it was rolled for; their sum means nothing."""
    roll = RollMade("who cowers", dice=(2, 5), each=("467A", "467B"))
    assert said(world, roll) == "who cowers: 467A 2, 467B 5"
    texts = [line.text for line in why_lines(world, [emitted(roll, "A7.9")])]
    assert texts[1:] == [
        "who cowers: 467A 2, 467B 5",
        "  the highest is selected: 5",
    ]


def test_turns(world: World) -> None:
    """A vehicle tells which CA it turns, and to which hexes."""
    tank = Unit(
        id="t34A",
        side="FRIENDLY",
        counter="russian/t-34-m43",
        location=at("o1Q6"),
        vehicle=VehicleState(vca=1, tca=2),
    )
    vca = said(world, UnitChanged(tank, fact("turns")))
    tca = said(world, UnitChanged(tank, fact("turns_its_turret")))
    assert vca.startswith("t34A: turns its VCA to ")
    assert tca.startswith("t34A: turns its TCA to ")
    assert vca[-5:] != tca[-5:]


def test_articles(world: World) -> None:
    """What is called by a vowel first has its own article; offboard has no place."""
    squad = Unit(id="e346A", side="ENEMY", counter="italian/3-4-6", location=at(""))
    assert said(world, UnitAdded(squad)) == "e346A: an Italian 3-4-6 offboard"
    atr = Weapon(id="eatrA", counter="russian/atr", owner="e447A")
    assert said(world, WeaponAdded(atr)) == "eatrA: an ATR, possessed by e447A"


def test_waves(world: World) -> None:
    """A Human Wave and what its S? do are told."""
    wave = WaveBegan(Wave("wave1", "red", at("o1A6")))
    assert said(world, wave) == "wave1: a Human Wave by A6, red"
    entered = SuspectChanged(Suspect("S9", at("o1A6")), "enters")
    assert said(world, entered) == "S9 in A6: enters"


class TestWhy:
    """Every reason is there, under its rule."""

    def test_roll(self, world: World) -> None:
        """A roll is taken apart: each modifier with its rule, Original and Final."""
        lines = why_lines(world, [emitted(ROLL, "A3.3", "S5.31", "S5.1")])
        assert [line.text for line in lines] == [
            "Activation Check (under S5.31 Continuing Attacks, A3.3)",
            "AC of S7 in Q6: 3",
            "  -1 stone building (S5.1)",
            "  -1 level (S5.1)",
            "  Original 3, Final 1",
        ]
        assert lines[0].rule == "S5.1"

    def test_parts(self, world: World) -> None:
        """Rules around it are told by the book's numbers, each once."""
        causes = ("A3.3", "S8.p14/order", "A7.3", "A7.3/effect", "A7.301", "A7.301")
        first, *_ = why_lines(world, [emitted(ROLL, *causes)])
        assert first.text == "KIA (under A7.3 Results of the IFT, S8.p14, A3.3)"

    def test_row(self, world: World) -> None:
        """A row is told with its numbers, column and source."""
        table = world.enemy.tables["AC-start"]
        read = RowRead(
            fact="{AC-start} x",
            when={"column": "low"},
            table="AC-start",
            number=1,
            row=0,
        )
        texts = [line.text for line in why_lines(world, [emitted(read, "S5.11")])]
        assert f"  row {table.rows[0].on}, column low: {table.rows[0].result}" in texts
        assert any("no source gives this value" in text for text in texts)

    def test_list(self, world: World) -> None:
        """A priority list shows the candidates before and after each line."""
        decided = Decided(
            fact="the S? checked next",
            chosen="S2",
            candidates=("S1", "S2", "S3"),
            reasons=(
                Narrowed("likeliest", ("S1", "S2", "S3"), ("S2", "S3")),
                Narrowed("with a Gun", ("S2", "S3"), ("S2", "S3"), skipped=True),
                Narrowed("tie-break", ("S2", "S3"), ("S2",)),
            ),
        )
        texts = [line.text for line in why_lines(world, [emitted(decided, "S5.2")])]
        assert texts[2:] == [
            "  likeliest: S1, S2, S3 → S2, S3",
            "  with a Gun: nobody meets it, skipped",
            "  tie-break: S2, S3 → S2",
        ]

    def test_many_rivals(self, world: World) -> None:
        """The story names four that were not chosen; of more it says how many."""
        names = tuple(f"S{n}" for n in range(1, 7))
        few, many = (
            Decided("S? checked next", chosen="S1", candidates=names[:n])
            for n in (5, 6)
        )
        (line,) = log_lines(world, [emitted(few, "S5.2")])
        assert "before S2, S3, S4, S5 (" in line.text
        (line,) = log_lines(world, [emitted(many, "S5.2")])
        assert "before 5 others (" in line.text


class TestPlaces:
    """Hexes, LOS and threats in a few lines."""

    def test_hex(self, game: Session) -> None:
        """A hex is told with each Location and all that stands in it."""
        named = {
            f"S{n}": at(name) for n, name in enumerate(("o1R4", "o1R4/2", "o1R4/2"))
        }
        suspects = {id_: Suspect(id_, where) for id_, where in named.items()}
        state = replace(game.game.state, suspects=suspects)
        lines = look.hex_lines(game.world, state, game.world.locate(at("o1R4")))
        assert lines[0] == "R4: stone building, level 0, 7 hexes from the FBE"
        assert lines[1:3] == ["  one building with S4", "  a stairwell"]
        assert "  level 2: TEM +3, Concealment Terrain" in lines
        assert lines[-2:] == ["    S? S1, Hold", "    S? S2, Hold"]

    @pytest.mark.parametrize(
        ("name", "told"),
        [
            ("o1R4", "a stairwell"),
            ("o1S4", "no stairwell: up and down in R4"),
            ("o1P3", ""),  # of two storeys: each hex has one (B23.22)
            ("o1Q10", ""),
        ],
    )
    def test_stairs(self, game: Session, name: str, told: str) -> None:
        """Of a higher building it is told which hex has the stairwell."""
        at_hex = game.world.locate(at(name)).hex
        assert look.stairs_line(game.world, at_hex) == told

    def test_hexsides(self, game: Session) -> None:
        """Hexsides are told by the hex across: walls, roads, slopes."""
        lines = look.hex_lines(
            game.world, game.game.state, game.world.locate(at("o1R3"))
        )
        assert "wall" in lines[-1]

    def test_los(self, world: World) -> None:
        """LOS is clear, hindered or blocked, and says by what and where."""
        assert look.sight_lines(world, at("o1Q10"), at("o1Q5")) == [
            "Q10 to Q5, range 5: clear"
        ]
        blocked = look.sight_lines(world, at("o1Q10"), at("o1S1"))
        assert "blocked by" in blocked[0]
        found = [
            look.sight_lines(world, at("o1T7"), world.name(there))[0]
            for there in world.ground.locations
        ]
        assert any("hindered +1: +1 grain in" in line for line in found)

    def test_no_threat(self, world: World) -> None:
        """A safe hex is told as one."""
        assert look.threat_lines(world, [], 4, at("o1Q9")) == [
            "entering Q9 makes no S? eligible"
        ]

    def test_threats(self, world: World) -> None:
        """The likeliest come first; the chance that any is Activated is theirs all."""
        one = Suspect("S1", at("o1P3"))
        threats = [
            ActivationThreat(one, "A", 5, (Mod("FFNAM", -1),), (Mod("level", -1),), 3),
            ActivationThreat(Suspect("S2", at("o1P4")), "F", 1, (), (), 4),
            ActivationThreat(Suspect("S3", at("o1P5")), "L", 12, (), (), 0),
        ]
        lines = look.threat_lines(world, threats, 4, at("o1Q9"))
        assert lines[1].startswith("  S2 P4      4 of 6, case F, range 1, Hold")
        assert "IFT -1 (-1 FFNAM), AC -1 (-1 level)" in lines[2]
        assert "Long Range, on a DR of 2, once a stack: S3 P5, range 12" in lines[3]
        assert (
            lines[4] == f"  at least one Activated: {100 * (1 - 3 / 6 * 2 / 6):.0f} %"
        )
