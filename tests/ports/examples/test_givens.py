"""Every kind of given has its effect on the State, or is refused."""

import pytest

from opfor.core.errors import OpforError
from opfor.geo.boards.library import Library
from opfor.ports.examples import read_example
from opfor.ports.examples.scene import Builder
from opfor.state.state import State
from tests.ports.examples.small import GIVENS, MOVE, played

HEAD = GIVENS.partition("on_table")[0]
CASE = '[[case]]\nwhat = "It is so."\nrange = ["A1", "A2"]\n'
BUILDER = Builder(Library())

PLAIN = """
units.V = "4-6-7 with LMG in K6"
units.L = "8-0 in K6"
units.P = "PzKpfw IIIH in J6"
enemies.E = "4-4-7 in O6"
enemies.T = "T-34 M43 in N5"
enemies.C = "2-2-8 in O6/1"
suspects.S1 = "in O6"
"""


EFFECTS = [
    # what is given, and what the State then has
    ('enemies.E = "CX, panic 4-4-7 in O6"', lambda s: s.units["E"].panic),
    (
        'units.X = "concealed dummy in J6"',
        lambda s: s.units["X"].counter == "any/dummy",
    ),
    ("ac = 5", lambda s: s.ac_number == 5),
    (
        'waves.w = { colour = "red", marker = "T1", units = ["E"], suspects = ["S1"] }',
        lambda s: (
            s.waves["w"].marker == "tT1"
            and s.units["E"].wave == "w"
            and s.suspects["S1"].human_wave
        ),
    ),
    ('platoons.p = ["T"]', lambda s: s.units["T"].vehicle.platoon == "p"),
    (
        'enemies.T = "motion, CE, bogged T-34 M43 in N5"',
        lambda s: s.units["T"].vehicle.motion and s.units["T"].vehicle.bogged,
    ),
    (
        'enemies.T = { is = "T-34 M43 in N5", vca = 2, tca = "N4-O5", shock = "UK" }',
        lambda s: (
            (s.units["T"].vehicle.vca, s.units["T"].vehicle.tca) == (2, 1)
            and s.units["T"].vehicle.shock == "UK"
        ),
    ),
    (
        'enemies.T = { is = "abandoned T-34 M43 in N5" }',
        lambda s: s.units["T"].vehicle.abandoned,
    ),
    (
        'enemies.T = { is = "T-34 M43 in N5", weapons = { MA = "malfunctioned" } }',
        lambda s: s.weapons["T.ma"].malfunctioned,
    ),
    (
        'units.P = { is = "PzKpfw IIIH in J6", weapons.CMG = { fired = "first" } }',
        lambda s: s.weapons["P.cmg"].fired == "first",
    ),
    (
        'units.P = { is = "PzKpfw IIIH in J6", weapons = { BMG = "disabled" } }',
        lambda s: s.weapons["P.bmg"].disabled,
    ),
    (
        'weapons.M = "malfunctioned dm MMG of E"',
        lambda s: (
            s.weapons["M"].owner == "E"
            and s.weapons["M"].counter == "russian/mmg"
            and s.weapons["M"].dm
            and s.weapons["M"].malfunctioned
        ),
    ),
    (
        'weapons.M = "ENEMY MMG in O6"',
        lambda s: s.weapons["M"].counter == "russian/mmg",
    ),
    (
        'weapons.G = { is = "limbered, not emplaced 45L AT PTP obr. 32 of C", ca = 2 }',
        lambda s: (
            s.weapons["G"].gun.limbered
            and not s.weapons["G"].gun.emplaced
            and s.weapons["G"].gun.ca == 2
        ),
    ),
    (
        'weapons.G = { is = "45L AT PTP obr. 32 of C", acquired.at = "K6" }',
        lambda s: (
            s.weapons["G"].acquired.at == "tK6"
            and s.weapons["G"].acquired.drm == -1
            and s.weapons["G"].gun.emplaced
        ),
    ),
    ("san = { ENEMY = 4 }", lambda s: s.toll("ENEMY").san == 4),
    (
        'san.ENEMY = 4\nsnipers.ENEMY = "B3"',
        lambda s: s.toll("ENEMY").sniper == "tB3",
    ),
    ('alerted = ["ENEMY"]', lambda s: s.snipers == ("ENEMY",)),
    ("losses.FRIENDLY = { cvp = 6 }", lambda s: s.toll("FRIENDLY").cvp == 6),
    ('control = { K6 = "FRIENDLY" }', lambda s: s.control == {"tK6": "FRIENDLY"}),
    (
        'control = { "building O6/1" = "FRIENDLY" }',
        lambda s: s.areas == {"building tO6": "FRIENDLY"},
    ),
    ('vpo = ["t:O6/1"]', lambda s: s.vpo == ("tO6/1",)),
    (
        'msr.victory = [{ side = "FRIENDLY", control = ["O6"] }]',
        lambda s: s.mission.victory[0].control == ("tO6",),
    ),
    (
        'weather = { wind = "mild", direction = 2, sky = "rain", night = 3 }',
        lambda s: (
            (s.weather.wind, s.weather.direction, s.weather.sky, s.weather.night)
            == ("mild", 2, "rain", 3)
        ),
    ),
    (
        'effects = [{ kind = "no entry", turn = 3 }]',
        lambda s: s.effects[0].kind == "no entry",
    ),
    ('happened = { "Fog" = 2 }', lambda s: s.had == {"Fog": 2}),
    ("heavy = 1", lambda s: s.heavy == 1),
    ('move = { units = ["V"], spent = 4 }', lambda s: s.move.spent == 4),
    (
        'fortifications.F = { is = "foxhole for 1 in K6", holds = ["V"] }',
        lambda s: s.units["V"].inside == "F",
    ),
    (
        'fortifications.F = { is = "minefield in K6", fp = 8, hidden = true }',
        lambda s: s.fortifications["F"].fp == 8 and s.fortifications["F"].hidden,
    ),
    (
        'enemies.R = { is = "4-4-7 in K6", guard = "V", unarmed = true }',
        lambda s: s.units["R"].guard == "V",
    ),
    ('units.W = { is = "4-6-7 in J6", labor = 2 }', lambda s: s.units["W"].labor == 2),
    (
        'markers.R = "residual 4 in K6"\nmarkers.S = "smoke 3 in K6"',
        lambda s: s.markers["R"].fp == 4 and s.markers["S"].hindrance == 3,
    ),
    (
        'weapons.N = "MMG of V"\nmarkers.F = { is = "fire lane 4 in K6", of = "N" }',
        lambda s: s.markers["F"].of == "N",
    ),
    (
        'batteries.oba = { calibre = 100, observer = "L", registered = ["K6"] }',
        lambda s: (
            s.batteries["oba"].registered == ("tK6",)
            and s.weapons["obaradio"].owner == "L"
        ),
    ),
    ('planes.fb = { kind = "DB" }', lambda s: s.planes["fb"].kind == "DB"),
]

