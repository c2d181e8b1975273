"""Hooks of the documentation's site (mkdocs.yml): the reference, and what pages link to outside of docs/.

Pages are written for a reader of the repository, so they link to rulebooks, examples and sources beside docs/. The site
gets these files too, under repository/, and links to them are turned there.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

from mkdocs.structure.files import File, Files  # type: ignore[import-not-found]

ROOT = Path(__file__).resolve().parents[1]
OUTSIDE = "repository"
LINK = re.compile(r"(!?\[(?:[^\[\]]|\[[^\]]*\])*\]\()([^)\s]+)(\))")
ELSEWHERE = re.compile(r"^([a-z]+:|#|/)")

# Pages of the reference: a title, for whom, and the names whose docstrings they show.
REFERENCE = {
    "matches": (
        "Matches",
        "A game that is played in words: by people, by bots, from files.",
        ("goldenspike.new", "goldenspike.load", "goldenspike.from_position", "goldenspike.engine.match.Match",
         "goldenspike.engine.setting.Result", "goldenspike.engine.errors"),
    ),
    "environments": (
        "Environments",
        "Games in numbers, for research; no other library is needed.",
        ("goldenspike.envs.single.Play", "goldenspike.envs.game_log.LoggedPlay", "goldenspike.envs.batch.Batch",
         "goldenspike.envs.players.Pool", "goldenspike.envs.observation_forms.ObservationForm",
         "goldenspike.envs.perfect.PerfectInformation", "goldenspike.envs.memory.make_setting",
         "goldenspike.engine.env_fields", "goldenspike.engine.policy_file.save_layers"),
    ),
    "libraries": (
        "Gymnasium, PettingZoo, OpenSpiel",
        "The same games as other libraries know them.",
        ("goldenspike.envs.gym.SeatAmongBots", "goldenspike.envs.gym.SeatsAmongBots",
         "goldenspike.envs.pettingzoo.SeatsInTurn", "goldenspike.envs.pettingzoo.SeatsAtOnce",
         "goldenspike.envs.openspiel.SpielGame", "goldenspike.envs.openspiel.SpielState",
         "goldenspike.envs.openspiel_bot.Ismcts", "goldenspike.envs.game_tree"),
    ),
    "bots": ("Bots", "Bots, and how to write one.", ("goldenspike.bots", "goldenspike.engine.bot",
             "goldenspike.bots.analysis")),
    "datasets": ("Data sets", "Reading what goldenspike dataset writes.", ("goldenspike.datasets.reading",)),
    "games": (
        "Games",
        "What a game declares.",
        ("goldenspike.engine.game.Game", "goldenspike.engine.setting.Setting", "goldenspike.engine.contract",
         "goldenspike.engine.options.Option", "goldenspike.engine.benchmark.BenchmarkTask"),
    ),
}  # fmt: skip


def on_files(files: Files, config: Any) -> Files:
    """Add the reference, and every file that a page leads to."""
    for name, (title, about, names) in REFERENCE.items():
        shown = "\n\n".join(f"::: {one}" for one in names)
        files.append(File.generated(config, f"reference/{name}.md", content=f"# {title}\n\n*{about}*\n\n{shown}\n"))
    waiting = [f"docs/{file.src_uri}" for file in files.documentation_pages() if file.src_uri.endswith(".md")]
    waiting = [path for path in waiting if (ROOT / path).exists()]
    known = set(waiting)
    while waiting:
        page = waiting.pop()
        for _, target in links(page, (ROOT / page).read_text("utf-8")):
            if target in known or not (ROOT / target).is_file():
                continue
            known.add(target)
            if not target.startswith("docs/"):
                files.append(File.generated(config, site_path(target), abs_src_path=str(ROOT / target)))
                waiting += [target] if target.endswith(".md") else []
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Turn links out of docs/ to where the site has these files."""
    path = page.file.src_uri
    if not path.endswith(".md") or path.startswith("reference/"):
        return markdown
    own = path.removeprefix(f"{OUTSIDE}/") if path.startswith(f"{OUTSIDE}/") else f"docs/{path}"

    def turned(target: str, part: str) -> str:
        return os.path.relpath(site_path(target), PurePosixPath(path).parent) + part

    return rewritten(own, markdown, turned)


def links(page: str, text: str) -> list[tuple[str, str]]:
    """The links of a page to files of the repository: as written, and the files."""
    found: list[tuple[str, str]] = []

    def noted(target: str, part: str) -> str:
        found.append((page, target))
        return target + part

    rewritten(page, text, noted)
    return found


def rewritten(page: str, text: str, turned: Callable[[str, str], str]) -> str:
    """The text of a page with other targets of its links to files of the repository; code is left alone."""

    def link(match: re.Match[str]) -> str:
        before, written, after = match.groups()
        if ELSEWHERE.match(written):
            return match[0]
        target, mark, part = written.partition("#")
        path = os.path.normpath(PurePosixPath(page).parent / target)
        if (ROOT / path).is_dir():
            path = f"{path}/README.md"
        if path.startswith("..") or not (ROOT / path).is_file():
            return match[0]
        return f"{before}{turned(path, mark + part)}{after}"

    blocks = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(block if number % 2 else LINK.sub(link, block) for number, block in enumerate(blocks))


def site_path(path: str) -> str:
    """Where the site has a file of the repository."""
    return path.removeprefix("docs/") if path.startswith("docs/") else f"{OUTSIDE}/{path}"
