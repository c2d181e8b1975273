"""A browser's side of Web Push, and the push service of its maker, for tests: the encryption is the real one."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field
from typing import Any

import jwt
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def text_of(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class Subscription:
    """The keys of a browser; its private key never leaves it."""

    endpoint: str
    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = bytes(range(16))

    @property
    def point(self) -> bytes:
        return self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def wish(self, **more: Any) -> dict[str, Any]:
        """What the page sends to the server."""
        return {"endpoint": self.endpoint, "p256dh": text_of(self.point), "auth": text_of(self.auth), **more}

    def read(self, request: bytes) -> Any:
        """The message in a request to the push service, decrypted as RFC 8291 and RFC 8188 say."""
        body = request.partition(b"\r\n\r\n")[2]
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        key_info = b"WebPush: info\0" + self.point + sender
        secret = HKDF(hashes.SHA256(), 32, self.auth, key_info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        text = AESGCM(key).decrypt(nonce, sealed, None)
        assert text.rstrip(b"\0").endswith(b"\2")  # the last record
        return json.loads(text.rstrip(b"\0")[:-1])


def headers_of(request: bytes) -> dict[str, str]:
    lines = request.partition(b"\r\n\r\n")[0].decode().split("\r\n")[1:]
    return {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}


def signed_by(request: bytes, key: str) -> Any:
    """What the sender signed (VAPID); fails unless it was signed with the key that the server shows to browsers."""
    token, _, named = headers_of(request)["authorization"].removeprefix("vapid t=").partition(", k=")
    assert named == key
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes_of(key))
    return jwt.decode(token, public, algorithms=["ES256"], audience="https://hooks.example.org")
