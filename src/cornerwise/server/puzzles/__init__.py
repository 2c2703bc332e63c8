"""Puzzles and problems, as clients solve them."""
