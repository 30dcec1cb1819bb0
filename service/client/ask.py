"""What a person is asked: the hand, what each choice leads to, and the words that choose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from chinchon.v1.action_pb2 import Action
from chinchon.v1.card_pb2 import (
    CLOSE_OUTCOME_CHINCHON,
    CLOSE_OUTCOME_FULL_HAND,
    CLOSE_OUTCOME_JOKER_CHINCHON,
    DiscardOption,
)
from chinchon.v1.rules_pb2 import CLOSE_RULE_SINGLE_CARD
from chinchon.v1.table_pb2 import TableView
from service.client.cards import hand_of
from service.client.style import BAD, GOOD, HINT, card_text, cards_text, count, hand_text, meld_text
from service.client.words import offered

HELP: Final = """\
A card is its rank and suit: 7c is the 7 de copas, 12e the rey de espadas.
  draw      s (stock) or p (discard pile); paso when the stock is empty for good
  throw     the card: 7c
  close     close 7c: the 7c goes face down, the other seven are shown;
            close alone: the best there is
  showdown  show 1, or show 7o 7c 7e; done when you show no more
            lay 7b (a joker: lay 1o low, lay 1o high); pass; rest: pass till the end
  summary   next opens the next round; back re-enters, out stays out
  match     propose to end it by agreement; agree, refuse
  always    table, help; quit leaves"""


@dataclass(frozen=True, slots=True)
class Question:
    """Something that only the person can decide."""

    about: tuple[object, ...]
    """Changes when it must be asked again."""
    shown: RenderableType
    """What to look at while deciding."""
    words: str
    """What may be typed."""


def question(view: TableView, time_left: float | None) -> Question | None:
    """Return what the seat has to decide now, or None while others play.

    `time_left` is in seconds.
    """
    if offered(view, "answer_end"):
        proposer = view.seats[view.proposal.seat].display_name
        text = Text(f"  {proposer} proposes to end the match here: the lowest total wins.", "bold")
        return Question(("answer", view.proposal.proposal_id), text, "agree · refuse")
    if offered(view, "draw_discard"):
        return _draw(view)
    if offered(view, "discard"):
        return _throw(view)
    if offered(view, "expose_meld"):
        return _expose(view, time_left)
    if offered(view, "pass_lay_off"):
        return _lay_off(view, time_left)
    if offered(view, "open_round") or offered(view, "decline_reentry"):
        return _summary(view)
    return None


def _draw(view: TableView) -> Question:
    round_ = view.round
    words = "paso" if offered(view, "say_paso") else "s stock"
    pile = Text.assemble("discard pile ", card_text(round_.discard_top))
    options = [option.points for option in view.you.take_options if option.card != round_.discard_top]
    if options:
        best = min(options)
        better = best < view.you.loose_points
        pile.append(f" (taking it would leave {best})", GOOD if better else HINT)
    stock = Text(f"stock {round_.stock_count}   ")
    shown = Group(_hand(view), Text.assemble("  ", stock, pile))
    return Question(("draw", round_.round, round_.turns_played), shown, f"{words} · p discard pile")


def _throw(view: TableView) -> Question:
    """Return a table with a column for each card: what throwing it leaves, and whether it may close."""
    options: dict[int, DiscardOption] = {option.card: option for option in view.you.discard_options}
    may_go = {legal.action.discard.card for legal in offered(view, "discard")}
    good = {legal.action.close.card for legal in offered(view, "close") if not legal.false_close}
    cards = list(dict.fromkeys(hand_of(view.you)))
    table = Table.grid(padding=(0, 1))
    table.add_column(style=HINT, min_width=8)
    for _ in cards:
        table.add_column(justify="right", min_width=3)
    table.add_row("  throw", *map(card_text, cards))
    best = min(options[card].points for card in may_go)
    table.add_row(
        "  leaves", *(_leaves(options[card].points, best) if card in may_go else "-" for card in cards)
    )
    words = "a card to throw it"
    if good:
        closes = [_close(view, options[card]) if card in good else Text() for card in cards]
        table.add_row("  close", *closes)
        words += " · close, or close CARD"
    about = ("throw", view.round.round, view.round.turns_played)
    return Question(about, Group(_hand(view), table), words)


def _leaves(points: int, best: int) -> Text:
    return Text(str(points), f"bold {GOOD}" if points == best else "")


def _close(view: TableView, option: DiscardOption) -> Text:
    rules = view.rules
    if option.outcome == CLOSE_OUTCOME_CHINCHON:
        return Text("WIN" if rules.chinchon_wins else str(rules.chinchon_points), GOOD)
    if option.outcome == CLOSE_OUTCOME_JOKER_CHINCHON:
        return Text("WIN" if rules.joker_chinchon_wins else str(rules.joker_chinchon_points), GOOD)
    return Text(str(rules.full_hand_points) if option.outcome == CLOSE_OUTCOME_FULL_HAND else "yes", GOOD)


def false_close_warning(view: TableView, action: Action) -> Text:
    """Return what a false close costs, and how to make it all the same."""
    points: dict[int, int] = {option.card: option.points for option in view.you.discard_options}
    what = f"{count(points.get(action.close.card, 0), 'point')} would stay loose"
    if view.rules.close_rule == CLOSE_RULE_SINGLE_CARD:
        what += ", or more than one card, or it is too early"
    text = Text.assemble(("  FALSE CLOSE: ", BAD), what, ". All seven cards would count")
    if view.rules.stake:
        text.append(f", and {view.rules.stake} go into the pot")
    return text.append(". Type yes to do it.")


def _expose(view: TableView, time_left: float | None) -> Question:
    arranged = [sorted(meld.cards) for meld in view.you.melds]
    lines: list[RenderableType] = [_hand(view)]
    for number, legal in enumerate(offered(view, "expose_meld"), 1):
        cards = legal.action.expose_meld.cards
        best = "  (of the best arrangement)" if sorted(cards) in arranged else ""
        lines.append(Text.assemble(f"  {number:>2}  [", cards_text(cards), "]", (best, HINT)))
    words = "show NUMBER or show CARDS"
    if offered(view, "end_exposing"):
        words += " · done"
    about = ("expose", view.round.round, len(view.round.melds))
    return Question(about, Group(*lines), words + _left(time_left))


def _lay_off(view: TableView, time_left: float | None) -> Question:
    round_ = view.round
    meld = next(meld for meld in round_.melds if meld.meld_id == round_.lay_off_meld_id)
    owner = "your" if meld.seat == view.you.seat else f"{view.seats[meld.seat].display_name}'s"
    fits = dict.fromkeys(legal.action.lay_off.card for legal in offered(view, "lay_off"))
    text = Text.assemble(f"  On {owner} meld ", meld_text(meld), ": ")
    text.append_text(
        Text.assemble("fits ", cards_text(fits)) if fits else Text("nothing of yours fits", HINT)
    )
    words = ("lay CARD · " if fits else "") + "pass · rest"
    about = ("lay off", round_.round, round_.lay_off_meld_id, len(round_.lay_offs))
    return Question(about, Group(_hand(view), text), words + _left(time_left))


def _summary(view: TableView) -> Question:
    back, words = offered(view, "reenter"), []
    lines: list[RenderableType] = []
    if back:
        me = view.seats[view.you.seat]
        lines.append(f"  You are out, with {count(me.tokens, 'token')} to come back.")
        words += ["back", "out"] if offered(view, "decline_reentry") else ["back"]
    if offered(view, "open_round"):
        words.append("next round")
    return Question(("summary", view.round.round, *words), Group(*lines), " · ".join(words))


def _hand(view: TableView) -> Text:
    you = view.you
    hand = hand_text(you.melds, you.loose)
    points = f"   {count(you.loose_points, 'point')} loose"
    return Text.assemble(("  hand  ", HINT), hand, (points, HINT))


def _left(seconds: float | None) -> str:
    return "" if seconds is None else f" · {seconds:.0f} s left"
