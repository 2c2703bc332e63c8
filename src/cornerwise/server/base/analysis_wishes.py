"""What is asked on the socket of the analysis board (docs/protocol.md)."""

from __future__ import annotations

import msgspec

from cornerwise.server.base import messages as m
from cornerwise.server.base.lines import Line
from cornerwise.server.base.refusals import Refusal


class Analyse(m.Action, tag="analyse"):
    """Think about the end of this line, and no longer about another."""

    line: Line


class Explain(m.Action, tag="explain"):
    """Why is this move good, or not?"""

    placement: m.Number


class Stop(m.Action, tag="stop"):
    """Think no longer."""


AnyWish = Analyse | Explain | Stop | m.Ping
_wishes: msgspec.json.Decoder[AnyWish] = msgspec.json.Decoder(AnyWish)


def read(text: str) -> AnyWish:
    try:
        return _wishes.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("bad_request", f"this is not understood: {error}") from None
