"""The file of a campaign: written whole, and what is wrong in it told with its line."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opfor.campaign.campaign import Battle, Campaign
from opfor.campaign.file import (
    campaign_from,
    campaign_ids,
    campaign_path,
    free_id,
    read_campaign,
    toml_of,
    write_campaign,
)
from opfor.campaign.game import begun, sent, settled
from opfor.campaign.result import Order
from opfor.core.errors import OpforError
from tests.campaign.companies import campaign, company, unplayed


def gone_on() -> Campaign:
    """A campaign after a Mission, with its second one being played."""
    first = campaign(company=company(weapons=("MMG", "russian/lmg")))
    who = sent(first)
    after = settled(begun(first, "game-1", who), unplayed("won", who, lost=2))
    return begun(after, "game-2", sent(after))


TEXT = toml_of(gone_on())


class TestWhole:
    """What is written is read again."""

    def test_same(self, tmp_path: Path) -> None:
        """A campaign with a history and a game comes back as it was."""
        path = tmp_path / "deep" / "it.toml"
        write_campaign(path, gone_on())
        assert read_campaign(path) == gone_on()
        assert [each.name for each in path.parent.iterdir()] == ["it.toml"]

    @given(st.text(min_size=1, max_size=60))
    @settings(max_examples=40, deadline=None)
    def test_names(self, name: str) -> None:
        """Any name without control characters; another is refused in a sentence."""
        made = campaign(company=company(name=name))
        try:
            data = toml_of(made).encode()
            assert campaign_from(data, "file") == made
        except (OpforError, UnicodeEncodeError):
            controls = any(ord(sign) < 32 or ord(sign) == 127 for sign in name)
            assert controls or any(0xD800 <= ord(sign) < 0xE000 for sign in name)

    def test_ids(self, tmp_path: Path) -> None:
        """Each has a name of its own; one that is no name finds nothing."""
        assert free_id(tmp_path, "  Iron Dogs! ") == "iron-dogs"
        write_campaign(tmp_path / "iron-dogs.toml", campaign())
        assert free_id(tmp_path, "Iron Dogs") == "iron-dogs-2"
        assert free_id(tmp_path, "犬") == "company"
        assert campaign_ids(tmp_path) == ["iron-dogs"]
        for name in ("../iron-dogs", "", "nobody", "x" * 99):
            with pytest.raises(OpforError, match="no campaign"):
                campaign_path(tmp_path, name)


class TestFaults:
    """File, line, key, and what to write."""

    @pytest.mark.parametrize(
        ("was", "now", "said"),
        [
            ("version = 1", "version = 2", ":2 (version): version: this is no"),
            ("version = 1", "", "export writes it"),
            ("seed = 3", 'seed = "x"', ":3 (seed): this must be a whole number"),
            ('name = "Squad5"', "name = 5", "company.people.5.name"),
            ('counter = "4-6-7"', 'counter = "4-6-77"', "did you mean 4-6-7"),
            ('counter = "8-1"', 'counter = "4-6-7"', "is no german leader"),
            ('nation = "german"', 'nation = "germn"', "did you mean german?"),
            ("id = 5", "id = 6", "the number 6 is there twice"),
            ('"MMG"', '"MMX"', "company.weapons.1"),
            ('"MMG"', '"8-1"', "is no SW of the german company"),
            ("missions = 6", "misions = 6", "there is no key 'misions'"),
            ("missions = 6", "missions = 60", "options.missions"),
            ('mission = "', 'mission = "/etc/passwd', "no text of that form"),
            ('game = "game-2"', 'game = "../x"', "no game that is being played"),
            ("[battle.sent]", "[battle.snt]", "there is no key 'snt'"),
        ],
    )
    def test_told(self, was: str, now: str, said: str) -> None:
        """Each mistake names its place."""
        assert was in TEXT
        with pytest.raises(OpforError) as caught:
            campaign_from(TEXT.replace(was, now, 1).encode(), "it.toml")
        assert str(caught.value).startswith("it.toml")
        assert said in str(caught.value)

    def test_strangers(self) -> None:
        """Nobody is sent who is not there."""
        wrong = campaign(battle=Battle(game="x", sent=Order((99,))))
        with pytest.raises(OpforError, match="people who are not there"):
            campaign_from(toml_of(wrong).encode(), "it.toml")

    @given(st.integers(0, len(TEXT)))
    @settings(max_examples=40, deadline=None)
    def test_cut(self, length: int) -> None:
        """A file that is cut anywhere is whole, or refused in a sentence."""
        said = "it.toml"
        try:
            campaign_from(TEXT[:length].encode(), "it.toml")
        except OpforError as error:
            said = str(error)
        assert said.startswith("it.toml")

    def test_no_text(self) -> None:
        """Bytes that are no text are refused."""
        with pytest.raises(OpforError, match="UTF-8"):
            campaign_from(b"\xff\xfe", "it.toml")