REFUSED = [
    # what is given, and what to do about it
    ('waves.w = { marker = "T1", units = ["X"] }', "'X' is no unit"),
    (
        'waves.w = { marker = "T1", unts = ["E"] }',
        "'unts' here; did you mean units",
    ),
    ('platoons.p = ["E"]', "E is no vehicle"),
    ('enemies.E = "motion 4-4-7 in O6"', "'motion' is said of no vehicle"),
    ('enemies.E = { is = "4-4-7 in O6", vca = 1 }', "vca is said of no vehicle"),
    ('enemies.E = { is = "4-4-7 in O6", vehicle.ce = true }', "4-4-7 is no vehicle"),
    ('enemies.T = { is = "T-34 M43 in N5", vca = "A1-A2" }', "write one of 0 "),
    ('enemies.T = { is = "T-34 M43 in N5", weapons.AAMG = "dm" }', "it has MA"),
    ('enemies.T = { is = "T-34 M43 in N5", weapons.MA = "broken" }', "no state"),
    ('weapons.M = "limbered MMG of E"', "'limbered' is said of no gun"),
    ('weapons.M = "MMG of X"', "'X' is no unit"),
    ('snipers.ENEMY = "B3"', "write san.ENEMY = 4 too"),
    ("losses.ENEMY = { san = 3, sann = 2 }", "did you mean san"),
    ('control = { "village K6" = "ENEMY" }', 'write "K6", "hex K6"'),
    ('weather = { wind = "strong" }', "weather: "),
    ('effects = [{ kind = "no entry" }]', "has a kind and a turn"),
    ("move = { spent = 4 }", "nobody moves"),
    ('units.V = { is = "4-6-7 in K6", inside = "F" }', "inside 'F' is not there"),
    ('enemies.R = { is = "4-4-7 in K6", guard = "X" }', "guard 'X' is not there"),
    ('fortifications.F = { is = "foxhole in K5", holds = ["V"] }', "not in tK5"),
    ('fortifications.F = "wire for 1 in K6"', "wire has no room"),
    ('markers.R = "flame 4 in K6"', "flame has no number"),
    ('markers.R = { is = "SR in K6", of = "oba" }', "of 'oba' is not there"),
    ('batteries.oba = { calibre = 100, observer = "X" }', "'X' is no unit"),
    ("batteries.oba = { calibre = 100, chits = 3 }", "no 'chits'"),
    ('phase = "set-up"\nturn = 3', "before turn 1"),
    ('ac = "AC-start"', 'phase = "set-up"'),
    ('units.X = "LMG in K6"', "LMG is no unit; write it after with"),
]


