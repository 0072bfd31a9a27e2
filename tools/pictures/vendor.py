"""Write service/pictures/assets: the artwork of others, from their published packages (`make vendor`).

The packages are pinned by version and by the registry's hash, so the files are the same to the byte each time. To take
a newer version, change its line in `PACKAGES`. Needs npm, node, fontTools and shapely.
"""

import base64
import hashlib
import json
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fontTools.pens.areaPen import AreaPen
from fontTools.pens.basePen import decomposeQuadraticSegment
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import DecomposingRecordingPen, RecordingPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from shapely import Polygon, unary_union

HERE = Path(__file__).parent
ASSETS = HERE.parent.parent / "service" / "pictures" / "assets"


@dataclass(frozen=True)
class Package:
    """A package of the npm registry, and the files that are taken from it."""

    folder: str
    name: str
    version: str
    integrity: str
    licence: str
    about: str


CARDS = Package(
    "french",
    "@letele/playing-cards",
    "0.1.0",
    "sha512-56Ga/sznspARugv/PS4X4HdFuq1at8dSkmI3veU2pV2PJ4mKviqImqOGkBgoSQE5rA+IgbKyBBhhJ6IjZLOXWg==",
    "CC0-1.0",
    "Adrian Kennard's playing cards, as React components. Left out: jokers, backs, and what is printed on the ace of "
    "spades.",
)
TILES = Package(
    "tiles",
    "riichi-mahjong-tiles",
    "0.1.0",
    "sha512-TCN+3ZwfGW2FbN11ltfhoEorGqReSwaJA2E2eKutGCNekMIagyETpLR1duwGVQikICIVhtmzCicG4KwtnBlDgg==",
    "CC0-1.0",
    "FluffyStuff's Mah-Jong tiles, as React components: the faces. Its README puts all assets into the public domain.",
)
SYMBOLS = Package(
    "symbols",
    "@fontsource/noto-sans-symbols-2",
    "5.3.0",
    "sha512-hFnEnIXOIgLLJ61SO9icRXKoS+LSWoq7ZqKJQ/NaQR7ptdC6+7yW4ci6EuXgsS1S9JmWpciX6w0AFZkU1DKn1A==",
    "OFL-1.1",
    "Noto Sans Symbols 2: outlines of flowers, seasons, chess pieces and suits.",
)
EMOJI = Package(
    "emoji",
    "@fontsource/noto-emoji",
    "5.3.2",
    "sha512-N9CSzXJB04AVWYvFbuBgL2Dq964Zo91th/uOu/QLSuWBYuL9FWXGcEo6ZNwc/IJ7vmpm8KHaIKD7jF8pYm4taw==",
    "OFL-1.1",
    "Noto Emoji: outlines of animals, plants and things.",
)
LETTERS = Package(
    "letters",
    "@fontsource/barlow",
    "5.3.0",
    "sha512-tGR0y6QObRtKv71MOth44222+mdNFM/ZWFWDV1VLzNbG4oK9PNRlyJzmkck4vHAi9ibHBXgt4SlY51amFP55CA==",
    "OFL-1.1",
    "Barlow Semi-Bold: outlines of digits and letters.",
)
PACKAGES = (CARDS, TILES, SYMBOLS, EMOJI, LETTERS)

EM = 1000  # units of an outline

OUTLINES = {
    SYMBOLS: ("noto-sans-symbols-2-symbols-400-normal", "♔♕♘♙♠♥♦♣★🀢🀣🀤🀥🀦🀧🀨🀩"),
    EMOJI: (
        "noto-emoji-emoji-400-normal",
        "🐦🦋🐗🦌🪿🦚🍶☔⚡🌸🍁🌲🍀🏵🪻🌾🌿🌺🌼🦩🦅🏆🗡🐤🐉🐕",
    ),
    LETTERS: ("barlow-latin-600-normal", "".join(map(chr, range(33, 127)))),
}
FRAMED = "🀢🀣🀤🀥🀦🀧🀨🀩"
"""Characters whose outlines have a frame, which is left out."""


