"""Units, weapons, S? and fortifications as they stand on the map."""

from typing import Literal, NewType

from msgspec import Struct

Side = Literal["FRIENDLY", "ENEMY"]
Attitude = Literal["Hold", "Advance"]
Phase = Literal["RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh"]
FortificationKind = Literal[
    "foxhole",
    "trench",
    "pillbox",
    "fortified building",
    "cave",
    "wire",
    "minefield",
    "roadblock",
]
MarkerKind = Literal[
    "smoke",
    "WP",
    "trail break",
    "panji",
    "residual",
    "fire lane",
    "flame",
    "blaze",
    "DC",
    "shellholes",
    "rubble",
]
Fired = Literal["", "prep", "first", "final", "opportunity"]
"""The fire counter that a unit or Weapon lies under."""

Deed = Literal[
    "rally",
    "self rally",
    "keep DM",
    "repair",
    "recover",
    "transfer",
    "deploy",
    "direct",
    "smoke",
    "search",
    "entrench",
    "interdicted",
    "routed",
    "low crawl",
    "advanced",
    "attacked",
    "defended",
    "withdrawing",
    "ambusher",
    "in command",
    "acted",
]
"""What a unit does once in a phase or Player Turn; see `FOR_THE_TURN`."""

Action = Literal["", "Panic", "Fire", "Move", "Entrench", "nothing"]
"""What an ENEMY unit does in a Player Turn (S6.11); empty: not determined yet."""

FOR_THE_TURN: tuple[Deed, ...] = ("rally", "smoke", "advanced", "in command")
"""Deeds that are remembered to the end of the Player Turn, not of the phase."""

LocationName = NewType("LocationName", str)
"""A Location by name: `33Q6` at ground level, `33Q6/1` one level above.

Saves and logs hold names, which a person can read; `World.locate` gives the numbers.
"""

NO_CA = -1
"""No Covered Arc: the counter has none, or none was chosen yet."""

OFFBOARD = LocationName("")
"""Where units are that have not entered yet or have left."""

SUSPECT_CAP = 2
"""S? that a Location may hold at the start (S4.1)."""


class Suspect(Struct, frozen=True):
    """A S? counter: no unit until it is Activated, yet a Good Order one where it is.

    Args:
        id: its name in this game, such as `S7`.
        location: where it stands; OFFBOARD while it waits to enter.
        attitude: Hold or Advance.
        colour: the background that tells groups apart (S3.2); black at the start.
        enters: the Location next to which it waits offboard (S4.2).
        crest: in Crest status, the hexsides of its hex that it faces (S4.14).
        human_wave: it is generated on {x10}, in a Human Wave or not any more (S4.3).
        wave: the id of the Human Wave that it moves in; empty outside one.
        mmc: the one type of all MMC of its group (S12.22); empty: by {x2}.
        moved: it has had its MPh of this Player Turn (S3.321).
        advanced: it has advanced in this APh.
    """

    id: str
    location: LocationName
    attitude: Attitude = "Hold"
    colour: str = "black"
    enters: LocationName = OFFBOARD
    crest: tuple[int, ...] = ()
    human_wave: bool = False
    wave: str = ""
    mmc: str = ""
    moved: bool = False
    advanced: bool = False

    @property
    def squads(self) -> int:
        """How many squads it counts as for stacking and VP: two in a wave (S4.3)."""
        return 2 if self.human_wave else 1

    @property
    def exit_vp(self) -> int:
        """Exit VP of the ENEMY if it leaves by the FBE: 2, or 4 (S9.41)."""
        return 2 * self.squads


class Wave(Struct, frozen=True):
    """A Human Wave.

    Args:
        id: its name in this game, such as `wave1`.
        colour: the colour of its S?.
        marker: the entrance hex beside which the Direction counter lies (S4.31).
    """

    id: str
    colour: str
    marker: LocationName


