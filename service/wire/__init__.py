"""Between the engine's values and the wire's messages, both ways."""

from service.wire.actions import action_from, action_to
from service.wire.checks import check_conservation, check_state
from service.wire.events import UnknownEvent, cards_received, event_from, public_event, record_event
from service.wire.rules import rules_from, rules_to
from service.wire.shapes import read_duration, read_time, write_duration, write_time
from service.wire.state import state_from, state_to
from service.wire.views import match_result_to, table_view
from service.wire.you import you_bytes, you_to

__all__ = [
    "UnknownEvent",
    "action_from",
    "action_to",
    "cards_received",
    "check_conservation",
    "check_state",
    "event_from",
    "match_result_to",
    "public_event",
    "read_duration",
    "read_time",
    "record_event",
    "rules_from",
    "rules_to",
    "state_from",
    "state_to",
    "table_view",
    "write_duration",
    "write_time",
    "you_bytes",
    "you_to",
]
