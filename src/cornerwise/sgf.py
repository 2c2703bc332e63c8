"""The text of SGF files: trees of nodes with properties, read and written without recursion.

This layer knows nothing of games. It accepts what real files contain: line ends of any kind, a byte
order mark, text round the games, white space anywhere, repeated properties. It says where anything
else goes wrong. Everything takes linear time. Files beyond the limits below are refused before they
can fill the memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from cornerwise.errors import SgfError

MAX_SIZE = 32 * 2**20
"""The longest text that is read, in bytes."""
MAX_PARTS = 1_000_000
"""The most nodes, properties, values and parentheses together that a text may have."""
MAX_DEPTH = 10_000
"""The most variations that may lie one within another."""


class Node:
    """A node of a tree.

    properties  the values of each property, in the order of the file
    at          where the node begins in the text it was read from, -1 if it was not read
    """

    __slots__ = ("at", "children", "parent", "properties")

    def __init__(self, parent: Node | None = None, at: int = -1) -> None:
        self.properties: dict[str, list[str]] = {}
        self.parent, self.at = parent, at
        self.children: list[Node] = []
        if parent is not None:
            parent.children.append(self)

    def text(self, name: str) -> str:
        """The values of a property as one text, "" if the node does not have it."""
        return "\n".join(self.properties.get(name, ()))

    def set_text(self, name: str, text: str) -> None:
        """Give a property this one value, or remove it when the text is empty."""
        if text:
            self.properties[name] = [text]
        else:
            self.properties.pop(name, None)

    def walk(self) -> Iterator[Node]:
        """This node and all below it: each before its children, variations in order."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))

    def line(self) -> list[Node]:
        """The nodes from the root to this one."""
        nodes = [self]
        while (parent := nodes[-1].parent) is not None:
            nodes.append(parent)
        nodes.reverse()
        return nodes

    def __repr__(self) -> str:
        return f"<Node {' '.join(self.properties)}: {len(self.children)} children>"


# --- reading -----------------------------------------------------------------------------

_SPACE = r"[ \t\n\v\f]"
_START = re.compile(rf"\({_SPACE}*+;")
# Possessive quantifiers (*+ ++) never go back, so a text that does not fit costs one look at it.
_TOKEN = re.compile(
    rf"{_SPACE}*+(?:"
    r"(?P<mark>[();])"
    rf"|(?P<name>[^\s()\[\];\\]++){_SPACE}*+(?=\[)"
    r"|\[(?P<value>[^\\\]]*+(?:\\.[^\\\]]*+)*+)\]"
    r"|(?P<end>\Z)"
    r"|(?P<other>.))",
    re.DOTALL,
)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_CHARSETS = {
    "": "utf-8",
    "utf8": "utf-8",
    "ascii": "utf-8",
    "usascii": "utf-8",
    "iso88591": "latin-1",
    "latin1": "latin-1",
}


def error_at(text: str, at: int, message: str) -> SgfError:
    """The error with the line and the column of a place in the text."""
    return SgfError(message, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))


def decode(data: str | bytes) -> str:
    """The text of a file with its line ends made "\\n": what `parse` reads.

    Bytes are UTF-8 unless the first node has a property CA that says ISO-8859-1.
    """
    if len(data) > MAX_SIZE:
        raise SgfError(f"the file is too large: at most {MAX_SIZE // 2**20} MB are read", 1, 1)
    if isinstance(data, bytes):
        data = data.removeprefix(b"\xef\xbb\xbf")
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        text = _decoded(data, _charset(data.decode("latin-1")))
    else:
        text = data.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if (at := text.find("\0")) >= 0:
        raise error_at(text, at, "there is a NUL character: this is no text in UTF-8")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise error_at(text, error.start, "there is half a character (a surrogate)") from None
    return text


def _decoded(data: bytes, charset: str) -> str:
    try:
        return data.decode(charset)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode(charset)
        raise error_at(
            before, len(before), f"the byte 0x{data[error.start]:02x} is not UTF-8 here"
        ) from None


def _charset(text: str) -> str:
    """The character set that the first node names. Its name and the marks are ASCII in all."""
    start = _START.search(text)
    if start is None:
        return "utf-8"
    at, name = _property(text, start.end(), "CA")
    known = _CHARSETS.get(re.sub(r"[-_\s]", "", name).lower())
    if known is None:
        raise error_at(text, at, f"CA[{clip(name)}]: only UTF-8 and ISO-8859-1 are read")
    return known