class VehicleState(Struct, frozen=True, kw_only=True):
    """What a vehicle has beside the states of any unit.

    Covered Arcs are numbered by the hexspine that the counter points along: spine n
    runs to corner n of the hex, the first one at the top left, clockwise.

    Args:
        vca, tca: Vehicular and Turret CA; the same without a turret.
        ce: its crew is Crew Exposed.
        motion: in Motion; otherwise stopped.
        bogged: by D8.2.
        inexperienced: an Inexperienced Crew (D3.45).
        leader: the counter id of its armor leader, empty if it has none.
        equipment: optional armament and equipment that it has (H1.41).
        recalled: under Recall (D5.341).
        abandoned: its crew has left it (D5.4).
        platoon: the name of its platoon; empty outside one (D14.2).
    """

    vca: int = NO_CA
    tca: int = NO_CA
    ce: bool = False
    motion: bool = False
    bogged: bool = False
    inexperienced: bool = False
    leader: str = ""
    equipment: tuple[str, ...] = ()
    recalled: bool = False
    abandoned: bool = False
    platoon: str = ""


class GunState(Struct, frozen=True, kw_only=True):
    """What a Gun has beside the states of any Weapon.

    Args:
        ca: Covered Arc, numbered as a vehicle's.
        emplaced: C11.2.
        limbered: C10.
    """

    ca: int = NO_CA
    emplaced: bool = False
    limbered: bool = False


class Acquired(Struct, frozen=True, kw_only=True):
    """What ordnance has ranged in on (C6.5).

    Args:
        at: the Location of the acquired target.
        drm: -1 or -2.
        area: by the Area Target Type: of the whole hex, and of whoever is in it.
    """

    at: LocationName
    drm: int = -1
    area: bool = False


class Unit(Struct, frozen=True, kw_only=True):
    """An MMC, a SMC or a vehicle in play.

    Args:
        id: its name in this game, such as `467a`; ENEMY names start with e.
        side: FRIENDLY or ENEMY.
        counter: the id of its counter type, such as `german/4-6-7`.
        location: where it is.
        broken, pinned, cx, concealed, berserk: its states.
        dm: under Desperation Morale (A10.62).
        disrupted: A19.12.
        fanatic: A10.8.
        wounded: A17.
        heroic: a heroic leader (A15.21).
        encircled: A7.7.
        hidden: set up by HIP (A12.3).
        ti: Temporarily Immobilized (A4.8).
        panic: S6.21.
        melee: locked in Melee (A11.15).
        unarmed: A20.5.
        guard: the id of its Guard if it is a prisoner (A20.5); empty if it is none.
        fired: the fire counter it lies under.
        deeds: what it has done that it may do but once.
        inside: the id of the fortification whose protection it has, or wire that it
            is above; empty for none.
        wall: it has Wall Advantage in its hex (B9.32).
        labor: its labor status counters (B24.8).
        moved: it has had its MPh of this Player Turn.
        double_timed: it used Double Time in this MPh, and is CX for the next one too.
        wave: the id of the Human Wave that it is part of; empty outside one.
        crest: in Crest status, the hexsides of its hex that it faces (B20.9).
        afph: Activated by Defensive Fire, it fires in its AFPh (S5.5).
        attitude: an ENEMY unit's, its S?'s (D-006); empty: the Prevailing one.
        action: the Action of an ENEMY unit in this Player Turn (S6.11); empty until
            its Action DR is made.
        automatic: the number of the Automatic Action that it has (S6.3).
        command: the row of its Fire or Move Command (S6.22, S6.23).
        goal: the Location that its Automatic Action takes it to (S6.317).
        vehicle: what it has as a vehicle; None for Personnel.
    """

    id: str
    side: Side
    counter: str
    location: LocationName = OFFBOARD
    broken: bool = False
    pinned: bool = False
    cx: bool = False
    concealed: bool = False
    berserk: bool = False
    dm: bool = False
    disrupted: bool = False
    fanatic: bool = False
    wounded: bool = False
    heroic: bool = False
    encircled: bool = False
    hidden: bool = False
    ti: bool = False
    panic: bool = False
    melee: bool = False
    unarmed: bool = False
    guard: str = ""
    fired: Fired = ""
    deeds: tuple[Deed, ...] = ()
    inside: str = ""
    wall: bool = False
    labor: int = 0
    moved: bool = False
    double_timed: bool = False
    wave: str = ""
    crest: tuple[int, ...] = ()
    afph: bool = False
    attitude: Attitude | Literal[""] = ""
    action: Action = ""
    automatic: str = ""
    command: int = 0
    goal: LocationName = OFFBOARD
    vehicle: VehicleState | None = None

    @property
    def good_order(self) -> bool:
        """Neither broken, berserk, captured, in Melee (A.7), nor in Panic (S6.211)."""
        return not (
            self.broken or self.berserk or self.melee or self.panic or self.guard
        )

    def did(self, deed: Deed) -> bool:
        """Whether it has done that already."""
        return deed in self.deeds


