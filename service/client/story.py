"""Events in plain words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from rich.text import Text

from chinchon.v1.card_pb2 import (
    CLOSE_OUTCOME_CHINCHON,
    CLOSE_OUTCOME_FULL_HAND,
    CLOSE_OUTCOME_JOKER_CHINCHON,
    CLOSE_OUTCOME_POINTS,
)
from chinchon.v1.event_pb2 import (
    CANCEL_REASON_CONNECTION_LOST,
    CANCEL_REASON_IDLE,
    CANCEL_REASON_NO_PEOPLE,
    CANCEL_REASON_SEAT_LEFT,
    CANCEL_REASON_TABLE_CLOSED,
    DRAW_SOURCE_DISCARD_PILE,
    MATCH_END_AGREEMENT,
    MATCH_END_ALL_OUT,
    MATCH_END_CANCELLED,
    MATCH_END_CHINCHON,
    MATCH_END_FALSE_CLOSES,
    MATCH_END_LAST_SEAT_IN,
    MATCH_END_ROUND_LIMIT,
    VACATE_REASON_LEFT,
    Event,
    MatchResult,
)
from chinchon.v1.table_pb2 import TableUpdate, TableView
from service.client.style import HINT, card_text, cards_text, count, listed, meld_text, points_text

_OUTCOMES: Final = {
    CLOSE_OUTCOME_POINTS: "closes",
    CLOSE_OUTCOME_FULL_HAND: "closes with all seven cards melded (menos diez)",
    CLOSE_OUTCOME_JOKER_CHINCHON: "closes with a chinchón with joker",
    CLOSE_OUTCOME_CHINCHON: "makes CHINCHÓN",
}
_ENDS: Final = {
    MATCH_END_LAST_SEAT_IN: "only one player is left",
    MATCH_END_CHINCHON: "chinchón",
    MATCH_END_ALL_OUT: "everybody is out",
    MATCH_END_FALSE_CLOSES: "a false close too many",
    MATCH_END_AGREEMENT: "all agreed to stop",
    MATCH_END_ROUND_LIMIT: "the last round was played",
    MATCH_END_CANCELLED: "cancelled",
}
_CANCELS: Final = {
    CANCEL_REASON_SEAT_LEFT: "a player left",
    CANCEL_REASON_CONNECTION_LOST: "a player lost the connection",
    CANCEL_REASON_NO_PEOPLE: "nobody was there",
    CANCEL_REASON_TABLE_CLOSED: "the table was closed",
    CANCEL_REASON_IDLE: "nothing happened for too long",
}

_Part = str | Text


def why_it_ended(result: MatchResult) -> str:
    """Return why a match ended, in a few words."""
    reason = _CANCELS.get(result.cancel_reason, "")
    ended = _ENDS.get(result.end, "over")
    return f"{ended}: {reason}" if reason else ended


class Story:
    """Tells what happened at one table, to a spectator or to one of its seats."""

    def __init__(self, me: int | None = None) -> None:
        """Take the seat that is called "you"."""
        self._me = me
        self._names: dict[int, str] = {}

    def tell(self, update: TableUpdate, view: TableView) -> Iterator[tuple[Event, list[Text]]]:
        """Yield each event of an update with the lines that it is worth; `view` is the table after it."""
        self._names |= {seat.seat: seat.display_name for seat in view.seats if seat.taken}
        for event in update.batch.events:
            kind = event.WhichOneof("kind") or ""
            teller: Callable[[Any], Iterator[Text]] = getattr(self, f"_{kind}", _nothing)
            yield event, list(teller(getattr(event, kind, None)))

    def name(self, seat: int) -> str:
        """Return a seat's name."""
        return self._names.get(seat, f"Seat {seat}")

    def _says(self, seat: int, verb: str, *rest: _Part, style: str = "") -> Text:
        """Return "NAME verbs rest", or "You verb rest"; the verb is given in the third person."""
        if seat == self._me:
            return Text.assemble(("You ", "bold"), _second_person(verb), *rest, style=style)
        return Text.assemble((self.name(seat), "bold"), " ", verb, *rest, style=style)

    def _seat_taken(self, event: Any) -> Iterator[Text]:
        self._names[event.seat] = event.display_name
        yield self._says(event.seat, "sits down", style=HINT)

    def _seat_vacated(self, event: Any) -> Iterator[Text]:
        yield self._says(
            event.seat, "leaves" if event.reason == VACATE_REASON_LEFT else "gets removed", style=HINT
        )

    def _host_changed(self, event: Any) -> Iterator[Text]:
        yield self._says(event.seat, "becomes the host", style=HINT)

    def _bot_took_over(self, event: Any) -> Iterator[Text]:
        yield Text(f"A bot plays for {self.name(event.seat)}", HINT)

    def _player_returned(self, event: Any) -> Iterator[Text]:
        yield self._says(event.seat, "returns to the table", style=HINT)

    def _table_closed(self, _: Any) -> Iterator[Text]:
        yield Text("The table is closed", HINT)

    def _match_started(self, event: Any) -> Iterator[Text]:
        names = listed([self.name(seat) for seat in event.seats])
        decks = "one deck" if event.decks == 1 else "two decks"
        yield Text(f"Match {event.match} begins, with {decks}: {names}", "bold")

    def _round_dealt(self, event: Any) -> Iterator[Text]:
        lead = "you lead" if event.lead_seat == self._me else f"{self.name(event.lead_seat)} leads"
        yield Text.assemble(
            (f"Round {event.round}: {lead}, ", "bold"), card_text(event.discard), " is turned up"
        )

    def _cards_received(self, event: Any) -> Iterator[Text]:
        if len(event.cards) == 1:
            yield Text.assemble(("You ", "bold"), "draw ", card_text(event.cards[0]))

    def _card_drawn(self, event: Any) -> Iterator[Text]:
        if event.source == DRAW_SOURCE_DISCARD_PILE:
            yield self._says(event.seat, "takes ", card_text(event.card), " from the discard pile")
        elif event.seat != self._me:  # one's own card is told by CardsReceived
            yield self._says(event.seat, "draws from the stock")

    def _stock_reshuffled(self, event: Any) -> Iterator[Text]:
        yield Text(f"The discards become a new stock of {count(event.stock_count, 'card')}", HINT)

    def _card_discarded(self, event: Any) -> Iterator[Text]:
        yield self._says(event.seat, "throws ", card_text(event.card))

    def _turn_timed_out(self, event: Any) -> Iterator[Text]:
        yield Text(f"The time of {self.name(event.seat)} is up: the clock plays", HINT)

    def _round_closed(self, event: Any) -> Iterator[Text]:
        verb = _OUTCOMES.get(event.outcome, "closes")
        yield self._says(event.seat, verb, f", {count(event.points, 'point')}", style="bold")

    def _false_close_made(self, event: Any) -> Iterator[Text]:
        yield self._says(
            event.seat,
            "makes a FALSE CLOSE with ",
            cards_text(event.cards),
            f" (number {event.false_closes})",
            style="bold",
        )

    def _paso_said(self, event: Any) -> Iterator[Text]:
        yield self._says(event.seat, "says paso: nobody closes this round", style="bold")

    def _turn_limit_reached(self, event: Any) -> Iterator[Text]:
        yield Text(f"The round ends after {count(event.turns, 'turn')}", "bold")

    def _meld_exposed(self, event: Any) -> Iterator[Text]:
        yield self._says(event.meld.seat, "shows ", meld_text(event.meld))

    def _card_laid_off(self, event: Any) -> Iterator[Text]:
        owner = "your" if event.onto_seat == self._me else f"{self.name(event.onto_seat)}'s"
        if event.onto_seat == event.seat:
            owner = "the own" if event.seat != self._me else "your own"
        card = card_text(event.lay_off.card)
        yield self._says(event.seat, "lays off ", card, f" on {owner} meld: ", meld_text(event.meld))

    def _lay_off_passed(self, event: Any) -> Iterator[Text]:
        if event.rest_of_showdown:  # single passes would drown the rest
            yield self._says(event.seat, "passes", " for the rest of the showdown", style=HINT)

    def _exposing_ended(self, event: Any) -> Iterator[Text]:
        why = ": time is up" if event.timed_out else ""
        yield self._says(event.seat, "shows nothing more", why, style=HINT)

    def _window_elapsed(self, _: Any) -> Iterator[Text]:
        yield Text("Time is up, the showdown goes on", HINT)

    def _round_scored(self, event: Any) -> Iterator[Text]:
        results = [f"{self.name(seat.seat)} {points_text(seat.points)}" for seat in event.result.seats]
        yield Text(f"Round {event.result.round}: {', '.join(results)}", "bold")

    def _seat_eliminated(self, event: Any) -> Iterator[Text]:
        yield self._says(event.seat, "goes out", style="bold")

    def _seat_reentered(self, event: Any) -> Iterator[Text]:
        yield self._says(event.seat, "comes back ", f"with {count(event.total, 'point')}", style="bold")

    def _reentry_declined(self, event: Any) -> Iterator[Text]:
        yield self._says(event.seat, "stays out for now", style=HINT)

    def _stake_paid(self, event: Any) -> Iterator[Text]:
        yield self._says(event.seat, "pays ", f"{event.amount} into the pot, which holds {event.pot}")

    def _end_proposed(self, event: Any) -> Iterator[Text]:
        yield self._says(event.seat, "proposes to end the match here", style="bold")

    def _end_answered(self, event: Any) -> Iterator[Text]:
        yield self._says(event.seat, "agrees" if event.agree else "refuses")

    def _proposal_dropped(self, event: Any) -> Iterator[Text]:
        yield Text("The proposal lapses" if event.lapsed else "The match goes on", HINT)

    def _match_ended(self, event: Any) -> Iterator[Text]:
        yield Text(f"Match {event.result.match} is over: {why_it_ended(event.result)}", "bold")


def _nothing(_: Any) -> Iterator[Text]:
    """Tell nothing: the event is unknown, or of no interest to people."""
    return iter(())


def _second_person(verb: str) -> str:
    """Return a verb phrase as said to its subject.

    >>> _second_person("throws "), _second_person("passes"), _second_person("goes out")
    ('throw ', 'pass', 'go out')
    """
    first, blank, rest = verb.partition(" ")
    stem = first[:-2] if first.endswith(("sses", "oes")) else first[:-1]
    return stem + blank + rest
