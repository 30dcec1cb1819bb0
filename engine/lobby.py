"""What happens around a match: sitting down, leaving, the host's commands, salts.

Source: docs/rules.md, "Connection"; the life of a table is the contract's: LOBBY, PLAYING, LOBBY ... CLOSED.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from typing import Final

from engine import events as e
from engine.dealing import deal
from engine.draft import Draft
from engine.ending import cancel
from engine.hosts import not_host, require_host
from engine.presence import may_stand_in, stand_in
from engine.rules import Leave, Reentry, Rules
from engine.shuffle import SEED_BYTES, chain_length, seed_at
from engine.state import (
    ENGINE_VERSION,
    NOBODY,
    BotLevel,
    CancelReason,
    Table,
    TableState,
    Visibility,
)
from engine.violations import Reason, RuleViolation

MAX_SALT_BYTES: Final = 64
HOST_SEAT: Final = 0
"""Where the creator of a table sits."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """What a table is created from; rules and names are checked by the caller."""

    table_id: str
    rules: Rules
    seats: int
    host_name: str
    seed: bytes
    """s_N: 32 bytes of entropy, the only ones that the engine ever gets."""
    visibility: Visibility = Visibility.PRIVATE
    invite_code: str = ""
    bots: tuple[BotLevel, ...] = ()
    """For the seats after the host's, fewer than there are."""


