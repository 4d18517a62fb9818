"""The nations' tables hold what the worked examples give away, on every date."""

from itertools import product
from pathlib import Path

import pytest

from opfor.core.errors import OpforError
from opfor.state.counter_lists import counter, counters
from opfor.state.counters import MMC, SMC, Gun, SupportWeapon, Vehicle
from opfor.state.in_service import own_tables
from opfor.state.nations import NO_COUNTER, Nation, load, load_nation, nations
from opfor.state.table_results import FACTS, RESULTS, THEATERS

MONTHS = [
    f"{year}-{month:02d}" for year, month in product(range(1937, 1946), range(1, 13))
]
NAMES = nations(load())
RUSSIAN = load_nation("russian")
GERMAN = load_nation("german")
GROUPS = [id_ for id_ in load() if id_.endswith("/x1")]


def months(pack: Nation) -> list[str]:
    """Every month that the pack covers."""
    first, last = pack.fact("first month"), pack.fact("last month")
    return [month for month in MONTHS if first <= month <= last]


def eligible(nation: str, distance: int, drm: int, mover: str = "infantry") -> bool:
    """Whether a S? is eligible by {x1}: within the range of that DRM."""
    row = load()[f"{nation}/x1"].look_up(drm, mover=mover, date="1944-06")
    return bool(distance <= row.result["range"])


class TestX1:
    """{x1}, the Activation Check ranges."""

    @pytest.mark.parametrize(
        ("nation", "distance", "drm", "answer"),
        [
            ("german", 9, -1, False),
            ("german", 9, -2, True),
            ("german", 6, 0, True),
            ("german", 7, 0, False),
            ("german", 4, 1, True),
            ("german", 2, 2, True),
            ("german", 2, 3, False),
            ("german", 1, 9, True),
            ("russian", 5, 0, False),
            ("russian", 5, -1, True),
            ("russian", 9, -2, False),
            ("russian", 8, -2, True),
            ("partisan", 2, 2, False),
        ],
    )
    def test_t37(self, nation: str, distance: int, drm: int, answer: bool) -> None:
        """T37: the look-ups of the facts."""
        assert eligible(nation, distance, drm) is answer

    def test_c05_c06_c07(self) -> None:
        """C05, C06, C07: Russian case A to 8 hexes, case C to 4, case F adjacent."""
        table = RUSSIAN.table("x1")
        found = {n: dict(table.look_up(n, mover="infantry").result) for n in (-2, 0, 3)}
        assert found[-2] == {"case": "A", "range": 8}
        assert found[0] == {"case": "C", "range": 4}
        assert found[3] == {"case": "F", "range": 1}

    def test_vehicles(self) -> None:
        """Vehicles are met by cases D to F alone; Partisan case E is theirs."""
        assert not eligible("german", 5, -2, "vehicle")
        assert eligible("german", 4, 1, "vehicle")
        assert not eligible("russian", 4, 1, "vehicle")
        assert eligible("partisan", 2, 2, "vehicle")

    def test_twelve_groups(self) -> None:
        """All twelve public groups are there; further away needs a better DRM."""
        assert len([id_ for id_ in GROUPS if id_ != "finnish/x1"]) == 12
        for id_ in GROUPS:
            table = load()[id_]
            for mover in ("infantry", "vehicle"):
                ranges = [
                    table.look_up(n, mover=mover, date="1944-06").result["range"]
                    for n in range(-4, 5)
                ]
                assert ranges == sorted(ranges, reverse=True)
                assert ranges[-1] == 1

    def test_usmc_by_date(self) -> None:
        """The USMC reach as far as the US Army from 1944 on."""
        table = load()["usmc/x1"]
        reach = [
            table.look_up(-2, mover="infantry", date=date).result["range"]
            for date in ("1943-12", "1944-01")
        ]
        assert reach == [10, 12]


