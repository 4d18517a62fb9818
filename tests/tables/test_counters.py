"""Counter types: complete, consistent with themselves, found by their ids."""

import pytest

from opfor.core.errors import OpforError
from opfor.state.counter_lists import counter, counters
from opfor.state.counters import MMC, SMC, Counter, Gun, SupportWeapon, Vehicle, slug
from opfor.state.nations import load_nation

MMCS = [c for c in counters().values() if isinstance(c, MMC)]
LEADERS = [c for c in counters().values() if isinstance(c, SMC) and c.kind == "leader"]
WEAPONS = [c for c in counters().values() if isinstance(c, SupportWeapon)]


def named(piece: Counter, name: str) -> Counter:
    """The counter that a piece names, in its own nation or that nation's base."""
    return load_nation(piece.nation).counter(name)


def test_a_squad_reads_as_printed() -> None:
    """The German 4-6-7 has its printed values."""
    squad = counter("german/4-6-7")
    assert isinstance(squad, MMC)
    assert (squad.fp, squad.range, squad.morale, squad.broken) == (4, 6, 7, 7)
    assert (squad.smoke, squad.quality, squad.bpv) == (1, "first", 10)
    assert (squad.half_squad, squad.replaced_by) == ("2-4-7", ("4-4-7",))


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("50* MTR", "50-mtr"),
        (".50 HMG", "50-hmg"),
        ("6+1", "6+1"),
        ("9-0 Commissar", "9-0-commissar"),
        ("LMG(f)", "lmg-f"),
    ],
)
def test_slug(name: str, code: str) -> None:
    """A printed name has one code."""
    assert slug(name) == code


def test_no_such_counter() -> None:
    """A wrong id is one clear sentence."""
    with pytest.raises(OpforError, match="'german/9-9-9' is no counter"):
        counter("german/9-9-9")


@pytest.mark.parametrize("mmc", MMCS, ids=lambda mmc: mmc.id)
class TestMMC:
    """What must be true of every MMC."""

    def test_name_is_its_strength(self, mmc: MMC) -> None:
        """The name begins with FP, range and morale."""
        assert mmc.name.split()[0] == f"{mmc.fp}-{mmc.range}-{mmc.morale}"

    def test_half_squad(self, mmc: MMC) -> None:
        """A squad names a weaker HS of its own class; a HS or crew names none."""
        if mmc.size != "squad":
            assert mmc.half_squad == ""
            return
        half = named(mmc, mmc.half_squad)
        assert isinstance(half, MMC)
        assert half.size == "half squad"
        if mmc.id != "finnish/5-4-8":  # it shares the HS of the green 5-3-8
            assert half.quality == mmc.quality
        assert half.morale == mmc.morale or "striped" in mmc.name
        assert half.fp <= mmc.fp
        assert half.bpv < mmc.bpv or not mmc.bpv

    def test_replacement(self, mmc: MMC) -> None:
        """Replacement lowers the class and raises no factor (A19.13).

        EXC: an underlined squad becomes its two HS.
        """
        if mmc.underlined_morale and mmc.size == "squad":
            assert mmc.replaced_by == (mmc.half_squad, mmc.half_squad)
            return
        ranks = ["elite", "first", "second", "green", "conscript"]
        for name in mmc.replaced_by:
            less = named(mmc, name)
            assert isinstance(less, MMC)
            assert less.size == mmc.size
            assert ranks.index(less.quality) > ranks.index(mmc.quality)
            assert less.fp <= mmc.fp
            assert less.range <= mmc.range
            assert less.morale <= mmc.morale

    def test_only_the_last_class_or_a_crew_has_no_replacement(self, mmc: MMC) -> None:
        """What a failed ELR Disrupts is conscript, underlined or a crew."""
        if not mmc.replaced_by:
            lowest = mmc.quality in ("conscript", "green")
            partisan = mmc.nation == "partisan"  # A25.24: never Disrupted
            crew = mmc.size == "crew"
            assert lowest or mmc.underlined_morale or crew or partisan

    def test_breaks_or_is_reduced(self, mmc: MMC) -> None:
        """It has a broken side, or else names a weaker piece that takes its place."""
        assert (mmc.broken is None) == bool(mmc.reduced)
        if mmc.reduced:
            less = named(mmc, mmc.reduced)
            assert isinstance(less, MMC)
            assert less.fp < mmc.fp or less.size == "half squad"