class Weapon(Struct, frozen=True, kw_only=True):
    """A SW or Gun in play.

    Args:
        id: its name in this game, such as `mmga`.
        counter: the id of its counter type, such as `russian/mmg`.
        owner: the unit that possesses it; empty if nobody does.
        location: where it lies if nobody possesses it.
        dm: dismantled.
        malfunctioned: A9.7.
        fired: the fire counter it lies under.
        rof: it kept its Multiple ROF and may fire again in this phase (A9.2).
        side: whose it was made for play by; empty: its nation's.
        gun: what it has as a Gun; None for a SW.
        acquired: what it has acquired.
        depleted: kinds of ammunition that it has no more of (C8.9).
        intensive: its last shot was Intensive Fire (C5.6).
        smoked: its fire counter is for SMOKE alone (A24.5).
    """

    id: str
    counter: str
    owner: str = ""
    location: LocationName = OFFBOARD
    dm: bool = False
    malfunctioned: bool = False
    fired: Fired = ""
    rof: bool = False
    side: Side | Literal[""] = ""
    gun: GunState | None = None
    acquired: Acquired | None = None
    depleted: tuple[str, ...] = ()
    intensive: bool = False
    smoked: bool = False


class Fortification(Struct, frozen=True, kw_only=True):
    """A fortification in play.

    Args:
        id: its name in this game.
        kind: what it is.
        location: where it is.
        capacity: squads that fit into it; 0 where that has no meaning.
        defence: TEM in and outside its CA where the counter prints it.
        ca: Covered Arc of a pillbox or cave, numbered as a vehicle's.
        fp: FP of an A-P minefield (6, 8 or 12).
        factors: A-T factors of a minefield.
        sides: the hexsides that a roadblock lies on.
        hidden: not on the map yet (A12.33, B30.7).
        side: whose it is; empty for nobody's.
    """

    id: str
    kind: FortificationKind
    location: LocationName
    capacity: int = 0
    defence: tuple[int, ...] = ()
    ca: int = NO_CA
    fp: int = 0
    factors: int = 0
    sides: tuple[int, ...] = ()
    hidden: bool = False
    side: Side | Literal[""] = ""


class Marker(Struct, frozen=True, kw_only=True):
    """A counter that is neither a unit, a Weapon nor a fortification.

    Args:
        id: its name in this game.
        kind: SMOKE by its kind, a Trail Break, or panji.
        location: where it is.
        hindrance: the LOS Hindrance DRM of SMOKE.
        sides: the hexsides that a Trail Break or panji lies on.
        fp: FP of Residual Fire or of a Fire Lane.
        drm: its own DRM, such as a Fire Lane's.
        side: whose fire it is; empty for nobody's.
        of: the id of the unit or Weapon it belongs to (the MG of a Fire Lane).
        grenade: SMOKE by grenades, gone at the end of the MPh (A24.1).
        dispersed: SMOKE on its weaker side (A24.5).
        attacked: units that this fire has attacked in its Location, and the DRM of
            each attack, since it attacks a unit there but once (A8.22).
    """

    id: str
    kind: MarkerKind
    location: LocationName
    hindrance: int = 0
    sides: tuple[int, ...] = ()
    fp: int = 0
    drm: int = 0
    side: Side | Literal[""] = ""
    of: str = ""
    grenade: bool = False
    dispersed: bool = False
    attacked: dict[str, int] = {}