class TestX2:
    """{x2}, squads."""

    def test_c18_c19_c20(self) -> None:
        """C18 to C20: August 1941 +2; Original 2 is a 4-5-8, Original 9 a 4-2-6."""
        date = "1941-08"
        drm = RUSSIAN.look_up("x2-drm", date=date)
        assert (drm.result, drm.source) == (2, "example")
        for original, code, quality in (
            (2, "4-5-8", "elite"),
            (9, "4-2-6", "conscript"),
        ):
            row = RUSSIAN.look_up("x2", original + drm.result, date=date)
            squad = RUSSIAN.counter(row.result)
            assert (row.result, row.source) == (code, "example")
            assert isinstance(squad, MMC)
            assert squad.quality == quality

    @pytest.mark.parametrize(
        ("nation", "date", "squads"),
        [
            ("german", "1941-08", "8-3-8:1 4-6-8:9 4-6-7:20 4-4-7:5 4-3-6:1"),
            ("german", "1944-06", "5-4-8:3 4-6-8:3 4-6-7:15 4-4-7:12 4-3-6:3"),
            ("german", "1945-02", "5-4-8:4 4-6-8:2 4-6-7:9 4-4-7:11 5-3-7:4 4-3-6:6"),
            ("russian", "1941-08", "4-5-8:1 4-4-7:25 4-2-6:10"),
            ("russian", "1943-01", "6-2-8:3 4-5-8:3 5-2-7:9 4-4-7:18 4-2-6:3"),
            ("russian", "1945-05", "6-2-8:10 4-5-8:5 5-2-7:11 4-4-7:10"),
            ("ss", "1941-08", "4-6-8:10 4-6-7:23 4-4-7:3"),
            ("ss", "1943-02", "8-3-8:3 5-4-8:12 4-6-8:20 4-4-7:1"),
            ("ss", "1944-06", "6-5-8:10 5-4-8:16 4-6-8:7 8-3-8:2 4-4-7:1"),
            ("american", "1943-01", "6-6-7:1 6-6-6:20 5-4-6:9 5-3-6:6"),
            ("american", "1944-07", "7-4-7:1 6-6-7:5 6-6-6:24 5-4-6:5 5-3-6:1"),
            ("usmc", "1943-01", "5-5-8:6 4-5-8:30"),
            ("usmc", "1944-02", "6-6-8:15 5-5-8:21"),
            ("usmc", "1945-01", "7-6-8:15 6-6-8:21"),
            ("british", "1941-01", "4-5-8:3 4-5-7:23 4-4-7:7 4-3-6:3"),
            ("french", "1940-05", "4-5-8:6 4-5-7:27 4-3-7:3"),
            ("french", "1942-11", "4-5-8:3 4-5-7:27 4-3-7:6"),
            ("allied-minor", "1940-05", "4-5-8:6 4-5-7:24 4-3-7:6"),
            ("italian", "1943-07", "4-4-7:1 3-4-7:5 3-4-6:20 3-3-6:10"),
            ("axis-minor", "1942-11", "4-4-7:3 3-4-7:27 3-3-6:6"),
            ("axis-minor", "1944-08", "4-4-7:1 5-3-7:5 3-4-7:20 3-3-6:10"),
            ("finnish", "1940-01", "6-4-8:10 5-4-8:16 5-3-8:4 4-4-7:5 4-3-7:1"),
            ("finnish", "1944-06", "8-3-8:3 6-4-8:18 5-4-8:12 5-3-8:2 4-4-7:1"),
            ("japanese", "1942-01", "4-4-8:10 4-4-7:23 3-4-7:3"),
            ("japanese", "1945-04", "4-4-8:1 4-4-7:20 3-4-7:9 3-3-6:6"),
            ("chinese", "1941-01", "5-3-7:1 4-4-7:5 3-3-7:24 3-3-6:6"),
            ("partisan", "1943-01", "3-3-7:36"),
            ("russian-guards", "1943-01", "6-2-8:6 4-5-8:20 4-4-7:5 5-2-7:5"),
            ("german-paras", "1941-05", "8-3-8:1 5-4-8:9 4-6-8:20 4-6-7:5 4-4-7:1"),
            ("american-airborne", "1944-06", "7-4-7:26 6-6-7:9 6-6-6:1"),
            ("british-airborne", "1944-09", "6-4-8:15 4-5-8:21"),
            ("german-engineers", "1942-10", "8-3-8:15 5-4-8:11 4-6-7:10"),
            ("polish", "1939-09", "4-5-8:10 4-5-7:23 4-3-7:3"),
            ("hungarian", "1944-10", "4-4-7:3 5-3-7:7 3-4-7:20 3-3-6:6"),
            ("romanian", "1942-11", "4-4-7:3 3-4-7:27 3-3-6:6"),
            ("red-chinese", "1940-08", "3-3-7:36"),
        ],
    )
    def test_weights(self, nation: str, date: str, squads: str) -> None:
        """The squads of 36 are those that the design computed."""
        pack = load_nation(nation)
        drm = pack.look_up("x2-drm", date=date).result
        found: dict[str, int] = {}
        for n in range(2, 13):
            code = pack.look_up("x2", n + drm, date=date).result
            found[code] = found.get(code, 0) + 6 - abs(7 - n)
        assert " ".join(f"{k}:{v}" for k, v in found.items()) == squads


