"""The analysis board in a real browser: variations, files, set-up, best moves, openings."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from cornerwise import Game, parse_sgf
from tests.browser.player import COMPUTER, HERE, ME, OPEN, TALL_PHONE, Player
from tests.browser.test_pages import violations

CROSS, ANSWER, OTHER = "e8,d9,e9,f9,e10", "j5,j6,j7,k7,k8", "j4,i5,j5,k5,j6"
THIRD = "g7,g8,h8"
TREE = f"""(;GM[Blokus Duo]PB[Ana]C[Who begins?];B[{CROSS}]C[The cross.]
(;W[{ANSWER}];B[{THIRD}])(;W[{OTHER}]C[<b>bold</b>]))"""
SIZES = {"desk": {}, "phone": {"size": TALL_PHONE, "touch": True}}


def opened(player: Player, tree: str = TREE) -> Page:
    """The board with a tree from a file's text."""
    page = player.page
    page.goto("/import")
    page.locator("#record").fill(tree)
    page.locator("form button[type=button]").click()
    expect(page.locator(".analysis")).to_be_visible()
    return page


def here(page: Page) -> str:
    """The move that is shown."""
    return page.locator(".a-list [aria-current]").inner_text().split("\n")[-1]


def tab(page: Page, name: str) -> None:
    """Open a panel where there is no room for all."""
    button = page.locator(f".a-tabs [data-tab={name}]")
    if button.is_visible():
        button.click()


def typed(page: Page, text: str) -> None:
    expect(page.locator(".foot-line")).to_be_visible()
    if not page.locator("#typed-move").is_visible():
        page.get_by_role("button", name="Type a move", exact=True).click()
    page.locator("#typed-move input").fill(text)
    page.keyboard.press("Enter")


def test_moves_that_differ_become_variations(person: Callable[..., Player]) -> None:
    ana = person()
    page = ana.page
    page.goto("/analysis")
    for move in (CROSS, ANSWER, THIRD):
        typed(page, move)
        expect(page.locator("#typed-move input")).to_have_value("")
        expect(page.locator(".a-list .ply")).to_have_count({CROSS: 1, ANSWER: 2, THIRD: 3}[move])
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(ana.pieces).to_have_count(1)
    expect(page.locator(".where")).to_contain_text("To move: Yellow")
    typed(page, OTHER)
    expect(page.locator(".variation .ply")).to_have_count(1)
    expect(ana.pieces).to_have_count(2)
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowUp")  # the variation above is the main line
    expect(page.locator(".variation [aria-current]")).to_have_count(0)
    page.keyboard.press("End")
    expect(ana.pieces).to_have_count(3)
    page.keyboard.press("Home")
    expect(ana.pieces).to_have_count(0)
    # Nothing is lost when the page is closed.
    page.reload()
    expect(page.locator(".a-list .ply")).to_have_count(4)


def test_an_illegal_move_says_why(person: Callable[..., Player]) -> None:
    page = person().page
    page.goto("/analysis?position=duo%20130/-%20yellow%20-%20-")
    expect(page.locator(".where")).to_contain_text("Yellow")
    typed(page, "a1")
    expect(page.locator(".g-status")).to_contain_text("must cover a starting space")


def test_notes_promoting_and_deleting(person: Callable[..., Player]) -> None:
    page = opened(person())
    expect(page.locator(".a-list .ply")).to_have_count(4)
    assert page.locator(".note b").count() == 0  # what somebody wrote is never markup
    expect(page.locator(".variation .note")).to_have_text("<b>bold</b>")
    page.locator(".variation .ply").first.click()
    page.get_by_role("button", name="Make it the main line").click()
    expect(page.locator(".variation .ply")).to_have_count(2)
    page.keyboard.press("n")
    page.locator("#note").fill("Better.\nSurely.")
    page.get_by_label("Who writes it").fill("Ana")
    page.get_by_role("button", name="Keep the note").click()
    expect(page.locator(".a-list > .note").last).to_have_text("Ana: Better.\nSurely.")
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator(".a-list .ply")).to_have_count(4)
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator(".a-list .ply")).to_have_count(3)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".a-list .ply")).to_have_count(4)
    expect(page.locator(".a-list > .note").last).to_have_text("Ana: Better.\nSurely.")
    page.keyboard.press("n")
    expect(page.get_by_label("Who writes it")).to_have_value("Ana")  # the next note is signed, too


