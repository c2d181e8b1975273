"""Golden playthroughs by OpenSpiel's own generator: ``python -m tests.envs.make_playthroughs`` writes them anew."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parents[1] / "fixtures" / "openspiel"
GAMES = {
    "goldenspike_santa_fe_rails": "goldenspike_santa_fe_rails(seats=2,board=mini)",
    "goldenspike_santa_fe": "goldenspike_santa_fe(seats=2,board=mini)",
    "goldenspike_pioneer_rails": "goldenspike_pioneer_rails(seats=1)",
    "goldenspike_rail_pass": "goldenspike_rail_pass(seats=2,seconds=5)",
}
LONGEST = 400
CUT = ("Information", "Observation", "Public", "Private", "Chance", "History", "#")


def playthrough(name: str) -> str:
    """A random game; rows of numbers longer than a few screens are cut, their sum is kept."""
    from open_spiel.python.algorithms.generate_playthrough import playthrough_lines

    import goldenspike.envs.openspiel  # noqa: F401 (registers the games)

    lines = playthrough_lines(GAMES[name], seed=1869)
    return "".join(f"{shortened(line)}\n" for line in lines)


def shortened(line: str) -> str:
    if len(line) <= LONGEST or not line.startswith(CUT):
        return line.rstrip()
    return f"{line[:LONGEST].rstrip()} ... {len(line)} characters, sum {sum(line.encode()) % 1_000_003}"


if __name__ == "__main__":
    FOLDER.mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        (FOLDER / f"{game}.txt").write_text(playthrough(game), "utf-8")
