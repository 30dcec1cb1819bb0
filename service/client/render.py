"""A table as a picture: who plays, with what points, and what lies on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from chinchon.v1.card_pb2 import CARD_UNSPECIFIED
from chinchon.v1.event_pb2 import (
    MATCH_END_CANCELLED,
    ROUND_PHASE_SUMMARY,
    MatchResult,
    RoundResult,
)
from chinchon.v1.rules_pb2 import REENTRY_MANDATORY, REENTRY_TOKENS, RulePreset
from chinchon.v1.table_pb2 import SeatView, TableView, You
from service.client.story import why_it_ended
from service.client.style import (
    BAD,
    GOOD,
    HINT,
    card_text,
    cards_text,
    hand_text,
    listed,
    meld_text,
    points_text,
    suit_text,
)

WIDE: Final = 64
"""Columns from which on there is room for hands and re-entries beside the points."""

_HAND_WIDTH: Final = 31
_LEGEND: Final = Text("  ").join(suit_text(suit) for suit in range(4))

_REENTRY_TITLES: Final = {REENTRY_TOKENS: "tokens", REENTRY_MANDATORY: "re-entries"}


def heading(view: TableView) -> RenderableType:
    """Return one line: the rules, the match, the round."""
    name = RulePreset.Name(view.rules.preset).removeprefix("RULE_PRESET_")
    parts = [f"Chinchón · {name}", f"match {view.match}"]
    if view.HasField("round"):
        parts.append(f"round {view.round.round}")
    if view.pot:
        parts.append(f"pot {view.pot}")
    return Rule(Text(" · ".join(parts), "bold"), align="left", style=HINT)


def seats(view: TableView, width: int, hands: Mapping[int, You] | None = None) -> RenderableType:
    """Return one row for each player; with `hands`, what those seats hold, where there is room for it."""
    wide = width >= WIDE
    open_hands = hands is not None and wide
    table = grid("", "player", "points>")
    if wide:
        table.add_column(_REENTRY_TITLES.get(view.rules.reentry, ""), no_wrap=True)
    # A column that does not follow what it holds keeps the picture calm.
    hand_width = _HAND_WIDTH if open_hands else 0
    table.add_column(
        "hand" if open_hands else "cards", min_width=hand_width, no_wrap=True, overflow="ellipsis"
    )
    table.add_column("loose" if open_hands else "", justify="right", no_wrap=True)
    for seat in view.seats:
        if seat.taken:
            row: list[RenderableType] = [_marker(view, seat), _player(seat), str(seat.score)]
            if wide:
                row.append(_reentries(view, seat))
            row += _hand(view, seat, hands if open_hands else None)
            table.add_row(*row)
    return table


def grid(*columns: str) -> Table:
    """Return an empty table without lines; a title that ends in > has its column aligned to the right."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style=HINT)
    for title in columns:
        if title == "player":
            table.add_column(title, min_width=8, max_width=20, no_wrap=True, overflow="ellipsis")
        else:
            right = title.endswith(">")
            table.add_column(title.rstrip(">"), justify="right" if right else "left", no_wrap=True)
    return table


def piles(view: TableView, width: int) -> Text:
    """Return the stock and the discard pile in one line, with what the suits' letters mean where there is room."""
    round_ = view.round
    text = Text.assemble(("stock ", HINT), f"{round_.stock_count:>2}", ("   discard pile ", HINT))
    text.append(f"{round_.discard_count:>2}")
    if round_.discard_top != CARD_UNSPECIFIED:
        text.append(", ").append_text(card_text(round_.discard_top)).append(" on top")
    room = width - text.cell_len - _LEGEND.cell_len
    return Text.assemble(text, " " * room, _LEGEND) if room > 1 else text


def melds(view: TableView) -> list[Text]:
    """Return one line for each player with melds on the table."""
    lines = []
    owners = sorted({meld.seat for meld in view.round.melds})
    name_width = max((len(view.seats[seat].display_name) for seat in owners), default=0)
    for owner in owners:
        name = view.seats[owner].display_name.ljust(name_width)
        shown = [meld_text(meld) for meld in view.round.melds if meld.seat == owner]
        lines.append(Text(" ").join([Text(name), *shown]))
    return lines