class TestVariants:
    """Troops with counters or a mix of squads of their own."""

    @pytest.mark.parametrize(
        ("nation", "squad", "smoke"),
        [
            ("german-engineers", "8-3-8", 5),
            ("german-engineers", "5-4-8", 4),
            ("russian-engineers", "6-2-8", 2),
            ("american-engineers", "7-4-7", 5),
            ("british-engineers", "6-4-8", 4),
        ],
    )
    def test_assault_engineers(self, nation: str, squad: str, smoke: int) -> None:
        """Their squads place SMOKE better than those of the base nation."""
        pack = load_nation(nation)
        own = pack.counter(squad)
        usual = load_nation(pack.fact("base")).counter(squad)
        assert isinstance(own, MMC)
        assert isinstance(usual, MMC)
        assert own.smoke == smoke > usual.smoke
        weapons = {pack.look_up("x4", n, date="1944-07").result for n in range(2, 13)}
        assert {"FT", "DC"} <= weapons

    @pytest.mark.parametrize("nation", ["british-airborne", "gurkha"])
    def test_underlined_morale(self, nation: str) -> None:
        """Paras and Gurkhas have a 4-5-8 whose ELR is 5; the ordinary one has not."""
        own, usual = load_nation(nation).counter("4-5-8"), counter("british/4-5-8")
        assert isinstance(own, MMC)
        assert isinstance(usual, MMC)
        assert own.underlined_morale > usual.underlined_morale

    def test_polish_broken_morale(self) -> None:
        """Broken Polish squads have more morale than other Allied Minors."""
        polish = load_nation("polish")
        for name in ("4-5-8", "4-5-7"):
            own, usual = polish.counter(name), counter(f"allied-minor/{name}")
            assert isinstance(own, MMC)
            assert isinstance(usual, MMC)
            assert (own.broken or 0) == (usual.broken or 0) + 1

    def test_red_chinese(self) -> None:
        """Commissars and Human Waves in every year, no smoke grenades."""
        red = load_nation("red-chinese")
        assert red.fact("commissars", date="1945-01")
        assert red.table("x10").id.name == "chinese/x10"
        found = red.look_up("commissar", 2, date="1945-01", leader="8-1 or better")
        assert red.counter(found.result).nation == "red-chinese"
        assert red.fact("smoke grenades") == ""

    def test_german_5_3_7(self) -> None:
        """From September 1944 about a quarter of the second line is 5-3-7."""
        months = ("1944-08", "1944-09")
        codes = [GERMAN.look_up("x2", 11, date=month).result for month in months]
        assert codes == ["4-4-7", "5-3-7"]


class TestX3:
    """{x3}, leaders."""

    def test_c21_c22(self) -> None:
        """C21, C22: August 1941 +1 and an elite MMC -1; Final 6 is an 8-0."""
        drm = RUSSIAN.look_up("x3-drm", date="1941-08")
        elite = RUSSIAN.look_up("x3-drm", date="1941-08").result
        every = load()["x3-cumulative"]
        assert (drm.result, drm.source) == (1, "example")
        assert elite + every.look_up(cause="elite MMC").result == 0
        row = RUSSIAN.look_up("x3", 6, date="1941-08", column="leader")
        assert (row.result, row.source) == ("8-0", "example")

    def test_c22_commissar(self) -> None:
        """C22: before 10/42 a 9-0 Commissar may come instead, but not on a 4."""
        stays = RUSSIAN.look_up("commissar", 4, date="1941-08", leader="8-0 or worse")
        assert (stays.result, stays.source) == ("none", "example")
        comes = RUSSIAN.look_up("commissar", 1, date="1942-09", leader="8-0 or worse")
        assert comes.result == "9-0 Commissar"
        late = RUSSIAN.look_up("commissar", 1, date="1942-10", leader="8-0 or worse")
        assert late.result == "none"
        assert not GERMAN.has("commissar")

    def test_c23_long_range(self) -> None:
        """C23, C27: a 9-2 can come; Long Range -1, waves +1 each or -1."""
        codes = {
            RUSSIAN.look_up("x3", n, date="1942-01", column="leader").result
            for n in range(-3, 14)
        }
        assert {"9-2", "none"} <= codes
        drm = load()["x3-cumulative"]
        causes = ("Long Range", "wave leader", "no wave leader")
        assert [drm.look_up(cause=c).result for c in causes] == [-1, 1, -1]

    @pytest.mark.parametrize("nation", NAMES)
    def test_c26_armor_leader(self, nation: str) -> None:
        """C26: the Armor Leader column, with Inexperienced Crews at its end."""
        pack = load_nation(nation)
        codes = [
            pack.table("x3").look_up(n, column="armor leader").result
            for n in range(-6, 21)
        ]
        assert codes[-1] == "Inexperienced Crew"
        for code in set(codes) - NO_COUNTER:
            smc = pack.counter(code)
            assert isinstance(smc, SMC)
            assert smc.kind == "armor leader"


