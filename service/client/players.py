"""Simple players: clients that choose among the actions the server offers them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Final

from chinchon.v1.action_pb2 import Action
from chinchon.v1.card_pb2 import CLOSE_OUTCOME_POINTS, DiscardOption
from chinchon.v1.rules_pb2 import LIMIT_RULE_REACH
from chinchon.v1.table_pb2 import TableView, You
from service.client.cards import hand_of, is_joker, rank_of, suit_of
from service.client.errors import Refused
from service.client.seat import Seat

NAMES: Final = ("Ana", "Bruno", "Carla", "Diego", "Elena", "Fermín", "Gala", "Hugo")
_PARTNER_WORTH: Final = 3
"""How many points a simple player pays to keep two cards together that may become a meld."""

Toss = Callable[[], float]
Pause = Callable[[Action], Awaitable[None]]


async def play(seat: Seat, pause: Pause) -> None:
    """Play a seat until its table is closed; `pause` is awaited before each action."""
    while not seat.ended:
        version = seat.version
        try:
            action = choose(seat.view, seat.world.random.random)
            if action is None:
                await seat.changed(version)
                continue
            await pause(action)
            await seat.submit(action)
        except Refused as refused:
            if refused.may_retry:
                await seat.world.sleep(max(refused.retry_after, 0.1))
            else:
                # Somebody else was faster, as in a window that ended. Without news the same would be refused again.
                await seat.changed(version)


def choose(view: TableView, toss: Toss) -> Action | None:
    """Return what a simple player does now, or None when there is nothing for it to do.

    `toss` decides between equals.
    """
    offered: dict[str, list[Action]] = {}
    for legal in view.you.legal_actions:
        if not legal.false_close:
            offered.setdefault(legal.action.WhichOneof("kind") or "", []).append(legal.action)
    if "answer_end" in offered:
        return next(action for action in offered["answer_end"] if action.answer_end.agree)
    if "draw_discard" in offered:
        return _draw(view, offered, toss)
    if "discard" in offered:
        return _throw(view, offered, toss)
    if "expose_meld" in offered:
        return _expose(view.you, offered["expose_meld"])
    if "pass_lay_off" in offered:
        return _lay_off(view.you, offered)
    if "reenter" in offered:
        return offered["reenter"][0]
    if "open_round" in offered and not undecided(view):
        return offered["open_round"][0]
    return None


def undecided(view: TableView) -> list[int]:
    """Return the connected seats that are out and have not said yet whether they come back."""
    return [seat for seat in view.round.undecided_seats if view.seats[seat].connected]


def _draw(view: TableView, offered: dict[str, list[Action]], toss: Toss) -> Action:
    """Take the visible card when the hand gets better by it and it would not be thrown again at once."""
    top = view.round.discard_top
    # To throw it again leaves the hand as it is, whether or not the rules let it go back: that is like not taking it.
    options = [option for option in view.you.take_options if option.card != top]
    options.append(DiscardOption(card=top, points=view.you.loose_points))
    thrown = _cheapest(view, [*hand_of(view.you), top], options, toss)
    if thrown.card != top and thrown.points < view.you.loose_points:
        return offered["draw_discard"][0]
    return (offered.get("draw_stock") or offered["say_paso"])[0]


def _throw(view: TableView, offered: dict[str, list[Action]], toss: Toss) -> Action:
    options = {option.card: option for option in view.you.discard_options}
    closes = [action for action in offered.get("close", ()) if _pays(view, options[action.close.card])]
    if closes:
        return max(
            closes,
            key=lambda action: (options[action.close.card].outcome, -options[action.close.card].points),
        )
    discards = {action.discard.card: action for action in offered["discard"]}
    return discards[_cheapest(view, hand_of(view.you), view.you.discard_options, toss).card]


def _cheapest(
    view: TableView, hand: Sequence[int], options: Sequence[DiscardOption], toss: Toss
) -> DiscardOption:
    return min(options, key=lambda option: (_cost(view, hand, option), toss()))


def _pays(view: TableView, option: DiscardOption) -> bool:
    """Tell whether a close may be made and does not put its own seat out."""
    if not option.may_close:
        return False
    rules, total = view.rules, view.seats[view.you.seat].score + option.points
    within = (
        total < rules.points_limit if rules.limit_rule == LIMIT_RULE_REACH else total <= rules.points_limit
    )
    return within or option.outcome > CLOSE_OUTCOME_POINTS


def _cost(view: TableView, hand: Sequence[int], option: DiscardOption) -> int:
    """Return the points that stay, and what is lost with the card's chances to become part of a meld."""
    if is_joker(option.card, view.rules):
        return option.points + _PARTNER_WORTH * len(hand)
    partners = sum(_are_partners(option.card, other) for other in hand if other != option.card)
    return option.points + _PARTNER_WORTH * partners


def _are_partners(card: int, other: int) -> bool:
    if suit_of(card) == suit_of(other):
        return abs(rank_of(card) - rank_of(other)) <= 2
    return rank_of(card) == rank_of(other)


def _expose(you: You, exposures: list[Action]) -> Action:
    """Expose the melds of the best arrangement; a closer is offered only those that it closed with."""
    arranged = [sorted(meld.cards) for meld in you.melds]
    return next(
        (action for action in exposures if sorted(action.expose_meld.cards) in arranged), exposures[0]
    )


def _lay_off(you: You, offered: dict[str, list[Action]]) -> Action:
    """Lay off a loose card that fits, else pass; melds of the own hand are never broken."""
    loose = list(you.loose)
    fitting = [action for action in offered.get("lay_off", ()) if action.lay_off.card in loose]
    if fitting:
        return max(fitting, key=lambda action: action.lay_off.card)
    return next(action for action in offered["pass_lay_off"] if not action.pass_lay_off.rest_of_showdown)


def names_for(count: int, taken: Iterable[str] = ()) -> list[str]:
    """Return names for so many simple players, none of them taken."""
    return [name for name in NAMES if name not in set(taken)][:count]
