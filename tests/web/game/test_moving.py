"""Danger, ways from offboard and whole routs, as the page is told."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import pytest

from opfor.ports.session import Session, resume
from opfor.rules.choices.orders import MoveTo
from opfor.rules.sequence import legal_orders
from opfor.state.events import MarkerAdded
from opfor.state.units import LocationName, Marker, Unit
from opfor.web.game import messages as m
from opfor.web.game.fire_plan import fire_plan, glance
from opfor.web.game.hints import suggest
from opfor.web.game.moving import reach_of, threats_to
from opfor.web.game.named import FRIENDLY
from opfor.web.game.rout_ways import whole_routs
from opfor.web.game.view import Looks, view_of
from opfor.web.game.ways import WATCHED, beyond, dangers, ways_to
from tests.web.pages import Page, page, served
from tests.web.staged import friendly, ours, staged, theirs

BROKEN = {"broken": True, "dm": True}
Q7 = LocationName("o1Q7")
GUNNER = theirs("4-4-7", "R4/1", 1, "MMG")


@contextmanager
def opened(path: Path) -> Iterator[Session]:
    """A saved game, to be looked at."""
    session = resume(path)
    session.game.run()
    yield session
    session.close()


def own(session: Session) -> list[Unit]:
    """The player's units."""
    return [u for u in session.game.state.units.values() if u.side == "FRIENDLY"]


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """A stack on the map, S? around it."""
    units = (ours("8-1", "R10"), ours("4-6-7", "R10", 2))
    folder, moment = tmp_path_factory.mktemp("danger"), friendly("MPh")
    placed = ("e", "c")
    path = staged(folder, "danger", *units, until=moment, placement=placed)
    with opened(path) as found:
        yield found


class TestDanger:
    """What may happen on the way to each hex in reach."""

    def test_as_the_ways(self, session: Session) -> None:
        """Each hex is told as the way to it is; the safest is never worse."""
        found = dangers(session, own(session), double_time=False)
        assert found["shortest"].keys() == found["safest"].keys()
        for to, way in list(found["shortest"].items())[::5]:
            one = ways_to(session, own(session), to, double_time=False)
            assert one["shortest"] == way
            assert one["safest"] == found["safest"][to]
            assert found["safest"][to]["weight"] <= way["weight"]

    def test_suspects(self, session: Session) -> None:
        """Only S? that some way brings a check of are named."""
        found = dangers(session, own(session), double_time=False)["suspects"]
        onboard = {suspect.id for suspect in session.game.state.suspects_onboard()}
        assert set(found) < onboard
        assert all(0 <= chance <= 1 for chance in found.values())

    def test_known(self, tmp_path: Path) -> None:
        """Who is Known and could fire is no Activation, but shades the hex."""
        units = (ours("4-6-7", "Q8"), theirs("4-4-7", "Q5"))
        with opened(staged(tmp_path, "known", *units, until=friendly("MPh"))) as one:
            found = dangers(one, own(one), double_time=False)["shortest"]
            way = found["o1Q7"]
            assert (way["chance"], way["watched"]) == (0, ["e447A"])
            assert way["risk"] == WATCHED


class TestThreats:
    """What entering a Location may bring is told by how one moves there."""

    @pytest.mark.parametrize(("assault", "drm"), [(True, "-1"), (False, "-2")])
    def test_residual(self, tmp_path: Path, assault: bool, drm: str) -> None:
        """Residual FP attacks who enters, by Assault Movement without FFNAM (A8.22)."""
        path = staged(tmp_path, "left", ours("4-6-7", "Q8"), until=friendly("MPh"))
        lying = Marker(id="m", kind="residual", location=Q7, fp=4, side="ENEMY")
        with opened(path) as one:
            one.play.emit(MarkerAdded(lying))
            how = {"assault": assault}
            wish = m.Threats(id=1, units=("467A",), to=Q7, how=how)
            said = threats_to(one, wish)["lines"][-1]
        assert said.startswith(f"4 Residual FP attack who enters, DRM {drm} (")
        assert ("FFNAM" in said) is not assault

    @pytest.mark.parametrize("assault", [True, False])
    def test_activation(self, tmp_path: Path, assault: bool) -> None:
        """Who assault moves is in no danger of FFNAM."""
        own_squad = ours("4-6-7", "R7")
        path = staged(
            tmp_path, "mph", own_squad, until=friendly("MPh"), placement=("a", "b", "c")
        )
        with opened(path) as one:
            how = {"assault": assault}
            wish = m.Threats(id=1, units=("467A",), to="o1R6", how=how)
            said = " ".join(threats_to(one, wish)["lines"])
        assert "IFT" in said
        assert ("FFNAM" in said) is not assault