class TestEffect:
    """What is accepted."""

    @pytest.mark.parametrize(("given", "has"), EFFECTS, ids=[e[0] for e in EFFECTS])
    def test_effect(self, given: str, has: object) -> None:
        """The State has it, and would not have it otherwise."""
        assert has(after(given))  # type: ignore[operator] # one of the functions above
        assert after(given) != after("")


def after(given: str) -> State:
    """The State with a given in place of the plain one of the same key."""
    keys = {line.split(" = ")[0] for line in given.splitlines()}
    kept = [line for line in PLAIN.splitlines() if line.split(" = ")[0] not in keys]
    head = HEAD.replace("ac = 3\n", "") if "ac" in keys else HEAD
    text = "\n".join([head, CASE, *kept, given])
    (case,) = read_example(text.encode(), "small.toml").cases
    if case.fault:
        raise OpforError(case.fault)
    (play,) = case.plays
    return BUILDER.scene(play.givens, play.origin).state


class TestRefused:
    """What is not accepted."""

    @pytest.mark.parametrize(("given", "error"), REFUSED, ids=[r[0] for r in REFUSED])
    def test_refused(self, given: str, error: str) -> None:
        """It is refused with what to write instead."""
        with pytest.raises(OpforError) as raised:
            after(given)
        assert error in str(raised.value)


CHANGE = '[[case]]\nwhat = "Between two checks."\n'


class TestChange:
    """What a step changes before it does anything."""

    def test_ac(self) -> None:
        """Between two Activation Checks the AC# changes."""
        text = """
[[case.step]]
call = { rule = "S5.1", suspect = "S1" }
dice = "S5.1 dr 3"
expect.result = true

[[case.step]]
change = { ac = 2, suspects.S2 = "in O6" }
call = { rule = "S5.1", suspect = "S2" }
dice = "S5.1 dr 3"
expect.result = false
expect.ac = 2
"""
        assert not played(CHANGE + text).misses

    def test_random_event_between_orders(self) -> None:
        """A Random Event is rolled between two orders of a side."""
        text = """
[[case.step]]
do = "V assault J5"
dice = "S5.1 dr 6"

[[case.step]]
call = { rule = "S2.2" }
dice = "S2.2 DR 3,4"
expect.also = [{ is = "random event" }]

[[case.step]]
do = "L move J7"
expect.units.L = "in J7"
"""
        result = played(CHANGE + text)
        assert result.status == "passed", (result.misses, result.story)

    @pytest.mark.parametrize(
        ("change", "expect"),
        [
            ('units.V = "broken, dm"', 'units.V = "broken"'),
            ('units.V = "in K5"', 'units.V = "in K5"'),
            ("units.V = { labor = 1 }", 'units.V = { is = "4-6-7", labor = 1 }'),
            ('units.V = "gone"', 'units.V = "gone"'),
            ('suspects.S1 = "red in O7"', 'suspects.S1 = "red in O7"'),
            ('suspects.S1 = "gone"', "left = 0"),
            ('weapons.M = "malfunctioned"', 'weapons.M = "malfunctioned MMG in J6"'),
            ('enemies.E = "4-4-7 in P6"', 'at.P6 = ["4-4-7"]'),
        ],
    )
    def test_pieces(self, change: str, expect: str) -> None:
        """Pieces are another way from then on."""
        text = f"""
weapons.M = "MMG in J6"
change.{change}
range = ["A1", "A2"]
expect.{expect}
"""
        assert not played(CHANGE + text).misses

    @pytest.mark.parametrize(
        ("change", "error"),
        [
            ('units.X = "gone"', "'X' is not there"),
            ('units.V = "8-0"', "another counter"),
            ('units.V = "with LMG"', "change weapons"),
            ("tturn = 3", "no key 'tturn'"),
        ],
    )
    def test_wrong(self, change: str, error: str) -> None:
        """What cannot be is told."""
        with pytest.raises(OpforError, match=error):
            played(f'{CHANGE}change.{change}\nrange = ["A1", "A2"]\n')


def test_several_text_boards() -> None:
    """Text boards by their names make one map."""
    text = (
        MOVE
        + '''
map = "t@0,0 u@0,1"
boards = { t = """size: 21x10
wooden building 1: O6
brush: K6""", u = """size: 21x10
woods: D4""" }
expect.suspects.S1 = "gone"
expect.units.V = "in t:K6"
'''
    )
    given = GIVENS.replace("map = ", "note = ").replace(" in J6", " in tJ6")
    result = played(
        text.replace('K6"\ndice', 'tK6"\ndice'), given.replace('"in O6"', '"in tO6"')
    )
    assert result.status == "passed", (result.misses, result.why)