@pytest.mark.parametrize("smc", LEADERS, ids=lambda smc: smc.id)
def test_leader(smc: SMC) -> None:
    """A leader is named by morale and modifier; Japanese leaders never break."""
    sign = "+" if smc.modifier > 0 else "-"
    assert smc.name == f"{smc.morale}{sign}{abs(smc.modifier)}"
    assert smc.self_rally == (smc.nation != "japanese")
    assert smc.broken in (smc.morale, None)


@pytest.mark.parametrize("nation", sorted({smc.nation for smc in LEADERS}))
def test_leader_ladder(nation: str) -> None:
    """Each leader is replaced by the next grade, the last one by none.

    EXC: Japanese leaders are never replaced.
    """
    ladder = [smc for smc in LEADERS if smc.nation == nation]
    after = [(smc.name,) for smc in ladder[1:]] + [()]
    if nation == "japanese":
        after = [()] * len(ladder)
    assert [smc.replaced_by for smc in ladder] == after


FIRING = [sw for sw in WEAPONS if sw.kind not in ("radio", "phone")]


@pytest.mark.parametrize("sw", FIRING, ids=lambda sw: sw.id)
def test_weapon(sw: SupportWeapon) -> None:
    """A SW has FP or a calibre, a way to fail, and PP that dismantling lessens."""
    assert bool(sw.fp) != bool(sw.calibre)
    assert sw.inherent or sw.breakdown or sw.removal
    assert sw.inherent != bool(sw.pp)
    assert sw.dm_pp < sw.pp or sw.inherent
    if sw.dm_as:
        assert isinstance(named(sw, sw.dm_as), SupportWeapon)
    if sw.th:
        assert len(sw.th) == sw.range + 1


def test_heavy_weapons() -> None:
    """HW are the SW of three or more PP."""
    heavy = {sw.id for sw in WEAPONS if sw.heavy and sw.nation == "german"}
    assert heavy == {"german/mmg", "german/hmg", "german/50-mtr"}


LEAST_RANGE = {"allied-minor/76-inf-frc", "japanese/200l-art"}
"""No mortars by name, and yet a least range is printed on them."""

AS_PRINTED = {
    "american/m32a1b3-trv",  # a tank's hull without its turret
    "british/centaur-dozer",
    "finnish/bt-42-r",  # an assault gun in a tank's turret
    "german/psw-231-6-rad",  # thinner in front than at its side
    "german/psw-231-6-rad-mg-4-2",
}
"""Vehicles whose print differs from what their kind lets one think."""


@pytest.mark.parametrize(
    "gun", [c for c in counters().values() if isinstance(c, Gun)], ids=lambda c: c.id
)
def test_gun(gun: Gun) -> None:
    """A Gun is named by its calibre; a mortar has a least range."""
    assert gun.name.startswith(str(gun.calibre)) or gun.calibre < 15
    assert gun.kind in gun.name.replace("ItK", "AA").replace("FlaK", "AA")
    assert (gun.kind == "MTR" or gun.id in LEAST_RANGE) == bool(gun.min_range)
    assert gun.max_range == 0 or gun.min_range < gun.max_range
    assert gun.max_range == 0 or gun.max_range > 16


def test_type_92_infantry_gun() -> None:
    """The 70* INF reaches 70 hexes; its 3 is a least range of indirect fire only."""
    gun = counters()["japanese/70-inf"]
    assert isinstance(gun, Gun)
    assert (gun.min_range, gun.max_range) == (0, 70)


@pytest.mark.parametrize(
    "vehicle",
    [c for c in counters().values() if isinstance(c, Vehicle)],
    ids=lambda c: c.id,
)
def test_vehicle(vehicle: Vehicle) -> None:
    """An armored vehicle's front is at least its side; assault guns have no turret."""
    assert 5 <= vehicle.mp <= 40
    assert vehicle.breakdown or vehicle.removal
    if vehicle.id in AS_PRINTED:
        return
    assert vehicle.front >= vehicle.side
    if vehicle.kind == "AG":
        assert vehicle.turret == "NT"
    if vehicle.kind in ("MT", "HT"):
        assert vehicle.turret != "NT"


def test_every_counter_says_how_sure_it_is() -> None:
    """Each counter has a source, and a note where it is not sure."""
    for piece in counters().values():
        assert piece.source
        if piece.confidence == "low":
            assert piece.note