def table(
    view: TableView, log: Sequence[Text], width: int, height: int, hands: Mapping[int, You] | None = None
) -> RenderableType:
    """Return the whole table, exactly `height` lines high, with as many of the last log lines as fit."""
    top: list[RenderableType] = [heading(view), seats(view, width, hands)]
    used = 2 + sum(seat.taken for seat in view.seats)
    if view.HasField("round"):
        shown = melds(view)[: max(0, height - used - 6)]
        top += ["", _fit(piles(view, width), width), *(_fit(line, width) for line in shown)]
        used += 2 + len(shown)
    room = max(1, height - used - 1)
    lines = [_fit(line, width) for line in log[-room:]]
    lines += [Text()] * (room - len(lines))
    return Group(*top, Rule(style=HINT), *lines)


def round_result(view: TableView, result: RoundResult) -> RenderableType:
    """Return what a round brought every seat."""
    table = grid("player", "round>", "total>", "loose")
    for seat in result.seats:
        closed = result.HasField("closer") and result.closer == seat.seat
        loose = cards_text(seat.loose)
        table.add_row(
            view.seats[seat.seat].display_name,
            points_text(seat.points),
            str(seat.total),
            loose.append(" closed" if loose else "closed", HINT) if closed else loose,
        )
    return table


def scoreboard(view: TableView, result: MatchResult) -> RenderableType:
    """Return the final standing of a match: winners first, then by points."""
    table = grid("", "player", "points>", "re-entries>", "prize>")
    for standing in sorted(result.standings, key=lambda each: (not each.winner, each.total)):
        table.add_row(
            Text("★") if standing.winner else "",
            view.seats[standing.seat].display_name,
            str(standing.total),
            str(standing.reentries),
            points_text(standing.prize),
            style="bold" if standing.winner else "",
        )
    title = Text(f"Match {result.match} is over: {why_it_ended(result)}", "bold")
    return Group(Rule(title, align="left", style=HINT), table, "")


def verdict(view: TableView, result: MatchResult) -> str:
    """Return who won, in one line."""
    winners = [view.seats[each.seat].display_name for each in result.standings if each.winner]
    if len(winners) == 1:
        return f"Winner: {winners[0]}"
    if winners:
        return f"Winners: {listed(winners)}"
    if result.end == MATCH_END_CANCELLED:
        return f"No winner: {why_it_ended(result)}"
    return "No winner: a draw"


def _marker(view: TableView, seat: SeatView) -> Text:
    on_turn = view.round.HasField("seat_on_turn") and view.round.seat_on_turn == seat.seat
    return Text("▶" if on_turn else " ", GOOD)


def _player(seat: SeatView) -> Text:
    text = Text(seat.display_name, HINT if seat.out else "bold")
    if not seat.connected:
        text.append(" away", BAD)
    return text


def _reentries(view: TableView, seat: SeatView) -> str:
    if view.rules.reentry == REENTRY_TOKENS:
        used = view.rules.reentry_tokens - seat.tokens
        return "●" * seat.tokens + "○" * used
    return str(seat.reentries) if view.rules.reentry == REENTRY_MANDATORY else ""


def _hand(view: TableView, seat: SeatView, hands: Mapping[int, You] | None) -> list[RenderableType]:
    """Return the cells about a seat's cards: cards and points where they may be shown, else how many."""
    if seat.out:
        return [Text("out", BAD), ""]
    if hands is None:
        return [str(seat.card_count), ""]
    results = {result.seat: result for result in view.last_round.seats}
    if view.round.phase == ROUND_PHASE_SUMMARY and seat.seat in results:
        result = results[seat.seat]
        return [cards_text(result.hand), points_text(result.points)]
    you = hands.get(seat.seat, You())
    return [hand_text(you.melds, you.loose), str(you.loose_points)]


def _fit(line: Text, width: int) -> Text:
    fitted = line.copy()
    fitted.truncate(width, overflow="ellipsis")
    fitted.no_wrap = True
    return fitted
