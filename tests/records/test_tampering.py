"""Whoever changes a record is found out, and told where."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.records.files import Commands, kept

Document = dict[str, Any]
Tamper = Callable[[Document], None]


def batches(document: Document) -> list[Any]:
    found: list[Any] = document["record"]["batches"]
    return found


def events(document: Document, kind: str) -> Iterator[Any]:
    """Yield the events of a kind, secrets beside."""
    for batch in batches(document):
        yield from (event for event in batch["events"] if kind in event["event"])


def nth(document: Document, kind: str, place: int = 0) -> Any:
    """Return one event of a kind."""
    return list(events(document, kind))[place]["event"][kind]


def swap_cards_between_hands(document: Document) -> None:
    one, other, *_ = list(events(document, "round_dealt"))[1]["secrets"]["hands"]
    one["cards"][0], other["cards"][0] = other["cards"][0], one["cards"][0]


def swap_cards_in_the_stock(document: Document) -> None:
    stock = next(events(document, "round_dealt"))["secrets"]["stock"]
    stock[0], stock[1] = stock[1], stock[0]


def swap_cards_in_a_reshuffled_stock(document: Document) -> None:
    stock = next(events(document, "stock_reshuffled"))["secrets"]["stock"]
    stock[-1], stock[0] = stock[0], stock[-1]


def draw_another_card(document: Document) -> None:
    drawn = next(event for event in events(document, "card_drawn") if "STOCK" in str(event["event"]))
    drawn["secrets"]["card"] = "CARD_OROS_1"


def take_another_card_than_everybody_saw(document: Document) -> None:
    taken = next(event for event in events(document, "card_drawn") if "PILE" in str(event["event"]))
    taken["secrets"]["card"] = "CARD_OROS_1"


def throw_a_card_of_somebody_else(document: Document) -> None:
    nth(document, "card_discarded")["card"] = next(events(document, "round_dealt"))["secrets"]["stock"][0]


def change_the_first_seed(document: Document) -> None:
    nth(document, "seed_revealed")["seed"] = base64.b64encode(bytes(32)).decode()


def change_the_second_seed(document: Document) -> None:
    nth(document, "seed_revealed", 1)["seed"] = base64.b64encode(bytes(32)).decode()


def keep_a_seed_secret(document: Document) -> None:
    for batch in batches(document):
        batch["events"] = [
            event
            for event in batch["events"]
            if event["event"].get("seed_revealed", {}).get("seed_index") != 2
        ]


def change_the_commitment(document: Document) -> None:
    document["record"]["shuffle_commitment"] = base64.b64encode(bytes(32)).decode()


def change_a_salt(document: Document) -> None:
    nth(document, "match_started")["salts"][1] = base64.b64encode(b"another").decode()


def change_the_table_id(document: Document) -> None:
    document["record"]["table_id"] = "0" * 32


def change_points(document: Document) -> None:
    nth(document, "round_scored")["result"]["seats"][2]["points"] -= 1


def change_a_total(document: Document) -> None:
    nth(document, "round_scored", -1)["result"]["seats"][0]["total"] -= 1


def change_the_result(document: Document) -> None:
    document["record"]["result"]["standings"][0]["total"] -= 1


def lose_a_batch(document: Document) -> None:
    del batches(document)[20]


def lose_the_end(document: Document) -> None:
    del batches(document)[-1]
    document["created"] = batches(document)[-1]["time"]


def lose_the_start(document: Document) -> None:
    del batches(document)[0]


def say_that_the_server_asked(document: Document) -> None:
    del batches(document)[1]["seat"]


def say_that_somebody_else_asked(document: Document) -> None:
    batches(document)[1]["seat"] = (batches(document)[1]["seat"] + 1) % 3


def change_all_scores_alike(document: Document) -> None:
    """Give the last round of a seat a point less, with everything that is added up from it."""
    scored = nth(document, "round_scored", -1)["result"]["seats"][0]
    for each in (
        scored,
        nth(document, "match_ended")["result"]["standings"][0],
        document["record"]["result"]["standings"][0],
    ):
        each["total"] -= 1
    scored["points"] -= 1


def change_a_rule(document: Document) -> None:
    document["record"]["rules"]["reentry_tokens"] = 1


def change_a_winner(document: Document) -> None:
    for standings in (nth(document, "match_ended")["result"], document["record"]["result"]):
        for each in standings["standings"]:
            each["winner"] = not each["winner"]


def leave_an_event_out(document: Document) -> None:
    del batches(document)[2]["events"][1]


BY_BOTH: dict[Tamper, str] = {
    swap_cards_between_hands: r"round 1, version \d+: secrets.hands\[0\].cards\[0\] is CARD_\w+, expected CARD_\w+",
    swap_cards_in_the_stock: r"version \d+: secrets.stock\[0\] is CARD_\w+, expected CARD_\w+",
    swap_cards_in_a_reshuffled_stock: r"round \d, version \d+: secrets.stock\[0\] is CARD_\w+, expected CARD_\w+",
    draw_another_card: r"round 1, version \d+: secrets.card is CARD_OROS_1, expected CARD_\w+",
    take_another_card_than_everybody_saw: r"version \d+: event.card_drawn.card is CARD_\w+, expected CARD_OROS_1",
    throw_a_card_of_somebody_else: r"round 1, version \d+: card_discarded cannot follow: no such card, seat or phase",
    change_the_first_seed: r"round 1, version \d+: s_1 leads back to [0-9a-f]{64}, but the commitment is [0-9a-f]{64}",
    change_the_second_seed: r"round 2, version \d+: s_2 hashes to [0-9a-f]{64}, but s_1 is [0-9a-f]{64}",
    keep_a_seed_secret: r"round 2, version \d+: the seed of the round, s_2, is never revealed",
    change_the_commitment: r"round 1, version \d+: s_1 leads back to [0-9a-f]{64}, but the commitment is 0{64}",
    change_a_salt: r"version \d+: .* is \S+, expected \S+",
    change_the_table_id: r"version \d+: .* is \S+, expected \S+",
    change_points: r"round 1, version \d+: event.round_scored.result.seats\[2\].total is -?\d+, expected -?\d+",
    change_a_total: r"round 4, version \d+: event.round_scored.result.seats\[0\].total is -?\d+, expected -?\d+",
    change_the_result: r"the result of the record is not the one that the match ended with",
    lose_a_batch: r"version (\d+) is missing: version \d+ follows \d+",
    lose_the_start: r"the first batch is not the start of the match",
    lose_the_end: r"the last batch is not the end of the match",
}
BY_THE_ENGINE: dict[Tamper, str] = {
    say_that_the_server_asked: r"round 1, version \d+: the engine refuses DrawDiscard: .*",
    say_that_somebody_else_asked: r"round 1, version \d+: the engine refuses DrawDiscard: seat \d is on turn",
    change_all_scores_alike: r"round 4, version \d+: event.round_scored.result.seats\[0\].points is \S+, expected \S+",
    change_a_rule: r"version \d+: event.match_started.tokens is 2, expected 1",
    change_a_winner: r"round 4, version \d+: event.match_ended.result.standings\[0\].winner is \w+, expected \w+",
    leave_an_event_out: r"round 1, version \d+: 1 events happened, expected 2",
}


def named(tamper: object) -> str:
    return getattr(tamper, "__name__", "").replace("_", " ")


@pytest.mark.parametrize("command", ["verify", "replay"])
@pytest.mark.parametrize("tamper", BY_BOTH, ids=named)
def test_it_is_found_without_the_rules(tamper: Tamper, command: str, commands: Commands) -> None:
    ran = commands.run(command, tampered(tamper))
    assert (ran.code, ran.out) == (1, "")
    complains(ran.err, BY_BOTH[tamper])


@pytest.mark.parametrize("tamper", BY_THE_ENGINE, ids=named)
def test_it_is_found_by_deciding_again(tamper: Tamper, commands: Commands) -> None:
    assert commands.run("verify", tampered(tamper)).code == 0
    ran = commands.run("replay", tampered(tamper))
    assert ran.code == 1
    assert "same result" not in ran.out
    complains(ran.err, BY_THE_ENGINE[tamper])


def test_seeds_cannot_be_skipped_before_the_first_match(commands: Commands) -> None:
    document = kept("conga_2")
    document["record"]["match"] = nth(document, "match_started")["match"] = 1
    ran = commands.run("verify", document)
    assert ran.code == 1
    complains(ran.err, "s_6 cannot shuffle the first round of match 1")


def tampered(tamper: Tamper) -> Document:
    document = kept("barajamos_3")
    tamper(document)
    return document


def complains(err: str, message: str) -> None:
    """Assert that one line says what is wrong, and with which file."""
    assert re.fullmatch(rf"chinchon: \S+record.json: {message}\n", err), err
