"""Units, weapons, S? and fortifications as they stand on the map."""

from typing import Annotated, Literal, NewType

from msgspec import Meta, Struct

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
    "wreck",
    "burning wreck",
    "SR",
    "FFE:1",
    "FFE:2",
    "FFE:C",
]
Mount = Literal[
    "", "MA", "BMG", "CMG", "AAMG", "RMG", "side MG", "bow gun", "turret gun"
]
"""Where a vehicle carries a Weapon: Main Armament, MG and second guns."""

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
    "threw",
    "sets DC",
    "smoke",
    "owes smoke",
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
    "motion",
    "ESB",
    "hull down",
    "by itself",
    "bog DR",
    "winded",
]
"""What a unit does once in a phase or Player Turn; see `FOR_THE_TURN`."""

Action = Literal["", "Panic", "Fire", "Move", "Entrench", "nothing"]
"""What an ENEMY unit does in a Player Turn (S6.11); empty: not determined yet."""

FOR_THE_TURN: tuple[Deed, ...] = (
    "rally",
    "smoke",
    "sets DC",
    "advanced",
    "in command",
)
"""Deeds that are remembered to the end of the Player Turn, not of the phase."""

LocationName = NewType("LocationName", str)
"""A Location by name: `33Q6` at ground level, `33Q6/1` one level above.

Saves and logs hold names, which a person can read; `World.locate` gives the numbers.
"""

NO_CA = -1
"""No Covered Arc: the counter has none, or none was chosen yet."""

CA = Annotated[int, Meta(ge=NO_CA, le=5)]
"""A CA as a hexspine of six; whatever is read, a save or an example, is held to it."""

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
        edge: the edge that it enters by, or did; empty: by none, or the EBE.
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
    edge: Literal["", "FBE", "north", "EBE", "south"] = ""
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
        mired: bogged for worse (D8.3).
        immobile: immobilized for good (D8.1).
        inexperienced: an Inexperienced Crew (D3.45).
        leader: the counter id of its armor leader, empty if it has none.
        equipment: optional armament and equipment that it has (H1.41).
        recalled: under Recall (D5.341).
        abandoned: its crew has left it (D5.4).
        manned: the counter of who mans it in place of its own crew (A21.22).
        platoon: the name of its platoon; empty outside one (D14.2).
        stunned: its crew does nothing in this Player Turn (D5.34).
        shaken: its crew was Stunned or Shocked once, and has +1 to what it does.
        shock: Shocked, or Unconfirmed Kill (C7.42).
        entered: it has entered a hex or hexside in this Player Turn (C6.1).
        began_in_motion: it began its MPh of this Player Turn in Motion (C6.11).
        trail: the Locations it spent MP in during this Player Turn, and quarters of
            MP spent in each, in order (C5.35, C6.14).
        corners: where it came by VBM on its trail, and the corner it came to (D2.3).
        bypass: the hexsides of its hex along which it stands in VBM (D2.3).
        corner: the corner of its hex that it has come to in VBM; below 0 for none.
        hull_down: the hexsides behind which it is HD (D4.2).
        discharged: it has tried its smoke dispenser in this Player Turn (D13.2).
        towing: the id of the Gun that it tows (C10.1).
        entering: a Random Event brought it in, and it has had no Target (S9.321).
    """

    vca: CA = NO_CA
    tca: CA = NO_CA
    ce: bool = False
    motion: bool = False
    bogged: bool = False
    mired: bool = False
    immobile: bool = False
    inexperienced: bool = False
    leader: str = ""
    equipment: tuple[str, ...] = ()
    recalled: bool = False
    abandoned: bool = False
    manned: str = ""
    platoon: str = ""
    stunned: bool = False
    shaken: bool = False
    shock: Literal["", "shock", "UK"] = ""
    entered: bool = False
    began_in_motion: bool = False
    trail: tuple[tuple["LocationName", int], ...] = ()
    corners: tuple[tuple["LocationName", int], ...] = ()
    bypass: tuple[int, ...] = ()
    corner: int = -1
    hull_down: tuple[int, ...] = ()
    discharged: bool = False
    towing: str = ""
    entering: bool = False


class GunState(Struct, frozen=True, kw_only=True):
    """What a Gun has beside the states of any Weapon.

    Args:
        ca: Covered Arc, numbered as a vehicle's.
        emplaced: C11.2.
        limbered: C10.
        turned: the phase in which it last turned without firing (C3.22).
    """

    ca: CA = NO_CA
    emplaced: bool = False
    limbered: bool = False
    turned: str = ""


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
        hazardous: what it does counts as Hazardous Movement (A4.62), whoever fires.
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
        wave: the id of the Human Wave that it is part of; empty outside one.
        crest: in Crest status, the hexsides of its hex that it faces (B20.9).
        afph: Activated by Defensive Fire, it fires in its AFPh (S5.5).
        attitude: an ENEMY unit's, its S?'s (D-006); empty: the Prevailing one.
        action: the Action of an ENEMY unit in this Player Turn (S6.11); empty until
            its Action DR is made.
        automatic: the number of the Automatic Action that it has (S6.3).
        command: the row of its Fire Command (S6.23).
        attack_table: the Attack Table on which that row stands (S8.p3).
        goal: the Location that its Automatic Action takes it to (S6.317), or by which
            it is to enter the map (S9.32).
        aboard: the id of the vehicle that carries it (D6.1).
        rides: it is a Rider, on the vehicle, not a Passenger within it (D6.2).
        group: what the Mission calls it and others of its OB; empty: nothing.
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
    hazardous: bool = False
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
    wave: str = ""
    crest: tuple[int, ...] = ()
    afph: bool = False
    attitude: Attitude | Literal[""] = ""
    action: Action = ""
    automatic: str = ""
    command: int = 0
    attack_table: str = ""
    goal: LocationName = OFFBOARD
    aboard: str = ""
    rides: bool = False
    group: str = ""
    vehicle: VehicleState | None = None

    @property
    def good_order(self) -> bool:
        """Neither broken, berserk, captured, in Melee (A.7), nor in Panic (S6.211).

        Of a vehicle: nor Stunned or Shocked.
        """
        if self.vehicle and (self.vehicle.stunned or self.vehicle.shock):
            return False
        return not (
            self.broken or self.berserk or self.melee or self.panic or self.guard
        )

    @property
    def good_order_or_berserk(self) -> bool:
        """What S? are checked for as it moves, and what is attacked (S5.3, S5.31)."""
        return self.good_order or self.berserk

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
        mount: where its vehicle carries it; empty for what no vehicle is armed with.
        disabled: it cannot be repaired (D3.7).
        bored: the Location that it has Bore Sighted (C6.4).
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
    mount: Mount = ""
    disabled: bool = False
    bored: LocationName = OFFBOARD


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
    ca: CA = NO_CA
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
        fp: FP of Residual Fire, of a Fire Lane, or of a set DC.
        drm: its own DRM, such as a Fire Lane's.
        side: whose fire it is; empty for nobody's.
        of: the id of the unit or Weapon it belongs to (the MG of a Fire Lane), or of
            the battery (a SR, a FFE).
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
