"""What can go wrong, as exceptions whose messages a person can act on."""


class CornerwiseError(Exception):
    """The base of every error that this package raises on purpose."""


class VariantError(CornerwiseError, ValueError):
    """An unknown variant, or an option that does not apply to it."""


class NotationError(CornerwiseError, ValueError):
    """A text that names no cell or no move of this board."""


class IllegalMove(CornerwiseError, ValueError):
    """A move that the rules do not allow here; the message names the rule."""


class SetupError(CornerwiseError, ValueError):
    """A starting position that cannot be laid out with the pieces there are."""


class RecordError(CornerwiseError, ValueError):
    """A stored game (JSON) that cannot be read."""


class PuzzleError(CornerwiseError, ValueError):
    """A puzzle that is not known or cannot be read, or pieces that do not belong to it."""


class ProblemError(CornerwiseError, ValueError):
    """A problem that is not known, or whose description or proof is wrong."""


class EngineError(CornerwiseError, ValueError):
    """Settings that the computer opponent cannot play by, or a position without moves."""


class PlayerError(CornerwiseError, ValueError):
    """A player that cannot be had: a text that names none, or a class that cannot be made."""


class PlayerFault(CornerwiseError):
    """A player did not do what it must: it crashed, hung, refused or moved illegally."""


class ReviewError(CornerwiseError, ValueError):
    """A game that cannot be reviewed, or a stored review that cannot be read."""


class PictureError(CornerwiseError, ValueError):
    """A picture that cannot be drawn: an unknown option, or a value that it cannot have."""


class MissingExtra(CornerwiseError, ImportError):
    """Packages are missing that this part needs; the message has the command that brings them."""


class SgfError(CornerwiseError, ValueError):
    """A .blksgf text that cannot be read: `line` and `column` count from 1 and say where.

    They are 0 where no text is at fault, such as a comment that cannot be written.
    """

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(f"line {line}, column {column}: {message}" if line else message)
        self.message, self.line, self.column = message, line, column

    def __reduce__(self) -> tuple[type["SgfError"], tuple[str, int, int]]:
        return type(self), (self.message, self.line, self.column)