def main() -> None:
    """Write every asset, the licences, and SOURCES.json with the hash of each."""
    with tempfile.TemporaryDirectory() as scratch:
        files: dict[str, bytes] = {}
        for package in PACKAGES:
            unpacked = fetch(package, Path(scratch))
            files |= {
                f"{package.folder}/{name}": body
                for name, body in extract_assets(package, unpacked, Path(scratch))
            }
        # FluffyStuff's tiles come without the text of their licence, which is the text of the cards.
        files[f"{TILES.folder}/LICENSE"] = files[f"{CARDS.folder}/LICENSE"]
    sources = [
        {
            "folder": package.folder,
            "package": package.name,
            "version": package.version,
            "integrity": package.integrity,
            "licence": package.licence,
            "about": package.about,
            "sha256": {
                name.partition("/")[2]: hashlib.sha256(body).hexdigest()
                for name, body in sorted(files.items())
                if name.startswith(f"{package.folder}/")
            },
        }
        for package in PACKAGES
    ]
    files["SOURCES.json"] = (
        json.dumps(sources, indent=2, ensure_ascii=False) + "\n"
    ).encode()
    for old in ASSETS.rglob("*"):
        if old.is_file() and old.relative_to(ASSETS).as_posix() not in files:
            old.unlink()
    for name, body in files.items():
        (ASSETS / name).parent.mkdir(parents=True, exist_ok=True)
        (ASSETS / name).write_bytes(body)
    sys.stdout.write(f"{len(files)} files, {sum(map(len, files.values())):,} bytes\n")


def fetch(package: Package, scratch: Path) -> Path:
    """Unpack a package and return its folder. Exit if its hash is not the pinned one."""
    pack = [
        "npm",
        "pack",
        "--silent",
        "--pack-destination",
        str(scratch),
        f"{package.name}@{package.version}",
    ]
    name = subprocess.run(  # noqa: S603
        pack, capture_output=True, check=True, text=True
    ).stdout.split()[-1]
    body = (scratch / name).read_bytes()
    integrity = "sha512-" + base64.b64encode(hashlib.sha512(body).digest()).decode()
    if integrity != package.integrity:
        raise SystemExit(
            f"{package.name} {package.version} is {integrity}, not {package.integrity}"
        )
    folder = scratch / "node_modules" / package.folder
    with tarfile.open(scratch / name) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package"


