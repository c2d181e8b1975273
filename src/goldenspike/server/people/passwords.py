"""What a password must be: long enough, and none that is on everybody's list."""

from __future__ import annotations

from goldenspike.server.http.errors import HttpError

LEAST = 10
LOOKED_AT = 72  # characters; looking at more takes long and tells nothing new
LEAST_SCORE = 2  # of zxcvbn's 0 to 4: more than a million guesses, even for somebody who knows the name


def check_new_password(password: str, *known: str) -> None:
    """HttpError if a password is too short or too easy to guess, for somebody who knows these words as well.

    zxcvbn knows the passwords that leaked most often, names, words, keyboard rows, dates, and what people do to them.
    """
    from zxcvbn import zxcvbn  # its lists take memory that only registering needs

    if len(password) < LEAST:
        raise HttpError(400, f"a password has at least {LEAST} characters", "short")
    found = zxcvbn(password[:LOOKED_AT], user_inputs=["golden", "spike", "goldenspike", *known])
    if found["score"] < LEAST_SCORE:
        raise HttpError(400, "this password is easy to guess: it is on lists of known ones, or nearly", "weak")
