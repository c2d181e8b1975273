"""Tokens with which programs act for an account: made and revoked by its owner, stored as a hash."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Connection

from goldenspike.server.http.errors import HttpError
from goldenspike.server.http.security import hashed, new_secret
from goldenspike.server.live.messages import ApiToken
from goldenspike.server.storage.schema import api_tokens

PREFIX = "gs_"  # so that a token that was published by mistake is found
MOST = 10  # of one account
ID_LENGTH = 16


def new_token() -> str:
    return PREFIX + new_secret()


def add(c: Connection, account: str, name: str, token: str, now_ms: int) -> None:
    held = c.scalar(sa.select(sa.func.count()).where(api_tokens.c.account_id == account)) or 0
    if held >= MOST:
        raise HttpError(409, f"an account has at most {MOST} tokens; revoke one first", "tokens")
    row = {"token_hash": hashed(token), "account_id": account, "name": name, "created_ms": now_ms}
    c.execute(sa.insert(api_tokens), row)


def listed(c: Connection, account: str) -> list[ApiToken]:
    """The tokens of an account, without what is secret about them."""
    chosen = sa.select(api_tokens).where(api_tokens.c.account_id == account).order_by(api_tokens.c.created_ms)
    return [ApiToken(row.token_hash[:ID_LENGTH], row.name, row.created_ms, row.used_ms) for row in c.execute(chosen)]


def revoke(c: Connection, account: str, token: str) -> list[str]:
    """Delete the token of this id; the hashes of what is gone."""
    mine = (api_tokens.c.account_id == account) & (sa.func.substr(api_tokens.c.token_hash, 1, ID_LENGTH) == token)
    gone = list(c.scalars(sa.select(api_tokens.c.token_hash).where(mine)))
    c.execute(sa.delete(api_tokens).where(mine))
    return gone
