"""S8.p5: what a just-Activated Location fires at what moves."""

from typing import Any

from msgspec.structs import replace

from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.game import Game
from opfor.rules.s_solitaire.s05_activation.s05_3_mandatory_attack import (
    mandatory_attack,
)
from opfor.rules.s_solitaire.s08_fire.s08_p5_just_activated import opening, pieces
from opfor.state.events import (
    MoveChanged,
    ShotFired,
    UnitAdded,
    WeaponAdded,
    WeaponChanged,
)
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Acquired, LocationName, Unit, Weapon
from tests.rules.given.armor import OPEN
from tests.rules.given.world import events, game, notes

L = LocationName
MISS = "A7.3 DR 6,5"
SQUAD, HS, LEADER = "russian/4-4-7", "russian/2-2-7", "russian/8-0"


def activated(
    *dice: str,
    who: dict[str, str],
    arms: dict[str, tuple[str, str]] | None = None,
    mover: str = "V",
    seen: Any = None,
    **more: Any,
) -> Game[State]:
    """Units just Activated in E5 fire at a FRIENDLY unit that has entered E3."""

    def run(play: Play) -> None:
        for id_, counter in who.items():
            here = L("E5")
            unit = Unit(
                id=id_, side="ENEMY", counter=counter, location=here, concealed=True
            )
            play.emit(UnitAdded(unit))
        for id_, (counter, owner) in (arms or {}).items():
            play.emit(WeaponAdded(Weapon(id=id_, counter=counter, owner=owner)))
        play.emit(MoveChanged(Move(units=(mover,), here=4, steps=1)))
        if seen is not None:
            seen(play, [play.state.units[id_] for id_ in who])
        else:
            mandatory_attack(play, list(who))

    more.setdefault("units", {"V": ("german/4-6-7", "E3")})
    return game(*dice, board=OPEN, run=run, **more)


def fired(played: Game[State]) -> list[tuple[str, ...]]:
    """Who fired, attack by attack."""
    return [event.shot.firers for event in events(played, ShotFired)]


class TestS8_p5Opening:
    """S8.p5."""

    def test_one_group_directed(self) -> None:
        """The Location fires as one group, directed by its leader."""
        none = "A7.3 DR 6,6"
        played = activated(none, who={"a": SQUAD, "b": SQUAD, "l": LEADER})
        assert fired(played) == [("a", "b")]
        assert events(played, ShotFired)[0].shot.leaders == ("l",)
        assert not played.state.units["l"].concealed

    def test_best_of_a_half_squad(self) -> None:
        """A HS fires its MG in place of its own FP."""
        lmg = {"mg": ("russian/lmg", "a")}
        far = {"V": ("german/4-6-7", "E1")}
        played = activated(MISS, who={"a": HS}, arms=lmg, units=far)
        assert fired(played) == [("mg",)]

    def test_lone_leader_with_a_mg(self) -> None:
        """It is mandatory: a leader alone fires his MG at any odds."""
        lmg = {"mg": ("russian/lmg", "l")}
        played = activated(MISS, who={"l": LEADER}, arms=lmg)
        assert fired(played) == [("mg",)]

    def test_leader_leaves_the_mg_to_none(self) -> None:
        """Beside a squad he directs, and does not fire his SW (S8.p8)."""
        lmg = {"mg": ("russian/lmg", "l")}
        played = activated(MISS, who={"a": SQUAD, "l": LEADER}, arms=lmg)
        assert fired(played) == [("a",)]

    def test_less_than_one_fp(self) -> None:
        """Who has less than one FP by himself adds it to the others'."""
        far = {"V": ("german/4-6-7", "K5")}
        played = activated(MISS, who={"a": "japanese/1-3-7", "b": SQUAD}, units=far)
        assert fired(played) == [("b", "a")]

    def test_no_target(self) -> None:
        """Small arms have no Target in an AFV: they stay concealed."""
        tank = {"tank": ("german/pzkpfw-ivf2", "E3", {})}
        played = activated(who={"a": SQUAD}, mover="tank", vehicles=tank, units={})
        assert any("stay concealed" in note for note in notes(played))
        assert played.state.units["a"].concealed


