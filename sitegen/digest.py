"""What something is known again by, in few bytes: while they are the same, so is it."""

from hashlib import blake2b


def digest(*seen: bytes | bytearray) -> bytes:
    """All that is `seen`, in 16 bytes."""
    return blake2b(b"".join(seen), digest_size=16).digest()


def digest_of(value: object) -> bytes:
    """A plain value, by its `repr`, in 16 bytes."""
    return digest(repr(value).encode())
