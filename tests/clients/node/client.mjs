// A client in another language, made from the .proto files and docs/clients.md alone: it is refused, plays matches
// over Play with cut streams, and one over SubmitAction with WatchTable.
// Usage: node client.mjs HOST:PORT DIRECTORY_OF_THE_PROTOS; prints what it saw as JSON.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import grpc from "@grpc/grpc-js";
import loader from "@grpc/proto-loader";
import protobuf from "protobufjs";

const [address, protos] = process.argv.slice(2);
const definition = loader.loadSync(
  ["chinchon/v1/table_service.proto", "chinchon/v1/turn_service.proto", "chinchon/v1/error.proto"],
  { longs: String, enums: String, defaults: true, oneofs: true, includeDirs: [protos] },
);
const { TableService, TurnService } = grpc.loadPackageDefinition(definition).chinchon.v1;
const tables = new TableService(address, grpc.credentials.createInsecure());
const turns = new TurnService(address, grpc.credentials.createInsecure());

// What the status details hold is google's; these lines spare a dependency.
const google = protobuf.parse(`syntax = "proto3"; package google.rpc;
  message Any { string type_url = 1; bytes value = 2; }
  message Status { int32 code = 1; string message = 2; repeated Any details = 3; }
  message ErrorInfo { string reason = 1; string domain = 2; map<string, string> metadata = 3; }`).root;
const decode = (type, bytes) => google.lookupType(`google.rpc.${type}`).decode(bytes);

function bearer(credential) {
  const metadata = new grpc.Metadata();
  if (credential) metadata.set("authorization", `Bearer ${credential}`);
  return metadata;
}

function call(stub, name, request, credential) {
  return new Promise((resolve, reject) => {
    const answered = (error, answer) => (error ? reject(error) : resolve(answer));
    stub[name](request, bearer(credential), { deadline: Date.now() + 10000 }, answered);
  });
}

function refusal(error) {
  const [bytes] = error.metadata?.get("grpc-status-details-bin") ?? [];
  if (!bytes) throw error;
  const found = { code: error.code };
  for (const { typeUrl, value } of decode("Status", bytes).details) {
    if (typeUrl.endsWith("/google.rpc.ErrorInfo")) found.info = decode("ErrorInfo", value);
    if (typeUrl.endsWith("/chinchon.v1.Rejection"))
      found.rejection = definition["chinchon.v1.Rejection"].deserialize(value);
  }
  assert.equal(found.info.domain, "chinchon.v1");
  return found;
}

const refused = (promise) => promise.then((answer) => assert.fail(JSON.stringify(answer)), refusal);

// Every card is in the stock, on the pile, in a hand, on the table, or under the close.
function checkCards(view) {
  const { decks, round, rules, seats, state, you } = view;
  if (state !== "TABLE_STATE_PLAYING" || round.phase === "ROUND_PHASE_SUMMARY") return 0;
  const sum = (things, count) => things.reduce((total, thing) => total + count(thing), 0);
  const hands = sum(seats, (seat) => seat.cardCount);
  const melds = sum(round.melds, (meld) => meld.cards.length);
  const places = [round.stockCount, round.discardCount, hands, melds, round._closer ? 1 : 0];
  assert.equal(sum(places, Number), decks * Number(rules.deck.slice(-2)), `${round.phase}: ${places}`);
  const own = sum(you.melds, (meld) => meld.cards.length) + you.loose.length;
  assert.equal(own, seats[you.seat].cardCount);
  return 1;
}

const DRAW = ["drawDiscard", "drawStock", "sayPaso"];
const ORDER = ["close", "discard", ...DRAW, "exposeMeld", "layOff", "passLayOff", "openRound", "declineReentry"];

// Close when it may be done, else keep what leaves the fewest points; never a false close.
function choose(you) {
  const legal = you.legalActions.filter((offer) => !offer.falseClose).map((offer) => offer.action);
  const best = (options) => options.reduce((a, b) => (b.points < a.points ? b : a), { points: Infinity });
  const kinds = new Set(legal.map((action) => action.kind));
  if (kinds.has("drawStock") && best(you.takeOptions).points >= you.loosePoints) kinds.delete("drawDiscard");
  const kind = ORDER.find((name) => kinds.has(name));
  assert.ok(kind, `awaited, and only ${[...kinds]}`);
  const actions = legal.filter((action) => action.kind === kind);
  if (kind !== "discard") return actions[0];
  const may = (option) => actions.some(({ discard }) => discard.card === option.card);
  return { discard: { card: best(you.discardOptions.filter(may)).card } };
}