class TestThreatsOfAnAdvance:
    """What an advance risks is told before it is made."""

    def test_activation(self, tmp_path: Path) -> None:
        """The S? that the advance makes eligible, without FFNAM and Long Range."""
        path = staged(
            tmp_path,
            "aph",
            ours("4-6-7", "R7"),
            until=friendly("APh"),
            placement=("a", "b", "c", "d", "e"),
        )
        with opened(path) as one:
            found = threats_to(one, m.Threats(id=1, units=("467A",), to="o1R6"))
        said = " ".join(found["lines"])
        assert found["chances"]
        assert "entering R6" in said
        assert "FFNAM" not in said
        assert "Long Range" not in said

    def test_close_combat(self, tmp_path: Path) -> None:
        """Whom of the ENEMY one meets there."""
        units = (ours("4-6-7", "R10"), theirs("4-4-7", "R9"))
        adjust = {"e447A": {"ti": True}}
        moment = friendly("APh")
        path = staged(tmp_path, "met", *units, until=moment, adjust=adjust)
        with opened(path) as one:
            found = threats_to(one, m.Threats(id=1, units=("467A",), to="o1R9"))
        assert found["lines"][-1].startswith("Close Combat with ")


class TestOverstacking:
    """Where units would be too many is told before they go there (A5.1)."""

    def test_reach(self, tmp_path: Path) -> None:
        """Two squads to two others are one too many; to a free hex none."""
        units = (ours("4-6-7", "R10", 2), ours("4-6-7", "R9", 2))
        with opened(staged(tmp_path, "crowd", *units, until=friendly("MPh"))) as one:
            going = tuple(u.id for u in own(one) if u.location == "o1R10")
            found = reach_of(one, m.ReachOf(id=1, units=going))["reach"]
            assert found["o1R9"]["over"] == 1
            assert "over" not in found["o1Q9"]
            alone = reach_of(one, m.ReachOf(id=1, units=going[:1]))["reach"]
            assert "over" not in alone["o1R9"]


class TestLeft:
    """Hexes farther on tell the MF from now on, also for a part of those who move."""

    def test_part(self, tmp_path: Path) -> None:
        """A leader who goes on alone pays for a way what all together would."""
        units = (ours("8-1", "R10"), ours("4-6-7", "R10"))
        with opened(staged(tmp_path, "part", *units, until=friendly("MPh"))) as one:
            stack = tuple(unit.id for unit in own(one))
            order = {"type": "move", "units": list(stack), "to": "o1S10"}
            one.game.answer(one.game.pending.number, order)
            one.game.run()
            whole = reach_of(one, m.ReachOf(id=1, units=stack))["reach"]
            alone = reach_of(one, m.ReachOf(id=1, units=stack[:1]))["reach"]
        farther = [to for to, way in whole.items() if len(way["route"]) > 1]
        assert farther
        assert all(alone[to]["mf"] == whole[to]["mf"] for to in farther)

    def test_leader_lost(self, tmp_path: Path) -> None:
        """The line says what is left without the leader who breaks on the way."""
        units = (ours("8-1", "R10"), ours("4-6-7", "R10"))
        with opened(staged(tmp_path, "lost", *units, until=friendly("MPh"))) as one:
            stack = tuple(unit.id for unit in own(one))
            breaks = {"what": "unit", "id": stack[0], "set": BROKEN}
            looks = Looks(one.world.map, one.world.ground.facts)
            found = []
            for order in (
                {"type": "move", "units": list(stack), "to": "o1S10"},
                {"type": "adjust"} | breaks,
            ):
                one.game.answer(one.game.pending.number, order)
                one.game.run()
                found.append(view_of(one, looks).left)
        with_him, without = (float(left.removesuffix(" MF")) for left in found)
        assert with_him - without == 2


class TestBypass:
    """From the corner that Bypass has come to not every hex can be entered (A4.3)."""

    def test_farther(self, tmp_path: Path) -> None:
        """Nothing is shown that would be refused at its first step."""
        path = staged(tmp_path, "corner", ours("4-6-7", "S8"), until=friendly("MPh"))
        with opened(path) as one:
            offers = legal_orders.legal(one.play, FRIENDLY)
            offered = [offer.order for offer in offers]
            along = [o for o in offered if isinstance(o, MoveTo) and o.bypass]
            answered = msgspec.to_builtins(along[0])
            one.game.answer(one.game.pending.number, answered)
            one.game.run()
            found = reach_of(one, m.ReachOf(id=1, units=("467A",)))["reach"]
            assert found
            for way in found.values():
                step = MoveTo(("467A",), LocationName(way["route"][0]))
                legal_orders.check(one.play, FRIENDLY, step)


