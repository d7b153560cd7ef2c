"""A picture is searched for names in all but its pixels, and in all of it where these cannot be told."""

import zlib
from collections.abc import Callable
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, PngImagePlugin

from sitegen.inputs.content.pictures import remove_pixels
from sitegen.inputs.content.texts import check_file
from sitegen.inputs.privacy.search import collect_hidden_names
from sitegen.inputs.results.players import Person

NAME = b"Hans Gross"
SECRETS = collect_hidden_names([Person("x1", NAME.decode(), "", (), hidden=True)])


def is_named(data: bytes) -> bool:
    return bool(check_file("content/a.png", data, SECRETS))


def save(kind: str, **options: object) -> bytes:
    """A picture of noise, so that its pixels take more bytes than all the rest."""
    picture, data = Image.effect_noise((96, 96), 90).convert("P" if kind == "GIF" else "RGB"), BytesIO()
    picture.save(data, kind, **options)
    return data.getvalue()


def make_exif() -> Image.Exif:
    exif = Image.Exif()
    exif[0x013B] = NAME.decode()
    return exif


def make_text() -> PngImagePlugin.PngInfo:
    info = PngImagePlugin.PngInfo()
    info.add_itxt("Author", NAME.decode())
    return info


def chunk(kind: bytes, content: bytes) -> bytes:
    return len(content).to_bytes(4) + kind + content + zlib.crc32(kind + content).to_bytes(4)


def put_png(where: int) -> bytes:
    """A PNG with a chunk of text at a place: behind the header, or before the end."""
    png = save("PNG")
    return png[:where] + chunk(b"tEXt", b"Author\0" + NAME) + png[where:]


def put_gif(extension: bytes) -> bytes:
    gif = save("GIF")
    return gif[:-1] + extension + gif[-1:]


NAMED: dict[str, Callable[[], bytes]] = {
    "tEXt behind the header of a PNG": lambda: put_png(33),
    "tEXt before the end of a PNG": lambda: put_png(-12),
    "iTXt of a PNG": lambda: save("PNG", pnginfo=make_text()),
    "eXIf of a PNG": lambda: save("PNG", exif=make_exif()),
    "Exif of a JPEG": lambda: save("JPEG", exif=make_exif()),
    "comment of a JPEG": lambda: save("JPEG", comment=NAME),
    "XMP of a JPEG": lambda: save("JPEG", xmp=b"<x:xmpmeta>" + NAME),
    "comment of a progressive JPEG, behind a scan": lambda: save("JPEG", progressive=True).replace(
        b"\xff\xda", b"\xff\xfe\0\x0c" + NAME + b"\xff\xda"
    ),
    "comment of a GIF": lambda: save("GIF", comment=NAME),
    "text of a GIF, behind its image": lambda: put_gif(b"!\xfe" + bytes([len(NAME)]) + NAME + b"\0"),
    "XMP of a GIF, written across its blocks": lambda: put_gif(
        b"!\xff\x0bXMP DataXMP<x>" + NAME + b"</x>\x01" + bytes(range(255, -1, -1)) + b"\0"
    ),
    "Exif of a WebP": lambda: save("WEBP", exif=make_exif()),
    "XMP of a WebP": lambda: save("WEBP", xmp=b"<x:xmpmeta>" + NAME),
    "XMP of a WebP without loss": lambda: save("WEBP", lossless=True, xmp=b"<x:xmpmeta>" + NAME),
}
KINDS = ("PNG", "JPEG", "GIF", "WEBP")


@pytest.mark.parametrize("place", NAMED)
def test_a_name_is_found_wherever_a_picture_has_text(place: str) -> None:
    data = NAMED[place]()
    Image.open(BytesIO(data)).load()
    assert is_named(data)
    assert len(remove_pixels(data)) < len(data) / 2


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        *((kind, {}) for kind in KINDS),
        ("JPEG", {"progressive": True}),
        ("JPEG", {"restart_marker_blocks": 1}),
        ("PNG", {"compress_level": 0}),
        ("WEBP", {"lossless": True}),
    ],
)
def test_the_pixels_are_left_out(kind: str, options: dict[str, object]) -> None:
    data = save(kind, **options)
    assert len(remove_pixels(data)) < 2000 < len(data)
    assert not is_named(data)


@pytest.mark.parametrize("kind", KINDS)
def test_what_stands_behind_the_end_is_searched_with_all_the_rest(kind: str) -> None:
    data = save(kind)
    for end in (b"\0" + NAME, NAME):
        assert remove_pixels(data + end) == data + end
        assert is_named(data + end)


@pytest.mark.parametrize("kind", KINDS)
@given(share=st.floats(0, 1, exclude_max=True))
def test_a_picture_that_ends_early_is_searched_whole(kind: str, share: float) -> None:
    data = save(kind)
    short = data[: int(len(data) * share)]
    assert remove_pixels(short) == short


def test_a_name_in_pixels_that_cannot_be_told_is_found() -> None:
    png = save("PNG")
    broken = png.replace(b"IDAT", b"IDAT\0" + NAME + b"\0", 1)
    assert remove_pixels(broken) == broken
    assert is_named(broken)


def test_a_webp_that_ends_between_two_chunks_is_searched_whole() -> None:
    data = save("WEBP", xmp=NAME)
    short = data[: data.index(b"XMP ")]
    assert remove_pixels(short) == short


@given(share=st.floats(0, 1), rest=st.binary(), kind=st.sampled_from(KINDS))
def test_no_bytes_make_it_fail_or_go_on_for_ever(kind: str, share: float, rest: bytes) -> None:
    data = save(kind)
    broken = data[: int(len(data) * share)] + rest
    assert len(remove_pixels(broken)) <= 2 * len(broken)


def test_other_files_stay_as_they_are() -> None:
    for data in (b"", b"BM\0\0", b"RIFF\0\0\0\0WAVE", b"<svg/>"):
        assert remove_pixels(data) == data
