"""Why the rules refuse something: reasons are the contract's, see ErrorReason in error.proto."""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """What a refusal is about."""

    INVALID_REQUEST = "INVALID_REQUEST"
    NOT_HOST = "NOT_HOST"
    NOT_SEATED = "NOT_SEATED"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    WRONG_PHASE = "WRONG_PHASE"
    CARD_NOT_IN_HAND = "CARD_NOT_IN_HAND"
    CARD_JUST_TAKEN = "CARD_JUST_TAKEN"
    CLOSE_TOO_EARLY = "CLOSE_TOO_EARLY"
    CLOSE_NOT_ALLOWED = "CLOSE_NOT_ALLOWED"
    MELDS_NOT_VALID = "MELDS_NOT_VALID"
    LAY_OFF_NOT_POSSIBLE = "LAY_OFF_NOT_POSSIBLE"
    STOCK_EMPTY = "STOCK_EMPTY"
    STOCK_NOT_EMPTY = "STOCK_NOT_EMPTY"
    NO_REENTRY_LEFT = "NO_REENTRY_LEFT"
    NO_PROPOSAL = "NO_PROPOSAL"
    NOT_ENOUGH_PLAYERS = "NOT_ENOUGH_PLAYERS"
    TABLE_FULL = "TABLE_FULL"
    MATCH_RUNNING = "MATCH_RUNNING"
    MATCH_NOT_RUNNING = "MATCH_NOT_RUNNING"
    CANNOT_LEAVE = "CANNOT_LEAVE"
    TABLE_CLOSED = "TABLE_CLOSED"
    LIMIT_REACHED = "LIMIT_REACHED"


class RuleViolation(Exception):
    """A command that the rules refuse; nothing changed.

    `metadata` has the keys that error.proto names for the reason, never a card that is not public.
    """

    def __init__(self, reason: Reason, message: str, **metadata: object) -> None:
        """Say why, in English and in keys."""
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.metadata = {key: str(value) for key, value in metadata.items()}
