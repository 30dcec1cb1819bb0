"""What a seat alone may know and do. It is sent with almost every action, so it is put together from ready bytes.

The fields of a message may lie in its encoding one after another: an encoded `You` with one legal action is that
action's contribution to any other `You`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from chinchon.v1.table_pb2 import You as YouMessage
from engine import actions as a
from engine.arrange import Arrangement, CloseOutcome, DiscardOption
from engine.cards import Card
from engine.legal import LegalAction
from engine.view import You
from service.wire.actions import write_action
from service.wire.values import MELD

_CACHED: Final = 4096
_AWAITED: Final = YouMessage(awaited=True).SerializeToString()


def you_to(you: You) -> YouMessage:
    """Return what a seat alone may know and do."""
    return YouMessage.FromString(you_bytes(you))


def you_bytes(you: You) -> bytes:
    """Return the same, encoded."""
    parts = [_hand(you.seat, you.arrangement)]
    parts += map(_legal_action, you.legal_actions)
    parts += [_option("discard_options", *_fields(option)) for option in you.discard_options]
    parts += [_option("take_options", *_fields(option)) for option in you.take_options]
    if you.awaited:
        parts.append(_AWAITED)
    return b"".join(parts)


def _hand(seat: int, arrangement: Arrangement) -> bytes:
    message: Any = YouMessage(seat=seat, loose_points=arrangement.points)
    for meld in arrangement.melds:
        MELD.write(message.melds.add(), meld)
    message.loose.extend(arrangement.loose)
    encoded: bytes = message.SerializeToString()
    return encoded


def _legal_action(legal: LegalAction) -> bytes:
    # Looking up by card is four times as fast as by the action, and a seat on turn has up to sixteen of these.
    action = legal.action
    if type(action) is a.Discard:
        return _discard(action.card)
    if type(action) is a.Close and not action.melds:
        return _close(action.card, legal.false_close)
    return _encoded(action, legal.false_close)


@lru_cache(_CACHED)
def _discard(card: Card) -> bytes:
    return _encoded(a.Discard(card), false_close=False)


@lru_cache(_CACHED)
def _close(card: Card, false_close: bool) -> bytes:
    return _encoded(a.Close(card), false_close)


@lru_cache(_CACHED)
def _encoded(action: a.Action, false_close: bool) -> bytes:
    message = YouMessage()
    legal = message.legal_actions.add(false_close=false_close)
    write_action(legal.action, action)
    return message.SerializeToString()


def _fields(option: DiscardOption) -> tuple[Card, int, bool, CloseOutcome]:
    return option.card, option.points, option.may_close, option.outcome


@lru_cache(_CACHED)
def _option(name: str, card: Card, points: int, may_close: bool, outcome: CloseOutcome) -> bytes:
    message: Any = YouMessage()
    getattr(message, name).add(card=card, points=points, may_close=may_close, outcome=outcome)
    encoded: bytes = message.SerializeToString()
    return encoded
