"""What an action leaves as it was, so that nobody has to look at it again."""

from __future__ import annotations

from typing import Final

from engine.state import RoundPhase, Table

_TURN_PHASES: Final = (RoundPhase.DRAW, RoundPhase.DISCARD)


def leaves_alone(before: Table, after: Table, seat: int) -> bool:
    """Tell whether `engine.view.you` is certainly the same for a seat before and after an action.

    True only for a seat that waits while others have their turns; where False, it may be the same all the same.
    """
    old, new = before.round, after.round
    return (
        old is not None
        and new is not None
        and old.phase in _TURN_PHASES
        and new.phase in _TURN_PHASES
        and seat not in (old.on_turn, new.on_turn)
        and old.hands[seat] is new.hands[seat]
        and old.proposers is new.proposers
        and before.proposal is after.proposal
        and before.seats is after.seats
    )