def test_a_tree_is_saved_as_a_file_that_other_programs_read(
    person: Callable[..., Player], tmp_path: Path
) -> None:
    page = opened(person())
    with page.expect_download() as loading:
        page.get_by_role("button", name="Save", exact=True).click()
    assert loading.value.suggested_filename == "duo.blksgf"
    loading.value.save_as(tmp_path / "saved.blksgf")
    [one], [other] = parse_sgf(TREE), parse_sgf((tmp_path / "saved.blksgf").read_bytes())
    assert [(n.move, n.comment) for n in one.nodes()] == [
        (n.move, n.comment) for n in other.nodes()
    ]


@pytest.mark.parametrize("how", SIZES)
def test_a_shared_link_shows_the_same_to_somebody_else(
    person: Callable[..., Player], how: str
) -> None:
    page = opened(person(**SIZES[how]))
    if how == "phone":
        page.get_by_role("button", name="Menu").last.click()
    page.get_by_role("button", name="Share a link").click()
    field = page.get_by_label("Link to the analysis")
    expect(field).to_have_value(re.compile("/analysis/"))
    other = person(**SIZES[how], language="de").page
    other.goto(field.input_value())
    expect(other.locator(".a-list .ply")).to_have_count(4)
    expect(other.locator("h1")).to_have_text("Analyse")
    other.goto("/analysis/none")
    expect(other.locator("h1")).to_have_text("Das kann nicht analysiert werden")
    expect(other.locator("#main")).to_contain_text("gelöscht")  # what may have become of it
    other.locator("#main .primary").click()
    expect(other.locator(".analysis")).to_be_visible()


@pytest.mark.parametrize("how", SIZES)
def test_best_moves_are_drawn_explained_and_played(person: Callable[..., Player], how: str) -> None:
    ana = person(**SIZES[how])
    page = opened(ana)
    page.keyboard.press("End")
    expect(ana.pieces).to_have_count(3)
    tab(page, "best")
    page.locator("label[for=think]").click()
    expect(page.locator(".candidate")).to_have_count(3)
    expect(page.locator(".board .letter")).to_have_text(["C", "B", "A"])
    expect(page.locator(".board .hints .ghost-legal")).to_have_count(1)
    expect(page.locator(".shares li")).to_have_count(2)
    page.locator(".candidate").first.click()
    expect(page.locator(".because p").first).to_contain_text("This is the best move")
    page.locator(".because .expected .ply").first.click()
    expect(ana.pieces).to_have_count(5)
    tab(page, "moves")
    expect(page.locator(".a-list .ply")).to_have_count(6)
    expect(page.locator(".board .letter").first).to_be_attached()  # it goes on thinking here
    page.keyboard.press("b")
    expect(ana.pieces).to_have_count(6)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("best moves on or off")
    expect(page.get_by_role("dialog")).not_to_contain_text("hint")
    page.keyboard.press("Escape")
    tab(page, "best")
    expect(page.locator(".a-walk .keys")).to_contain_text("play it")
    page.locator("label[for=think]").click()
    expect(page.locator(".board .letter")).to_have_count(0)
    expect(page.locator(".a-walk .keys")).not_to_contain_text("play it")


def test_the_engine_goes_on_in_another_language_and_rests_on_another_page(
    person: Callable[..., Player],
) -> None:
    page = opened(person())
    page.locator("label[for=think]").click()
    expect(page.locator(".candidate").first).to_be_visible()
    page.locator("select", has=page.locator("option[value=de]")).first.select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#think")).to_be_checked()
    expect(page.locator(".candidate").first).to_be_visible()
    page.get_by_role("link", name="Regeln", exact=True).first.click()
    expect(page.locator(".analysis")).to_have_count(0)
    page.go_back()
    expect(page.locator("#think")).not_to_be_checked()