class TestRemarks:
    """What of the odds FP and DRM alone do not tell."""

    def test_fire(self, tmp_path: Path) -> None:
        """Half FP at who is concealed, and that doubles cower; not with a leader."""
        hidden = {"e447A": {"concealed": True}}
        units = (ours("8-1", "Q8"), ours("4-6-7", "Q8"), theirs("4-4-7", "Q5"))
        path = staged(tmp_path, "half", *units, until=friendly("PFPh"), adjust=hidden)
        order = {"type": "fire", "firers": ["467A"], "target": "o1Q5"}
        with opened(path) as one:
            half, cowers = fire_plan(one, order)["remarks"]
            assert half.startswith("e447A: 2 FP (half FP at a concealed target")
            assert cowers == "Original doubles cower: 1 column lower (A7.9)"
            led = fire_plan(one, order | {"leaders": ["81A"]})["remarks"]
            assert led == [half]


class TestOffboard:
    """Ways of a stack that waits offboard."""

    def test_beyond(self, tmp_path: Path) -> None:
        """They begin with an entry hex, and take its MF as well."""
        units = (ours("8-1"), ours("4-6-7", "", 2))
        with opened(staged(tmp_path, "off", *units, until=friendly("MPh"))) as one:
            found = beyond(one, own(one), double_time=False)
            edge = set(one.world.exits(own(one)[0].location))
            far = {to: way for to, way in found.items() if len(way.route) > 2}
            assert all(way.route[0] in edge for way in found.values())
            assert far
            assert all(way.spent > found[way.route[0]].spent for way in far.values())


class TestRouts:
    """Routs as a whole."""

    def test_best_first(self, tmp_path: Path) -> None:
        """The first leads into cover without Interdiction, by three hexes."""
        path = staged(
            tmp_path, "rout", ours("4-6-7", "T5"), GUNNER, until=friendly("RtPh"),
            adjust={"467A": BROKEN},
        )  # fmt: skip
        with opened(path) as one:
            first, *others = whole_routs(one, "FRIENDLY", own(one)[0])
            assert first["route"] == ["o1T6", "o1S7", "o1R7"]
            assert (first["cover"], first["warning"], first["crawl"]) == (True, "", 0)
            assert first["orders"][-1] == {"type": "halt"}
            assert len({rout["at"] for rout in others}) == len(others)

    def test_suggested(self, tmp_path: Path) -> None:
        """It is suggested as one rout, with its steps and its end, not hex by hex."""
        path = staged(
            tmp_path, "told", ours("4-6-7", "T5"), GUNNER, until=friendly("RtPh"),
            adjust={"467A": BROKEN},
        )  # fmt: skip
        with opened(path) as one:
            told = suggest(one, m.Suggest(id=1))
            assert told["text"].startswith("4-6-7 A: rout to R7 by T6, S7 – stone")
            first, *_ = whole_routs(one, "FRIENDLY", own(one)[0])
            assert told["orders"] == first["orders"]
            assert len(told["hexes"]) == 3

    def test_interdiction(self, tmp_path: Path) -> None:
        """A way under Interdiction says where; a Low Crawl is not Interdicted."""
        path = staged(
            tmp_path, "mg", ours("4-6-7", "Q10"), GUNNER, until=friendly("RtPh"),
            adjust={"467A": BROKEN},
        )  # fmt: skip
        with opened(path) as one:
            found = whole_routs(one, "FRIENDLY", own(one)[0])
            risky = [rout for rout in found if rout["under"]]
            assert risky
            assert all("Interdiction in" in rout["warning"] for rout in risky)
            assert not any(rout["crawl"] for rout in risky)

    def test_in_one_stroke(self, tmp_path: Path) -> None:
        """All its orders are given at once, and its move ends with them."""
        staged(
            tmp_path, "rout", ours("4-6-7", "T5"), GUNNER, until=friendly("RtPh"),
            adjust={"467A": BROKEN},
        )  # fmt: skip
        with served(tmp_path) as client, page(client, "rout") as one:
            first = one.ask("routs", unit="467A")["ok"]["routs"][0]
            reply = _in_turn(one, first["orders"])
            assert reply["is"] == "done"
            assert one.piece("467A")["at"] == "o1R7"
            assert not one.news["view"]["move"]
            one.ask("undo", token=one.news["token"])
            assert one.piece("467A")["at"] == "o1T5"

    def test_goes_on(self, tmp_path: Path) -> None:
        """Interdiction reduces the squad on the way; what is left of it goes on."""
        staged(
            tmp_path, "mg", ours("4-6-7", "T5"), GUNNER, until=friendly("RtPh"),
            adjust={"467A": BROKEN}, seed=1,
        )  # fmt: skip
        with served(tmp_path) as client, page(client, "mg") as one:
            assert one.news["view"]["must"] == ["467A"]
            routs = one.ask("routs", unit="467A")["ok"]["routs"]
            way = ["o1T4", "o1U4", "o1U3"]
            (risky,) = [rout for rout in routs if rout["route"] == way]
            assert _in_turn(one, risky["orders"])["is"] == "done"
            assert one.piece("247A")["at"] == "o1U3"

    def test_illegal_first(self, tmp_path: Path) -> None:
        """An order that is illegal at once is refused with its reason."""
        staged(
            tmp_path, "rout", ours("4-6-7", "T5"), GUNNER, until=friendly("RtPh"),
            adjust={"467A": BROKEN},
        )  # fmt: skip
        with served(tmp_path) as client, page(client, "rout") as one:
            bad = {"type": "rout", "unit": "467A", "to": "o1R4"}
            assert _in_turn(one, [bad])["is"] == "refused"


