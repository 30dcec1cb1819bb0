"""Actions: what a seat asks for."""

from __future__ import annotations

from typing import Any, Final

from chinchon.v1 import action_pb2 as pb
from engine import actions as a
from engine.actions import Action
from engine.melds import LayOffEnd
from service.errors import invalid_request
from service.wire.shapes import (
    CardGroups,
    Cards,
    Field,
    Malformed,
    Number,
    Octets,
    OneCard,
    OptionalMember,
    Shape,
)

_MAX_GROUPS: Final = 7
_MAX_GROUP_CARDS: Final = 16

_SHAPES: Final[dict[str, tuple[type[Action], Shape[Any]]]] = {
    name: (kind, Shape(kind, *fields))
    for name, kind, *fields in (
        ("draw_stock", a.DrawStock),
        ("draw_discard", a.DrawDiscard),
        ("discard", a.Discard, OneCard("card")),
        (
            "close",
            a.Close,
            OneCard("card"),
            CardGroups("melds", most=_MAX_GROUPS, most_cards=_MAX_GROUP_CARDS),
        ),
        ("say_paso", a.SayPaso),
        ("expose_meld", a.ExposeMeld, Cards("cards", most=_MAX_GROUP_CARDS)),
        ("end_exposing", a.EndExposing),
        (
            "lay_off",
            a.LayOffCard,
            OneCard("card"),
            Number("meld_id"),
            OptionalMember("end", LayOffEnd),
        ),
        ("pass_lay_off", a.PassLayOff, Number("meld_id"), Field("rest_of_showdown")),
        ("open_round", a.OpenRound, Number("round")),
        ("reenter", a.Reenter, Number("round")),
        ("decline_reentry", a.DeclineReentry, Number("round")),
        ("propose_end", a.ProposeEnd),
        ("answer_end", a.AnswerEnd, Number("proposal_id"), Field("agree")),
        ("contribute_salt", a.ContributeSalt, Octets("salt", lengths=range(1, 65))),
    )
}
_NAMES: Final = {kind: name for name, (kind, _) in _SHAPES.items()}


def action_from(message: pb.Action, path: str = "action") -> Action:
    """Return the action that a request asks for; whether the rules allow it is the engine's business.

    Raises INVALID_REQUEST for whatever no engine action says; `path` says where the message stands in the request.
    """
    name = message.WhichOneof("kind")
    if name is None:
        raise invalid_request(path, "one kind of action")
    try:
        action: Action = _SHAPES[name][1].read(getattr(message, name))
    except Malformed as malformed:
        raise invalid_request(f"{path}.{name}.{malformed.path}", malformed.expected) from None
    return action


def action_to(action: Action) -> pb.Action:
    """Return the message that asks for an action."""
    message = pb.Action()
    write_action(message, action)
    return message


def write_action(message: pb.Action, action: Action) -> None:
    """Fill a message as `action_to` does."""
    name = _NAMES[type(action)]
    _SHAPES[name][1].write(getattr(message, name), action)