def test_a_position_is_set_up_by_hand(person: Callable[..., Player]) -> None:
    ana = person()
    page = ana.page
    page.goto("/analysis")
    expect(page.locator(".where")).to_contain_text("Blue")
    page.locator("label[for=think]").click()
    page.locator("#analysis-mode-set").check(force=True)
    expect(page.locator(".g-status")).to_contain_text("Pick a piece.")
    typed(page, "a1,a2")  # not on a starting space
    expect(page.locator(".g-status")).to_contain_text(
        "Not a legal position. Blue, I2: The first piece must cover a starting space."
    )
    expect(page.locator(".candidate")).to_have_count(0)
    expect(page.get_by_role("button", name="Play from here")).to_be_disabled()
    page.get_by_role("button", name="Clear", exact=True).click()
    expect(ana.pieces).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(ana.pieces).to_have_count(1)
    page.get_by_role("button", name="Clear", exact=True).click()
    expect(ana.pieces).to_have_count(0)
    typed(page, CROSS)
    expect(ana.pieces).to_have_count(1)
    page.locator("#setup-colour-yellow").check(force=True)
    expect(page.locator(".g-tray h2")).to_contain_text("Yellow")
    typed(page, ANSWER)
    expect(ana.pieces).to_have_count(2)
    page.locator("#setup-turn-yellow").check(force=True)
    expect(page.locator(".g-status")).to_contain_text("A legal position.")
    expect(page.locator(".candidate")).to_have_count(3)
    # The mirror leaves the starting spaces where they are, so the position stays legal.
    page.get_by_role("button", name="Mirror", exact=True).click()
    expect(page.locator(".g-status")).to_contain_text("A legal position.")
    # After a quarter turn they are elsewhere; half a turn changes one for the other.
    for status in ("Not a legal position.", "A legal position.") * 2:
        page.get_by_role("button", name="Turn", exact=True).click()
        expect(page.locator(".g-status")).to_contain_text(status)
    # A piece is taken up from the board again, from where it lies in the mirror.
    page.locator(".board #cell-" + str(Game("duo").move("f11").cells[0])).click(force=True)
    expect(ana.pieces).to_have_count(1)
    page.keyboard.press("Escape")
    page.locator("#analysis-mode-try").check(force=True)
    expect(page.locator(".where")).to_contain_text("Yellow")
    expect(page.locator(".notice")).to_have_count(0)  # there was nothing to lose


def test_a_board_of_triangles_is_turned_by_a_sixth(person: Callable[..., Player]) -> None:
    ana = person()
    page = ana.page
    page.goto("/analysis?position=trigon%20-/-/-/-%20blue%20-%20-")
    page.locator("#analysis-mode-set").check(force=True)
    typed(page, "r15")
    expect(ana.pieces).to_have_count(1)
    page.get_by_role("button", name="Turn", exact=True).click()
    expect(page.locator(".g-status")).to_contain_text("A legal position.")
    # To the right of the start at the top lies the next one.
    page.locator(".board #cell-" + str(Game("trigon").move("z12").cells[0])).click(force=True)
    expect(ana.pieces).to_have_count(0)


def test_on_a_phone_all_pieces_to_set_up_are_in_view(person: Callable[..., Player]) -> None:
    page = person(size=TALL_PHONE, touch=True, language="pl").page
    page.goto("/analysis?position=classic%20-/-/-/-%20blue%20-%20-")
    page.locator(".a-tabs [data-tab=pieces]").click()
    page.locator("#analysis-mode-set").check(force=True)
    expect(page.locator(".setting-up .slot")).to_have_count(21)
    foot = page.locator(".g-bar").bounding_box()
    assert foot is not None
    boxes = [slot.bounding_box() for slot in page.locator(".slot").all()]
    assert max(box["y"] + box["height"] for box in boxes if box) <= foot["y"]
    page.get_by_role("radiogroup", name="Kolor").get_by_role("radio", name="Czerwony").check(
        force=True
    )
    expect(page.locator(".g-tray h2")).to_contain_text("Czerwony")


