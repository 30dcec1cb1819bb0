"""ScoringService: the rules as a calculator, for anybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from chinchon.v1 import scoring_service_pb2 as pb
from chinchon.v1.card_pb2 import CloseOutcome as OutcomeMessage
from chinchon.v1.scoring_service_pb2_grpc import ScoringServiceServicer
from engine.arrange import CloseOutcome, DiscardOption, arrange, judge_close, preview_discards
from engine.cards import Card, deck_cards
from engine.melds import MeldsNotValid
from engine.rules import HAND_SIZE, Rules
from engine.settle import settle_showdown
from service.app import Context
from service.errors import Refusal, invalid_request
from service.wire import rules_from
from service.wire.shapes import MAX_SEATS, CardGroups, Shape
from service.wire.values import LAY_OFF, MELD

_NAMED: Final = Shape(lambda closer_melds: closer_melds, CardGroups("closer_melds", most=7, most_cards=16))


class ScoringService(ScoringServiceServicer):
    """See `chinchon.v1.ScoringService`."""

    async def ArrangeHand(self, request: pb.ArrangeHandRequest, context: Context) -> pb.ArrangeHandResponse:
        """Arrange cards so that the fewest points stay loose."""
        play = _Play.of(request)
        cards = play.hand("cards", request.cards, 1, HAND_SIZE + 1)
        best = arrange(cards, play.rules, play.decks)
        response = pb.ArrangeHandResponse(points=best.points)
        _write_cards(response.loose, best.loose)
        _write(MELD, response.melds, best.melds)
        return response

    async def PreviewDiscards(
        self, request: pb.PreviewDiscardsRequest, context: Context
    ) -> pb.PreviewDiscardsResponse:
        """Say what each of eight cards would leave."""
        play = _Play.of(request)
        cards = play.hand("cards", request.cards, HAND_SIZE + 1, HAND_SIZE + 1)
        response = pb.PreviewDiscardsResponse()
        for option in preview_discards(cards, play.rules, play.decks):
            _write_option(response.options.add(), option)
        return response

    async def ScoreRound(self, request: pb.ScoreRoundRequest, context: Context) -> pb.ScoreRoundResponse:
        """Score a round by the automatic showdown."""
        if len(request.opponents) >= MAX_SEATS:
            raise invalid_request("opponents", f"at most {MAX_SEATS - 1}")
        play = _Play.of(request, seats=1 + len(request.opponents))
        closer = play.hand("closer", request.closer, HAND_SIZE, HAND_SIZE)
        opponents = [
            play.hand(f"opponents[{index}].cards", group.cards, HAND_SIZE, HAND_SIZE)
            for index, group in enumerate(request.opponents)
        ]
        try:
            close = judge_close(closer, play.rules, play.decks, _NAMED.read(request))
        except MeldsNotValid as error:
            raise Refusal("MELDS_NOT_VALID", str(error)) from None
        response = pb.ScoreRoundResponse(
            outcome=OutcomeMessage.Name(close.outcome), closer_points=close.points
        )
        if close.outcome is CloseOutcome.ILLEGAL:
            _write(MELD, response.closer_melds, close.melds)
            _write_cards(response.closer_loose, close.loose)
            return response
        settled = settle_showdown(close, opponents, play.rules, play.decks)
        if settled.closer is not None:
            response.closer_points = settled.closer.points
            _write(MELD, response.closer_melds, settled.closer.melds)
            _write(LAY_OFF, response.closer_lay_offs, settled.closer.lay_offs)
            _write_cards(response.closer_loose, settled.closer.loose)
        for shown in settled.opponents:
            opponent = response.opponents.add(points=shown.points)
            _write(MELD, opponent.melds, shown.melds)
            _write(LAY_OFF, opponent.lay_offs, shown.lay_offs)
            _write_cards(opponent.loose, shown.loose)
        return response


class _Play:
    """The cards in play, and those that the request has named so far."""

    def __init__(self, rules: Rules, seats: int) -> None:
        self.rules = rules
        self.decks = rules.decks(seats)
        self._left = Counter(deck_cards(rules.deck, rules.jokers, self.decks))

    @classmethod
    def of(cls, request: Any, seats: int = 0) -> _Play:
        """Read the rules and the number of seats; `seats` are those that the request gives hands for."""
        rules = rules_from(request.rules if request.HasField("rules") else None)
        given = request.seat_count
        if not (given == 0 or max(seats, 2) <= given <= rules.max_players):
            raise invalid_request("seat_count", f"{max(seats, 2)} to {rules.max_players}, or 0")
        return cls(rules, given or max(seats, rules.min_players))

    def hand(self, path: str, cards: Sequence[int], least: int, most: int) -> tuple[Card, ...]:
        """Take a hand out of the deck; refuses what the deck does not hold."""
        if not least <= len(cards) <= most:
            raise invalid_request(path, f"{least} cards" if least == most else f"{least} to {most} cards")
        for index, card in enumerate(cards):
            if not self._left[card]:
                raise invalid_request(
                    f"{path}[{index}]", "a card of the deck, no more often than it is in play"
                )
            self._left[card] -= 1
        return tuple(cards)


def _write(shape: Shape[Any], messages: Any, values: Iterable[object]) -> None:
    for value in values:
        shape.write(messages.add(), value)


def _write_cards(messages: Any, cards: Iterable[Card]) -> None:
    messages.extend(cards)


def _write_option(message: Any, option: DiscardOption) -> None:
    message.card = option.card
    message.points = option.points
    message.may_close = option.may_close
    message.outcome = option.outcome