def _property(text: str, at: int, wanted: str) -> tuple[int, str]:
    """Where a property stands in the node that goes on at a place, and its first value."""
    name, where = "", -1
    for token in _TOKEN.finditer(text, at):
        match token.lastgroup:
            case "name":
                name, where = token["name"], token.start("name")
            case "value":
                if name == wanted:
                    return where, token["value"]
            case _:
                break
    return -1, ""


def place_of(text: str, node: Node, name: str) -> int:
    """Where a property of a node stands in the text; the node itself if it does not have it."""
    at, _ = _property(text, node.at + 1, name)
    return max(at, node.at)


def parse(text: str) -> list[Node]:
    """The roots of the trees in a text that `decode` gave."""
    roots = []
    at = parts = 0
    while start := _START.search(text, at):
        root, at, parts = _tree(text, start.start(), parts)
        roots.append(root)
    if not roots:
        raise SgfError('there is no game here: one begins with "(;"', 1, 1)
    return roots


def _tree(text: str, start: int, parts: int) -> tuple[Node, int, int]:
    """The root of the tree that begins at a place, where the tree ends, and the parts so far."""
    open_at: list[Node | None] = []  # the node at which each open parenthesis stands
    root = node = None
    values: list[str] | None = None  # where the next value belongs
    for seen, token in enumerate(_TOKEN.finditer(text, start), start=parts + 1):
        if seen > MAX_PARTS:
            raise error_at(text, token.start(), f"the file has more than {MAX_PARTS:,} parts")
        kind = token.lastgroup
        if kind == "value" and values is not None:
            values.append(_unescaped(token["value"]))
        elif kind == "name" and node is not None:
            values = node.properties.setdefault(token["name"], [])
        elif kind == "mark":
            values = None
            if token["mark"] == ";":
                node = Node(node, token.start("mark"))
                root = root or node
            elif token["mark"] == "(":
                if len(open_at) >= MAX_DEPTH:
                    message = f"variations are nested more than {MAX_DEPTH:,} deep"
                    raise error_at(text, token.start("mark"), message)
                open_at.append(node)
            else:
                node = open_at.pop()
                if not open_at:
                    assert root is not None  # a tree begins with a node
                    return root, token.end(), seen
        else:
            raise _unexpected(text, token, len(open_at))
    raise AssertionError("the end of the text is a token")  # pragma: no cover


def _unescaped(value: str) -> str:
    """The value meant: a backslash keeps the next character, or takes back a line break."""
    if "\\" not in value:
        return value
    return _ESCAPED.sub(lambda found: "" if found[1] == "\n" else found[1], value)


def _unexpected(text: str, token: re.Match[str], depth: int) -> SgfError:
    """The error for a token that cannot stand where it does."""
    kind = token.lastgroup
    if kind == "end":
        missing = f"{depth} ) missing" if depth > 1 else ") is missing"
        return error_at(text, token.end(), f"the file is cut off within a game: {missing}")
    if kind == "value":
        return error_at(text, token.start("value") - 1, "a value without the name of a property")
    at = token.start("other")
    if text[at] == "[":
        return error_at(text, at, "the file is cut off within a value: ] is missing")
    found = re.compile(r"[^\s()\[\];\\]*+").match(text, at)
    word = found[0] if found and found[0] else text[at]
    return error_at(text, at, f"{clip(word)} is no property: NAME[value] is expected")


def clip(text: str) -> str:
    """A text from a file, short and harmless enough for a message."""
    short = text if len(text) <= 40 else text[:37] + "..."
    return "".join(letter if letter.isprintable() else "?" for letter in short)


# --- writing -----------------------------------------------------------------------------

_NAME = re.compile(r"[^\s()\[\];\\\0\ud800-\udfff]+")
_UNWRITABLE = re.compile(r"[\0\ud800-\udfff]")


def write(roots: Iterable[Node]) -> str:
    """The text of these trees, one node a line."""
    out: list[str] = []
    for root in roots:
        waiting: list[Node | str] = [")\n", root, "("]
        while waiting:
            item = waiting.pop()
            if isinstance(item, str):
                out.append(item)
                continue
            out.append(_written(item))
            if len(item.children) == 1:
                waiting.extend((item.children[0], "\n"))
            else:
                for child in reversed(item.children):
                    waiting.extend((")", child, "\n("))
    return "".join(out)


def _written(node: Node) -> str:
    parts = [";"]
    for name, values in node.properties.items():
        if not _NAME.fullmatch(name):
            raise SgfError(f"{clip(name)!r} cannot be the name of a property")
        if not values:
            continue
        parts.append(name)
        for value in values:
            if _UNWRITABLE.search(value):
                raise SgfError(f"{name}: a NUL or half a character cannot be written")
            parts.append("[" + value.replace("\\", "\\\\").replace("]", "\\]") + "]")
    return "".join(parts)
