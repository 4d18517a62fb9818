"""tools/docs_site: the pages that it writes, and links as they lead in the site."""

from pathlib import Path

import pytest
from tools.docs_site import commands, found, hooks, messages, tutorial

PAGES = sorted(hooks.ROOT.glob("docs/**/*.md"))
NAMES = {page.relative_to(hooks.ROOT / "docs").as_posix() for page in PAGES}


class TestLinks:
    """Pages of the repository, some of which stand elsewhere in the site."""

    @pytest.mark.parametrize("name", sorted(NAMES - {"README.md"}))
    def test_every_page(self, name: str) -> None:
        """Each link of each page leads to what the site has."""
        page = hooks.ROOT / "docs" / name
        assert hooks.linked(page.read_text("utf-8"), name)

    @pytest.mark.parametrize("source", [s for s in hooks.MOVED if s.endswith(".md")])
    def test_moved(self, source: str) -> None:
        """Those that stand elsewhere too."""
        text = (hooks.ROOT / source).read_text("utf-8")
        assert hooks.linked(text, hooks.MOVED[source])

    @pytest.mark.parametrize(
        ("name", "text", "led"),
        [
            ("index.md", "[a](docs/los.md#x)", "[a](los.md#x)"),
            (
                "index.md",
                '<img src="docs/images/browser-cc.jpg">',
                '<img src="images/browser-cc.jpg">',
            ),
            ("how-to/play.md", "[a](../README.md)", "[a](../pages.md)"),
            ("pages.md", "[a](../ARCHITECTURE.md)", "[a](architecture.md)"),
            ("los.md", "```text\n[a](b.md)\n```\n", "```text\n[a](b.md)\n```\n"),
            ("los.md", "```toml a.toml\n```\n", '```toml title="a.toml"\n```\n'),
            ("los.md", "[a](https://x.org/y)", "[a](https://x.org/y)"),
        ],
    )
    def test_one(self, name: str, text: str, led: str) -> None:
        """It is told from where the page stands in the site; code is left alone."""
        assert hooks.linked(text, name) == led

    @pytest.mark.parametrize(
        ("text", "led"),
        [
            ("1. a\n   b\n\n   ```\n   c\n", "1. a\n    b\n\n    ```\n    c\n"),
            ("- a\n  b\nc\n  d", "- a\n    b\nc\n  d"),
            ("a\n    b", "a\n    b"),
        ],
    )
    def test_indented(self, text: str, led: str) -> None:
        """What belongs to a point of a list is four spaces in."""
        assert hooks.indented(text) == led

    @pytest.mark.parametrize("to", ["nowhere.md", "../src/opfor/__init__.py"])
    def test_broken(self, to: str) -> None:
        """What is not there, or no page, is refused."""
        with pytest.raises(hooks.BrokenLinkError):
            hooks.linked(f"[a]({to})", "los.md")


class TestPictures:
    """Words for those who do not see them."""

    @pytest.mark.parametrize("words", ["", 'alt=""', 'alt=" "'])
    def test_without(self, words: str) -> None:
        """A picture without words is refused."""
        page = type("P", (), {"file": type("F", (), {"src_uri": "x.md"})})
        with pytest.raises(hooks.NoDescriptionError):
            hooks.on_page_content(f'<img src="x" {words}>', page, None, None)
        hooks.on_page_content('<img src="x" alt="a map">', page, None, None)


class TestNotFound:
    """The site is read from a folder, where no server says that a page is not there."""

    def test_left_out(self) -> None:
        """The page of a server, with links from its root, is not written."""
        assert not hooks.on_post_template("<a href='/'>", "404.html", None)
        assert hooks.on_post_template("<x/>", "sitemap.xml", None) == "<x/>"


class TestFound:
    """What the search knows by name."""

    ROW = "<tr>\n<td>S6.311</td>\n<td>Self &amp; all</td>\n<td><b>coded</b></td>\n</tr>"

    def test_row(self) -> None:
        """A rule's row has a place, to which the search leads by number and title."""
        html, entries = found.marked(f"<p>x</p>{self.ROW}", "rules-coverage.md")
        assert '<tr id="row-1">\n<td>S6.311</td>' in html
        assert entries == [
            {
                "location": "rules-coverage.html#row-1",
                "title": "S6.311 Self & all",
                "text": "Self & all; coded",
            }
        ]

    def test_other_pages(self) -> None:
        """They stay as they are."""
        assert found.marked(self.ROW, "los.md") == (self.ROW, [])

    def test_index(self) -> None:
        """A table's section is called by its title; decisions come after the rest."""
        docs = [
            {
                "location": "tables/x.html#x4",
                "title": "x/x4",
                "text": "<p>{x/x4} SW</p>",
            },
            {"location": "decisions/D-1.html", "title": "D-1", "text": "{x4} y"},
        ]
        first, second, third = found.indexed({"docs": docs}, [{"location": "a"}])[
            "docs"
        ]
        assert first["title"] == "{x/x4} SW"
        assert (second["title"], second["boost"]) == ("D-1", 0.4)
        assert third == {"location": "a"}


class TestWritten:
    """Pages from the program itself."""

    def test_commands(self) -> None:
        """Groups are told command by command, options with their names."""
        page = commands.page()
        assert "## opfor board show\n" in page
        assert "| `--web`, `--text` |" in page
        assert "    opfor los" in page

    def test_messages(self) -> None:
        """What is refused, where the text has a name, by which rule."""
        page = messages.page()
        assert "| this is no save of opfor |" in page
        assert "| there is no game … |" in page
        assert "| A" in page

    def test_tutorial(self) -> None:
        """Each step is told; what has a picture is a step, and the picture is there."""
        page = tutorial.page()
        assert "## 1. Your side" in page
        for name, words in tutorial.PICTURES.values():
            assert f"![{words}](images/browser-{name}.jpg)" in page
            assert (hooks.ROOT / f"docs/images/browser-{name}.jpg").is_file()

    def test_every_page_has_its_place(self) -> None:
        """The order of pages names what is there, and all but decisions."""
        config = type("C", (), {"docs_dir": str(hooks.ROOT / "docs"), "nav": None})
        hooks.on_config(config)
        placed = [n for part in config.nav for names in part.values() for n in names]
        assert len(placed) == len(set(placed))
        made = {*hooks.MOVED.values(), *hooks.WRITTEN}
        missing = {
            n for n in NAMES - {"README.md"} - {*placed} if Path(n).stem[:2] != "D-"
        }
        assert missing == set()
        assert {*placed} <= NAMES | made
