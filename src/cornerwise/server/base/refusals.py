"""What the server refuses: one exception with a code that clients translate."""

from __future__ import annotations

from typing import Any

STATUS = {
    "bad_request": 400,
    "bad_variant": 400,
    "bad_record": 400,
    "bad_name": 400,
    "bad_password": 400,
    "bad_email": 400,
    "sign_in": 401,
    "prove_again": 401,
    "forbidden": 403,
    "bad_sign_in": 403,
    "bad_passkey": 403,
    "bad_code": 403,
    "bad_invitation": 403,
    "no_sign_up": 403,
    "disabled": 403,
    "banned": 403,
    "bad_key": 403,
    "not_found": 404,
    "bad_method": 405,
    "too_large": 413,
    "bad_host": 421,
    "too_many": 429,
    "busy": 429,
    "name_taken": 409,
    "only_way": 409,
    "signed_in": 409,
    "not_your_turn": 409,
    "stale": 409,
    "illegal": 409,
    "not_playing": 409,
    "not_now": 409,
    "no_hints": 409,
    "no_review": 409,
    "not_rated": 409,
    "fair_play": 409,
    "no_chat": 409,
    "nobody": 404,
    "paused": 409,
    "flood": 429,
    "enough": 409,
    "fault": 500,
    "storage": 503,
    "unreadable": 503,
}
"""The codes, each with its HTTP status (docs/protocol.md)."""


def cannot_store() -> Refusal:
    """What is said when the store fails, be the disk full or gone."""
    return Refusal("storage", "this cannot be stored just now; please try again", retry_after=2)


class Refusal(Exception):  # what is refused is not always an error
    """A request that is answered with a code and words instead of being done."""

    def __init__(self, code: str, message: str, **details: Any) -> None:
        super().__init__(message)
        self.code, self.message, self.details = code, message, details

    @property
    def status(self) -> int:
        return STATUS[self.code]

    def body(self) -> dict[str, Any]:
        """The refusal as it is sent."""
        return {"code": self.code, "message": self.message, **self.details}