def extract_assets(
    package: Package, unpacked: Path, scratch: Path
) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of each asset that a package supplies."""
    if (unpacked / "LICENSE").exists():
        yield "LICENSE", (unpacked / "LICENSE").read_bytes()
    if package in OUTLINES:
        file, characters = OUTLINES[package]
        yield (
            "outlines.json",
            render_outlines(package, unpacked / "files" / f"{file}.woff", characters),
        )
        return
    module = unpacked / "dist" / ("index.js" if package is TILES else "index.esm.js")
    module = module.rename(module.with_name("module.mjs"))
    extract = [
        "node",
        str(HERE / "extract.mjs"),
        str(scratch / "node_modules"),
        str(module),
    ]
    trees = json.loads(
        subprocess.run(extract, capture_output=True, check=True, text=True).stdout  # noqa: S603
    )
    names = TILE_NAMES if package is TILES else CARD_NAMES
    for code, name in names.items():
        picture = trees[name]
        if code == "AS":  # its ornament is a QR code
            picture["children"] = [
                entry for entry in picture["children"] if entry["name"] != "path"
            ]
        yield f"{code}.svg", render_svg(picture).encode()


CARD_NAMES = {
    rank + suit: suit
    + {"A": "a", "T": "10", "J": "j", "Q": "q", "K": "k"}.get(rank, rank)
    for suit in "SHDC"
    for rank in "A23456789TJQK"
}
_TILE_SUITS = {"m": "Man", "p": "Pin", "s": "Sou"}
_NUMBERED_TILES = {
    f"{number}{letter}": f"Regular{name}{number}"
    for letter, name in _TILE_SUITS.items()
    for number in range(1, 10)
}
_RED_FIVES = {
    f"0{letter}": f"Regular{name}5Dora" for letter, name in _TILE_SUITS.items()
}
# The white dragon, 5z, is blank, and rendered by service/pictures.
_HONOURS = {
    "1z": "RegularTon",
    "2z": "RegularNan",
    "3z": "RegularShaa",
    "4z": "RegularPei",
    "6z": "RegularHatsu",
    "7z": "RegularChun",
}
TILE_NAMES = _NUMBERED_TILES | _RED_FIVES | _HONOURS

INITIAL = {
    "opacity": "1",
    "fill-opacity": "1",
    "fill-rule": "nonzero",
    "stroke": "none",
    "stroke-width": "1",
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": "4",
    "stroke-dasharray": "none",
    "stroke-dashoffset": "0",
    "stroke-opacity": "1",
}
"""Initial values of attributes. No picture here sets one on a group, so they are not inherited."""
TEXT = {"text", "title"}
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?")
COMMAND = re.compile(r"([a-zA-Z])([^a-zA-Z]*)")
ARC = re.compile(
    rf"({NUMBER.pattern})[ ,]*" * 3
    + rf"([01])[ ,]*([01])[ ,]*({NUMBER.pattern})[ ,]*({NUMBER.pattern})"
)
"""The numbers of an arc; nothing need separate its two flags from the next number."""


def render_svg(tree: dict[str, Any]) -> str:
    """Return a picture as a short SVG file."""
    x, y, width, height = map(float, tree["attributes"]["viewBox"].split())
    inside = "".join(map(render_element, tree["children"]))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:g} {y:g} {width:g} {height:g}">{inside}</svg>\n'


def render_element(tree: dict[str, Any]) -> str:
    """Return the markup of an element and its children, without text: the other cards have none."""
    name = tree["name"]
    if name in TEXT:
        return ""
    attributes = {
        svg_name(key): value
        for key, value in tree["attributes"].items()
        if key not in {"style", "xmlns"}
    }
    attributes |= {
        svg_name(key): value
        for key, value in tree["attributes"].get("style", {}).items()
    }
    attributes = {key: shorten(key, str(value)) for key, value in attributes.items()}
    if attributes.get("stroke") == "none" or (
        "stroke" not in attributes and "style" in tree["attributes"]
    ):
        attributes = {
            key: value
            for key, value in attributes.items()
            if not key.startswith("stroke")
        }
    if "style" in tree["attributes"]:
        attributes = {
            key: value for key, value in attributes.items() if INITIAL.get(key) != value
        }
        attributes = {
            key: value
            for key, value in attributes.items()
            if not key.startswith(("font", "line"))
        }
    text = "".join(f' {key}="{value}"' for key, value in attributes.items())
    inside = "".join(map(render_element, tree["children"]))
    return f"<{name}{text}>{inside}</{name}>" if inside else f"<{name}{text}/>"


def svg_name(key: str) -> str:
    """Return the SVG name of an attribute, from its React name."""
    if key in {
        "viewBox",
        "preserveAspectRatio",
        "patternUnits",
        "maskUnits",
        "gradientUnits",
        "gradientTransform",
    }:
        return key
    return (
        "href"
        if key == "xlinkHref"
        else re.sub(r"[A-Z]", lambda letter: f"-{letter[0].lower()}", key)
    )


def shorten(key: str, value: str) -> str:
    """Return the value of an attribute with fewer digits, and with ids without the name of the file."""
    value = re.sub(r"[\w-]+_svg__", "", value)
    if key == "d":
        digits = 1 if len(value) > 400 else 2
        return "".join(
            letter + format_numbers(path_numbers(letter, text), digits)
            for letter, text in COMMAND.findall(value)
        )
    if key in {"id", "href"} or value.startswith(("url", "#")):
        return value
    digits = 3 if key == "transform" else 2
    return re.sub(
        r"(?<![\w.])-?\d*\.\d+", lambda match: format_numbers([match[0]], digits), value
    )


def path_numbers(letter: str, text: str) -> list[str]:
    """Return the numbers that follow a command of a path."""
    if letter in "aA":
        return [number for arc in ARC.findall(text) for number in arc]
    return NUMBER.findall(text)


def format_numbers(numbers: list[str], digits: int) -> str:
    """Return numbers with a number of decimal digits, separated by spaces only where necessary."""
    result = ""
    for number in numbers:
        text = f"{float(number):.{digits}f}"
        text = text.rstrip("0").rstrip(".") if "." in text else text
        text = re.sub(r"^(-?)0\.", r"\1.", "0" if text in {"-0", ""} else text)
        result += text if not result or text.startswith("-") else f" {text}"
    return result


def render_outlines(package: Package, font: Path, characters: str) -> bytes:
    """Return the outlines of characters as JSON: advance, bounding box, path and silhouette of each; y points down."""
    face = TTFont(font)
    glyphs = face.getGlyphSet()
    names = face.getBestCmap()
    scale = EM / face["head"].unitsPerEm
    glyph_data = {}
    for character in characters:
        contours = list(contours_of(glyphs, names[ord(character)], scale))
        if character in FRAMED:
            contours = sorted(contours, key=lambda contour: -abs(area(contour)))[2:]
        glyph_data[character] = {
            "advance": round(glyphs[names[ord(character)]].width * scale),
            "box": box(contours),
            "path": path(contours),
        }
        if package in GAPS:
            glyph_data[character]["silhouette"] = silhouette(contours, GAPS[package])
    lines = ",\n".join(
        f"{json.dumps(key, ensure_ascii=False)}: {json.dumps(value)}"
        for key, value in glyph_data.items()
    )
    return f"{{\n{lines}\n}}\n".encode()


def contours_of(glyphs: Any, name: str, scale: float) -> Iterator[RecordingPen]:
    """Yield each contour of a glyph."""
    unscaled = DecomposingRecordingPen(glyphs)
    outline = RecordingPen()
    glyphs[name].draw(unscaled)
    unscaled.replay(TransformPen(outline, (scale, 0, 0, -scale, 0, 0)))
    contour = RecordingPen()
    for operator, points in outline.value:
        contour.value.append((operator, points))
        if operator in {"closePath", "endPath"}:
            yield contour
            contour = RecordingPen()


def area(contour: RecordingPen) -> float:
    """Return the area of a contour; its sign depends on the direction."""
    pen = AreaPen()
    contour.replay(pen)
    return float(pen.value)


def box(contours: list[RecordingPen]) -> list[int]:
    """Return left, top, width and height of the bounding box."""
    pen = BoundsPen(None)
    for contour in contours:
        contour.replay(pen)
    left, top, right, bottom = map(round, pen.bounds)
    return [left, top, right - left, bottom - top]


GAPS = {SYMBOLS: 0, EMOJI: 34}
"""Half the width of the gaps in the lines of a package's characters, if they are coloured."""
SMOOTH = 4
"""By how much a silhouette is smaller than its outline, and by how much its simpler line may differ from it."""