class TestX4:
    """{x4}, support weapons."""

    def test_c24(self) -> None:
        """C24: Russian, 1941, DR 3 is the light mortar."""
        row = RUSSIAN.look_up("x4", 3, date="1941-08")
        weapon = RUSSIAN.counter(row.result)
        assert row.source == "example"
        assert isinstance(weapon, SupportWeapon)
        assert (weapon.kind, weapon.calibre) == ("MTR", 50)

    def test_c09(self) -> None:
        """C09: the Russians have a .50 HMG for Long Range, the Germans none."""
        assert RUSSIAN.fact(".50 HMG")
        assert not GERMAN.fact(".50 HMG")
        hmg = RUSSIAN.counter("HMG")
        assert isinstance(hmg, SupportWeapon)
        assert (hmg.fp, hmg.range) == (6, 12)

    def test_c28_no_drm(self) -> None:
        """C28: x4 takes no DRM: it has rows for 2 to 12 and no more."""
        for pack in (GERMAN, RUSSIAN):
            table = pack.table("x4")
            assert not table.modified
            with pytest.raises(OpforError, match="no row for 13"):
                table.look_up(13, date="1943-01")

    def test_c30_swaps_resolve(self) -> None:
        """C30: what replaces a mortar in a building is a counter of the nation."""
        for pack in (GERMAN, RUSSIAN):
            for name in ("MMG", "HMG"):
                assert isinstance(pack.counter(name), SupportWeapon)

    @pytest.mark.parametrize("nation", NAMES)
    def test_in_service(self, nation: str) -> None:
        """No weapon comes before its first month."""
        pack = load_nation(nation)
        where = [{"theater": theater} for theater in THEATERS]
        for date, n, when in product(months(pack), range(2, 13), where):
            weapon = pack.counter(pack.look_up("x4", n, date=date, **when).result)
            assert weapon.since <= date


class TestX5X6:
    """{x5}, Guns, and {x6}, {x6a}, {x6c}, vehicles."""

    def test_c25(self) -> None:
        """C25: Russian, 1941, inside, DR 5 is the 45L AT Gun; crews are 2-2-8."""
        row = RUSSIAN.look_up("x5", 5, date="1941-08", column="inside")
        gun = RUSSIAN.counter(row.result)
        crew = RUSSIAN.counter("2-2-8")
        assert row.source == "example"
        assert isinstance(gun, Gun)
        assert (gun.kind, gun.calibre, gun.barrel) == ("AT", 45, "L")
        assert isinstance(crew, MMC)
        assert crew.size == "crew"

    @pytest.mark.parametrize("nation", NAMES)
    @pytest.mark.parametrize("name", ["x5", "x6", "x6a", "x6c"])
    def test_c28_in_use(self, nation: str, name: str) -> None:
        """C28: no DRM; in every quarter each DR gives a Gun or vehicle in use."""
        pack = load_nation(nation)
        if name not in own_tables(pack):
            assert name != "x5"
            return
        table = pack.table(name)
        assert (table.key, table.modified) == ("DR", False)
        kinds = Gun | SupportWeapon if name == "x5" else Vehicle
        columns = [
            dict(zip(table.axes, values, strict=True))
            for values in product(*table.axes.values())
        ]
        for date, n, axes in product(months(pack)[::3], range(2, 13), columns):
            if pack.has(name, date=date, **axes):
                piece = pack.counter(pack.in_use(name, n, date=date, **axes).result)
                assert isinstance(piece, kinds)
                assert piece.since <= date

    def test_not_yet_in_use(self, tmp_path: Path) -> None:
        """What is not yet in use gives way to the next row toward 7."""
        rows = "".join(
            f'  {{ on = "{on}", result = "{name}" }},\n'
            for on, name in (("2-6", "PzKpfw IIF"), ("7-12", "PzKpfw IIA"))
        )
        (tmp_path / "x6.toml").write_text(
            'id = "german/x6"\nkey = "DR"\nsource = "player"\nrows = [\n' + rows + "]\n"
        )
        mine = load_nation("german", tmp_path)
        assert mine.look_up("x6", 6, date="1939-10").result == "PzKpfw IIF"
        assert mine.in_use("x6", 6, date="1939-10").result == "PzKpfw IIA"
        assert mine.in_use("x6", 6, date="1941-06").result == "PzKpfw IIF"

    def test_dates_of_the_tables(self) -> None:
        """A table can be asked whether it has rows on a date (S5.71)."""
        assert not RUSSIAN.has("x6c", date="1943-08")
        assert RUSSIAN.has("x6c", date="1943-09")
        assert RUSSIAN.has("x5", date="1941-08")
        assert not load_nation("partisan").has("x7")