class Move(Struct, frozen=True, kw_only=True):
    """The move in hand: who moves together, how, and what it has cost.

    MF are counted in quarters, so that 1.5 MF stays a whole number.

    Args:
        units: the ids of the units that move as one stack.
        assault: they use Assault Movement.
        double_time: they use Double Time.
        allotment: quarters of a MF that they may spend.
        spent: quarters spent so far.
        here: quarters spent in the Location they are in, to enter it too.
        road: every hexside so far was crossed by road.
        steps: Locations entered so far.
        long_range: the one Long Range Activation DR of this stack was made (S5.32).
        entry_side: the hexside by which the Location was entered, -1 if by none.
        dash: it is a Dash (A4.63).
        minimum: it is a Minimum Move (A4.134).
        hazardous: it is Hazardous Movement (A4.62).
        bypass: the hexsides of its hex that it is moving along by Bypass (A4.3).
        charge: a berserk charge or a Human Wave: it may enter ENEMY Locations.
        goals: the nearest buildings or woods, which a rout must make for (A10.51).
        seen: the ids of enemies that a routing unit has had in its LOS (A10.51).
        late: Double Time was declared in the course of the move (A4.5).
        stopped: its units may do nothing more in this move.
        behind: the parts of the stack that it left, each with what it has spent; they
            may move on after it (A4.2).
    """

    units: tuple[str, ...]
    assault: bool = False
    double_time: bool = False
    allotment: int = 0
    spent: int = 0
    here: int = 0
    road: bool = True
    steps: int = 0
    long_range: bool = False
    entry_side: int = -1
    dash: bool = False
    minimum: bool = False
    hazardous: bool = False
    bypass: tuple[int, ...] = ()
    charge: bool = False
    goals: tuple[LocationName, ...] = ()
    seen: tuple[str, ...] = ()
    late: bool = False
    stopped: bool = False
    behind: tuple["Move", ...] = ()

    @property
    def parts(self) -> "tuple[Move, ...]":
        """The part in hand and those left behind."""
        return self, *self.behind


Style = Literal["safest", "shortest", "out of FRIENDLY LOS", "out of Known LOS"]
"""What a route of the ENEMY looks for, or keeps to."""


class Course(Struct, frozen=True, kw_only=True):
    """What the ENEMY's move in hand is to do, by its Move Command (S9.2).

    Args:
        movers: the ids of the units or the S? that move together.
        table, row: the Movement Table and its row.
        clause: the place of the clause that decided; what follows it may stop them.
        how: one hex by Assault Movement, a route to a goal, or a random direction.
        goal: the Locations that they make for.
        way: the Locations still to be entered, as the route was found.
        style: what the route looks for, or keeps to.
        heading: the direction of a RAS (S9.23).
        back: the Location just left, which a REH does not enter again (S9.24).
        double: they use Double Time.
    """

    movers: tuple[str, ...]
    table: str = ""
    row: int = 0
    clause: int = 0
    how: Literal["one hex", "route", "RAS", "REH"] = "route"
    goal: tuple[LocationName, ...] = ()
    way: tuple[LocationName, ...] = ()
    style: Style = "safest"
    heading: str = ""
    back: LocationName = OFFBOARD
    double: bool = False