def test_play_goes_on_from_here(person: Callable[..., Player]) -> None:
    ana = person()
    page = opened(ana)
    page.keyboard.press("End")
    expect(ana.pieces).to_have_count(3)
    page.get_by_role("button", name="Play from here").click()
    page.locator("#resume-blue").select_option("here")
    page.get_by_role("button", name="Start game").click()
    expect(page.locator(".game")).to_be_visible()
    expect(ana.pieces).to_have_count(3)
    ana.type_move()


def test_a_finished_game_opens_at_the_move_shown(person: Callable[..., Player]) -> None:
    ana = person()
    ana.open("duo", {"blue": ME, "yellow": HERE}, first="blue")
    game = ana.game
    ana.finish()
    expect(ana.page.locator("table.result")).to_be_visible()
    ana.page.get_by_role("button", name="To the start").click()
    ana.page.get_by_role("button", name="One move on").click()
    ana.page.get_by_role("link", name="Analyse").click()
    expect(ana.page.locator(".analysis")).to_be_visible()
    expect(ana.pieces).to_have_count(1)
    # What was played is known to the opening explorer from now on.
    ana.page.goto(f"/analysis?game={game}&ply=0")
    ana.page.locator(".a-tabs [data-tab=openings]").click()
    row = ana.page.locator(".opening", has_text="too few games")
    expect(row).to_have_count(1)
    row.hover()
    expect(ana.page.locator(".board .hints .ghost-legal")).to_have_count(1)
    row.click()
    expect(ana.pieces).to_have_count(1)
    ana.page.goto(f"/analysis?game={game}")
    ana.page.locator(".a-tabs [data-tab=openings]").click()
    expect(ana.page.locator(".a-openings")).to_contain_text("Nobody has played this yet.")


def test_results_are_drawn_from_ten_games_on(person: Callable[..., Player]) -> None:
    page = person().page
    cross, small = (Game("duo").move(move).number for move in (CROSS, "e10"))
    rows = [(cross, 10, 4, 2), (small, 9, 9, 0)]
    names = ("placement", "games", "won", "tied")
    moves = [{**dict(zip(names, row, strict=True)), "book": None} for row in rows]
    page.route(
        "**/api/analysis/openings", lambda route: route.fulfill(json={"games": 19, "moves": moves})
    )
    page.goto("/analysis?position=duo%20-/-%20blue%20-%20-")
    page.locator(".a-tabs [data-tab=openings]").click()
    expect(page.locator(".a-openings")).to_contain_text("19 games reached this position")
    many, few = page.locator(".opening").all()
    expect(many).to_contain_text("50%")  # a tie counts half
    shares = many.locator("i").evaluate_all("parts => parts.map(part => part.style.flexGrow)")
    assert shares == ["4", "2", "4"]
    expect(few).to_contain_text("too few games")
    expect(few.locator("i")).to_have_count(0)


def test_a_game_among_people_is_not_analysed_while_it_runs(person: Callable[..., Player]) -> None:
    ana = person(language="pl")
    made = ana.make("duo", {"blue": ME, "yellow": OPEN}, first="blue")
    alone = ana.make("duo", {"blue": ME, "yellow": COMPUTER}, first="blue")
    ana.page.goto(f"/analysis?game={made['game']['id']}")
    expect(ana.page.locator("#main")).to_contain_text("nie fair")
    ana.page.goto(f"/analysis?game={alone['game']['id']}")
    expect(ana.page.locator(".analysis")).to_be_visible()


@pytest.mark.parametrize("how", SIZES)
def test_everybody_can_use_it(person: Callable[..., Player], how: str) -> None:
    ana = person(**SIZES[how])
    page = opened(ana)
    expect(page.locator(".a-list .ply")).to_have_count(4)
    assert violations(page) == []
    for name in ("best", "openings", "pieces"):
        tab(page, name)
    page.locator("#analysis-mode-set").check(force=True)
    expect(page.locator(".setting-up")).to_be_visible()
    assert violations(page) == []
    ana.fits()