def table_created(new: NewTable, now: int) -> tuple[e.Event, ...]:
    """Return the first batch of a table: it exists, and its creator is host on the first seat."""
    if len(new.seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes")
    length = chain_length(new.rules.match_round_limit)
    return (
        e.TableCreated(
            table_id=new.table_id,
            rules=new.rules,
            seats=new.seats,
            engine_version=ENGINE_VERSION,
            visibility=new.visibility,
            commitment=seed_at(new.seed, length, 0),
            chain_length=length,
            created_at=now,
            seed=new.seed,
            invite_code=new.invite_code,
        ),
        e.SeatTaken(HOST_SEAT, new.host_name, 1, BotLevel.NONE),
        e.HostChanged(HOST_SEAT),
        *(e.SeatTaken(seat, f"Bot {seat}", 1, level) for seat, level in enumerate(new.bots, HOST_SEAT + 1)),
    )


def take_seat(draft: Draft, name: str, wanted: int | None) -> None:
    """Seat a person in the lobby."""
    _seat(draft, name, wanted, BotLevel.NONE)


def add_bot(draft: Draft, host: int, level: BotLevel, wanted: int | None) -> None:
    """Seat a bot, as the host: in the lobby, or during a match for a player who is away, where the rules allow it."""
    require_host(draft.table, host)
    if draft.table.state is TableState.PLAYING and wanted is not None and may_stand_in(draft.table, wanted):
        stand_in(draft, wanted, level)
        return
    names = {seat.name for seat in draft.table.seats}
    name = next(name for number in count(1) if (name := f"Bot {number}") not in names)
    _seat(draft, name, wanted, level)


def _seat(draft: Draft, name: str, wanted: int | None, bot: BotLevel) -> None:
    _require_lobby(draft.table)
    seats = draft.table.seats
    if wanted is not None and not 0 <= wanted < len(seats):
        raise RuleViolation(Reason.INVALID_REQUEST, f"seat must be 0 to {len(seats) - 1}", field="seat")
    free = [index for index, other in enumerate(seats) if not other.taken and wanted in (None, index)]
    if not free:
        raise RuleViolation(Reason.TABLE_FULL, "no such seat is free", seats=len(seats))
    draft.emit(e.SeatTaken(free[0], name, seats[free[0]].generation + 1, bot))


def leave_seat(draft: Draft, seat: int) -> None:
    """Give the own seat up; during a match as `Rules.leave` says, unless the seat is out."""
    table = draft.table
    if table.state is TableState.PLAYING and table.seats[seat].is_in:
        if table.rules.leave is Leave.REFUSED:
            raise RuleViolation(Reason.CANNOT_LEAVE, "the rules do not let a seat leave during a match")
        cancel(draft, CancelReason.SEAT_LEFT, seat)
    _vacate(draft, seat, e.VacateReason.LEFT)


def remove_seat(draft: Draft, host: int, seat: int) -> None:
    """Remove whoever sits on a seat, in the lobby."""
    require_host(draft.table, host)
    _require_lobby(draft.table)
    seats = draft.table.seats
    if not 0 <= seat < len(seats) or not seats[seat].taken or seat in (host, draft.table.host):
        raise RuleViolation(
            Reason.INVALID_REQUEST, "seat must be taken, by somebody else than the host", field="seat"
        )
    _vacate(draft, seat, e.VacateReason.REMOVED)


def renew_credential(draft: Draft, seat: int) -> None:
    """Make every older credential of the seat void."""
    draft.emit(e.CredentialRenewed(seat, draft.table.seats[seat].generation + 1))


def start_match(draft: Draft, host: int) -> None:
    """Start a match with everybody who sits, and deal its first round."""
    table = draft.table
    require_host(table, host)
    _require_lobby(table)
    rules = table.rules
    seats = tuple(index for index, seat in enumerate(table.seats) if seat.taken)
    if len(seats) < rules.min_players:
        raise RuleViolation(
            Reason.NOT_ENOUGH_PLAYERS,
            f"the rules need {rules.min_players} players",
            players=len(seats),
            min_players=rules.min_players,
        )
    if table.chain_length - table.seeds_used < rules.match_round_limit:
        raise RuleViolation(
            Reason.LIMIT_REACHED,
            "the shuffles of this table are used up; open another table",
            limit="shuffle_chain",
        )
    draft.emit(
        e.MatchStarted(
            match=table.match + 1,
            seats=seats,
            decks=rules.decks(len(seats)),
            salts=tuple(table.seats[seat].salt for seat in seats),
            tokens=rules.reentry_tokens if rules.reentry is Reentry.TOKENS else 0,
        )
    )
    deal(draft)


def close_table(draft: Draft, host: int) -> None:
    """Close the table for good; a running match is cancelled."""
    if host != draft.table.host:
        raise not_host(draft.table)
    if draft.table.state is TableState.PLAYING:
        cancel(draft, CancelReason.TABLE_CLOSED, host)
    draft.emit(e.TableClosed(e.TableCloseReason.HOST))


def contribute_salt(draft: Draft, seat: int, salt: bytes) -> None:
    """Add to the randomness of the shuffles of the next match."""
    _require_lobby(draft.table)
    if not 1 <= len(salt) <= MAX_SALT_BYTES:
        raise RuleViolation(
            Reason.INVALID_REQUEST, f"salt must have 1 to {MAX_SALT_BYTES} bytes", field="salt"
        )
    draft.emit(e.SaltContributed(seat, salt))


def close_idle(draft: Draft) -> None:
    """Close a table where nothing has happened for too long; a running match is cancelled."""
    if draft.table.state is TableState.PLAYING:
        cancel(draft, CancelReason.IDLE, NOBODY)
    draft.emit(e.TableClosed(e.TableCloseReason.IDLE))


def _require_lobby(table: Table) -> None:
    if table.state is TableState.PLAYING:
        raise RuleViolation(Reason.MATCH_RUNNING, "a match is being played", match=table.match)


def _vacate(draft: Draft, seat: int, reason: e.VacateReason) -> None:
    draft.emit(e.SeatVacated(seat, reason, draft.table.seats[seat].generation + 1))
    people = [index for index, other in enumerate(draft.table.seats) if other.has_player]
    if not people:
        if draft.table.state is TableState.PLAYING:
            cancel(draft, CancelReason.NO_PEOPLE, NOBODY)
        draft.emit(e.TableClosed(e.TableCloseReason.EMPTY))
    elif seat == draft.table.host:
        in_first = [index for index in people if draft.table.seats[index].is_in]
        draft.emit(e.HostChanged((in_first or people)[0]))
    elif seat == draft.table.acting_host:
        draft.emit(e.ActingHostChanged(NOBODY))
