"""What was found wrong with a sheet, sorted by how much it matters."""

from dataclasses import dataclass, field

SHAPE, WHOLE, PLAYABLE, BALANCE, ADVICE = range(5)
"""How much a failure matters: no map at all; no sheet; no proper game; a poor game; worth a look."""
ERRORS = {"official": {SHAPE, WHOLE, PLAYABLE, BALANCE}, "fan": {SHAPE, WHOLE, PLAYABLE}, "test": {SHAPE, WHOLE}}
WARNINGS = {"official": {ADVICE}, "fan": {BALANCE, ADVICE}, "test": set[int]()}


@dataclass
class Findings:
    """Everything found wrong with one sheet, sorted by how much it matters."""

    kind: str
    errors: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    shapeless: bool = False

    def add(self, weight: int, clause: str, text: str) -> None:
        """Note a failure of a clause."""
        sentence = f"{clause}: {text}"
        self.shapeless |= weight == SHAPE
        if weight in ERRORS[self.kind]:
            self.errors.append(sentence)
        elif weight in WARNINGS[self.kind]:
            self.warnings.append(sentence)


def many(count: int, kind: str) -> str:
    """So many of a kind, in words."""
    plural = {"cattle": "cattle hexes", "river hex": "river hexes"}.get(kind, kind + "s")
    return f"{count} {'cattle hex' if kind == 'cattle' else kind}" if count == 1 else f"{count} {plural}"