class Window(Struct, frozen=True, kw_only=True):
    """A moment in the MPh at which the DEFENDER may fire at what moves (A8.1).

    Args:
        side: whose moment it is.
        mf: quarters of MF spent in this Location so far, which limit the shots.
        shots: how often each unit or Weapon has fired at the movers in this Location.
        asked: the DEFENDER may still fire; False once he holds his fire.
        entered: the MF were spent to enter the Location, not within it (A8.15).
        suspects: S? are to be checked for Activation once it is over (S8.p14).
    """

    side: Side
    mf: int = 0
    shots: dict[str, int] = {}
    asked: bool = True
    entered: bool = True
    suspects: bool = False


class Shot(Struct, frozen=True):
    """An attack that was made in this phase, as later ones must know it.

    Args:
        side: whose it was.
        target: the Location attacked.
        froms: where it came from.
        firers: the units whose inherent FP it used, and the SW.
        leaders: who directed it.
        encircles: it could have brought about a NMC, and so counts for A7.7.
    """

    side: Side
    target: LocationName
    froms: tuple[LocationName, ...] = ()
    firers: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()
    encircles: bool = False


class Clash(Struct, frozen=True, kw_only=True):
    """A CC attack that is declared, or a withdrawal (A11.12, A11.2).

    Args:
        side: whose it is.
        location: where.
        attackers: the ids of those who attack or withdraw.
        defenders: the ids of those attacked; none for a withdrawal.
        capture: an attempt to capture them (A20.22).
        hand_to_hand: on the Hand-to-Hand Kill Numbers (J2.31).
        to: where to they withdraw.
    """

    side: Side
    location: LocationName
    attackers: tuple[str, ...]
    defenders: tuple[str, ...] = ()
    capture: bool = False
    hand_to_hand: bool = False
    to: LocationName = OFFBOARD


class Weather(Struct, frozen=True, kw_only=True):
    """Wind and weather now (B25.6, E3); the Mission says how they begin.

    Args:
        wind: wind force.
        direction: the hexside that the wind blows toward.
        gusts: there are Gusts in this Player Turn.
        sky: what falls or hangs over the map.
        ground: what it has done to the ground.
        night: the NVR in hexes; -1 by day.
    """

    wind: Literal["none", "mild", "heavy"] = "none"
    direction: int = 0
    gusts: bool = False
    sky: Literal["clear", "overcast", "rain", "heavy rain", "mist", "snow"] = "clear"
    ground: Literal["moderate", "dry", "wet", "mud", "snow", "deep snow"] = "moderate"
    night: int = -1


Stops = Literal["choices", "all"]
"""Where a side is asked: where it has a choice that matters, or any at all."""

EffectKind = Literal[
    "fresh troops",
    "better leaders",
    "mist",
    "no entry",
    "reinforcement",
    "Human Wave",
]


class Effect(Struct, frozen=True, kw_only=True):
    """What a Random Event does later, or for some time (S12).

    Args:
        kind: what it is.
        turn: the Game Turn to the end of which it lasts, or in which it comes.
        number: how many S? come.
        edge: the edge that they enter by.
        spread: how they are spread along it ({A6e}).
    """

    kind: EffectKind
    turn: int
    number: int = 0
    edge: Literal["", "FBE", "north", "EBE", "south"] = ""
    spread: Literal["", "each", "pairs", "together"] = ""


Resolution = Literal["fire", "morale", "rally", "close combat", "to hit"]
"""What the engine resolves, unless the player does it on his own table."""


class Toll(Struct, frozen=True, kw_only=True):
    """What a side has gained and lost.

    Args:
        cvp: Casualty VP that it has gained (A26.22).
        exit_vp: Exit VP that it has gained (A26.23).
        lost: counter ids of its units that were eliminated or captured.
        no_quarter: its units do not surrender any more (A20.3).
        san: its SAN (A14.1).
        sniper: where its Sniper counter is.
        pf: PF that it has fired (C13.3).
    """

    cvp: int = 0
    exit_vp: int = 0
    lost: tuple[str, ...] = ()
    no_quarter: bool = False
    san: int = 0
    sniper: LocationName = OFFBOARD
    pf: int = 0
