"""Who plays for whom where a game stands, and what each colour can do."""

from __future__ import annotations

from cornerwise.errors import IllegalMove
from cornerwise.game import Game, a_game
from cornerwise.tutor.prospects import Prospects


class Standing:
    """A game at one moment, as its colour on turn sees it: friends, opponents, and prospects."""

    def __init__(self, game: Game) -> None:
        a_game(game)
        if game.to_play is None:
            raise IllegalMove("the game is over: there is no move to speak of")
        self.game, self.colour, self.position = game, game.to_play, game.position
        variant = game.variant
        left = {c for s in variant.seats if s.name in game.retired for c in s.colours}
        seat = next(s for s in variant.seats if s.name == game.seat_to_play)
        team = {c for s in variant.seats if s.team == seat.team for c in s.colours}
        self.playing = tuple(colour for colour in variant.colours if colour not in left)
        # A colour that the players share plays for nobody: it is neither friend nor opponent.
        counted = [c for c in self.playing if c != variant.shared]
        self.friends = tuple(c for c in counted if c in team)
        self.opponents = tuple(c for c in counted if c not in team)
        self.before = {c: Prospects(self.position, c, playing=c in self.playing) for c in counted}
        self.vertex = variant.board.grid.vertex == "vertex"
