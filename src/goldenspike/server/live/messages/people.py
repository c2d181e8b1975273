"""Accounts and people: what the page sends and what the server answers about them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from .requests import Notices
from .table import SeatNo, Shape

Password = Annotated[str, Meta(min_length=1, max_length=200)]
Code = Annotated[str, Meta(max_length=40)]
Minute = Annotated[int, Meta(ge=0, le=1439)]  # after midnight, by the clock of the device
Token = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{20,64}$")]
ReportReason = Literal["insult", "cheating", "spam", "name", "other"]


class Credentials(Shape):
    name: Annotated[str, Meta(pattern=r"^[\w .-]{2,24}$")]
    password: Annotated[str, Meta(min_length=8, max_length=200)]
    code: Code = ""  # of the phone's app, or a recovery code, where the account asks for one


class NewPassword(Shape):
    """Change the password; every other browser is logged out."""

    password: Password
    new: Password


class OwnPassword(Shape):
    """The password once more, for what a borrowed browser must not do."""

    password: Password


class Recover(Shape):
    """Ask for a letter that lets its reader set a new password."""

    name: Annotated[str, Meta(min_length=2, max_length=24)]


class RecoverPassword(Shape):
    """A new password, by the link of a letter or by a recovery code."""

    new: Password
    token: Token | None = None
    name: Annotated[str, Meta(max_length=24)] = ""
    code: Code = ""


class NewNotices(Shape):
    """Where to call an account. Letters can bring a new password, so naming another address takes the present one."""

    webhook: Annotated[str, Meta(max_length=500)] = ""
    email: Annotated[str, Meta(max_length=200)] = ""
    password: Annotated[str, Meta(max_length=200)] = ""  # only where the e-mail address is a new one


class NewPush(Shape):
    """Notices on this device: where its browser takes them and how they are sealed, its language, its clock."""

    endpoint: Annotated[str, Meta(min_length=12, max_length=500)]
    p256dh: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{80,92}$")]
    auth: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{20,24}$")]
    language: Annotated[str, Meta(max_length=8)] = "en"
    time_zone: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_+/-]{1,64}$")] = "UTC"
    offset_minutes: Annotated[int, Meta(ge=-1080, le=1080)] = 0
    quiet_from: Minute | None = None
    quiet_to: Minute | None = None


class TableNotices(Shape):
    """Whether somebody is told that it is their turn at a table."""

    on: bool


class ConfirmEmail(Shape):
    token: Token


class TotpCode(Shape):
    code: Code


class TotpOff(Shape):
    password: Password
    code: Code


class Report(Shape):
    """Something the operator of this server should look at."""

    reason: ReportReason
    text: Annotated[str, Meta(max_length=1000)] = ""


class RelationChange(Shape):
    """Not hear somebody any more, or not meet them; or undo that."""

    mute: bool | None = None
    block: bool | None = None


class Leave(Shape):
    """Give up a seat, or all of one's seats and the table."""

    seat: SeatNo | None = None


# ------------------------------------------------------------------ answers
class Account(Shape):
    name: str | None
    notices: Notices
    email_confirmed: bool = False
    mail: bool = False  # this server sends e-mail
    totp: bool = False  # codes of a phone are asked for
    recovery_codes: int = 0  # how many are left


class Done(Shape):
    """It was done, or would have been if there was anything to do."""

    done: bool = True


class PushSettings(Shape):
    """Notices on this device."""

    key: str  # this server's public key; empty if it sends no notices to browsers
    endpoint: str  # where this browser takes them; empty if it gets none
    quiet_from: int | None
    quiet_to: int | None
    silent: list[str]  # tables about which nobody is told
    language: str = "en"  # in which this browser is told


class BrowserSession(Shape):
    """A browser that is logged in."""

    id: str
    device: str
    created_ms: int
    seen_ms: int
    current: bool


class TotpSetUp(Shape):
    """A new secret for a phone's app; it counts once a code of it was sent."""

    secret: str
    address: str
    qr: str


class RecoveryCodes(Shape):
    """New codes, told this once; all earlier ones are void."""

    codes: list[str]


class Related(Shape):
    """Somebody who is muted or blocked, under the name they had then."""

    id: str
    name: str
    kind: Literal["mute", "block"]
    created_ms: int
