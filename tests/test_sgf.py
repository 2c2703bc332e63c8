"""The text of SGF files: what is read, what is refused and where, what is written."""

import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cornerwise import SgfError, sgf
from cornerwise.sgf import Node


def parse(data: str | bytes) -> list[Node]:
    return sgf.parse(sgf.decode(data))


def flat(root: Node) -> list[Any]:
    """A tree as a list: the number of each node's parent, and its properties in order."""
    number: dict[Node | None, int] = {None: -1}
    rows = []
    for node in root.walk():
        rows.append((number[node.parent], list(node.properties.items())))
        number[node] = len(number) - 1
    return rows


def only(data: str | bytes) -> list[Any]:
    (root,) = parse(data)
    return flat(root)


# --- what is read ------------------------------------------------------------------------


def test_a_sequence_with_variations() -> None:
    assert only("(;A[1];B[2](;C[3];D[4])(;E[5]))") == [
        (-1, [("A", ["1"])]),
        (0, [("B", ["2"])]),
        (1, [("C", ["3"])]),
        (2, [("D", ["4"])]),
        (1, [("E", ["5"])]),
    ]


def test_a_node_after_a_variation_belongs_to_the_node_before_it() -> None:
    assert only("(;A[1](;B[2]);C[3])") == [
        (-1, [("A", ["1"])]),
        (0, [("B", ["2"])]),
        (0, [("C", ["3"])]),
    ]


def test_space_may_stand_anywhere_between_parts() -> None:
    assert only("  ( ;\n A [1]\n[2] [3]\t[4]\r\n[5] B[x] ; )  ") == [
        (-1, [("A", ["1", "2", "3", "4", "5"]), ("B", ["x"])]),
        (0, []),
    ]


def test_values_of_a_repeated_property_come_together() -> None:
    assert only("(;A[1]B[2]A[3])") == [(-1, [("A", ["1", "3"]), ("B", ["2"])])]


def test_several_games_with_text_round_them() -> None:
    assert len(parse("From: me\n\n(;A[1])\n) and ( then \n( ;A[2])\n\x1a")) == 2


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (r"a\]b", "a]b"),
        (r"a\\", "a\\"),
        (r"[a[", "[a["),
        (r"\a\:", "a:"),
        ("one\\\ntwo", "onetwo"),  # a soft line break
        ("one\\\\\ntwo", "one\\\ntwo"),
        ("a\r\nb\rc\nd", "a\nb\nc\nd"),
        ("(;)", "(;)"),
        ("", ""),
        ("\t é 中 \U0001f3b2", "\t é 中 \U0001f3b2"),
    ],
)
def test_values_are_unescaped(written: str, meant: str) -> None:
    assert only(f"(;C[{written}])") == [(-1, [("C", [meant])])]


# --- character sets ----------------------------------------------------------------------


def test_bytes_are_utf_8_by_default_with_or_without_a_mark() -> None:
    text = "(;C[Čeněk])"
    assert only(text.encode()) == only(text.encode("utf-8-sig")) == only(text)
    assert only("\ufeff" + text) == only(text)


@pytest.mark.parametrize("name", ["ISO-8859-1", "iso8859-1", "Latin1", " latin-1 "])
def test_the_first_node_may_say_iso_8859_1(name: str) -> None:
    data = f"(;C[CA[UTF-8\\]é]CA[{name}];C[ü])".encode("latin-1")
    assert only(data)[1] == (0, [("C", ["ü"])])


def test_a_comment_cannot_name_the_character_set() -> None:
    assert only("(;C[CA[ISO-8859-1]D[é];CA[ISO-8859-1])".encode())[0][1][1] == ("D", ["é"])


@pytest.mark.parametrize(
    ("data", "place", "words"),
    [
        (b"(;C[ok]\nC[\xc3\xa9\xe9])", (2, 4), "0xe9 is not UTF-8"),
        (b"(;CA[Big5])", (1, 3), "only UTF-8 and ISO-8859-1"),
        (b"(;C[a\r\n\0])", (2, 1), "NUL"),
        ("(;C[a])".encode("utf-16"), (1, 1), "not UTF-8"),
        ("(;C[a])".encode("utf-16-le"), (1, 2), "NUL"),
        ("(;C[\ud800])", (1, 5), "half a character"),
    ],
)
def test_other_bytes_are_refused(data: str | bytes, place: tuple[int, int], words: str) -> None:
    with pytest.raises(SgfError, match=words) as caught:
        parse(data)
    assert (caught.value.line, caught.value.column) == place


