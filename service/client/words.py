"""What a person types, read as one of the actions that the server offers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from chinchon.v1.action_pb2 import Action, ExposeMeldAction, LegalAction
from chinchon.v1.table_pb2 import TableView
from service.client.cards import hand_of, name, read_cards, read_end

_Reader = Callable[[TableView, list[str]], LegalAction]


class Misread(Exception):
    """The words are no action that is possible now; the message says why, to the person who typed them."""


def read_action(view: TableView, line: str) -> LegalAction:
    """Return the action that a line asks for; raises Misread.

    Words are read by what is asked for: `p` takes from the discard pile in a draw and passes in a showdown.
    """
    words = line.lower().split()
    if not words:
        raise Misread("")
    for kinds, commands, read in _COMMANDS:
        if words[0] in commands and any(offered(view, kind) for kind in kinds):
            return read(view, words[1:])
    if offered(view, "discard"):
        return _discard(view, words)
    raise Misread(f"{line.strip()!r} does not fit here; help says what does.")


def offered(view: TableView, kind: str) -> list[LegalAction]:
    """Return the offered actions of one kind, named as in the contract."""
    return [legal for legal in view.you.legal_actions if legal.action.WhichOneof("kind") == kind]


def _only(kind: str, **wanted: object) -> _Reader:
    """Read the offered action of a kind that needs no further words."""

    def read(view: TableView, rest: list[str]) -> LegalAction:
        for legal in offered(view, kind):
            if all(getattr(getattr(legal.action, kind), field) == value for field, value in wanted.items()):
                return legal
        raise Misread("That is not possible now.")

    return read


def _cards(words: list[str]) -> list[int]:
    try:
        return read_cards(words)
    except ValueError as error:
        raise Misread(f"{error} is no card; write 7c, 12e or rey de espadas.") from None


def _card(view: TableView, words: list[str]) -> int:
    cards = _cards(words)
    if len(cards) != 1:
        raise Misread("Name one card, such as 7c.")
    if cards[0] not in hand_of(view.you):
        raise Misread(f"You do not hold the {name(cards[0])}.")
    return cards[0]


def _discard(view: TableView, words: list[str]) -> LegalAction:
    card = _card(view, words)
    for legal in offered(view, "discard"):
        if legal.action.discard.card == card:
            return legal
    raise Misread(f"You have just taken the {name(card)}: it may not go back.")


def _close(view: TableView, words: list[str]) -> LegalAction:
    closes = offered(view, "close")
    if not words:
        return _best_close(view, [legal for legal in closes if not legal.false_close])
    card = _card(view, words)
    for legal in closes:
        if legal.action.close.card == card:
            return legal
    points: dict[int, int] = {option.card: option.points for option in view.you.discard_options}
    raise Misread(f"You may not close with the {name(card)}: the rest would count {points.get(card, '?')}.")


def _best_close(view: TableView, closes: list[LegalAction]) -> LegalAction:
    if not closes:
        raise Misread("You may not close yet.")
    rank = {option.card: (option.outcome, -option.points) for option in view.you.discard_options}
    return max(closes, key=lambda legal: rank[legal.action.close.card])


def _expose(view: TableView, words: list[str]) -> LegalAction:
    exposures = offered(view, "expose_meld")
    if not words:
        return exposures[0]
    if len(words) == 1 and words[0].isdecimal():
        number = int(words[0])
        if not 1 <= number <= len(exposures):
            raise Misread(f"There are melds 1 to {len(exposures)}.")
        return exposures[number - 1]
    # As typed: the order says how a run with a joker is read. Whether it is a meld, the server knows.
    return LegalAction(action=Action(expose_meld=ExposeMeldAction(cards=_cards(words))))  # type: ignore[arg-type]


def _lay(view: TableView, words: list[str]) -> LegalAction:
    words, end = read_end(words)
    card = _card(view, words)
    fitting = [legal for legal in offered(view, "lay_off") if legal.action.lay_off.card == card]
    if end:
        fitting = [legal for legal in fitting if legal.action.lay_off.end in (0, end)]
    if not fitting:
        raise Misread(f"The {name(card)} does not fit there.")
    if len(fitting) > 1:
        raise Misread("At which end? Add low or high.")
    return fitting[0]


_COMMANDS: Final[tuple[tuple[tuple[str, ...], frozenset[str], _Reader], ...]] = (
    (("answer_end",), frozenset({"agree", "yes", "y", "sí", "si"}), _only("answer_end", agree=True)),
    (("answer_end",), frozenset({"refuse", "no", "n"}), _only("answer_end", agree=False)),
    (("draw_stock",), frozenset({"s", "stock", "mazo", "monte"}), _only("draw_stock")),
    (("draw_discard",), frozenset({"p", "pile", "discard", "descarte"}), _only("draw_discard")),
    (("say_paso",), frozenset({"paso"}), _only("say_paso")),
    (("discard",), frozenset({"c", "close", "cerrar", "cortar", "bater"}), _close),
    (("discard",), frozenset({"t", "throw", "discard", "tirar"}), _discard),
    (("expose_meld",), frozenset({"s", "show", "e", "expose", "mostrar"}), _expose),
    (("end_exposing",), frozenset({"done", "end"}), _only("end_exposing")),
    (("lay_off", "pass_lay_off"), frozenset({"l", "lay", "meter"}), _lay),
    (("pass_lay_off",), frozenset({"p", "pass"}), _only("pass_lay_off", rest_of_showdown=False)),
    (("pass_lay_off",), frozenset({"r", "rest"}), _only("pass_lay_off", rest_of_showdown=True)),
    (("open_round",), frozenset({"n", "next", "open"}), _only("open_round")),
    (("reenter",), frozenset({"b", "back", "reenter"}), _only("reenter")),
    (("decline_reentry",), frozenset({"o", "out", "stay"}), _only("decline_reentry")),
    (("propose_end",), frozenset({"propose"}), _only("propose_end")),
)