class TestX10:
    """{x10}, Human Wave units."""

    def test_c29(self) -> None:
        """C29: one die, no DRM, never a dummy, squads, HS and leaders only."""
        for pack in (GERMAN, RUSSIAN):
            table = pack.table("x10")
            assert (table.key, table.modified) == ("dr", False)
            for n in range(1, 7):
                items = table.look_up(n).result
                assert items
                assert set(items) <= {"S", "HS", "L"}

    def test_mean(self) -> None:
        """A Russian wave S? has 14 MMC in six on average."""
        table = RUSSIAN.table("x10")
        mmc = sum(
            len(set_ := table.look_up(n).result) - set_.count("L") for n in range(1, 7)
        )
        assert mmc == 14


@pytest.mark.parametrize("nation", NAMES)
class TestPack:
    """What must be true of every whole pack."""

    def test_dates(self, nation: str) -> None:
        """Every table has a row for every number in every month of the war."""
        pack = load_nation(nation)
        for name in ("x1", "x2", "x3", "x4", "x2-drm", "x3-drm"):
            table = pack.table(name)
            axes = [
                dict(zip(table.axes, v, strict=True))
                for v in product(*table.axes.values())
            ]
            low, high = {"dr": (1, 6), "none": (0, 0)}.get(table.key, (2, 12))
            low, high = (-10, 30) if table.modified else (low, high)
            for date, axis, n in product(months(pack), axes, range(low, high + 1)):
                assert pack.look_up(name, n, date=date, **axis).source

    def test_facts(self, nation: str) -> None:
        """Every fact is known in every month."""
        pack = load_nation(nation)
        for date, fact in product(months(pack), FACTS):
            value = pack.fact(fact, date=date)
            if fact in ("ELR", "SAN"):
                assert 0 <= value <= 7
            if fact == "AC column":
                assert value in load()["AC-start"].axes["column"]

    def test_smoke_is_a_squads(self, nation: str) -> None:
        """A nation without smoke grenades has no squad with a Smoke Exponent."""
        pack = load_nation(nation)
        if pack.fact("smoke grenades", date=pack.fact("last month")) == "":
            types = [c for c in counters().values() if c.nation == nation]
            assert not [c for c in types if isinstance(c, MMC) and c.smoke]

    def test_fifty(self, nation: str) -> None:
        """A nation that may have the .50 HMG for Long Range has the counter."""
        pack = load_nation(nation)
        if pack.fact(".50 HMG"):
            assert pack.counter(".50 HMG").name == ".50 HMG"
        assert isinstance(pack.counter("HMG"), SupportWeapon)


@pytest.mark.parametrize("date", ["1939-08", "1945-06", "1950-01"])
def test_outside(date: str) -> None:
    """A month outside the war is one clear sentence."""
    for pack in (GERMAN, RUSSIAN):
        with pytest.raises(OpforError) as caught:
            pack.look_up("x2", 7, date=date)
        assert str(caught.value) == (
            f"{pack.id} has no tables for {date}; choose a month from 1939-09 to "
            "1945-05, or add them in a pack"
        )


