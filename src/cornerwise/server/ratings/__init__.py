"""Ratings: the archive of rated games, and the ranking that follows from it."""
