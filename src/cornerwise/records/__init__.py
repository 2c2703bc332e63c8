"""Records of games: the mapping between SGF trees and games (docs/sgf.md)."""

from cornerwise.records.tree import (
    ANNOTATIONS,
    GameNode,
    GameTree,
    parse_sgf,
    read_sgf,
    write_sgf,
)

__all__ = ["ANNOTATIONS", "GameNode", "GameTree", "parse_sgf", "read_sgf", "write_sgf"]
