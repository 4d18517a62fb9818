"""Each thing of a game as counters of the player's module, in its states."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from opfor.geo.hexes import SIDES
from opfor.state.units import (
    NO_CA,
    Fortification,
    Marker,
    Suspect,
    Unit,
    VehicleState,
    Weapon,
)
from opfor.vasl.counters.change import (
    marked_moved,
    showing,
    turned,
    with_label,
    with_turret,
    with_word,
)
from opfor.vasl.counters.layers import facing, words
from opfor.vasl.saves.traits import Piece
from opfor.vasl.things.notes import Note, listed, write_note
from opfor.vasl.things.picks import Picker, kind_of

ON_COUNTER = ("broken", "berserk", "fanatic", "wounded", "heroic", "malfunctioned")
"""States that most counters have a layer for."""
MARKED: Mapping[str, str] = {
    "pinned": "pinned",
    "cx": "CX",
    "dm": "DM",
    "disrupted": "disrupted",
    "encircled": "encircled",
    "ti": "TI",
    "hazardous": "hazardous",
    "panic": "panic",
    "melee": "melee",
    "unarmed": "unarmed",
    "wall": "wall",
}
"""Fields of a unit, and the state of their marker."""
VEHICLE_MARKED = (
    "motion",
    "bogged",
    "immobile",
    "recalled",
    "abandoned",
    "stunned",
)
_MOUNT_WORDS = ("malfunctioned", "disabled")


class Maker(Picker):
    """Makes the counters of each thing, from below."""

    # -- units -----------------------------------------------------------------------

    def unit(self, unit: Unit, notes: Sequence[str], old: Piece | None) -> list[Piece]:
        """The counter of a unit, then its markers, from below.

        Args:
            unit: which.
            notes: what is written beneath it beside its states.
            old: the player's own counter of it, changed in place of a new one.
        """
        kind = kind_of(self._types[unit.counter])
        if kind == "dummy":
            question = self.question(self._letter(self._nations[unit.side]))
            noted = marked_moved(question, moved=unit.moved)
            return [self._noted(noted, unit.id, notes)]
        piece = self._of_type(kind, unit.counter, old)
        on = [word for word in ON_COUNTER if getattr(unit, word, False)]
        piece, left = self._with_states(piece, on)
        markers, lacking = self._markers(chain(left, _unit_words(unit)))
        if unit.labor:
            markers.append(showing(self._state("labor"), f"-{unit.labor}"))
        if unit.crest:
            crest = self._state("crest")
            markers.append(self._noted(crest, "crest", listed("sides", unit.crest)))
        if unit.vehicle is not None:
            piece, more = self._driven(piece, unit.vehicle)
            markers += more
            lacking += _turned_notes(piece, unit.vehicle)
        if unit.concealed and not self.letters(unit.counter):
            lacking.append("concealed")
        if unit.moved and piece.find("moved") is None:
            lacking.append("moved")
        piece, hidden = self._hidden(piece, unit.side, hidden=unit.hidden)
        piece = marked_moved(piece, moved=unit.moved)
        noted = self._noted(piece, unit.id, [*notes, *lacking, *hidden])
        return [noted, *markers]

    def _driven(self, piece: Piece, state: VehicleState) -> tuple[Piece, list[Piece]]:
        """A vehicle with its CA, its crew, and the markers of its states."""
        if state.vca != NO_CA:
            piece = turned(piece, state.vca)
            tca = turret_of(state)
            piece = showing(piece, f"tca{tca or SIDES}")
            piece = with_turret(piece, tca, ce=state.ce)
        found = showing(piece, "CE" if state.ce else "BU")
        named = [word for word in VEHICLE_MARKED if getattr(state, word)]
        if state.ce and "CE" not in words(found):
            named.append("CE")
        if state.mired and "bogged" not in named:
            named.append("bogged")
        if not state.ce and "CE" in words(found):
            found = with_label(found, write_note(Note("", "note", ("BU",))))
        markers = [self._state(word) for word in named]
        if state.mired:
            at = named.index("bogged")
            markers[at] = showing(markers[at], "Mired")
        if state.shock:
            shock = self._state("shock")
            markers.append(showing(shock, "UK") if state.shock == "UK" else shock)
        beside = self._state("bypass")
        markers += [showing(beside, str(side + 1)) for side in state.bypass]
        if state.hull_down:
            down = listed("sides", state.hull_down)
            markers.append(self._noted(self._state("hull down"), "hulldown", down))
        return found, markers

    # -- weapons ---------------------------------------------------------------------

    def weapon(self, weapon: Weapon, old: Piece | None) -> list[Piece]:
        """The counter of a SW or Gun, then its markers."""
        kind = kind_of(self._types[weapon.counter])
        piece = self._of_type(kind, weapon.counter, old)
        on = ["malfunctioned"] if weapon.malfunctioned else []
        piece, left = self._with_states(piece, on)
        states = [weapon.fired, "intensive" * weapon.intensive]
        notes = ["disabled"] * weapon.disabled
        if (gun := weapon.gun) is not None:
            piece = turned(piece, gun.ca) if gun.ca != NO_CA else piece
            states += ["limbered" * gun.limbered, "not emplaced" * (not gun.emplaced)]
            notes += ["no CA"] * (gun.ca == NO_CA)
        markers, lacking = self._markers(chain(left, states))
        if weapon.dm:
            piece = showing(piece, "dm")
            notes += [] if "dm" in words(piece) else ["dm"]
        if weapon.side:
            notes.append(weapon.side)
        return [self._noted(piece, weapon.id, [*notes, *lacking]), *markers]

    def acquired(self, weapon: Weapon) -> Piece | None:
        """The Acquired Target counter of a weapon."""
        if weapon.acquired is None:
            return None
        piece = showing(self._state("acquired"), str(weapon.acquired.drm))
        if weapon.acquired.area:
            piece = with_word(piece, "Area")
        return self._noted(piece, weapon.id, ())

    # -- S?, fortifications, markers -------------------------------------------------

    def suspect(self, suspect: Suspect) -> Piece:
        """A S? in its colour."""
        piece = showing(self._take("S?", ""), suspect.colour.capitalize())
        notes = ["Advance"] * (suspect.attitude == "Advance")
        if suspect.colour.capitalize() not in words(piece):
            notes.append(f"colour {suspect.colour}")
        notes += ["human wave"] * suspect.human_wave
        notes += listed("crest", suspect.crest)
        piece = marked_moved(piece, moved=suspect.moved)
        return self._noted(piece, suspect.id, notes)

    def fortification(self, fort: Fortification) -> Piece:
        """A fortification, with what it prints."""
        piece, notes = self._fortified(fort)
        if fort.ca != NO_CA:
            piece = turned(piece, fort.ca)
        elif facing(piece) >= 0:
            notes.append("no CA")
        piece, hidden = self._hidden(piece, fort.side or "ENEMY", hidden=fort.hidden)
        notes += [*hidden, *filter(None, [fort.side])]
        return self._noted(piece, fort.id, notes)

    def _fortified(self, fort: Fortification) -> tuple[Piece, list[str]]:
        notes = listed("sides", fort.sides)
        match fort.kind, fort.defence:
            case "pillbox", (inside, outside):
                name = f"{inside}+{outside} Pillbox"
                said = listed("defence", fort.defence)
                said += listed("capacity", [fort.capacity])
                piece = self._named(name, "fortification", fort.kind, said)
                return showing(piece, f"{fort.capacity}+"), notes + _capacity(fort)
            case "minefield", _ if fort.fp:
                name = f"{fort.fp} FP Minefield"
                notes += listed("factors", [fort.factors] if fort.factors else [])
                return self._named(name, "fortification", fort.kind), notes
            case "minefield", _ if fort.factors:
                name = f"{fort.factors} AT Minefield"
                return self._named(name, "fortification", fort.kind), notes
        piece = self._take("fortification", fort.kind)
        if fort.kind == "foxhole":
            piece = showing(piece, f"{fort.capacity}S")
        if fort.kind == "roadblock" and len(fort.sides) == 1:
            piece = showing(piece, hexside_name(fort.sides[0]))
        notes += listed("defence", fort.defence) + _capacity(fort)
        return piece, notes

    def marker(self, marker: Marker) -> Piece:
        """A marker, with what it prints."""
        piece, notes = self._marked(marker)
        notes += listed("sides", marker.sides)
        notes += listed("drm", [marker.drm] if marker.drm else [])
        notes += [marker.side] if marker.side else []
        if marker.of and marker.kind not in ("wreck", "burning wreck"):
            notes.append(f"of {marker.of}")
        return self._noted(piece, marker.id, notes)

    def _marked(self, marker: Marker) -> tuple[Piece, list[str]]:
        hindrance = listed("hindrance", [marker.hindrance] if marker.hindrance else [])
        match marker.kind:
            case "smoke" | "WP":
                what = "WP" if marker.kind == "WP" else "Smoke"
                name = f"White +{marker.hindrance} {what}"
                if marker.grenade:
                    name = f"{what} grenade +{marker.hindrance}"
                notes = ["dispersed"] * marker.dispersed
                return self._named(name, "marker", marker.kind, hindrance), notes
            case "residual" | "fire lane":
                name = f"{marker.fp} FP" + " FL" * (marker.kind == "fire lane")
                fp = listed("fp", [marker.fp])
                return self._named(name, "marker", marker.kind, fp), hindrance
            case "FFE:1" | "FFE:2" | "FFE:C":
                piece = showing(self._take("marker", "FFE:1"), marker.kind[-1])
                return piece, hindrance
            case "wreck" | "burning wreck":
                burning = ["burning"] * (marker.kind == "burning wreck")
                if self._palette.find("wreck", marker.of):
                    return self._take("wreck", marker.of), hindrance + burning
                notes = [*hindrance, *burning, f"of {marker.of}"]
                return self._take("wreck", ""), notes
        fp = listed("fp", [marker.fp] if marker.fp else [])
        return self._take("marker", marker.kind), hindrance + fp

    # -- what is no thing ------------------------------------------------------------

    def level(self, level: int) -> Piece:
        """The counter beneath what is on another level of a hex."""
        piece = self._state("level")
        text = f"Level {level}" if level > 0 else "Cellar"
        piece = showing(piece, text)
        if text in words(piece) and level >= -1:
            return piece
        return self._noted(piece, "level", [f"at {level}"])

    def question(self, letters: str) -> Piece:
        """The "?" of a nation, by VASL's letters."""
        choice = self._palette.question(letters)
        return self._take("concealment", "") if choice is None else self._chosen(choice)

    def vpo(self) -> Piece:
        """A VPO counter."""
        return self._take("VPO", "")

    def control(self, nation: str) -> Piece:
        """The Control counter of a nation."""
        return self._named(f"{self._letter(nation).upper()} Control", "control", "")