def silhouette(contours: list[RecordingPen], gap: int) -> str:
    """Return the area within contours as a path of straight lines; gaps narrower than twice `gap` are closed."""
    lines = unary_union(
        [
            Polygon(points).buffer(0)
            for points in map(corners, contours)
            if len(points) > 2
        ]
    )
    closed_lines = lines.buffer(gap)
    outline = (
        unary_union([Polygon(part.exterior) for part in parts(closed_lines)])
        .buffer(-gap - SMOOTH)
        .simplify(SMOOTH)
    )
    return "".join(
        "M"
        + "L".join(f"{round(x)} {round(y)}" for x, y in part.exterior.coords[:-1])
        + "Z"
        for part in parts(outline)
    )


def parts(shape: Any) -> list[Any]:
    """Return the polygons of a shapely shape, sorted by their bounds; [] for an empty shape."""
    if shape.is_empty:
        return []
    polygons = getattr(shape, "geoms", [shape])
    return sorted(polygons, key=lambda polygon: polygon.bounds)


def corners(contour: RecordingPen) -> list[tuple[float, float]]:
    """Return points on a contour, eight on each curve."""
    points: list[tuple[float, float]] = []
    for operator, ends in contour.value:
        if operator == "qCurveTo":
            for control, end in decomposeQuadraticSegment(ends):
                points += [
                    curve_point(step / 8, points[-1], control, end)
                    for step in range(1, 9)
                ]
        elif operator != "closePath":
            points.append(ends[-1])
    return points


def curve_point(
    part: float,
    start: tuple[float, float],
    control: tuple[float, float],
    end: tuple[float, float],
) -> tuple[float, float]:
    """Return the point of a quadratic curve at a parameter from 0 to 1."""
    x, y = (
        (1 - part) ** 2 * a + 2 * part * (1 - part) * b + part**2 * c
        for a, b, c in zip(start, control, end, strict=True)
    )
    return x, y


def path(contours: list[RecordingPen]) -> str:
    """Return contours as the `d` attribute of an SVG path, in whole units."""
    pen = SVGPathPen(None, ntos=lambda value: str(round(value)))
    for contour in contours:
        contour.replay(pen)
    return str(pen.getCommands())


if __name__ == "__main__":
    main()