# --- what is refused ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("", (1, 1), "no game"),
        ("no parenthesis; at all", (1, 1), "no game"),
        ("()", (1, 1), "no game"),
        ("(;A[1]\n;B[2]", (2, 6), r"cut off within a game: \) is missing"),
        ("(;A[1](;B[2](;C[3]", (1, 19), r"cut off within a game: 3 \) missing"),
        ("(;A[1]\n  C[and then", (2, 4), "cut off within a value"),
        ("(;A[1]\n  C[and then\\]", (2, 4), "cut off within a value"),
        ("(;A[1]\n  C[and then\\", (2, 4), "cut off within a value"),
        ("(;A[1]\n  word;B[2])", (2, 3), "word is no property"),
        ("(;A[1]\n  B)", (2, 3), "B is no property"),
        ("(;\n[1])", (2, 1), "a value without the name"),
        ("(;A[1](;B[2])[3])", (1, 14), "a value without the name"),
        ("(;A[1]\n  \\A[2])", (2, 3), "is no property"),
        ("(;A[1]\n  ])", (2, 3), "] is no property"),
        ("(;A[1]\x1bJ)", (1, 7), r"^line 1, column 7: \?J is no property"),
    ],
)
def test_an_error_says_where(text: str, place: tuple[int, int], words: str) -> None:
    with pytest.raises(SgfError, match=words) as caught:
        parse(text)
    assert (caught.value.line, caught.value.column) == place


MB = 10**6


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("(;C[" + "x" * 100 * MB + "])", "too large: at most 32 MB"),
        ("(" * 100_000, "no game"),
        ("(;" * 100_000 + ")" * 100_000, "nested more than 10,000 deep"),
        ("(;A[1]" + "(" * 100_000, "nested more than 10,000 deep"),
        ("(;" + "A[]" * 3 * MB, "more than 1,000,000 parts"),
        ("(;C[" + "\\]" * 10 * MB, "cut off within a value"),
        ("(;" + "x" * 20 * MB, r"x\.\.\. is no property"),
        ("(;" + " " * 20 * MB, "cut off within a game"),
        (("(" + " " * 1000) * 20_000, "no game"),
    ],
    ids=["size", "open", "deep", "deep in a game", "parts", "value", "name", "space", "start"],
)
def test_hostile_texts_fail_quickly(text: str, words: str) -> None:
    begun = time.process_time()
    with pytest.raises(SgfError, match=words) as caught:
        parse(text)
    assert time.process_time() - begun < 5
    assert len(str(caught.value)) < 200


def test_a_long_line_is_no_matter() -> None:
    (root,) = parse("(" + ";" * 200_000 + ")")
    *_, last = root.walk()
    assert len(last.line()) == 200_000
    assert sgf.write([root]).count(";") == 200_000


# --- writing -----------------------------------------------------------------------------

CHARACTERS = st.characters(exclude_categories=["Cs"], exclude_characters="\0\r")
VALUES = st.text(CHARACTERS | st.sampled_from("[]()\\;:\n\t "), max_size=12)
NAMES = st.from_regex(r"[A-Z0-9]{1,3}|\w+", fullmatch=True).filter(lambda name: "\0" not in name)
PROPERTIES = st.dictionaries(NAMES, st.lists(VALUES, min_size=1, max_size=3), max_size=4)


@st.composite
def trees(draw: st.DrawFn) -> Node:
    nodes = [Node()]
    for properties in draw(st.lists(PROPERTIES, max_size=8)):
        nodes.append(Node(draw(st.sampled_from(nodes))))
        nodes[-1].properties = properties
    nodes[0].properties = draw(PROPERTIES)
    return nodes[0]


@settings(deadline=None)
@given(st.lists(trees(), min_size=1, max_size=3))
def test_what_is_written_is_read_again(roots: list[Node]) -> None:
    text = sgf.write(roots)
    assert [flat(root) for root in parse(text)] == [flat(root) for root in roots]


@settings(deadline=None)
@given(trees())
def test_the_same_through_bytes_with_a_character_set(root: Node) -> None:
    root.properties = {"CA": ["UTF-8"], **root.properties, "C": ["é"]}
    root.properties["CA"] = ["UTF-8"]
    assert only(sgf.write([root]).encode()) == flat(root)


@settings(deadline=None)
@given(st.text(st.sampled_from("()[];\\ \nAB1"), max_size=30))
def test_any_text_is_read_or_refused_within_it(text: str) -> None:
    try:
        parse("(;" + text)
    except SgfError as caught:
        error = caught
    else:
        return
    lines = ("(;" + text).split("\n")
    assert 1 <= error.column <= len(lines[error.line - 1]) + 1


@pytest.mark.parametrize("name", ["", "A B", "A[", "\0", "\ud800"])
def test_no_name_is_written_that_cannot_be_read(name: str) -> None:
    root = Node()
    root.properties[name] = ["1"]
    with pytest.raises(SgfError, match="cannot be the name"):
        sgf.write([root])


@pytest.mark.parametrize("value", ["a\0", "\udfff"])
def test_no_value_is_written_that_cannot_be_read(value: str) -> None:
    root = Node()
    root.properties["C"] = [value]
    with pytest.raises(SgfError, match="cannot be written"):
        sgf.write([root])


def test_a_property_without_values_is_left_out() -> None:
    root = Node()
    root.properties = {"A": [], "B": ["1"]}
    assert sgf.write([root]) == "(;B[1])\n"