def test_every_nations_table_has_a_form() -> None:
    """No table of a nation is read without a check of its results."""
    names = {id_.rpartition("/")[2] for id_ in load() if "/" in id_}
    assert names - set(RESULTS) == {"pack"}
    for nation in NAMES:
        assert set(load()[f"{nation}/pack"].axes["fact"]) <= set(FACTS)


def test_unknown_nation() -> None:
    """An unknown nation says which there are."""
    with pytest.raises(OpforError, match="the nations are: allied-minor, american"):
        load_nation("mars")
    assert len(NAMES) == 35


def test_unknown_names() -> None:
    """A missing table or counter is one clear sentence."""
    with pytest.raises(OpforError, match="german has no table x7"):
        GERMAN.table("x7")
    with pytest.raises(OpforError, match="'5-2-7' is no german counter"):
        GERMAN.counter("5-2-7")


class TestPlayersPack:
    """A player's own folder of tables."""

    def test_overrides(self, tmp_path: Path) -> None:
        """It replaces one row and leaves the rest."""
        (tmp_path / "x2.toml").write_text(
            'extends = "russian/x2"\nsource = "project"\n'
            'rows = [\n  { on = "8", result = "5-2-7" },\n]\n'
        )
        pack = load_nation("russian", tmp_path)
        assert pack.look_up("x2", 8, date="1943-01").result == "5-2-7"
        assert pack.look_up("x2", 9, date="1943-01").result == "4-4-7"

    def test_wrong_code(self, tmp_path: Path) -> None:
        """A name that is no counter is told with its file and line."""
        path = tmp_path / "x2.toml"
        path.write_text(
            'extends = "russian/x2"\nsource = "project"\n'
            'rows = [\n  { on = "8", result = "4-6-7" },\n]\n'
        )
        with pytest.raises(OpforError, match=r"x2.toml:4: '4-6-7' is no russian"):
            load_nation("russian", tmp_path)

    @pytest.mark.parametrize(
        ("table", "result", "message"),
        [
            ("A1", '["S", "Tank"]', "2: 'Tank' is none of"),
            ("A1", "3", "this must be a list, not a whole number"),
            ("russian/x2", "3", "this must be a text, not a whole number"),
            ("russian/x2", '["4-4-7"]', "this must be a text, not a list"),
            ("A8a", '"Moon"', "'Moon' is none of"),
        ],
    )
    def test_wrong_form(
        self, tmp_path: Path, table: str, result: str, message: str
    ) -> None:
        """A result of a wrong form is told with its file and line."""
        (tmp_path / "mine.toml").write_text(
            f'extends = "{table}"\nsource = "project"\n'
            f'rows = [\n  {{ on = "8", result = {result} }},\n]\n'
        )
        with pytest.raises(OpforError) as caught:
            load_nation("russian", tmp_path)
        assert f"mine.toml:4: result: {message}" in str(caught.value)

    def test_wrong_fact(self, tmp_path: Path) -> None:
        """So is a fact of a pack."""
        (tmp_path / "pack.toml").write_text(
            'extends = "german/pack"\nsource = "project"\n'
            'rows = [\n  { fact = "may deploy", result = "never" },\n]\n'
        )
        with pytest.raises(OpforError, match=r"pack.toml:4: result: .*is none of"):
            load_nation("german", tmp_path)

    def test_new_nation(self, tmp_path: Path) -> None:
        """A new pack takes from its base what it has not."""
        facts = {
            "name": '"Guards"',
            "base": '"russian"',
            "first month": '"1941-09"',
            "last month": '"1945-05"',
        }
        rows = "".join(
            f'  {{ fact = "{k}", result = {v} }},\n' for k, v in facts.items()
        )
        names = ", ".join(f'"{k}"' for k in facts)
        (tmp_path / "pack.toml").write_text(
            'id = "guards/pack"\nkey = "none"\nsource = "project"\n'
            f"axes = {{ fact = [{names}] }}\nrows = [\n{rows}]\n"
        )
        pack: Nation = load_nation("guards", tmp_path)
        assert pack.look_up("x2", 4, date="1942-01").result == "4-5-8"
        assert pack.counter("4-5-8").id == "russian/4-5-8"


def test_some_counters() -> None:
    """Who names a counter that is like none is told squads of that nation."""
    with pytest.raises(OpforError, match=r"such as .*4-6-7.*, or one of a pack"):
        load_nation("german").counter("Spear of Longinus")
