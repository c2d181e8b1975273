"""Names at a table: nobody sits down under a name that looks like a neighbour's, or like the server's.

The name of a program ends in a mark, whatever it or its owner calls it; nobody else's does.
"""

from __future__ import annotations

from collections.abc import Sequence

from goldenspike.server.http.errors import HttpError
from goldenspike.server.people.names import bare, check_no_program, is_program, is_reserved, look
from goldenspike.server.storage.results import PROGRAM
from goldenspike.server.storage.table_record import TableHeader

LONGEST = 24


# ------------------------------------------------------------------ programs
def program_name(name: str) -> str:
    """The same name with the mark of programs."""
    own = name.removesuffix(PROGRAM.strip()).rstrip()
    return f"{own[: LONGEST - len(PROGRAM)].rstrip()}{PROGRAM}".strip()


def numbered(name: str, number: int) -> str:
    """The name of the second Anna, and so on; a program keeps its mark."""
    mark = PROGRAM if name.endswith(PROGRAM) else ""
    number_and_mark = f" {number}{mark}"
    return f"{name.removesuffix(mark)[: LONGEST - len(number_and_mark)].rstrip()}{number_and_mark}"


# ------------------------------------------------------------------ seats
def seat_name(header: TableHeader, seat: int, name: str, *, program: bool) -> str:
    """The name under which somebody sits in a seat; empty if they named none.

    A second Anna becomes Anna 2. A name that is spelled otherwise and only looks like Anna is refused. Where a program
    plays, or has played for whoever sits there, the name says so.
    """
    place = header.places[seat]
    if not name or (name == place.name and (not program or is_program(name))):
        return name
    if program or (place.person and is_program(place.name)):
        name = program_name(name)
    else:
        check_no_program(name)
    _check_reserved(name)
    others = [place.name for place in header.places if place.seat != seat and place.person and place.name]
    if not any(_alike(name, other) for other in others):
        return name
    if any(_alike(name, other) and name.casefold() != other.casefold() for other in others):
        raise HttpError(409, f"somebody at this table has a name like {name}; choose another", "taken")
    wanted = (numbered(name, number) for number in range(2, len(header.places) + 2))
    return next(one for one in wanted if not any(_alike(one, other) for other in others))


def check_new_names(header: TableHeader, programs: Sequence[int] = ()) -> None:
    """For a table that is made: whoever makes it names all its seats, but nobody after the server or a program."""
    for place in header.places:
        if place.holder != "bot":
            _check_reserved(place.name)
            if place.seat not in programs:
                check_no_program(place.name)


def _check_reserved(name: str) -> None:
    if is_reserved(name):
        raise HttpError(409, f"the name {name} is reserved; choose another", "reserved")


def _alike(one: str, other: str) -> bool:
    return look(one) == look(other) or (bare(one) == bare(other) != "")
