"""Names at a table: nobody sits down under a name that looks like a neighbour's, or like the server's."""

from __future__ import annotations

from goldenspike.server.http.errors import HttpError
from goldenspike.server.people.names import bare, is_reserved, look
from goldenspike.server.storage.table_record import TableHeader

LONGEST = 24


def seat_name(header: TableHeader, seat: int, name: str) -> str:
    """The name under which somebody sits in a seat; empty if they named none.

    A second Anna becomes Anna 2. A name that is spelled otherwise and only looks like Anna is refused.
    """
    if not name or name == header.places[seat].name:
        return name
    _check_reserved(name)
    others = [place.name for place in header.places if place.seat != seat and place.person and place.name]
    if not any(_alike(name, other) for other in others):
        return name
    if any(_alike(name, other) and name.casefold() != other.casefold() for other in others):
        raise HttpError(409, f"somebody at this table has a name like {name}; choose another", "taken")
    numbered = (f"{name[: LONGEST - 2].rstrip()} {number}" for number in range(2, len(header.places) + 2))
    return next(wanted for wanted in numbered if not any(_alike(wanted, other) for other in others))


def check_new_names(header: TableHeader) -> None:
    """For a table that is made: whoever makes it names all its seats, but nobody after the server."""
    for place in header.places:
        if place.holder != "bot":
            _check_reserved(place.name)


def _check_reserved(name: str) -> None:
    if is_reserved(name):
        raise HttpError(409, f"the name {name} is reserved; choose another", "reserved")


def _alike(one: str, other: str) -> bool:
    return look(one) == look(other) or (bare(one) == bare(other) != "")