def hexside_name(side: int) -> str:
    """A hexside between two hexspines, by VASL's numbers: `ca6/1` is the top."""
    return f"ca{side or SIDES}/{side % SIDES + 1}"


def mount_notes(weapons: Sequence[Weapon]) -> list[str]:
    """What is written beneath a vehicle of what it is armed with."""
    return [
        f"{word} {weapon.mount}"
        for weapon in weapons
        for word in _MOUNT_WORDS
        if weapon.mount and getattr(weapon, word)
    ]


def turret_of(state: VehicleState) -> int:
    """Where a vehicle's turret points: ahead if nothing is said."""
    return state.tca if state.tca != NO_CA else state.vca


def _turned_notes(piece: Piece, state: VehicleState) -> list[str]:
    """What is written of a CA that the counter cannot show."""
    if state.vca == NO_CA:
        return ["no CA"]
    ahead = facing(piece) >= 0
    if ahead and (piece.find("turr") is not None or turret_of(state) == state.vca):
        return []
    vca = [] if ahead else listed("vca", [state.vca])
    return vca + listed("tca", [turret_of(state)])


def _unit_words(unit: Unit) -> Iterator[str]:
    for field, word in MARKED.items():
        if getattr(unit, field):
            yield word
    if unit.fired:
        yield unit.fired
    if unit.did("in command"):
        yield "in command"


def _capacity(fort: Fortification) -> list[str]:
    shown = {"foxhole": range(1, 4), "pillbox": range(1, 4)}.get(fort.kind, ())
    if not fort.capacity or fort.capacity in shown:
        return []
    return listed("capacity", [fort.capacity])
