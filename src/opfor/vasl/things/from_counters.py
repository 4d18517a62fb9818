"""The way back: what the counters of a position are as things of a game.

A counter that opfor wrote says by its label which thing it is (`notes`); one of the
player's gets an id. Who lies beneath a foxhole is in it, a SW belongs to the unit that
it lies on, a marker to what is beneath it: as `piles` lays them.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.geo.ground import Location
from opfor.geo.hexes import SIDES
from opfor.state.counters import DUMMY, Gun, Vehicle
from opfor.state.id_stems import stem
from opfor.state.state import next_id
from opfor.state.units import (
    NO_CA,
    OFFBOARD,
    Acquired,
    Fired,
    Fortification,
    GunState,
    LocationName,
    Marker,
    Side,
    Suspect,
    Unit,
    VehicleState,
    Weapon,
)
from opfor.state.world import World
from opfor.vasl.boards.laid import Layout
from opfor.vasl.position.saved_game import Standing
from opfor.vasl.things.notes import Note, read_note
from opfor.vasl.things.picks import HIP
from opfor.vasl.things.pieces import (
    MARKED,
    ON_COUNTER,
    VEHICLE_MARKED,
    hexside_name,
)
from opfor.vasl.things.piles import SHELTERS

_TYPED = frozenset({"MMC", "SMC", "vehicle", "SW", "Gun"})
_FIRED: tuple[Fired, ...] = ("prep", "first", "final", "opportunity")
_SIDE_OF: Mapping[str, int] = {hexside_name(side): side for side in range(SIDES)}
_NUMBER = re.compile(r"\d+")
_COLOURS = ("Black", "Yellow", "Grey", "Red", "Green", "Blue")


class Things(Struct):
    """What a position holds, by id.

    Args:
        units, weapons, suspects, fortifications, markers: as a State has them.
        vpo: VPO Locations.
        control: who Controls which of them.
        from_piece: which counter each unit and weapon was, by its id in the save.
        stems: what the ids of a game begin with, of things that no label names.
        mounts: what is written of what a vehicle is armed with, by its id and mount.
        untaken: counters that became nothing, and why.
    """

    units: dict[str, Unit] = {}
    weapons: dict[str, Weapon] = {}
    suspects: dict[str, Suspect] = {}
    fortifications: dict[str, Fortification] = {}
    markers: dict[str, Marker] = {}
    vpo: tuple[LocationName, ...] = ()
    control: dict[LocationName, Side] = {}
    from_piece: dict[str, str] = {}
    stems: dict[str, str] = {}
    mounts: dict[tuple[str, str], list[str]] = {}
    untaken: list[tuple[Standing, str]] = []


def game_ids(
    things: Things, ids: Iterable[str], named: Mapping[str, int]
) -> dict[str, str]:
    """The ids that a game gives to those of some things that no label names.

    Args:
        things: what has been read.
        ids: some of it.
        named: how many ids of each stem the game has given.
    """
    given, found = dict(named), {}
    for id_ in ids:
        if begin := things.stems.get(id_):
            found[id_] = next_id(given, begin)
            given[begin] = given.get(begin, 0) + 1
    return found


class Reader:
    """Reads the counters of a position on the map of a game.

    Args:
        world: the game's.
        nations: each side's nation.
        letters: the nations that VASL's letters may mean.
        layout: the boards of the position.
        boards: for each of them which board of the map it is; -1 for none.
    """

    def __init__(
        self,
        world: World,
        nations: Mapping[Side, str],
        letters: Mapping[str, Sequence[str]],
        layout: Layout,
        boards: Sequence[int],
    ) -> None:
        self.world = world
        self.nations = nations
        self.letters = letters
        self._layout = layout
        self._boards = boards
        self.found = Things()
        self.acquired: dict[str, Acquired] = {}

    def read(self, counters: Sequence[Standing]) -> Things:
        """All that lies on the map."""
        piles: dict[tuple[int, int], list[Standing]] = {}
        for each in counters:
            if not each.map:
                piles.setdefault((each.x, each.y), []).append(each)
        for (x, y), pile in piles.items():
            hex_ = self._hex(x, y)
            if hex_ is None:
                for each in pile:
                    self.leave(each, "it lies on no board of the game")
            else:
                _Pile(self, hex_).read(pile)
        for id_, acquired in self.acquired.items():
            if id_ in self.found.weapons:
                weapon = self.found.weapons[id_]
                self.found.weapons[id_] = replace(weapon, acquired=acquired)
        return self.found

    def _hex(self, x: int, y: int) -> int | None:
        place = self._layout.place(x, y)
        if place is None or self._boards[place[0]] < 0:
            return None
        try:
            return self.world.map.hex_of(self._boards[place[0]], place[1])
        except (OpforError, IndexError):
            return None

    def leave(self, standing: Standing, why: str) -> None:
        """A counter that becomes nothing."""
        self.found.untaken.append((standing, why))

    def id_of(self, note: Note, stem: str) -> str:
        """The id of a thing: as written beneath it, or one that no game has."""
        if note.id and note.id not in ("note", "level"):
            return note.id
        id_ = f"vasl{len(self.found.stems) + 1}"
        self.found.stems[id_] = stem
        return id_

    def side_of(self, counter: str) -> Side:
        """Whose a counter type is, by its nation."""
        nation = counter.partition("/")[0]
        if nation == self.nations["ENEMY"]:
            return "ENEMY"
        if nation == self.nations["FRIENDLY"]:
            return "FRIENDLY"
        mine, root = self.nations["ENEMY"], self.world.root
        try:
            alike = root(nation) == root(mine)
        except OpforError:
            return "FRIENDLY"
        other = root(nation) == root(self.nations["FRIENDLY"])
        return "ENEMY" if alike and not other else "FRIENDLY"


class _Pile:
    """The counters of one hex, read from below."""

    def __init__(self, reader: Reader, hex_: int) -> None:
        self._reader = reader
        self._things = reader.found
        self._hex = hex_
        self._level = 0
        self._part: list[str] = []
        self._above = ""
        self._unit = ""
        self._weapon = ""

    @property
    def _here(self) -> LocationName:
        return self._reader.world.name(Location(self._hex, self._level))

    def read(self, pile: Sequence[Standing]) -> None:
        """Take each as what it is."""
        for each in pile:
            note = read_note(each.label)
            try:
                self._take(each, note)
            except OpforError as problem:
                self._reader.leave(each, problem.what)

    def _take(self, each: Standing, note: Note) -> None:
        meaning = each.meaning
        if meaning.kind in _TYPED and not meaning.counter:
            self._reader.leave(each, meaning.why or "opfor has no such counter")
            return
        match meaning.kind:
            case "MMC" | "SMC" | "vehicle" | "dummy":
                self._take_unit(each, note, meaning.counter or DUMMY)
            case "SW" | "Gun":
                self._take_weapon(each, note)
            case "S?":
                self._take_suspect(each, note)
            case "fortification":
                self._take_fortification(each, note)
            case "marker" | "wreck":
                self._take_marker(each, note)
            case _:
                self._take_other(each, note)

    def _take_other(self, each: Standing, note: Note) -> None:
        match each.meaning.kind:
            case "state":
                self._take_state(each, note)
            case "VPO":
                self._things.vpo = (*self._things.vpo, self._here)
            case "control":
                self._take_control(each)
            case "none" | "aircraft":
                self._reader.leave(each, each.meaning.why or "an airplane")

    # -- units -------------------------------------------------------------------------

    def _take_unit(self, each: Standing, note: Note, counter: str) -> None:
        side = "FRIENDLY" if counter == DUMMY else self._reader.side_of(counter)
        own = "e" if side == "ENEMY" else ""
        id_ = self._reader.id_of(note, own + stem(self._reader.world.counter(counter)))
        on = {*each.states, *note.words}
        fields: dict[str, Any] = {word: word in on for word in ON_COUNTER[:-1]}
        fields |= {field: word in on for field, word in MARKED.items()}
        ride = note.after("aboard") or note.after("rides")
        unit = Unit(
            id=id_,
            side=side,
            counter=counter,
            location=self._here,
            concealed=counter != DUMMY and (each.concealed or "concealed" in on),
            hidden=each.hidden or HIP in on,
            fired=_fired(on),
            deeds=("in command",) if "in command" in on else (),
            inside=self._above,
            labor=note.number("labor"),
            moved=each.moved or "moved" in note.words,
            guard=note.after("guard"),
            aboard=ride,
            rides=bool(note.after("rides")),
            vehicle=self._driven(each, note, counter, on),
            **fields,
        )
        self._things.units[id_] = unit
        self._things.from_piece[id_] = each.id
        for word in ("malfunctioned", "disabled"):
            if mount := note.after(word):
                self._things.mounts.setdefault((id_, mount), []).append(word)
        self._unit, self._weapon = id_, ""
        if not self._above:
            self._part.append(id_)

    def _driven(
        self, each: Standing, note: Note, counter: str, on: set[str]
    ) -> VehicleState | None:
        piece = None if counter == DUMMY else self._reader.world.counter(counter)
        if not isinstance(piece, Vehicle):
            return None
        fields: dict[str, Any] = {word: word in on for word in VEHICLE_MARKED}
        if "no CA" in on:
            each = replace(each, ca=NO_CA, tca=NO_CA)
        tca = note.number("tca") if note.after("tca") else each.tca
        return VehicleState(
            vca=note.number("vca") if note.after("vca") else each.ca,
            tca=tca if tca != NO_CA else each.ca,
            ce="CE" in on and "BU" not in note.words,
            towing=note.after("tows"),
            **fields,
        )

    def _take_state(self, each: Standing, note: Note) -> None:
        """A marker: what it says beyond the state itself."""
        what = each.meaning.what
        if what == "level":
            self._begin_level(each, note)
        elif what == "acquired":
            drm = -2 if "-2" in each.states else -1
            area = "Area" in each.states
            self._reader.acquired[note.id] = Acquired(at=self._here, drm=drm, area=area)
        elif self._unit and not self._weapon:
            unit = self._things.units[self._unit]
            self._things.units[self._unit] = _marked(unit, each, note)

    def _begin_level(self, each: Standing, note: Note) -> None:
        shown = " ".join(each.states)
        number = _NUMBER.search(shown)
        if note.after("at"):
            self._level = note.number("at")
        elif "Cellar" in shown:
            self._level = -1
        else:
            self._level = int(number[0]) if number else 0
        self._part, self._above, self._unit, self._weapon = [], "", "", ""

    # -- weapons -----------------------------------------------------------------------

    def _take_weapon(self, each: Standing, note: Note) -> None:
        counter = each.meaning.counter
        id_ = self._reader.id_of(note, stem(self._reader.world.counter(counter)))
        on = {*each.states, *note.words}
        gun = None
        if isinstance(self._reader.world.counter(counter), Gun):
            gun = GunState(
                ca=NO_CA if "no CA" in on else each.ca,
                emplaced="not emplaced" not in on,
                limbered="limbered" in on,
            )
        side: Any = next((s for s in ("FRIENDLY", "ENEMY") if s in note.words), "")
        self._things.weapons[id_] = Weapon(
            id=id_,
            counter=counter,
            owner=self._unit,
            location=OFFBOARD if self._unit else self._here,
            dm="dm" in on or each.name.startswith("dm "),
            malfunctioned="malfunctioned" in on,
            disabled="disabled" in on,
            fired=_fired(on),
            intensive="intensive" in on,
            side=side,
            gun=gun,
        )
        self._things.from_piece[id_] = each.id
        self._weapon = id_

    # -- the rest ----------------------------------------------------------------------

    def _take_suspect(self, each: Standing, note: Note) -> None:
        id_ = self._reader.id_of(note, "S")
        shown = next((each_ for each_ in _COLOURS if each_ in each.states), "Black")
        self._things.suspects[id_] = Suspect(
            id=id_,
            location=self._here,
            attitude="Advance" if "Advance" in note.words else "Hold",
            colour=note.after("colour") or shown.lower(),
            crest=note.numbers("crest"),
            human_wave="human wave" in note.words,
            moved=each.moved,
        )

    def _take_fortification(self, each: Standing, note: Note) -> None:
        kind: Any = each.meaning.what
        id_ = self._reader.id_of(note, re.sub("[^a-z]", "", kind))
        side: Any = next((s for s in ("FRIENDLY", "ENEMY") if s in note.words), "")
        sides = note.numbers("sides")
        if kind == "roadblock" and not sides:
            sides = tuple(_SIDE_OF[s] for s in each.states if s in _SIDE_OF)
        capacity, defence, fp, factors = _printed(each, note)
        self._things.fortifications[id_] = Fortification(
            id=id_,
            kind=kind,
            location=self._here,
            capacity=capacity,
            defence=defence,
            ca=NO_CA if "no CA" in note.words else each.ca,
            fp=fp,
            factors=factors,
            sides=sides,
            hidden=each.hidden or HIP in note.words,
            side=side,
        )
        if kind in SHELTERS:
            for unit in self._part:
                found = self._things.units[unit]
                self._things.units[unit] = replace(found, inside=id_)
        self._part, self._unit, self._weapon = [], "", ""
        self._above = id_ if kind == "wire" else ""

    def _take_marker(self, each: Standing, note: Note) -> None:
        kind: Any = _marker_kind(each, note)
        if kind is None:
            return
        id_ = self._reader.id_of(note, re.sub("[^A-Za-z]", "", kind))
        side: Any = next((s for s in ("FRIENDLY", "ENEMY") if s in note.words), "")
        number = _NUMBER.search(each.name)
        shown = int(number[0]) if number else 0
        smoke, fire = kind in ("smoke", "WP"), kind in ("residual", "fire lane")
        self._things.markers[id_] = Marker(
            id=id_,
            kind=kind,
            location=self._here,
            hindrance=note.number("hindrance") or shown * smoke,
            sides=note.numbers("sides"),
            fp=note.number("fp") or shown * fire,
            drm=note.number("drm"),
            side=side,
            of=note.after("of") or each.meaning.counter,
            grenade="grenade" in each.name,
            dispersed="dispersed" in note.words,
        )

    def _take_control(self, each: Standing) -> None:
        letters = each.name.partition(" ")[0].lower()
        nations = self._reader.letters.get(letters, ())
        for side, nation in self._reader.nations.items():
            if nation in nations:
                self._things.control[self._here] = side


def _fired(on: Collection[str]) -> Fired:
    return next((word for word in _FIRED if word in on), "")


def _marked(unit: Unit, each: Standing, note: Note) -> Unit:
    """A unit with what a marker on it prints."""
    vehicle = unit.vehicle
    match each.meaning.what:
        case "labor":
            return replace(unit, labor=unit.labor or (2 if "-2" in each.states else 1))
        case "crest":
            return replace(unit, crest=note.numbers("sides"))
        case "bogged" if vehicle and each.name == "Mired":
            vehicle = replace(vehicle, mired=True)
        case "shock" if vehicle:
            vehicle = replace(vehicle, shock="UK" if each.name == "UK" else "shock")
        case "hull down" if vehicle:
            vehicle = replace(vehicle, hull_down=note.numbers("sides"))
        case "bypass" if vehicle:
            sides = [int(s) - 1 for s in each.states if s in "123456"]
            vehicle = replace(vehicle, bypass=(*vehicle.bypass, *sides))
    return replace(unit, vehicle=vehicle)


def _printed(each: Standing, note: Note) -> tuple[int, tuple[int, ...], int, int]:
    """Capacity, defence, FP and factors of a fortification."""
    name, kind = each.name, each.meaning.what
    shown = [_NUMBER.search(state) for state in each.states if state[:1].isdigit()]
    capacity = next((int(found[0]) for found in shown if found), 0)
    if kind not in ("foxhole", "pillbox"):
        capacity = 0
    box = re.match(r"(\d)\+(\d) Pillbox", name)
    defence = (int(box[1]), int(box[2])) if box else ()
    mines = re.match(r"(\d+) (FP|AT) Minefield", name)
    fp = int(mines[1]) if mines and mines[2] == "FP" else 0
    factors = int(mines[1]) if mines and mines[2] == "AT" else 0
    return (
        note.number("capacity") or capacity,
        note.numbers("defence") or defence,
        fp,
        factors or note.number("factors"),
    )


def _marker_kind(each: Standing, note: Note) -> str | None:
    """The kind of a marker; None for one that is nobody's in opfor: a Sniper."""
    if each.meaning.kind == "wreck":
        return "burning wreck" if "burning" in note.words else "wreck"
    kind = each.meaning.what
    if kind == "sniper":
        return None
    if kind.startswith("FFE"):
        letter = next((s[-1:] for s in each.states if s in ("1", "2", "C")), "1")
        return f"FFE:{letter}"
    return kind