class TestS8_p5_piecesOnebyone:
    """S8.p5/pieces."""

    def test_mortar_beside_small_arms(self) -> None:
        """A squad fires a light mortar beside its own FP."""
        mtr = {"m": ("russian/50-mtr", "a")}
        played = activated(
            MISS, "C3.3 DR 6,5", who={"a": SQUAD}, arms=mtr,
            units={"V": ("german/4-6-7", "E1")},
        )  # fmt: skip
        assert fired(played) == [("a",), ("m",)]

    def test_crew_fires_one(self) -> None:
        """A HS with one fires it, and not its own FP besides."""
        mtr = {"m": ("russian/50-mtr", "a")}
        played = activated(
            "C3.3 DR 6,5", who={"a": HS}, arms=mtr,
            units={"V": ("german/4-6-7", "E1")},
        )  # fmt: skip
        assert fired(played) == [("m",)]

    def test_flamethrower(self) -> None:
        """A FT burns what it can reach, by itself, and leaves Residual FP."""
        ft = {"f": ("russian/ft", "a")}
        played = activated("A7.3 DR 3,4", "A10.1 DR 1,2", who={"a": HS}, arms=ft)
        assert fired(played) == [("f",)]
        assert any(m.kind == "residual" for m in played.state.markers.values())

    def test_flamethrower_of_who_cowers(self) -> None:
        """A squad that cowers with its own FP has fired its FT with it (A7.9)."""
        ft = {"f": ("russian/ft", "a")}
        played = activated("A7.3 DR 6,6", who={"a": SQUAD}, arms=ft)
        assert fired(played) == [("a",)]
        assert any("f has fired" in note for note in notes(played))

    def test_pf_at_a_tank(self) -> None:
        """A German squad looks for a PF against the AFV beside it."""
        tank = {"tank": ("russian/t-34-m40", "E4", {})}
        scene: dict[str, Any] = {
            "vehicles": tank, "units": {}, "enemy": "german", "friendly": "russian",
        }  # fmt: skip
        played = activated(
            "C13.31 dr 5", who={"a": "german/4-6-7"}, mover="tank", date="1944-08",
            **scene,
        )  # fmt: skip
        assert any("no PF at hand" in note for note in notes(played))
        found = activated(
            "C13.31 dr 1", "C3.3 DR 6,6", who={"a": "german/4-6-7"}, mover="tank",
            date="1944-08", **scene,
        )  # fmt: skip
        facts = [e.event.fact for e in found.events if isinstance(e.event, Note)]
        (shot,) = [one for one in facts if one.kind == "to_hit_shot"]
        assert shot.data["kind"] == (fact("defensive_first_fire"),)
        early = activated(
            who={"a": "german/4-6-7"}, mover="tank", date="1943-01", **scene
        )
        assert any("stay concealed" in note for note in notes(early))

    def test_order(self) -> None:
        """What is likeliest to hit comes first: here what has acquired."""

        def view(play: Play, units: list[Unit]) -> None:
            aim = Acquired(at=L("E1"), drm=-2, area=True)
            known = replace(play.state.weapons["sure"], acquired=aim)
            play.emit(WeaponChanged(known, "for the test"))
            found = pieces(play, units, L("E1"))
            assert [piece.id for piece in found] == ["sure", "m"]
            assert opening(play, units, L("E1"), found) is not None

        arms = {"m": ("russian/50-mtr", "a"), "sure": ("russian/50-mtr", "b")}
        far = {"V": ("german/4-6-7", "E1")}
        activated(who={"a": SQUAD, "b": SQUAD}, arms=arms, seen=view, units=far)


class TestS8_p5ByHand:
    """S8.p5 where the player resolves fire on his table."""

    def test_shots_count(self) -> None:
        """What has fired so has no shot left for the MF spent there (A8.1)."""
        played = activated(who={"a": SQUAD}, on_table=("fire",))
        assert played.state.window is not None
        assert played.state.window.shots == {"a": 1}
