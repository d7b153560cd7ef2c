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
        shift, mini_shift = struct.unpack_from("<HH", data, 30)
        if not (7 <= shift <= 16 and 4 <= mini_shift < shift):
            raise ValueError("a container of no known size")
        self._size, self._mini_size = 1 << shift, 1 << mini_shift
        self._data = data[self._size :]
        count, directory, self._least, mini = struct.unpack_from("<II4xII", data, 44)
        self._next = self._table(data, count)
        self._mini_next = _numbers(self._chain(mini)) if mini < _END else ()
        held = self._chain(directory)
        entries = [held[at : at + _ENTRY] for at in range(0, len(held) - _ENTRY + 1, _ENTRY)]
        self._places = {_name(entry): _place(entry) for entry in entries[::-1] if entry[66] == _STREAM}
        self._mini = next((self._chain(_place(entry)[0]) for entry in entries if entry[66] == _ROOT), b"")
        self.names = {_name(entry) for entry in entries}

    def stream(self, name: str) -> bytes:
        """The bytes of a stream; none where there is no such stream."""
        first, size = self._places.get(name, (_END, 0))
        if size < self._least:
            return _chain(self._mini, self._mini_size, self._mini_next, first)[:size]
        return self._chain(first)[:size]

    def _table(self, data: bytes, count: int) -> Sequence[int]:
        sectors = [*struct.unpack_from("<109I", data, 76)]
        more, left = struct.unpack_from("<II", data, 68)
        while more < _END and left and len(sectors) < count:
            numbers = _numbers(self._sector(more))
            sectors += numbers[:-1]
            more, left = numbers[-1], left - 1
        return _numbers(b"".join(self._sector(number) for number in sectors[:count] if number < _END))

    def _sector(self, number: int) -> bytes:
        return self._data[number * self._size : (number + 1) * self._size]

    def _chain(self, number: int) -> bytes:
        return _chain(self._data, self._size, self._next, number)


def _chain(data: bytes, size: int, following: Sequence[int], number: int) -> bytes:
    """The sectors from one on, as far as there are any; none stands twice in it."""
    chunks: list[bytes] = []
    while number < len(following) and len(chunks) <= len(following):
        chunks.append(data[number * size : (number + 1) * size])
        number = following[number]
    return b"".join(chunks)


def _numbers(data: bytes) -> Sequence[int]:
    return struct.unpack_from(f"<{len(data) // 4}I", data)


def _place(entry: bytes) -> tuple[int, int]:
    first, size = struct.unpack_from("<II", entry, 116)
    return first, size


def _name(entry: bytes) -> str:
    return entry[: max(0, int.from_bytes(entry[64:66], "little") - 2)].decode("utf-16-le", "replace").lower()
