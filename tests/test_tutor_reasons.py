"""What the tutor says of a move is true: recomputed from the definitions by another program."""

import random
from dataclasses import replace

import pytest

from cornerwise import (
    VARIANTS,
    Colour,
    Edition,
    Game,
    IllegalMove,
    Move,
    Setup,
    Variant,
    random_game,
    reasons,
    register,
    unregister,
    variant,
)
from cornerwise.tutor.reason import WORDS
from cornerwise.tutor.reasons import Scene
from tests.agreement import every_variant
from tests.tutor_checker import falsehoods


def positions(of: Variant, seed: str) -> list[Game]:
    """Three moments of a random game: early, in the middle, and near its end."""
    dice = random.Random(f"{of} {seed}")
    game = Game(of)
    while not game.is_over:
        if of.team_count > 2 and dice.random() < 0.01:
            seat = dice.choice([s.name for s in of.seats if s.name not in game.retired])
            game.retire(seat)
            continue
        # Good players place the large pieces first, which leaves more to say.
        number = max(dice.sample(game.legal_moves.numbers, min(4, len(game.legal_moves))))
        game.play(number)
    moves, found = game.history, []
    for share in (0.2, 0.55, 0.85):
        at = Game(of)
        for ply, move in enumerate(moves[: int(share * len(moves))]):
            for after, seat in game.retirements:
                if after == ply and seat not in at.retired:
                    at.retire(seat)
            at.play(move)
        if not at.is_over:
            found.append(at)
    return found


@pytest.mark.parametrize("name", VARIANTS)
def test_no_false_word(name: str) -> None:
    """Every statement is true, and none that could be made is missing, with any options."""
    options = every_variant(name)
    dice = random.Random(name)
    for of in dice.sample(options, min(3, len(options))):
        for game in positions(of, "words"):
            move = dice.choice(game.legal_moves)
            assert falsehoods(game, move, reasons(game, move)) == []


