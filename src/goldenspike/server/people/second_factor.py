"""A second factor: codes of a phone's app (TOTP, RFC 6238), and recovery codes for whoever lost phone or password.

Passkeys need https and a name that never changes; a server at home often has neither, and these codes work there too.
"""

from __future__ import annotations

import hmac
import secrets

import pyotp
import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.server.http.security import hashed
from goldenspike.server.qr_code import qr_picture
from goldenspike.server.storage.schema import accounts, recovery_codes

ISSUER = "Golden Spike"
STEP_S = 30
LATE = 1  # steps by which a phone's clock may be wrong, either way
CODES = 8
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # no two of them look alike
CODE_LETTERS = 16  # 79 bits: a plain hash is enough to keep them


# ------------------------------------------------------------------ codes of a phone
def new_totp_secret() -> str:
    return pyotp.random_base32()


def totp_address(secret: str, name: str) -> tuple[str, str]:
    """What the phone's app reads, as an address and as a picture for its camera."""
    address = pyotp.TOTP(secret).provisioning_uri(name=name, issuer_name=ISSUER)
    return address, qr_picture(address)


def time_step(secret: str, code: str, now_ms: int, last: int | None) -> int | None:
    """The time step whose code this is; None if it is wrong, or was used already."""
    step, given = now_ms // 1000 // STEP_S, code.replace(" ", "")
    known = pyotp.TOTP(secret)
    right = [one for one in range(step - LATE, step + LATE + 1) if _same(known.generate_otp(one), given)]
    return right[-1] if right and (last is None or right[-1] > last) else None


def _same(known: str, given: str) -> bool:
    return hmac.compare_digest(known.encode(), given.encode())


# ------------------------------------------------------------------ recovery codes
def new_codes() -> list[str]:
    """Codes to be written down: sixteen letters in groups of four."""
    letters = ["".join(secrets.choice(LETTERS) for _ in range(CODE_LETTERS)) for _ in range(CODES)]
    return ["-".join(one[at : at + 4] for at in range(0, CODE_LETTERS, 4)) for one in letters]


def code_hash(account: str, code: str) -> str:
    """What is stored of a recovery code; however it was typed."""
    return hashed(f"{account} {''.join(c for c in code.lower() if c.isalnum())}")


def store_codes(c: Connection, account: str, codes: list[str], now_ms: int) -> None:
    """These codes instead of all earlier ones."""
    c.execute(sa.delete(recovery_codes).where(recovery_codes.c.account_id == account))
    if codes:
        rows = [{"code_hash": code_hash(account, code), "account_id": account, "created_ms": now_ms} for code in codes]
        c.execute(sa.insert(recovery_codes), rows)


def is_code(c: Connection, account: str, code: str) -> bool:
    """Is this a recovery code that was not used?"""
    return c.execute(sa.select(recovery_codes.c.code_hash).where(_code(account, code))).first() is not None


def use_code(c: Connection, account: str, code: str) -> bool:
    """Take a recovery code; False if there is no such code, or it was used."""
    return c.execute(sa.delete(recovery_codes).where(_code(account, code))).rowcount == 1


def _code(account: str, code: str) -> sa.ColumnElement[bool]:
    return (recovery_codes.c.code_hash == code_hash(account, code)) & (recovery_codes.c.account_id == account)


def use_second_factor(c: Connection, account: str, code: str, now_ms: int) -> bool:
    """Is this the code of the phone, or a recovery code? Either counts once."""
    row = c.execute(sa.select(accounts.c.totp_secret, accounts.c.totp_last).where(accounts.c.id == account)).one()
    step = time_step(row.totp_secret, code, now_ms, row.totp_last)
    if step is None:
        return use_code(c, account, code)
    c.execute(sa.update(accounts).where(accounts.c.id == account).values(totp_last=step))
    return True
