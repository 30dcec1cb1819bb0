"""ScoringService and EngineService: the rules without a table."""

from __future__ import annotations

import random

import grpc
import pytest

from chinchon.engine.v1alpha1.engine_service_pb2 import ApplyRequest, NewMatchRequest, RenderViewRequest
from chinchon.engine.v1alpha1.engine_service_pb2_grpc import EngineServiceStub
from chinchon.v1.card_pb2 import CloseOutcome, MeldKind
from chinchon.v1.scoring_service_pb2 import (
    ArrangeHandRequest,
    PreviewDiscardsRequest,
    ScoreRoundRequest,
)
from chinchon.v1.table_service_pb2 import ListRulePresetsRequest
from engine.cards import parse_cards
from engine.rules import PRESETS, RANGES
from tests.service.clients import Client, moves, refusal
from tests.service.conftest import Serve


async def test_a_hand_is_arranged(client: Client) -> None:
    cards = parse_cards("7o 7c 7b 9e 10e 11e 4o")
    best = await client.scoring.ArrangeHand(ArrangeHandRequest(cards=cards))
    assert (best.points, list(best.loose)) == (4, list(parse_cards("4o")))
    assert [meld.kind for meld in best.melds] == [MeldKind.MELD_KIND_SET, MeldKind.MELD_KIND_RUN]


async def test_discards_are_previewed(client: Client) -> None:
    cards = parse_cards("7o 7c 7b 9e 10e 11e 4o 12c")
    preview = await client.scoring.PreviewDiscards(PreviewDiscardsRequest(cards=cards))
    closing = {option.card: option.points for option in preview.options if option.may_close}
    assert closing == {24: 4}
    assert len(preview.options) == 8


async def test_a_round_is_scored(client: Client) -> None:
    request = ScoreRoundRequest(
        closer=parse_cards("7o 7c 7b 9e 10e 11e 4o"),
        opponents=[
            {"cards": parse_cards("7e 1o 2o 3o 5c 5b 5e")},
            {"cards": parse_cards("12e 1c 2c 3c 6b 9o 4e")},
        ],
    )
    score = await client.scoring.ScoreRound(request)
    assert (score.outcome, score.closer_points) == (CloseOutcome.CLOSE_OUTCOME_POINTS, 4)
    assert [opponent.points for opponent in score.opponents] == [0, 19]
    assert [lay_off.card for lay_off in score.opponents[0].lay_offs] == list(parse_cards("7e"))
    assert [lay_off.meld_id for lay_off in score.opponents[1].lay_offs] == [2]


async def test_an_illegal_close_scores_nobody(client: Client) -> None:
    request = ScoreRoundRequest(
        closer=parse_cards("5o 5c 5e 1b 2b 3b 10o"),
        opponents=[{"cards": parse_cards("7e 1o 2o 3o 5b 6b 7b")}],
    )
    score = await client.scoring.ScoreRound(request)
    assert (score.outcome, score.closer_points) == (CloseOutcome.CLOSE_OUTCOME_ILLEGAL, 10)
    assert not score.opponents


async def test_named_melds_are_checked(client: Client) -> None:
    cards = parse_cards("3c 4c 5c 6c 6o 6e 1b")
    fine = ScoreRoundRequest(
        closer=cards, closer_melds=[{"cards": parse_cards("3c 4c 5c")}, {"cards": parse_cards("6c 6o 6e")}]
    )
    assert (await client.scoring.ScoreRound(fine)).closer_points == 1
    bad = ScoreRoundRequest(closer=cards, closer_melds=[{"cards": parse_cards("3c 4c 6c")}])
    assert (await refusal(client.scoring.ScoreRound(bad))).reason == "MELDS_NOT_VALID"


async def test_two_decks_hold_every_card_twice(client: Client) -> None:
    cards = parse_cards("5o 5o 5c 4c 4c 6b 7b")
    assert (await refusal(client.scoring.ArrangeHand(ArrangeHandRequest(cards=cards)))).fields == ["cards[1]"]
    best = await client.scoring.ArrangeHand(ArrangeHandRequest(cards=cards, seat_count=5))
    assert [list(meld.cards) for meld in best.melds] == [list(parse_cards("5o 5o 5c"))]


async def test_rule_presets_describe_every_parameter(client: Client) -> None:
    answer = await client.tables.ListRulePresets(ListRulePresetsRequest())
    assert [preset.display_name for preset in answer.presets] == ["Barajamos", "Club", "Conga"]
    described = {parameter.name: parameter for parameter in answer.parameters}
    for preset in answer.presets:
        assert set(described) == {field.name for field, _ in preset.rules.ListFields()} - {"preset"}
    for name, allowed in RANGES.items():
        info = described[name]
        assert (info.minimum, info.maximum, info.zero_allowed) == (allowed.low, allowed.high, allowed.or_zero)
        assert info.defaults == [str(getattr(rules, name)) for rules in PRESETS.values()]
    assert described["deck"].values == ["DECK_40", "DECK_48"]
    assert list(described["deck"].defaults) == ["DECK_48", "DECK_40", "DECK_40"]
    assert list(described["closer_may_lay_off"].defaults) == ["false", "true", "false"]
    # Sent back, every preset is accepted and unchanged.
    for preset in answer.presets:
        created = await client.create(rules=preset.rules)
        assert created.view.rules == preset.rules


async def test_a_platform_keeps_the_state_itself(serve: Serve) -> None:
    client = await serve(engine_listen="127.0.0.1:0")
    async with grpc.aio.insecure_channel(f"127.0.0.1:{client.server.engine_port}") as channel:
        engine = EngineServiceStub(channel)
        match = await engine.NewMatch(NewMatchRequest(seats=3, seed=b"s" * 32))
        assert match == await engine.NewMatch(NewMatchRequest(seats=3, seed=b"s" * 32))
        state, choices = match.state, random.Random(9)
        for _ in range(100):
            views = [
                (await engine.RenderView(RenderViewRequest(state=state, viewer=seat))).view
                for seat in range(3)
            ]
            seat, move = next(
                (seat, choices.choice(moves(view.you))) for seat, view in enumerate(views) if moves(view.you)
            )
            state = (await engine.Apply(ApplyRequest(state=state, seat=seat, action=move))).state
        spectator = (await engine.RenderView(RenderViewRequest(state=state))).view
        assert not spectator.HasField("you")
        del state.round.stock[0]
        refused = await refusal(engine.RenderView(RenderViewRequest(state=state)))
        assert (refused.reason, refused.fields) == ("INVALID_REQUEST", ["state.round"])


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        (NewMatchRequest(seats=3), "seed"),
        (NewMatchRequest(seats=1, seed=b"s" * 32), "seats"),
        (NewMatchRequest(seats=3, seed=b"s" * 32, now={"seconds": -1}), "now"),
        (ApplyRequest(), "state"),
        (RenderViewRequest(), "state"),
    ],
)
async def test_states_that_make_no_sense(serve: Serve, request_: object, field: str) -> None:
    client = await serve(engine_listen="127.0.0.1:0")
    async with grpc.aio.insecure_channel(f"127.0.0.1:{client.server.engine_port}") as channel:
        rpc = type(request_).__name__.removesuffix("Request")
        refused = await refusal(getattr(EngineServiceStub(channel), rpc)(request_))
        assert (refused.reason, refused.fields) == ("INVALID_REQUEST", [field])