def test_positions_that_were_set_up() -> None:
    """Hands that no game leads to: pieces that lie anywhere, colours that have not begun."""
    for name in ("duo", "classic_3", "trigon"):
        laid = random_game(name, seed=4).placements
        dice = random.Random(name)
        some = tuple(sorted(dice.sample(laid, len(laid) // 2), key=laid.index))
        game = Game(name, setup=Setup(some))
        for move in dice.sample(game.legal_moves, 3):
            assert falsehoods(game, move, reasons(game, move)) == []


def test_pieces_held_twice() -> None:
    """A piece of which there are two is not gone when one is placed."""
    duo = variant("duo").edition
    twice = ("I1", "I2", "I3", "V3", "I4", "L4", "T4", "O4", "Z4", "I5", "P5", "L5") * 2
    small = Edition("twice", "Twice", duo.board, duo.start_fields, shapes=twice)
    recipe = replace(
        VARIANTS["duo"].recipe, name="twice", title="Twice", edition=small, gm="", gtp=""
    )
    register(recipe)
    try:
        for plies in (3, 12, 24):
            game = random_game("twice", seed=plies, plies=plies)
            for move in random.Random(1).sample(game.legal_moves, 3):
                assert falsehoods(game, move, reasons(game, move)) == []
    finally:
        unregister("twice")


def test_the_checker_sees_what_is_false() -> None:
    """A count that is off by one, another colour, a cell too many, a statement left out."""
    game = random_game("duo", seed=2, plies=14)
    move = game.legal_moves[-1]
    said = reasons(game, move)
    assert len(said) > 3
    for at, reason in enumerate(said):
        others = said[:at] + said[at + 1 :]
        if reason.numbers:
            more = replace(reason, numbers=(("n", reason.n + 1),))
            assert falsehoods(game, move, (*others, more))
        assert falsehoods(game, move, (*others, replace(reason, good=not reason.good)))
        if reason.name != "safe":
            assert falsehoods(game, move, others)


def test_every_kind_is_met_in_play() -> None:
    """No kind is dead: all that can be counted occurs in a few games of Duo."""
    found = set()
    for seed in range(12):
        game = random_game("duo", seed=seed)
        while game.turns:
            game.undo()
            if len(game.turns) % 3 == 0:
                scene, moves = Scene(game), game.legal_moves
                for move in moves[:: max(1, len(moves) // 4)]:
                    found |= {reason.name for reason in scene.reasons(move)}
    proved, mirrors = {"wins", "draws", "loses"}, {"mirrors", "unmirrors"}
    rare = {"bonus", "complete", "single_kept"}  # nobody places everything by chance
    assert found == set(WORDS) - proved - mirrors - rare


def test_the_last_pieces() -> None:
    """Blue has the board to itself: bonus, the single cell kept or spent, everything placed."""

    def of_blue(laid: list[tuple[Colour, Move]]) -> Game:
        return Game("duo", setup=Setup(tuple(laid), to_play=Colour.BLUE))

    def said(game: Game, piece: str) -> set[str]:
        moves = game.legal_moves.of_piece(piece)
        for move in moves:
            assert falsehoods(game, move, reasons(game, move)) == []
        return {reason.name for move in moves for reason in reasons(game, move)}

    laid: list[tuple[Colour, Move]] = []
    game = of_blue(laid)
    while len(game.pieces_left("blue")) > 2:
        most = max(move.piece.size for move in game.legal_moves)
        large = next(move for move in game.legal_moves if move.piece.size == most)
        laid.append((Colour.BLUE, large))
        game = of_blue(laid)
    assert [piece.name for piece in game.pieces_left("blue")] == ["I1", "I2"]
    assert {"bonus", "single_kept"} <= said(game, "I2")
    assert "single_spent" in said(game, "I1")
    for piece in ("I2", "I1"):
        assert ("complete" in said(game, piece)) == (piece == "I1" and len(laid) == 20)
        laid.append((Colour.BLUE, game.legal_moves.of_piece(piece)[0]))
        game = of_blue(laid)


def test_bonus_is_spoken_of_only_where_there_is_one() -> None:
    speaks = {"bonus", "no_bonus", "single_kept", "single_spent"}
    for scoring in ("advanced", "basic"):
        found = set()
        for seed in range(8):
            game = random_game("duo", seed=seed, plies=22, scoring=scoring)
            for move in game.legal_moves[:5]:
                found |= {reason.name for reason in reasons(game, move)}
        assert bool(found & speaks) == (scoring == "advanced")


def test_partners_are_no_opponents() -> None:
    """Closing a partner's corner speaks against a move, closing an opponent's for it."""
    for name in ("classic_teams", "classic_2", "classic_solo"):
        for seed in range(4):
            game = random_game(name, seed=seed, plies=36)
            for move in game.legal_moves[::9]:
                for reason in reasons(game, move):
                    if reason.name in ("closes", "denies", "hampers", "cuts", "finishes"):
                        assert game.to_play is not None
                        mine = game.variant.are_partners(game.to_play, reason.colour)
                        assert reason.good != mine


def test_mirror_play_is_noticed() -> None:
    """In Duo the second player copies, and the first ends it in the middle."""
    game = Game("duo", moves=["e10,e11,e12,f12,g12"])
    turn = next(s for s in game.symmetries if s[game.variant.board.cell("a1")] == 195)
    image = game.history[0].transformed(turn)
    assert "mirrors" in [reason.name for reason in reasons(game, image)]
    game.play(image)
    names = {m: {r.name for r in reasons(game, m)} for m in game.legal_moves}
    centre = {game.variant.board.cell(name) for name in ("g7", "h8", "g8", "h7")}
    for move, said in names.items():
        overlaps = bool({turn[cell] for cell in move.cells} & set(move.cells))
        assert not overlaps or ("unmirrors" in said and centre & set(move.cells))


def test_a_move_must_be_legal() -> None:
    with pytest.raises(IllegalMove, match=r"a1 is not legal: .*start field"):
        reasons(Game("duo"), "a1")
    with pytest.raises(IllegalMove, match="the game is over"):
        reasons(random_game("duo", seed=1), "a1")
