"""What mkdocs is told: pages outside of docs/, generated ones, links, pictures.

mkdocs.yml names this file; mkdocs calls the functions by their names.
"""

import re
import sys
from pathlib import Path
from posixpath import relpath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tools.docs_site import commands, found, messages, tutorial  # noqa: E402 - by the line above

MOVED = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changes.md",
    "LICENSE": "license.txt",
    "NOTICE": "notice.txt",
    "docs/README.md": "pages.md",
    "tools/docs_site/iframe-worker.js": "assets/iframe-worker.js",
    "tools/docs_site/site.css": "assets/site.css",
}
"""Where files stand in the site that do not stand there as in docs/."""

WRITTEN = {
    "commands.md": commands.page,
    "messages.md": messages.page,
    "tutorial.md": tutorial.page,
}
"""Pages that come from the program itself."""

PLAYER = ("how-to/browser", "how-to/play", "how-to/infantry", "how-to/vehicles")
OTHERS = ("how-to/artillery", "how-to/director", "how-to/campaign", "missions")
OWN = ("boards", "vasl", "module", "missions", "packs", "commands")

NAV = [
    {
        "Start": [
            "index.md",
            "tutorial.md",
            "pages.md",
            "how-to/trouble.md",
            "changes.md",
        ]
    },
    {"Play": [*(f"{name}.md" for name in (*PLAYER, *OTHERS)), "policies.md", "los.md"]},
    {"Your own": [*(f"how-to/{name}.md" for name in OWN), "move-commands.md"]},
    {"Tables": ["tables.md", "tables/divider.md", "tables/asl.md", "tables/*"]},
    {
        "Rules": [
            "rules-coverage.md",
            "decisions/README.md",
            "rules-of-ours.md",
            "second-reading.md",
        ]
    },
    {
        "Studies": [
            "how-to/sim.md",
            "how-to/studies.md",
            "how-to/coach.md",
            "studies/README.md",
            "studies/*",
        ]
    },
    {"Commands": ["commands.md", "messages.md"]},
    {
        "Build": [
            "contributing.md",
            "architecture.md",
            "examples.md",
            "how-to/bots.md",
            "how-to/learning.md",
            "performance.md",
            "threats.md",
            "reliability.md",
            "never-used.md",
        ]
    },
]
"""The order of the pages; a * stands for all of a folder that no line names."""

_entries: list[found.Entry] = []

_LINK = re.compile(r"(\]\(|<img src=\")([^)\s#:\"]+)((?:#[^)\s]*)?[)\"])")
_FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_POINT = re.compile(r"(?:-|\d\.) ")
_TITLED = re.compile(r"\A```(\w+) (\S+)$", re.MULTILINE)
_PICTURE = re.compile(r"<img\b[^>]*>")
_ELSEWHERE = re.compile(r'(?:\bsrc|<link\b[^>]*\bhref)="(https?://[^"]*)"')
_DESCRIBED = re.compile(r'\balt="[^"\s][^"]*"')


class BrokenLinkError(Exception):
    """A link leads out of the site."""


class BrokenBlockError(Exception):
    """A block of code would be shown as text."""


class NoDescriptionError(Exception):
    """A picture has no words for those who do not see it."""


def on_config(config: "MkDocsConfig") -> None:
    """The order of the pages."""
    docs = Path(config.docs_dir)
    named = {name for part in NAV for names in part.values() for name in names}
    config.nav = [
        {title: [each for name in names for each in _spread(name, docs, named)]}
        for part in NAV
        for title, names in part.items()
    ]


def _spread(name: str, docs: Path, named: set[str]) -> list[str]:
    if not name.endswith("*"):
        return [name]
    pages = sorted(docs.glob(f"{name}.md"))
    return [n for page in pages if (n := str(page.relative_to(docs))) not in named]


def on_files(files: "Files", config: "MkDocsConfig") -> "Files":
    """Pages and files that do not lie in docs/."""
    from mkdocs.structure.files import File  # noqa: PLC0415 - only mkdocs has it

    if map_ := files.get_file_from_path("README.md"):
        files.remove(map_)
    for source, name in MOVED.items():
        text = (ROOT / source).read_text("utf-8")
        files.append(File.generated(config, name, content=text))
    for name, page in WRITTEN.items():
        files.append(File.generated(config, name, content=page()))
    return files


def on_page_markdown(
    markdown: str, page: "Page", config: "MkDocsConfig", files: "Files"
) -> str:
    """The text of a page, its links as they lead within the site."""
    return indented(linked(markdown, page.file.src_uri))


def linked(text: str, name: str) -> str:
    """The text of a page of the site, with links from where it stands there.

    Errors:
        BrokenLinkError: one leads to what the site has not.
    """
    source = next((s for s, to in MOVED.items() if to == name), f"docs/{name}")
    if name in WRITTEN:
        return text
    folder = (ROOT / source).parent

    def led(found: re.Match[str]) -> str:
        target = (folder / found[2]).resolve()
        if not target.exists():
            raise BrokenLinkError(f"{source}: {found[2]} is not there")
        return f"{found[1]}{relpath(_place(target), str(Path(name).parent))}{found[3]}"

    parts, end = [], 0
    for block in _FENCED.finditer(text):
        titled = _TITLED.sub(r'```\1 title="\2"', block[0])
        parts += [_LINK.sub(led, text[end : block.start()]), titled]
        end = block.end()
    return "".join(parts) + _LINK.sub(led, text[end:])


def indented(text: str) -> str:
    """The text of a page, what belongs to a point of a list four spaces in.

    We write it below the point's first word, as most readers of Markdown want it; the
    one of the site would end the list at a block of code there.
    """
    lines, width = [], 0
    for line in text.split("\n"):
        if line[:1].strip():
            marker = _POINT.match(line)
            width = len(marker[0]) if marker else 0
        more = " " * (4 - width) if width and line.startswith(" " * width) else ""
        lines.append(more + line)
    return "\n".join(lines)


def _place(target: Path) -> str:
    """Where a file of the repository stands in the site."""
    path = target.relative_to(ROOT).as_posix()
    if place := MOVED.get(path):
        return place
    if not path.startswith("docs/"):
        raise BrokenLinkError(f"{path} is no page of the site: name it, without a link")
    return path.removeprefix("docs/")


def on_post_template(output: str, template_name: str, config: "MkDocsConfig") -> str:
    """No page for what is not found: its links would begin at the root of a server."""
    return "" if template_name == "404.html" else output


def on_post_page(output: str, page: "Page", config: "MkDocsConfig") -> None:
    """No page loads anything from elsewhere: it is read without a network."""
    if found := _ELSEWHERE.search(output):
        raise BrokenLinkError(f"{page.file.src_uri} would load {found[1]}")


def on_page_content(
    html: str, page: "Page", config: "MkDocsConfig", files: "Files"
) -> str:
    """No picture is without words; rows that the search finds have a place."""
    for picture in _PICTURE.findall(html):
        if not _DESCRIBED.search(picture):
            raise NoDescriptionError(f"{page.file.src_uri}: {picture}")
    if "```" in html:
        raise BrokenBlockError(f"{page.file.src_uri}: a block of code was not seen")
    html, entries = found.marked(html, page.file.src_uri)
    _entries.extend(entries)
    return html


def on_post_build(config: "MkDocsConfig") -> None:
    """The search knows rules, tables and refusals by name."""
    found.write(Path(config.site_dir), _entries)