def _in_turn(one: Page, orders: list[dict[str, object]]) -> dict[str, object]:
    asked, token = one.news["asked"], one.news["token"]
    return one.ask("orders", number=asked["number"], token=token, orders=orders)


class TestGlance:
    """Odds in three words."""

    def test_whole(self, tmp_path: Path) -> None:
        """They are those of the first target, and come to one."""
        units = (ours("8-1", "Q8"), ours("4-6-7", "Q8", 2), theirs("4-4-7", "Q5"))
        with opened(staged(tmp_path, "fire", *units, until=friendly("PFPh"))) as one:
            order = {"type": "fire", "firers": ["467A", "467B"], "target": "o1Q5"}
            plan = fire_plan(one, order)
            found = dict(plan["glance"])
            [(_, fates)] = plan["units"].items()
            pinned = {name: share for name, _, share in fates}["pinned"]
            assert found["pinned"] == pytest.approx(pinned, abs=1e-3)
            assert sum(found.values()) == pytest.approx(1, abs=1e-3)

    def test_each(self, tmp_path: Path) -> None:
        """Of several targets each has its own odds, by name; one word for the rest."""
        units = (ours("4-6-7", "Q8", 2), theirs("4-4-7", "Q5", 2))
        with opened(staged(tmp_path, "two", *units, until=friendly("PFPh"))) as one:
            order = {"type": "fire", "firers": ["467A", "467B"], "target": "o1Q5"}
            plan = fire_plan(one, order)
            assert [name for name, _ in plan["each"]] == ["e447A", "e447B"]
            (_, first), (_, other) = plan["each"]
            assert first == plan["glance"] == other
            assert dict(first).keys() == {"harmed", "pinned", "unharmed"}
            words = {name for name, *_ in plan["units"]["e447A"]}
            assert "unharmed" in words
            assert "unhurt" not in words

    def test_rare_shells(self, tmp_path: Path) -> None:
        """Where there is no APCR the usual shell is fired: both count (C8.9)."""
        units = (ours("PzKpfw IIIG", "Q8"), theirs("T-34 M41", "Q5"))
        with opened(staged(tmp_path, "rare", *units, until=friendly("PFPh"))) as one:
            order = {
                "type": "fire", "firers": ["pz3gA.ma"], "target": "o1Q5", "at": "et34A",
            }  # fmt: skip
            usual = fire_plan(one, order)
            rare = fire_plan(one, order | {"ammo": "APCR"})
            lacks = 30 / 36  # APCR on a DR of 4 or less: A4
            own = 1 - rare["vehicle"]["fates"][-1][2]
            both = own + lacks * dict(usual["glance"])["harmed"]
            assert dict(rare["glance"])["harmed"] == pytest.approx(both, abs=1e-3)
            assert sum(share for _, share in rare["glance"]) == pytest.approx(1)
            assert "the bar counts AP where there is no APCR" in rare["remarks"]

    def test_smoke(self) -> None:
        """A shot that harms nobody hits or misses."""
        hit = {"chances": [("hit", "6/36", 1 / 6)]}
        plan = {"to_hit": True, "vehicle": None, "effect": None, "targets": [hit]}
        assert glance(plan) == [("hit", 1 / 6), ("missed", 5 / 6)]
