"""What a password must be: long enough, and none that is on everybody's list."""

from __future__ import annotations

from goldenspike.server.http.errors import HttpError

LEAST = 10
LOOKED_AT = 24  # characters of either end: the time it takes grows with their square, and 24 look-alikes take 0.3 s
LEAST_SCORE = 2  # of zxcvbn's 0 to 4: more than a million guesses, even for somebody who knows the name


def check_new_password(password: str, *known: str) -> None:
    """HttpError if a password is too short or too easy to guess, for somebody who knows these words as well.

    zxcvbn knows the passwords that leaked most often, names, words, keyboard rows, dates, and what people do to them.
    """
    from zxcvbn import zxcvbn  # its lists take memory that only registering needs

    if len(password) < LEAST:
        raise HttpError(400, f"a password has at least {LEAST} characters", "short")
    # The whole is as hard to guess as its hardest part.
    parts = [password[:LOOKED_AT], password[LOOKED_AT:][-LOOKED_AT:]]
    words = ["golden", "spike", "goldenspike", *known]
    if all(zxcvbn(part, user_inputs=words)["score"] < LEAST_SCORE for part in parts if part):
        raise HttpError(400, "this password is easy to guess: it is on lists of known ones, or nearly", "weak")
