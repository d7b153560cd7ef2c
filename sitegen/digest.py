"""What something is known again by, in few bytes: while they are the same, so is it."""

from hashlib import blake2b

SIZE = 16
"""Bytes of a digest."""


def digest(*seen: bytes | bytearray) -> bytes:
    """All that is `seen`, in 16 bytes."""
    return blake2b(b"".join(seen), digest_size=SIZE).digest()


def digest_of(value: object) -> bytes:
    """A plain value, by its `repr`, in 16 bytes."""
    return digest(repr(value).encode())
