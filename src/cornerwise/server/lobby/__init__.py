"""The lobby: who looks for a game, who is paired with whom, challenges."""
