"""Who watches which table: commits fan out from here to streams, each with a bounded queue of its own.

The order on every stream: `attached`; what was missed, or a snapshot; then each version once, without gaps. A
stream whose client reads too slowly loses its waiting batches and gets one snapshot in their place, so that its
memory is bounded; results of its own actions are never lost.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from typing import Final

from chinchon.v1.event_pb2 import DEADLINE_KIND_GRACE
from chinchon.v1.table_pb2 import TableUpdate
from engine.state import NOBODY, TableState
from service import encode
from service.access import is_seated
from service.batches import Batch, Position
from service.errors import Refusal, expired
from service.frames import Frame, View
from service.presence import Presence
from service.wire import write_duration, write_time
from service.world import World

MAX_WAITING: Final = 256
"""Most batches that wait for a slow client; one more, and a snapshot takes their place."""

MAX_RESULTS: Final = 8
"""Most results of actions that wait for a slow client; then no further action is read."""

STREAMS_PER_SEAT: Final = 4
HEARTBEAT_AFTER: Final = 20.0
"""Seconds of silence."""

_BETWEEN_ENDS: Final = 0.05
_TICK: Final = 1.0
_REFRESH_AFTER: Final = 30.0


class Feed:
    """What one stream still has to send, from where the table is now.

    Args:
        topic: The table.
        seat: Who watches; NOBODY for a spectator.
        generation: Of the seat's credential.
        views: Send the resulting view with each batch.
        quiet: Seconds of silence after which a heartbeat is due.
    """

    def __init__(self, topic: Topic, seat: int, generation: int, views: bool, quiet: float) -> None:
        self.topic: Final = topic
        self.seat: Final = seat
        self.generation: Final = generation
        self.start: Final = topic.position
        self.version = self.start.table.version
        """Of the last message, as the client knows the table."""
        self._views: Final = views
        self._quiet: Final = quiet
        self._opening: deque[bytes] = deque()
        self._waiting: deque[Frame | bytes] = deque()
        self._results = 0
        self._snapshot_due = False
        self._presence_due = False
        self._heartbeat_due = False
        self._ending: Refusal | None = None
        self._ended = False
        self._sent_you: bytes | None = None
        self._sent_presence: tuple[tuple[int, bool, int], ...] = ()
        self._sent_at = topic.world.monotonic()
        self._wake: asyncio.Future[None] | None = None
        self._room: asyncio.Future[None] | None = None

    @property
    def waiting(self) -> int:
        """How many batches wait for the client."""
        return len(self._waiting) - self._results

    def open_with_snapshot(self) -> None:
        """Begin with `attached` and the table as it is."""
        self._opening.append(self._attached())
        self._snapshot_due = True

    def open_after(self, base: View, missed: Iterable[Frame]) -> None:
        """Begin with `attached` and the batches after `base` up to where the feed started."""
        if self.seat != NOBODY:
            self._sent_you = base.you(self.seat)
        self.version = base.position.table.version
        self._opening.append(self._attached())
        self._opening.extend(map(self._batch, missed))
        self._presence_due = True

    async def next(self) -> bytes | None:
        """Return the next message, as soon as there is one; None when the table is closed and all was told.

        Raises the `Refusal` that the stream ends with. A message is the bytes of a response of Play or WatchTable.
        """
        while (message := self._take()) is None:
            if self._ended:
                if self._ending is not None:
                    raise self._ending
                return None
            self._wake = asyncio.get_running_loop().create_future()
            await self._wake
        self._sent_at = self.topic.world.monotonic()
        return message

    async def answer(self, result: bytes) -> None:
        """Send the result of an action after all updates so far; waits while too many results are unsent."""
        self._waiting.append(result)
        self._results += 1
        self._notify()
        if self._results >= MAX_RESULTS:
            self._room = asyncio.get_running_loop().create_future()
            await self._room

    def end(self, refusal: Refusal | None) -> None:
        """Send no more than waits already, then end: OK, or with a refusal."""
        if self._ended:
            return
        self._ended, self._ending = True, refusal
        if refusal is not None:
            # A snapshot shows the table as it is when it is sent: after a seat changed hands that is not for this stream.
            self._snapshot_due = False
        self._notify()

    def ping(self) -> None:
        """Send a heartbeat."""
        self._heartbeat_due = True
        self._notify()

    def tick(self, now: float) -> None:
        """Send a heartbeat if nothing was sent for long."""
        if now - self._sent_at >= self._quiet:
            self.ping()

    def push(self, frame: Frame) -> None:
        """Send a batch."""
        if self._snapshot_due:
            return
        if self.waiting >= MAX_WAITING:
            self.resync()
            return
        self._waiting.append(frame)
        self._notify()

    def resync(self) -> None:
        """Send a snapshot in place of all batches that wait."""
        self._waiting = deque(item for item in self._waiting if isinstance(item, bytes))
        self._snapshot_due = True
        self._notify()

    def presence(self) -> None:
        """Send who is connected, if that is news."""
        self._presence_due = True
        self._notify()

    def _notify(self) -> None:
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    def _take(self) -> bytes | None:
        if self._opening:
            return self._opening.popleft()
        if self._snapshot_due:
            return self._snapshot()
        if self._waiting:
            item = self._waiting.popleft()
            return self._result(item) if isinstance(item, bytes) else self._batch(item)
        if self._ended:
            return None
        if self._presence_due and (message := self._presence()) is not None:
            return message
        if self._heartbeat_due:
            self._heartbeat_due = False
            update = self._update()
            update.heartbeat.SetInParent()
            return encode.update(update)
        return None

    def _result(self, result: bytes) -> bytes:
        self._results -= 1
        if self._room is not None and not self._room.done():
            self._room.set_result(None)
        return result

    def _batch(self, frame: Frame) -> bytes:
        you = None
        if self.seat != NOBODY:
            current = frame.you(self.seat, self._sent_you)
            if current != self._sent_you:
                you = self._sent_you = current
        self.version = frame.batch.version
        return frame.update(self.seat, you, self._views)

    def _snapshot(self) -> bytes:
        self._snapshot_due = False
        view = self.topic.view()
        self.version = view.position.table.version
        if self.seat != NOBODY:
            self._sent_you = view.you(self.seat)
        self._sent_presence = self.topic.presence()
        update = self._update()
        update.snapshot.MergeFromString(view.body(self.seat))
        return encode.update(update)

    def _presence(self) -> bytes | None:
        self._presence_due = False
        presence = self.topic.presence()
        if presence == self._sent_presence:
            return None
        self._sent_presence = presence
        update = self._update()
        for seat, connected, until in presence:
            message = update.presence.seats.add(seat=seat, connected=connected)
            if until:
                write_duration(message.grace_left, self._left(until))
        return encode.update(update)

    def _attached(self) -> bytes:
        table = self.start.table
        update = self._update()
        update.attached.version = table.version
        if self.seat != NOBODY:
            update.attached.seat = self.seat
        if table.deadline is not None:
            self._add_time_left(update, table.deadline.kind, table.deadline.seat, table.deadline.at)
        for seat, _, until in self.topic.presence():
            if until:
                self._add_time_left(update, DEADLINE_KIND_GRACE, seat, until)
        return encode.update(update)

    def _add_time_left(self, update: TableUpdate, kind: int, seat: int, until: int) -> None:
        message = update.attached.time_left.add(kind=kind)
        if seat != NOBODY:
            message.seat = seat
        write_duration(message.left, self._left(until))

    def _left(self, until: int) -> int:
        return max(0, until - self.topic.world.now_ms())

    def _update(self) -> TableUpdate:
        update = TableUpdate(version=self.version)
        write_time(update.server_time, self.topic.world.now_ms())
        return update


class Topic:
    """A table that is watched: where it is, and the feeds that follow it."""

    def __init__(self, world: World, presence: Presence, position: Position) -> None:
        self.world: Final = world
        self.position = position
        self.feeds: list[Feed] = []
        self.hinted = position.table.version
        """The highest version that the store has told of."""
        self.unsubscribe: Callable[[], None] = _nothing
        self._presence: Final = presence

    def connected(self) -> frozenset[int]:
        """Return the seats that count as connected."""
        return self._presence.connected(self.position.table)

    def presence(self) -> tuple[tuple[int, bool, int], ...]:
        """Return every taken seat, whether it counts as connected, and when its grace is over; 0 for none."""
        table, connected = self.position.table, self.connected()
        return tuple(
            (index, index in connected, self._presence.grace(table.table_id, index))
            for index, seat in enumerate(table.seats)
            if seat.taken
        )

    def view(self) -> View:
        """Return the table as it is."""
        return View(self.position, self.connected)

    def tell_presence(self) -> None:
        """Send all feeds who is connected, where that is news."""
        for feed in self.feeds:
            feed.presence()

    def seat_feeds(self, seat: int) -> list[Feed]:
        """Return the feeds of a seat, the oldest first."""
        return [feed for feed in self.feeds if feed.seat == seat]


class Hub:
    """All tables that are watched from this process."""

    def __init__(self, world: World, presence: Presence) -> None:
        self._world = world
        self._presence = presence
        presence.listen(self._presence_changed)
        self._topics: dict[str, Topic] = {}
        self._on_behind: Callable[[str], None] = _ignore

    def on_behind(self, refresh: Callable[[str], None]) -> None:
        """Name the function that reads the log of a table on when the store tells of more than was published."""
        self._on_behind = refresh

    def add(self, position: Position, seat: int, generation: int, views: bool) -> Feed:
        """Follow a table from where it is now; a seat's stream too many takes the place of its oldest."""
        table_id = position.table.table_id
        topic = self._topics.get(table_id)
        if topic is None:
            topic = self._topics[table_id] = Topic(self._world, self._presence, position)
            topic.unsubscribe = self._world.store.subscribe(
                table_id, lambda version: self._hint(table_id, version)
            )
        elif position.table.version > topic.position.table.version:
            self._resync(topic, position)
        if seat != NOBODY and len(others := topic.seat_feeds(seat)) >= STREAMS_PER_SEAT:
            _end(others[0], _taken_over())
        # 18 to 21 s: with the tick within 20 s and a tenth, and never all streams at once.
        jitter = self._world.random_bytes(1)[0] / 255
        feed = Feed(topic, seat, generation, views, HEARTBEAT_AFTER * (0.9 + 0.15 * jitter))
        topic.feeds.append(feed)
        if seat != NOBODY:
            self._presence.heard(table_id, seat, generation)
        topic.tell_presence()
        if topic.position.table.state is TableState.CLOSED:
            feed.end(None)
        return feed

    def remove(self, feed: Feed) -> None:
        """Stop following."""
        topic = feed.topic
        if feed in topic.feeds:
            topic.feeds.remove(feed)
        table_id = topic.position.table.table_id
        if feed.seat != NOBODY and not topic.seat_feeds(feed.seat):
            self._presence.gone(table_id, feed.seat, feed.generation)
        if not topic.feeds and self._topics.get(table_id) is topic:
            topic.unsubscribe()
            del self._topics[table_id]

    def publish(self, batch: Batch, position: Position, previous_batch_id: int) -> None:
        """Tell all who follow a table of its next batch."""
        topic = self._topics.get(position.table.table_id)
        if topic is None:
            return
        before = topic.position
        if before.batch_id != previous_batch_id:
            self._resync(topic, position)
        else:
            topic.position = position
            view = View(position, topic.connected)
            frame = Frame(before.table, batch, view, self._world.now_ms())
            for feed in topic.feeds:
                feed.push(frame)
        if before.table.seats is not position.table.seats:
            self._seats_changed(topic)
        if position.table.state is TableState.CLOSED:
            for feed in tuple(topic.feeds):
                _end(feed, None)

    def feeds(self, table_id: str) -> tuple[Feed, ...]:
        """Return the feeds that follow a table."""
        topic = self._topics.get(table_id)
        return tuple(topic.feeds) if topic else ()

    def position(self, table_id: str) -> Position | None:
        """Return where a table that is watched is; None for any other."""
        topic = self._topics.get(table_id)
        return topic.position if topic else None

    def is_behind(self, table_id: str) -> bool:
        """Tell whether the store has told of more than was published."""
        topic = self._topics.get(table_id)
        return topic is not None and topic.hinted > topic.position.table.version

    def connected(self, position: Position) -> frozenset[int]:
        """Return the seats of a table that count as connected."""
        return self._presence.connected(position.table)

    def has_vanished(self, position: Position, seat: int | None) -> bool:
        """Tell whether a seat's player has not come back within its grace."""
        table = position.table
        if seat is None or not 0 <= seat < len(table.seats) or seat in self.connected(position):
            return False
        return 0 < self._presence.grace(table.table_id, seat) <= self._world.now_ms()

    def heard(self, table_id: str, seat: int, generation: int) -> None:
        """Note a sign of life of a seat."""
        self._presence.heard(table_id, seat, generation)

    async def tick(self) -> None:
        """Send heartbeats, note who went silent, and read logs on now and then; for ever."""
        refreshed = self._world.monotonic()
        while True:
            await self._world.sleep(_TICK)
            now = self._world.monotonic()
            self._presence.expire()
            for topic in self._topics.values():
                for feed in topic.feeds:
                    feed.tick(now)
            if now - refreshed >= _REFRESH_AFTER:
                refreshed = now
                for table_id in tuple(self._topics):
                    self._on_behind(table_id)

    async def end_all(self, refusal: Callable[[], Refusal], seconds: float) -> None:
        """End every stream, spread over at most some seconds, so that not all clients come back at once."""
        feeds = [feed for topic in self._topics.values() for feed in topic.feeds]
        for feed in feeds:
            _end(feed, refusal())
            await self._world.sleep(min(_BETWEEN_ENDS, seconds / len(feeds)))

    def _presence_changed(self, table_id: str) -> None:
        if (topic := self._topics.get(table_id)) is not None:
            topic.tell_presence()

    def _hint(self, table_id: str, version: int) -> None:
        topic = self._topics[table_id]
        topic.hinted = max(topic.hinted, version)
        if topic.hinted > topic.position.table.version:
            self._on_behind(table_id)

    def _resync(self, topic: Topic, position: Position) -> None:
        topic.position = position
        for feed in topic.feeds:
            feed.resync()
        self._seats_changed(topic)

    def _seats_changed(self, topic: Topic) -> None:
        for feed in tuple(topic.feeds):
            if feed.seat != NOBODY and not is_seated(topic.position.table, feed.seat, feed.generation):
                _end(feed, expired())
        topic.tell_presence()


def _end(feed: Feed, refusal: Refusal | None) -> None:
    """End a feed, which gets no more news from now on."""
    feed.end(refusal)
    if feed in feed.topic.feeds:
        feed.topic.feeds.remove(feed)


def _nothing() -> None:
    pass


def _ignore(_table_id: str) -> None:
    pass


def _taken_over() -> Refusal:
    message = "a newer stream of this seat took this one's place"
    return Refusal("SEAT_TAKEN_OVER", message, {"limit": str(STREAMS_PER_SEAT)})
