"""Puzzles in the browser: solved by drag, by keys and by hints, kept, readable for everybody."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable
from datetime import date, timedelta

import pytest
from playwright.sync_api import Locator, Page, expect

from cornerwise import Game
from cornerwise.puzzles import Laid, Puzzle, daily, patterns, puzzle
from cornerwise.server.page.i18n import LANGUAGES
from tests.browser.player import PHONE, Player
from tests.browser.test_pages import violations

EASY = "rectangle-4x5"


def begin(person: Player, name: str = EASY) -> Page:
    person.page.goto(f"/puzzles/{name}")
    expect(person.page.locator(".puzzle h1:visible")).to_be_visible()
    expect(person.page.locator(".slot").first).to_be_visible()
    return person.page


def solution(of: Puzzle) -> tuple[Laid, ...]:
    return of.laid(of.solutions[0])


def slot(page: Page, laid: Laid) -> str:
    return f".slot[data-piece={laid.move.piece.name}][data-colour={laid.colour}]"


def turns(page: Page, of: Puzzle, laid: Laid) -> str:
    """The keys that bring the picked piece from how it is turned to how it is wanted."""
    piece, wanted = laid.move.piece, of.tables.orientation[laid.move.number]
    shapes = page.evaluate(
        """async ([name, piece]) => {
          const { shapeOf } = await import("/static/js/piece.js");
          const { board } = await (await fetch(`/api/puzzles/${name}`)).json();
          const number = board.pieces.findIndex((one) => one.name === piece);
          return board.pieces[number].orientations.map((_, at) => shapeOf(board, number, at).body);
        }""",
        [of.name, piece.name],
    )
    now = page.locator(".slot.picked .piece path:first-child").get_attribute("d")
    waiting, seen = deque([(shapes.index(now), "")]), set[int]()
    while waiting:
        at, keys = waiting.popleft()
        if at == wanted:
            return keys
        if at not in seen:
            seen.add(at)
            waiting += [(piece.turned[at], keys + "r"), (piece.flipped[at], keys + "f")]
    raise AssertionError("no turn leads there")


def middle(page: Page, laid: Laid) -> tuple[float, float]:
    """Where the middle of a piece would be on the screen."""
    boxes = [page.locator(f"#cell-{cell}").bounding_box() for cell in laid.move.cells]
    found = [box for box in boxes if box]
    xs = [x for box in found for x in (box["x"], box["x"] + box["width"])]
    ys = [y for box in found for y in (box["y"], box["y"] + box["height"])]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def place_of(of: Puzzle, laid: Laid) -> str:
    """How the board moves the picture of a piece to where it shall lie."""
    dx, dy = of.tables.moved[laid.move.number]
    x, y = of.board.grid.unit
    return f"translate({round(dx * x, 3):g} {round(dy * y, 3):g})"


@pytest.mark.parametrize("name", [EASY, "mirror-20", "hexagon-2"])
def test_solve_by_drag(person: Callable[..., Player], name: str) -> None:
    ana, of = person(), puzzle(name)
    page = begin(ana, name)
    for count, laid in enumerate(solution(of), 1):
        page.locator(slot(page, laid)).click()
        for key in turns(page, of, laid):
            page.keyboard.press(key)
        box = page.locator(slot(page, laid)).bounding_box()
        assert box
        to = middle(page, laid)
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.mouse.move(*to, steps=6)
        page.mouse.up()
        expect(ana.pieces).to_have_count(count)
        if count < of.piece_count:
            expect(page.locator(slot(page, laid))).to_have_count(0)
    expect(page.locator(".g-result")).to_contain_text("Solved in")


def test_solve_by_keys(person: Callable[..., Player]) -> None:
    ana, of = person(), puzzle(EASY)
    page = begin(ana)
    for count, laid in enumerate(solution(of), 1):
        picked = page.locator(f"{slot(page, laid)}.picked")
        for _ in range(8):
            page.keyboard.press(str(laid.move.piece.size))
            if picked.count():
                break
        for key in turns(page, of, laid):
            page.keyboard.press(key)
        shape = page.locator(".slot.picked .piece path:first-child").get_attribute("d")
        for _ in range(80):
            legal = page.locator(".ghost-legal")
            if (
                legal.count()
                and page.locator(".ghost .under").get_attribute("d") == shape
                and legal.get_attribute("transform") == place_of(of, laid)
            ):
                break
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(ana.pieces).to_have_count(count)
        if count < of.piece_count:
            expect(page.locator(slot(page, laid))).to_have_count(0)
    expect(page.locator(".g-result")).to_contain_text("Solved in")


def test_hints_solve_the_puzzle_of_the_day(person: Callable[..., Player]) -> None:
    day = date(2026, 11, 15)
    while daily(day).name != EASY:
        day += timedelta(days=1)
    ana = person()
    page = ana.page
    page.clock.set_fixed_time(f"{day}T12:00:00")
    before = (day - timedelta(days=1)).isoformat()
    page.add_init_script(f"localStorage['cornerwise-days'] ??= '[\"{before}\"]'")
    page.goto("/puzzles")
    expect(page.locator("h1")).to_have_text("Rectangle 4 × 5")
    expect(page.locator(".streak .count")).to_have_text("1 day")
    page.get_by_role("link", name="Solve it").click()
    for count in range(1, puzzle(EASY).piece_count + 1):
        page.locator(".g-actions").get_by_role("button", name="Hint").click()
        expect(ana.pieces).to_have_count(count)
    expect(page.locator(".g-result")).to_contain_text("With 5 hints")
    expect(page.locator(".g-result")).to_contain_text("do not lengthen your streak")
    page.get_by_role("link", name="All puzzles").last.click()
    expect(page.locator(".streak .count")).to_have_text("1 day")
    today = page.locator(".streak .today")
    expect(today).to_have_class(re.compile("helped"))
    expect(today).to_contain_text("solved with hints")
    expect(page.locator(f".figure[data-puzzle='{EASY}'] .done")).to_be_visible()
    expect(page.locator(f".figure[data-puzzle='{EASY}'] .piece")).to_have_count(5)
    page.get_by_role("button", name="Unsolved").click()
    expect(page.locator(f".figure[data-puzzle='{EASY}']")).to_have_count(0)


def test_progress_survives_a_reload_and_can_be_taken_back(person: Callable[..., Player]) -> None:
    ana = person()
    page = begin(ana)
    for count in (1, 2, 3):
        page.keyboard.press("h")
        expect(ana.pieces).to_have_count(count)
    page.locator(".g-actions").get_by_role("button", name="Undo").click()
    expect(ana.pieces).to_have_count(2)
    page.reload()
    expect(ana.pieces).to_have_count(2)
    page.keyboard.press("Control+y")
    expect(ana.pieces).to_have_count(3)
    page.locator("#cell-0").click()  # takes the piece up, where it can be laid again
    expect(ana.pieces).to_have_count(2)
    expect(page.locator(".ghost-legal")).to_be_visible()
    page.keyboard.press("Enter")
    expect(ana.pieces).to_have_count(3)
    page.locator(".cells").focus()  # the same by keys
    for _ in range(5):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(ana.pieces).to_have_count(2)
    page.keyboard.press("Escape")
    page.keyboard.press("Control+z")
    expect(ana.pieces).to_have_count(3)
    page.locator(".g-actions").get_by_role("button", name="Restart").click()
    expect(ana.pieces).to_have_count(0)
    page.keyboard.press("Control+z")
    expect(ana.pieces).to_have_count(3)
    page.get_by_role("button", name="Show the time").click()
    expect(page.locator(".clock")).to_have_count(0)
    page.reload()
    expect(ana.pieces).to_have_count(3)
    expect(page.locator(".clock")).to_have_count(0)


def test_it_says_whether_this_can_still_be_solved(person: Callable[..., Player]) -> None:
    ana, of = person(), puzzle(EASY)
    inner = of.tables.number([of.board.cell(name) for name in ("b2", "c2")])
    steps = json.dumps({"steps": [["lay", "blue", inner]], "at": 1})
    ana.page.add_init_script(f"localStorage['cornerwise-puzzles/{EASY}'] ??= '{steps}'")
    page = begin(ana)
    expect(ana.pieces).to_have_count(1)
    ask = page.get_by_role("button", name="Can this still be solved?")
    ask.click()
    answer = page.locator(".answer")
    expect(answer).to_contain_text("cannot be solved any more")
    below(answer, ask)
    page.keyboard.press("h")
    expect(page.locator(".answer[data-question=hint]")).to_contain_text("cannot be solved any more")
    expect(answer).to_have_count(1)
    below(answer, page.locator(".g-actions").get_by_role("button", name="Hint"))
    expect(ana.pieces).to_have_count(1)
    page.keyboard.press("Control+z")
    expect(ana.pieces).to_have_count(0)
    expect(answer).to_have_count(0)
    ask.click()
    expect(answer).to_contain_text("Yes, this can still be solved.")


def below(answer: Locator, question: Locator) -> None:
    """The answer stands right under the button that asked."""
    upper, lower = question.bounding_box(), answer.bounding_box()
    assert upper
    assert lower
    assert 0 <= lower["y"] - (upper["y"] + upper["height"]) < 20
    assert abs(lower["x"] - upper["x"]) < 20


def test_days_alone_make_a_streak_and_the_first_solution_counts(
    person: Callable[..., Player],
) -> None:
    of = puzzle(EASY)
    day = date(2026, 11, 15)
    while daily(day).name != EASY:
        day += timedelta(days=1)
    steps = [["lay", str(laid.colour), laid.move.number] for laid in solution(of)]
    record = json.dumps({"steps": steps, "at": len(steps) - 1})
    ana = person()
    page = ana.page
    page.clock.set_fixed_time(f"{day}T12:00:00")
    days = json.dumps({str(day - timedelta(days=1)): 3, str(day - timedelta(days=2)): 0})
    page.add_init_script(
        f"localStorage['cornerwise-puzzles/{EASY}'] ??= '{record}';"
        f"localStorage['cornerwise-days'] ??= '{days}'"
    )
    begin(ana)
    page.keyboard.press("Control+y")  # lays the last piece, without a hint
    expect(page.locator(".g-result")).to_contain_text("Solved in")
    page.wait_for_function(f"() => localStorage['cornerwise-days'].includes('{day}')")
    page.get_by_role("button", name="Once more").click()
    for count in range(1, of.piece_count + 1):
        page.locator(".g-actions").get_by_role("button", name="Hint").click()
        expect(ana.pieces).to_have_count(count)
    page.goto("/puzzles")
    expect(page.locator(".streak .count")).to_have_text("2 days")  # the day between had hints


def test_a_solved_puzzle_leads_on_and_can_be_shared(person: Callable[..., Player]) -> None:
    ana = person()
    page = begin(ana, "half-12")
    for count in range(1, puzzle("half-12").piece_count + 1):
        page.keyboard.press("h")
        expect(ana.pieces).to_have_count(count)
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("Link to the puzzle").input_value()
    expect(page.locator("dialog .piece")).to_have_count(puzzle("half-12").piece_count)
    page.keyboard.press("Escape")
    onward = page.get_by_role("link", name="Next puzzle")
    following = onward.get_attribute("href")
    onward.click()
    expect(page).to_have_url(re.compile(f"{following}$"))
    expect(page.locator(".g-result")).to_be_hidden()

    bob = person()
    bob.page.goto(link)
    expect(bob.page.locator(".puzzle h1:visible")).to_have_text("Propeller")
    expect(bob.pieces).to_have_count(0)  # nothing is given away
    bob.page.get_by_role("button", name="Show the solution").click()
    expect(bob.page.locator("dialog .piece")).to_have_count(puzzle("half-12").piece_count)
    bob.page.goto("about:blank")
    bob.page.goto(re.sub(r"blue=\d+", "blue=0", link))
    bob.page.get_by_role("button", name="Show the solution").click()
    expect(bob.page.get_by_role("dialog")).to_contain_text("no solution of this puzzle")
    bob.page.goto("about:blank")
    bob.page.goto(link.replace("time=", "time=x"))
    expect(bob.page.locator(".slot").first).to_be_visible()
    expect(bob.page.locator(".notice")).to_have_count(0)


@pytest.mark.parametrize("size", [None, PHONE], ids=["desktop", "phone"])
def test_all_four_trays_are_in_reach(
    person: Callable[..., Player], size: dict[str, int] | None
) -> None:
    ana = person(size=size, touch=size is not None)
    page = begin(ana, "the-84")
    if size:
        ana.fits(all_at_once=True)
        expect(page.locator(".strip h1")).to_contain_text("356 squares still to place")
    else:
        expect(page.locator(".g-head .sub")).to_have_text("84 pieces, 356 squares")
        expect(page.locator(".g-me .name")).to_have_text("356 squares still to place")
        expect(page.locator(".othertrays .piece")).to_have_count(63)
        # Boxes between two pixels do not cut the edges of their pieces.
        expect(page.locator(".othertrays .piece-svg").first).to_have_css("overflow", "visible")
        page.set_viewport_size({"width": 1280, "height": 800})
        expect(page.locator(".othertrays")).to_be_in_viewport(ratio=1)
        expect(page.locator(".othertrays > :last-child")).to_be_in_viewport(ratio=1)
    for colour in ("yellow", "red", "green"):
        page.locator(f".traytabs [data-tray={colour}]").click()
        expect(page.locator(f".slot[data-colour={colour}]")).to_have_count(21)
        expect(page.locator(f".traytabs [data-tray={colour}]")).to_be_focused()
    page.locator(".slot[data-piece=I5]").click()
    expect(page.locator(".g-status")).to_contain_text("To move: Blue")
    expect(page.locator(".slot.picked")).to_have_count(0)
    page.keyboard.press("5")
    expect(page.locator(".slot[data-colour=blue]")).to_have_count(21)
    expect(page.locator(".ghost-legal")).to_be_visible()


def test_the_solitaires_show_a_picture_until_one_begins(person: Callable[..., Player]) -> None:
    page = person().page
    page.goto("/puzzles")
    for name in ("the-84", "the-88", "the-42", "the-48", "rectangle"):
        card = page.locator(f".card[href='/puzzles/{name}']")
        expect(card.locator(".piece").first).to_be_visible()
    expect(page.locator(".card").first).to_contain_text("84 pieces, 356 squares")
    titles = page.locator(".figure[data-puzzle] b").all_inner_texts()
    plain = {title.replace("\u00a0", " ") for title in titles}
    assert plain == {one.title for one in patterns()}


def test_a_solitaire_keeps_its_best_score(person: Callable[..., Player]) -> None:
    game = Game("duo")
    while game.to_play:
        game.play(game.legal_moves[len(game.legal_moves) // 2])
    left = sum(
        piece.size
        for hand in game.position.hands
        for number, piece in enumerate(game.variant.pieces)
        if hand.left >> number & 1
    )
    steps = [["lay", str(turn.colour), turn.move.number] for turn in game.turns]
    record = json.dumps({"steps": steps, "at": len(steps)})
    ana = person()
    ana.page.add_init_script(f"localStorage['cornerwise-puzzles/the-42'] ??= '{record}'")
    ana.page.goto("/puzzles/the-42")
    expect(ana.page.locator(".g-status")).to_contain_text(f"any more: {left} squares left")
    ana.page.goto("/puzzles")
    expect(ana.page.locator(".card[href='/puzzles/the-42']")).to_contain_text(
        f"Best: {left} squares left"
    )


def test_a_game_keeps_turns(person: Callable[..., Player]) -> None:
    ana = person()
    page = begin(ana, "the-84")
    for count, colour in enumerate(("Blue", "Yellow", "Red", "Green", "Blue"), 1):
        expect(page.locator(".g-tray h2")).to_have_text(f"Pieces of {colour}")
        page.keyboard.press("5")
        page.keyboard.press("Enter")
        expect(ana.pieces).to_have_count(count)
    page.reload()
    expect(page.locator(".g-tray h2")).to_have_text("Pieces of Yellow")


def test_the_rectangle_explains_itself(person: Callable[..., Player]) -> None:
    page = begin(person(), "rectangle")
    expect(page.locator(".about")).to_contain_text("there is no solution, however one reads it")
    expect(page.locator(".about")).to_contain_text("130 solutions")
    page.get_by_role("link", name="Master").click()
    expect(page.locator(".about")).to_contain_text("only one solution")


def test_a_phone_shows_all_at_once(person: Callable[..., Player]) -> None:
    ana, of = person(size=PHONE, touch=True), puzzle("mirror-20")
    page = begin(ana, of.name)
    ana.fits(all_at_once=True)
    page.locator(slot(page, solution(of)[0])).tap()
    expect(page.locator(".ghost-legal")).to_be_visible()
    page.locator(".g-bar .place").tap()
    expect(ana.pieces).to_have_count(1)
    page.locator(".strip").get_by_role("button", name="Undo").tap()
    expect(ana.pieces).to_have_count(0)
    page.locator(".g-status").get_by_role("button", name="Hint").tap()
    expect(ana.pieces).to_have_count(1)
    page.locator(".strip").get_by_role("button", name="Menu").tap()
    expect(page.get_by_role("dialog")).to_contain_text("Cover the pattern")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(person: Callable[..., Player], language: str) -> None:
    ana = person(language=language, size=PHONE, touch=True)
    page = ana.page
    english = {"The rectangle", "Solve it", "Patterns", "Hint", "squares"}
    for path in ("/puzzles", "/puzzles/rectangle", "/puzzles/mirror-20"):
        page.goto(path)
        expect(page.locator("h1:visible")).to_be_visible()
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("main")).not_to_contain_text("{")
        text = page.locator("main").inner_text()
        assert language == "en" or not any(word in text for word in english)
        ana.fits()


@pytest.mark.parametrize(
    ("theme", "size"), [("light", None), ("dark", PHONE)], ids=["light", "dark phone"]
)
def test_no_serious_violation(
    person: Callable[..., Player], theme: str, size: dict[str, int] | None
) -> None:
    ana = person(theme=theme, size=size, touch=size is not None)
    page = ana.page
    page.goto("/puzzles")
    expect(page.locator(".figure").first).to_be_visible()
    found = violations(page)
    begin(ana, "mirror-20")
    page.keyboard.press("5")
    expect(page.locator(".ghost-legal")).to_be_visible()
    found += violations(page)
    page.keyboard.press("Escape")
    page.locator("[aria-label=Menu]:visible").first.click()
    found += violations(page)
    page.get_by_role("button", name="Close").click()
    for count in range(1, 6):
        page.keyboard.press("h")
        expect(ana.pieces).to_have_count(count)
    expect(page.locator(".g-result")).to_be_visible()
    found += violations(page)
    assert found == []


def test_a_lost_connection_comes_back(person: Callable[..., Player]) -> None:
    ana = person()
    page = begin(ana)
    page.route("**/state", lambda route: route.abort())
    page.keyboard.press("5")
    expect(page.locator(".ghost-legal")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator(".g-status")).to_contain_text("No connection")
    page.unroute("**/state")
    expect(page.locator(".g-status")).not_to_contain_text("No connection")
    expect(ana.pieces).to_have_count(1)
    page.keyboard.press("4")
    expect(page.locator(".ghost-legal")).to_be_visible()


def test_spoilt_memory_does_no_harm(person: Callable[..., Player]) -> None:
    ana = person()
    record = json.dumps({"steps": [["lay", "blue", 1 << 19]], "at": 1})
    key = f"cornerwise-puzzles/{EASY}"
    ana.page.add_init_script(
        f"localStorage['{key}'] ??= '{record}'; localStorage['cornerwise-days'] ??= '7';"
        "localStorage['cornerwise-puzzles/cat'] ??= '}{'"
    )
    page = begin(ana)
    expect(ana.pieces).to_have_count(0)
    begin(ana, "cat")
    page.goto("/puzzles")
    expect(page.locator(".streak .count")).to_have_text("0 days")
    page.goto("/puzzles/nothing")
    expect(page.locator("main")).to_contain_text("There is no such puzzle.")
