"""The container of old Office files: streams in sectors, as a small disk."""

import struct
from collections.abc import Sequence

_END = 0xFFFFFFF0
"""From here on a number is no sector, but an end or a mark."""
_ENTRY = 128
_STREAM, _ROOT = 2, 5


class Container:
    """The streams of a container, by their names in lower case.

    A damaged one raises `struct.error`, `IndexError` or `ValueError`.
    """

    def __init__(self, data: bytes) -> None:
        self._data = data
        shift, mini_shift = struct.unpack_from("<HH", data, 30)
        if not (7 <= shift <= 16 and 4 <= mini_shift < shift):
            raise ValueError("a container of no known size")
        self._size, self._mini_size = 1 << shift, 1 << mini_shift
        count, directory, self._least, mini = struct.unpack_from("<I", data, 44) + struct.unpack_from(
            "<I4xII", data, 48
        )
        self._next = self._table(count)
        self._mini_next = _numbers(self._chain(mini)) if mini < _END else ()
        entries = self._chain(directory)
        self._entries = [entries[at : at + _ENTRY] for at in range(0, len(entries) - _ENTRY + 1, _ENTRY)]
        self._mini = next(
            (self._chain(_place(entry)[0]) for entry in self._entries if entry[66] == _ROOT), b""
        )
        self.names = {_name(entry) for entry in self._entries}

    def stream(self, name: str) -> bytes:
        """The bytes of a stream; none where there is no such stream."""
        for entry in self._entries:
            if entry[66] == _STREAM and _name(entry) == name:
                first, size = _place(entry)
                return self._small(first, size) if size < self._least else self._chain(first)[:size]
        return b""

    def _table(self, count: int) -> Sequence[int]:
        """The number of the sector that follows each."""
        sectors = [*struct.unpack_from("<109I", self._data, 76)]
        more, left = struct.unpack_from("<II", self._data, 68)
        while more < _END and left and len(sectors) < count:
            numbers = _numbers(self._sector(more))
            sectors += numbers[:-1]
            more, left = numbers[-1], left - 1
        return _numbers(b"".join(self._sector(number) for number in sectors[:count] if number < _END))

    def _sector(self, number: int) -> bytes:
        start = (number + 1) * self._size
        return self._data[start : start + self._size]

    def _chain(self, number: int) -> bytes:
        """The sectors from one on, as far as there are any; none stands twice in it."""
        chunks: list[bytes] = []
        while number < len(self._next) and len(chunks) <= len(self._next):
            chunks.append(self._sector(number))
            number = self._next[number]
        return b"".join(chunks)

    def _small(self, number: int, size: int) -> bytes:
        chunks: list[bytes] = []
        while number < len(self._mini_next) and len(chunks) <= len(self._mini_next):
            start = number * self._mini_size
            chunks.append(self._mini[start : start + self._mini_size])
            number = self._mini_next[number]
        return b"".join(chunks)[:size]


def _numbers(data: bytes) -> Sequence[int]:
    return struct.unpack_from(f"<{len(data) // 4}I", data)


def _place(entry: bytes) -> tuple[int, int]:
    """The first sector of a stream and its size."""
    first, size = struct.unpack_from("<II", entry, 116)
    return first, size


def _name(entry: bytes) -> str:
    return entry[: max(0, int.from_bytes(entry[64:66], "little") - 2)].decode("utf-16-le", "replace").lower()
