"""What a drawing may have: the elements, attributes and styles of SVG that run nothing and load nothing.

Left out are scripts and events, what holds another document or file, and animations, which can set any
attribute later. What drawing programs keep for themselves in a namespace of their own does nothing.
"""

import re

SVG = "http://www.w3.org/2000/svg"
"""The namespace of all that is drawn."""
_XLINK = "http://www.w3.org/1999/xlink"
_XML = "http://www.w3.org/XML/1998/namespace"
_INERT = frozenset(
    {
        "http://creativecommons.org/ns#",
        "http://purl.org/dc/elements/1.1/",
        "http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd",
        "http://web.resource.org/cc/",
        "http://www.bohemiancoding.com/sketch/ns",
        "http://www.inkscape.org/namespaces/inkscape",
        "http://www.serif.com/",
        "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
        "http://xml.openoffice.org/svg/export",
    }
)
"""Of drawing programs, and of what they say of author and licence; no browser does anything with them."""

_SHAPES = "circle ellipse image line path polygon polyline rect text textPath tspan use"
_STRUCTURE = "a defs desc g marker mask metadata pattern style svg switch symbol title view"
_PAINT = "clipPath filter linearGradient radialGradient stop"
_EFFECTS = (
    "feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting"
    " feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur"
    " feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile"
    " feTurbulence"
)
_ELEMENTS = frozenset(f"{_SHAPES} {_STRUCTURE} {_PAINT} {_EFFECTS}".split())

_NAMES = "class focusable id lang rel role tabindex target requiredExtensions requiredFeatures systemLanguage"
"""Attributes that say something of an element, and are shown nowhere."""
_PLACES = (
    "cx cy d dx dy fr fx fy gradientTransform gradientUnits height lengthAdjust markerHeight markerUnits"
    " markerWidth maskContentUnits maskUnits method offset orient patternContentUnits patternTransform"
    " patternUnits points pathLength preserveAspectRatio r refX refY rotate rx ry side spacing"
    " spreadMethod startOffset textLength transform version viewBox width x x1 x2 y y1 y2 zoomAndPan"
    " baseProfile clipPathUnits contentScriptType contentStyleType enable-background media style type"
)
_STYLES = (
    "alignment-baseline baseline-shift clip clip-path clip-rule color color-interpolation"
    " color-interpolation-filters color-rendering cursor direction display dominant-baseline fill"
    " fill-opacity fill-rule filter flood-color flood-opacity font font-family font-feature-settings"
    " font-kerning font-size font-size-adjust font-stretch font-style font-variant font-variant-caps"
    " font-variant-east-asian font-variant-ligatures font-variant-numeric font-variation-settings"
    " font-weight glyph-orientation-horizontal glyph-orientation-vertical image-rendering isolation"
    " kerning letter-spacing lighting-color line-height marker marker-end marker-mid marker-start mask"
    " mask-type mix-blend-mode opacity overflow paint-order pointer-events shape-rendering solid-color"
    " solid-opacity stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap"
    " stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-align text-anchor text-decoration"
    " text-orientation text-rendering transform-box transform-origin unicode-bidi vector-effect visibility"
    " white-space word-spacing writing-mode"
)
_EFFECT = (
    "amplitude azimuth baseFrequency bias diffuseConstant divisor edgeMode elevation exponent filterRes"
    " filterUnits in in2 intercept k1 k2 k3 k4 kernelMatrix kernelUnitLength limitingConeAngle mode"
    " numOctaves operator order pointsAtX pointsAtY pointsAtZ preserveAlpha primitiveUnits radius result"
    " scale seed slope specularConstant specularExponent stdDeviation stitchTiles surfaceScale tableValues"
    " targetX targetY values xChannelSelector yChannelSelector z"
)
_DRAWN = frozenset(f"{_PLACES} {_STYLES} {_EFFECT}".split())

_SAID = re.compile(rf"{_NAMES.replace(' ', '|')}|(?:aria|data)-[a-z0-9-]+")
_HERE = re.compile(r"\s*#[^\s]*\s*")
_ELSEWHERE = re.compile(r"\s*(?:https?://|mailto:)[^\s]*\s*")
_PIXELS = re.compile(r"\s*data:image/(?:gif|jpe?g|png|webp);base64,[A-Za-z0-9+/=\s]*")
_CALLED = re.compile(r"([\w-]{0,40})\(\s*([^\s)]{0,9})", re.ASCII)  # with bounds, so as never to take long
_CALLS = (
    "and blur brightness calc circle color color-mix contrast drop-shadow ellipse grayscale hsl hsla"
    " hue-rotate hwb inset invert lab lch matrix max media min nth-child not oklab oklch opacity or path"
    " polygon rgb rgba rotate saturate scale sepia skewX skewY skewx skewy translate translateX translateY"
    " translatex translatey var"
)
_FUNCTIONS = frozenset(_CALLS.split())
_RULE = re.compile(r"@(?!media\b)")


def has_element(namespace: str, name: str) -> bool:
    """Whether a drawing may have this element."""
    return namespace in _INERT or (namespace == SVG and name in _ELEMENTS)


def has_attribute(namespace: str, name: str, value: str, *, of: str) -> bool:
    """Whether the element `of` this name, blank where it is not one of SVG, may have this attribute."""
    if namespace in {"", _XLINK} and name == "href":
        return _leads_nowhere_else(value, of)
    if namespace == _XLINK:
        return name in {"actuate", "arcrole", "role", "show", "title", "type"}
    if namespace:
        return namespace in _INERT or (namespace == _XML and name in {"space", "lang", "id"})
    if not of:
        return not name.casefold().startswith("on")
    return bool(_SAID.fullmatch(name)) or (name in _DRAWN and is_plain(value))


def is_plain(style: str) -> bool:
    """Whether a style, or a style sheet, asks for nothing that stands elsewhere."""
    if "\\" in style or _RULE.search(style):  # a backslash can write any other character
        return False
    return all(_is_plain_call(*each) for each in _CALLED.findall(style))


def _is_plain_call(name: str, argument: str) -> bool:
    if name.lower() == "url":
        return argument.strip("\"'").startswith("#")
    return not name or name in _FUNCTIONS


def _leads_nowhere_else(address: str, of: str) -> bool:
    """Whether an address is of this drawing, of a page that somebody has to choose, or itself an image."""
    if of == "a":
        return bool(_ELSEWHERE.fullmatch(address) or _HERE.fullmatch(address))
    return bool((_PIXELS if of == "image" else _HERE).fullmatch(address))