// A seat and its player. `act` sends a request; what comes back goes to `news` and `answered`.
class Player {
  constructor(joined, act) {
    Object.assign(this, { joined, act, view: joined.view, you: joined.view.you, pending: null });
    this.seen = { acted: 0, checked: 0, snapshots: 0, refused: {} };
    this.over = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
  }

  get attach() {
    const { version, batchId, tableId } = this.view;
    return { tableId, attachPoint: { afterVersion: version, afterBatchId: batchId }, views: true };
  }

  listen(stream, take) {
    this.stream = stream;
    // A stream that was left says nothing more.
    const current = (work) => async (what) => this.stream === stream && work(what);
    stream.on("data", (message) => current(take)(message).catch(this.reject));
    stream.on("error", current(this.reject));
    stream.on("end", current(() => this.reject(new Error("the stream ended"))));
  }

  news({ update: kind, version, batch, snapshot, view, you }) {
    if (kind === "batch") {
      assert.equal(version, this.view.version + 1, "versions have no gaps");
      assert.equal(view.batchId, batch.batchId);
      this.seen.checked += checkCards(view);
      assert.deepEqual(view.you, you ?? this.view.you, "absent means unchanged");
    }
    if (kind === "snapshot") this.seen.snapshots += 1;
    if (kind !== "batch" && kind !== "snapshot") return;
    this.view = snapshot ?? view;
    this.you = this.view.you;
    if (this.view.matchResult) this.resolve(this.view.matchResult);
    else this.play();
  }

  answered(error) {
    this.pending = null;
    if (error) {
      this.seen.refused[error.reason] = (this.seen.refused[error.reason] ?? 0) + 1;
      this.you = error.rejection.you;
    }
    this.play();
  }

  leave() {
    const { stream } = this;
    this.stream = null;
    stream.cancel();
  }

  play() {
    if (this.pending || this.view.matchResult || !this.you.awaited) return;
    this.pending = { requestId: randomUUID(), action: choose(this.you) };
    this.seen.acted += 1;
    this.act(this);
  }
}

function open(player) {
  player.listen(turns.play(bearer(player.joined.credential)), ({ update, result }) => {
    if (update) return player.news(update);
    assert.equal(result.requestId, player.pending.requestId);
    assert.ok(result.version <= player.view.version, "the update comes before the result");
    player.answered(result.error && { ...result.error, reason: result.error.reason.replace("ERROR_REASON_", "") });
  });
  player.stream.write({ attach: player.attach });
  if (player.pending) player.stream.write({ action: player.pending });
}

// Seat 1 loses its stream with a request under way and continues where it was; seat 2 has forgotten the batch.
function send(player) {
  player.stream.write({ action: player.pending });
  if (player.joined.seat === 0 || player.seen.acted !== 2) return;
  if (player.joined.seat === 2) player.view.batchId = "1";
  player.leave();
  open(player);
}

async function submit(player) {
  const { tableId, credential } = player.joined;
  const answer = await call(turns, "submitAction", { tableId, ...player.pending }, credential).catch(refusal);
  if (answer.version >= player.view.version) player.you = answer.you;
  player.answered(answer.info && { ...answer, reason: answer.info.reason });
}

function watch(player) {
  player.listen(tables.watchTable(player.attach, bearer(player.joined.credential)), ({ update }) => player.news(update));
}

async function match(rules, act, attach) {
  const host = await call(tables, "createTable", { requestId: randomUUID(), rules, displayName: "Ana" });
  const { tableId, credential, view } = host;
  const request = () => ({ requestId: randomUUID(), tableId });
  const early = await refused(call(turns, "submitAction", { ...request(), action: { drawStock: {} } }, credential));
  const joined = [host];
  for (const displayName of ["Bea", "Carla"]) {
    const guest = { requestId: randomUUID(), inviteCode: view.inviteCode, displayName };
    joined.push(await call(tables, "joinTable", guest));
  }
  const players = joined.map((each) => new Player(each, act));
  players.forEach(attach);
  await call(tables, "startMatch", request(), credential);
  const results = await Promise.all(players.map((player) => player.over));
  results.forEach((result) => assert.deepEqual(result, results[0]));
  players.forEach((player) => player.leave());
  return { early, end: results[0].end, last: players[0].view.version, seats: players.map((player) => player.seen) };
}

const short = { pointsLimit: 50, matchRoundLimit: 10 };
const [barajamos, club] = ["BARAJAMOS", "CLUB"].map((name) => ({ preset: `RULE_PRESET_${name}`, ...short }));
const played = [await match(barajamos, send, open), await match(club, send, open), await match(club, submit, watch)];
console.log(JSON.stringify(played));
for (const stub of [tables, turns]) stub.close();
