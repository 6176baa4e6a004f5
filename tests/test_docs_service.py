"""The service of docs/examples: killed, restarted, nothing lost, nothing told that is secret."""

import asyncio
import contextlib
import json
import random
import socket
import subprocess
import sys

import pytest
from docs_examples import CARD, DOCS, ENV, load

from omaha_fast.engine import Event, Table


class Client:
    """A connection to the service, and all that its player was told at one table, log by log."""

    def __init__(self, port, table, token=None):
        self.table, self.token, self.told, self.since = table, token, {}, {}
        self.seat = None
        self.connect(port)

    def connect(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.lines = self.socket.makefile("rwb")

    def close(self):
        self.lines.close()
        self.socket.close()

    def send(self, do, **more):
        request = {"table": self.table, "token": self.token, "do": do, **self.since, **more}
        self.lines.write(json.dumps(request).encode() + b"\n")
        self.lines.flush()

    def ask(self, do, **more):
        """The answer; its events are kept."""
        self.send(do, **more)
        answer = json.loads(self.lines.readline())
        if "error" not in answer:
            told = self.told.setdefault(answer["log"], [])
            if self.since.get("log") != answer["log"]:
                assert not told
            told += answer["events"]
            assert len(told) == answer["since"]
            self.since = {"log": answer["log"], "since": answer["since"]}
            self.seat = answer["seat"]
        return answer


class Running:
    """The service as a process."""

    def __init__(self, folder, *options):
        self.folder, self.options, self.process = folder, options, None

    def start(self):
        script = DOCS / "examples" / "service.py"
        self.process = subprocess.Popen(
            [sys.executable, script, self.folder, "--port", "0", *self.options],
            env=ENV,
            stdout=subprocess.PIPE,
            text=True,
        )
        return int(self.process.stdout.readline().rsplit(":", 1)[1])

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()

    def log(self, table):
        (path,) = self.folder.glob(f"{table}.*.log")
        return path


@pytest.fixture
def running(tmp_path):
    service = Running(tmp_path / "logs", "--tables", "3")
    yield service
    if service.process is not None:
        service.kill()


def records(path):
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def logged(path):
    return [event for record in records(path) for event in record["events"]]


def on_disk(path):
    """The table that the log tells of, made here."""
    return Table.from_events(map(Event.from_dict, logged(path)))


def verify_cards(events):
    """What lies on the board comes from the deck as it was dealt, also across a kill. Four cards, one board."""
    deck = at = None
    for event in events:
        if event["event"] == "hand_started":
            deck = event["deck"]
            at = 4 * sum(stack is not None for stack in event["stacks"])
        elif event["event"] == "burned":
            assert event["card"] == deck[at]
            at += 1
        elif event["event"] == "board_dealt":
            assert event["cards"] == deck[at : at + len(event["cards"])]
            at += len(event["cards"])


def verify_secrets(told, log, seat):
    """Of a hand a player was told its own cards, the board and what was shown; nothing else looks like a card."""
    allowed = set()
    for event in told:
        name = event["event"]
        if name == "button_drawn":
            continue  # face up to everybody
        if name == "last_hand":  # before the log began: what a spectator saw
            for part in event["events"]:
                if part["event"] in ("board_dealt", "shown"):
                    allowed |= set(part["cards"])
        if name == "hand_dealt":
            allowed = set()
            for secret in log[log.index(event) + 1 :]:
                if secret["event"] == "hand_dealt":
                    break
                if secret["event"] == "hole_dealt" and secret["seat"] == seat:
                    allowed = set(secret["cards"])
        if name in ("board_dealt", "shown"):
            assert event in log
            allowed |= set(event["cards"])
        assert set(CARD.findall(json.dumps(event))) <= allowed, event
        assert event.get("seed") is None
        assert event.get("deck") is None


def chips(events):
    """Chips bought and not taken away again, by the events alone; stacks at the beginning of the log."""
    total = 0
    for event in events:
        if event["event"] == "table_state":
            total = sum(player["chips"] for player in event["players"]) + event["rake"]
        elif event["event"] == "seated":
            total += event["chips"]
        elif event["event"] == "chips_added":
            total += event["amount"]
        elif event["event"] == "left":
            total -= event["chips"]
    return total


def legal_request(table, rng):
    """Something that a player of the table may ask for now: seat and request."""
    hand = table.hand
    if not table.playing:
        broke = [player for player in table.players if player and not player.stack]
        if broke:
            return broke[0].seat, {"do": "add_chips", "chips": 400}
        return rng.choice(table.ready), {"do": "deal"}
    legal, draw = hand.legal_actions, rng.random()
    act = {"do": "act", "verb": "check" if legal.check else "call"}
    if draw < 0.15 and legal.min_raise_to is not None:
        act |= {"verb": "raise_to", "amount": rng.randint(legal.min_raise_to, legal.max_raise_to)}
    elif draw > 0.9 and not legal.check:
        act["verb"] = "fold"
    return legal.seat, act


def play(players, running, rng, requests):
    """So many requests at every table by turns, every third of them preceded by one that is refused."""
    for number in range(requests):
        for table, seats in players.items():
            shadow = on_disk(running.log(table))
            seat, request = legal_request(shadow, rng)
            if number % 3 == 0:
                before = running.log(table), running.log(table).read_bytes()
                other = rng.choice([s for s in seats if s != seat])
                wrong = {"do": "act", "verb": "call"} if shadow.playing else {"do": "add_chips"}
                assert "error" in seats[other].ask(**wrong)
                assert "error" in seats[seat].ask("act", verb="raise_to", amount=10**9)
                assert "error" in seats[seat].ask("act", verb="misdeal")
                assert "error" in seats[seat].ask(**request | {"since": "many"})
                if running.log(table) == before[0]:
                    assert running.log(table).read_bytes() == before[1]
                else:  # a new log began
                    assert on_disk(running.log(table)) == shadow
            assert "error" not in seats[seat].ask(**request), request
            # The same request takes the table made here to the same place.
            if request["do"] == "act":
                shadow.act(request["verb"], request.get("amount"), seat=seat)
                assert shadow.events() == on_disk(running.log(table)).events()


def recovered(players, running, rng):
    """Kill it with requests on their way, tear a last line, start it again and compare."""
    for table, seats in players.items():
        seat, request = legal_request(on_disk(running.log(table)), rng)
        seats[seat].send(**request)  # nobody reads the answer
    running.kill()
    whole = {}
    for table in players:
        path = running.log(table)
        whole[table] = path.read_bytes()
        assert whole[table].endswith(b"\n")
        if rng.random() < 0.6:
            last = whole[table].splitlines(keepends=True)[-1]
            with path.open("ab") as file:
                file.write(last[: rng.randrange(1, len(last))])
    port = running.start()
    for table, seats in players.items():
        assert running.log(table).read_bytes() == whole[table]
        for seat, client in seats.items():
            client.close()
            seen = {log: told[:] for log, told in client.told.items()}
            client.connect(port)
            client.told, client.since = {}, {}
            assert "error" not in client.ask("events")
            assert client.seat == seat
            for log, told in seen.items():
                # Older logs are gone; of this one nothing that was told is lost.
                if log in client.told:
                    assert client.told[log][: len(told)] == told
                else:
                    client.told[log] = told
            assert any(log in client.told for log in seen)


@pytest.mark.parametrize(
    ("kills", "requests"), [(3, 12), pytest.param(12, 60, marks=pytest.mark.slow)]
)
def test_tables_survive_kills(running, kills, requests):
    """Nothing that was answered is lost, nothing is made up, every table goes on with the same cards and chips."""
    rng = random.Random(5)
    port = running.start()
    players = {}
    for table in ("table1", "table2", "table3"):
        clients = [
            Client(port, table, f"{table} {name} {name * 8}") for name in ("Ann", "Bob", "Cid")
        ]
        for name, client in zip(("Ann", "Bob", "Cid"), clients, strict=True):
            assert "error" not in client.ask("sit", name=name, chips=rng.randint(400, 2000))
        players[table] = {client.seat: client for client in clients}
        assert sorted(players[table]) == [0, 1, 2]
    middle = 0
    for _ in range(kills):
        play(players, running, rng, requests)
        middle += sum(on_disk(running.log(table)).playing for table in players)
        recovered(players, running, rng)
    assert middle > kills  # most tables were in the middle of a hand
    for table, seats in players.items():
        log = logged(running.log(table))
        verify_cards(log)
        state = on_disk(running.log(table))
        assert state.chips + state.rake == chips(log)
        number = max(seats[0].told)
        for seat, client in seats.items():
            verify_secrets(client.told[number], log, seat)
            client.close()


def test_untrusted_clients(running):
    """Garbage is answered with an error and changes nothing; a line too long ends the connection; a spectator is told
    what everybody may know, and a waiting one is woken."""
    port = running.start()
    ann, bob = (Client(port, "table1", name * 16) for name in "ab")
    ann.ask("sit", name="Ann", chips=1000)
    bob.ask("sit", name="Bob", chips=1000)
    watcher = Client(port, "table1")
    watcher.ask("events")
    watcher.send("events")
    watcher.socket.settimeout(10)  # half as long as it waits for news
    ann.ask("deal")
    assert "error" in ann.ask("act", verb="expose_card", amount=0)  # the dealer's
    told = json.loads(watcher.lines.readline())["events"]
    assert {"hand_dealt", "hole_dealt"} <= {event["event"] for event in told}
    verify_secrets(told, logged(running.log("table1")), None)
    before = {path: path.read_bytes() for path in running.folder.iterdir()}
    values = ["", "x", [], {}, None, True, -1, 1.5, 10**400, "As" * 500, ["act"], "\ud800"]
    request = {"table": "table1", "token": "a" * 16, "do": "act", "verb": "raise_to", "amount": 30}
    lines = [b"", b"[]", b"null", b"\xff", b"[" * 4000, b'{"table": ' + b"1" * 3000 + b"}", b"{"]
    lines += [
        json.dumps(request | {key: value}).encode()
        for key in ("table", "token", "do", "verb", "amount")
        for value in values
    ]
    sits = {"table": "table2", "token": "c" * 16, "do": "sit", "name": "Cid", "chips": 400}
    lines += [json.dumps(sits | {"chips": value}).encode() for value in values]
    lines += [json.dumps(sits | {"name": value}).encode() for value in ("", "x" * 41, [], None, 3)]
    lines += [json.dumps(sits | {"seat": value}).encode() for value in ("", [], 1.5, -1, 99)]
    for line in lines:
        ann.lines.write(line + b"\n")
        ann.lines.flush()
        assert "error" in json.loads(ann.lines.readline()), line
    assert {path: path.read_bytes() for path in running.folder.iterdir()} == before
    cid = Client(port, "table2", "c" * 16)
    assert "error" not in cid.ask("sit", name="Cid", chips=400)
    assert "seat" in cid.ask("sit", name="Dan", chips=400)["error"]
    assert "token" in Client.ask(watcher, "deal")["error"]
    long = Client(port, "table1")
    long.lines.write(b'"' + b"x" * 20_000 + b'"\n')
    long.lines.flush()
    assert "line too long" in long.lines.readline().decode()
    with contextlib.suppress(ConnectionError):
        assert long.lines.readline() == b""
    assert "error" not in bob.ask("events")
    for client in (ann, bob, cid, watcher, long):
        client.close()


@pytest.fixture
def service():
    return load("service")


def run(coroutine):
    return asyncio.run(asyncio.wait_for(coroutine, 60))


async def asked(service, who, do, **more):
    request = {"table": "table1", "token": who * 16, "do": do, **more}
    return await service.answer(json.dumps(request).encode())


async def folded_hands(service, hands):
    """Hands that the first to act gives up."""
    for _ in range(hands):
        assert "error" not in await asked(service, "a", "deal")
        both = [await asked(service, who, "act", verb="fold") for who in "ab"]
        assert sum("error" in answer for answer in both) == 1


def test_a_log_does_not_grow_without_bound(service, tmp_path):
    """A new one begins between hands; the old one is gone; a kill between the two leaves one that counts."""
    service.MOST_EVENTS = 60

    async def again(game):
        """The same table and the same players after a kill."""
        other = service.Service(tmp_path, 1)
        (read,) = other.games.values()
        assert read.table == game.table
        assert read.keys == game.keys
        read.file.close()

    async def session():
        games = service.Service(tmp_path, 1)
        (game,) = games.games.values()
        await asked(games, "a", "sit", name="Ann", chips=1000)
        await asked(games, "b", "sit", name="Bob", chips=1000)
        old = logs = 0
        for _ in range(30):
            await folded_hands(games, 3)
            (path,) = tmp_path.glob("table1.*.log")
            assert len(logged(path)) < 60 + 30
            logs += path != old
            old = path
            await again(game)
        assert logs > 10
        for _ in range(100):  # without a hand in between
            for do, more in (("sit", {"name": "Cid", "chips": 400}), ("leave", {})):
                assert "error" not in await asked(games, "c", do, **more)
        (path,) = tmp_path.glob("table1.*.log")
        assert len(logged(path)) < 60 + 30
        assert [p.name for p in tmp_path.iterdir()] == [path.name]
        # Who knows an older log is told the new one from its beginning.
        told = await asked(games, "a", "events", log=game.generation - 1, since=3)
        assert told["events"][0]["event"] == "table_state"
        # As if killed before the old log was removed: it has a smaller number, and what is in it is not read.
        path.with_name("table1.1.log").write_bytes(b"old\n")
        await again(game)
        game.file.close()

    run(session())


def test_a_log_that_cannot_be_written(service, tmp_path):
    """The request fails and has not happened: the next one finds the table as the log tells it."""

    class Full:
        def __init__(self, file):
            self.file = file

        def write(self, line):
            return self.file.write(line[: len(line) // 2])

        def fileno(self):
            return self.file.fileno()

        def close(self):
            self.file.close()

    async def session():
        games = service.Service(tmp_path, 1, fsync=True)
        await asked(games, "a", "sit", name="Ann", chips=1000)
        await asked(games, "b", "sit", name="Bob", chips=1000)
        (path,) = tmp_path.glob("table1.*.log")
        before, seen = path.read_bytes(), await asked(games, "a", "events")
        games.games["table1"].file = Full(games.games["table1"].file)
        assert "part of a line" in (await asked(games, "a", "deal"))["error"]
        assert await asked(games, "a", "events") == seen
        assert path.read_bytes() == before
        await folded_hands(games, 2)
        assert on_disk(path).number == 2
        games.games["table1"].file.close()

    run(session())


def test_who_does_not_act_in_time_folds(service, tmp_path):
    service.TURN = 0.02

    async def session():
        games = service.Service(tmp_path, 1)
        await asked(games, "a", "sit", name="Ann", chips=1000)
        await asked(games, "b", "sit", name="Bob", chips=1000)
        seen = await asked(games, "a", "deal")
        told = await asked(games, "a", "events", log=seen["log"], since=seen["since"])
        assert told["events"][0]["event"] == "folded"
        (path,) = tmp_path.glob("table1.*.log")
        assert on_disk(path).number == 1
        assert not on_disk(path).playing
        games.games["table1"].file.close()

    run(session())
