"""The service of docs/examples: killed, restarted, nothing lost, nothing told that is secret."""

import asyncio
import contextlib
import json
import os
import random
import socket
import subprocess
import sys

import pytest
from docs_examples import (
    DOCS,
    ENV,
    Client,
    Running,
    asked,
    chips,
    folded_hands,
    load,
    logged,
    on_disk,
    run,
    verify_cards,
    verify_secrets,
)

from omaha_fast.engine import NoLimit, Table


@pytest.fixture
def running(tmp_path):
    service = Running(tmp_path / "logs", "--tables", "3", "--pause", "0")
    yield service
    if service.process is not None:
        service.kill()


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
    before = {path: path.read_bytes() for path in running.folder.glob("*.log")}
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
    assert {path: path.read_bytes() for path in running.folder.glob("*.log")} == before
    for client in (ann, bob):
        client.ask("act", verb="fold")
    for cards in (1.5, [1.5], [None], [["As"]]):
        assert "error" in ann.ask("act", verb="show", cards=cards)
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


def test_a_log_does_not_grow_without_bound(service, tmp_path):
    """A new one begins between hands; the old one is gone; a kill between the two leaves one that counts."""
    service.MOST_EVENTS = 60

    async def again(game):
        """The same table and the same players after a kill."""
        read = service.Game(tmp_path, "table1")
        assert read.table == game.table
        assert read.keys == game.keys
        read.file.close()

    async def session():
        games = service.Service(tmp_path, 1, pause=0)
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
        assert {p.name for p in tmp_path.iterdir()} == {path.name, "lock"}
        # Who knows an older log is told the new one from its beginning.
        told = await asked(games, "a", "events", log=game.generation - 1, since=3)
        assert told["events"][0]["event"] == "table_state"
        # As if killed before the old log was removed: it has a smaller number, and what is in it is not read.
        path.with_name("table1.1.log").write_bytes(b"old\n")
        await again(game)
        games.close()

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
        games = service.Service(tmp_path, 1, fsync=True, pause=0)
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
        games.close()

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
        games.close()

    run(session())


ONLY_POSIX = pytest.mark.skipif(os.name == "nt", reason="Windows has other permissions")


@ONLY_POSIX
def test_nobody_else_may_read_the_logs(service, tmp_path):
    """The folder, every file of it, and one that others could read before."""

    def modes(folder):
        return {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}

    async def session(folder):
        games = service.Service(folder, 2, pause=0)
        await asked(games, "a", "sit", name="Ann", chips=1000)
        games.games["table1"].begin()
        games.close()

    folder = tmp_path / "logs"
    before = os.umask(0)
    try:
        run(session(folder))
        assert folder.stat().st_mode & 0o777 == 0o700
        assert set(modes(folder).values()) == {0o600}
        for path in folder.iterdir():
            path.chmod(0o644)
        (folder / "table1.draft").touch(0o644)  # left by a kill
        run(session(folder))
        assert len(modes(folder)) == 3
        assert set(modes(folder).values()) == {0o600}
    finally:
        os.umask(before)


def refused(*arguments):
    """What the service says on stderr when it does not start."""
    script = DOCS / "examples" / "service.py"
    command = [sys.executable, script, *map(str, arguments)]
    done = subprocess.run(command, env=ENV, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("service.py: ")
    return line


def test_one_process_a_folder(running):
    """A second one is refused and changes nothing; after a kill the folder is free."""
    port = running.start()
    ann = Client(port, "table1", "a" * 16)
    ann.ask("sit", name="Ann", chips=1000)
    before = {path.name: path.stat().st_size for path in running.folder.iterdir()}
    line = refused(running.folder, "--port", 0)
    assert str(running.folder) in line
    assert "another process" in line
    assert {path.name: path.stat().st_size for path in running.folder.iterdir()} == before
    assert "error" not in ann.ask("sit_out")
    ann.close()
    running.kill()
    ann.connect(running.start())
    assert "error" not in ann.ask("sit_in")
    ann.close()


def test_why_it_does_not_start(tmp_path):
    """One line and status 2: a port in use or out of range, a folder that cannot be, a number out of range."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert str(port) in refused(tmp_path / "a", "--port", port)
    assert "70000" in refused(tmp_path / "b", "--port", 70000)
    assert "-1" in refused(tmp_path / "b", "--port", -1)
    assert "--tables 0" in refused(tmp_path / "b", "--tables", 0)
    assert "--pause nan" in refused(tmp_path / "b", "--pause", "nan")
    (tmp_path / "file").touch()
    assert "file" in refused(tmp_path / "file", "--port", 0)
    assert "file" in refused(tmp_path / "file" / "c", "--port", 0)


BROKEN = {
    "empty": lambda data: b"",
    "no JSON": lambda data: data + b"{\n",
    "no record": lambda data: data + b"[]\n",
    "no events": lambda data: data + b"{}\n",
    "wrong keys": lambda data: data + b'{"events": [], "keys": {"x": ""}}\n',
    "keys of no kind": lambda data: data + b'{"events": [], "keys": 3}\n',
    "no text": lambda data: data + b'{"events": ["\xff"]}\n',
    "nested": lambda data: data + b"[" * 100_000 + b"\n",
    "twice": lambda data: data + data,
    "a line lost": lambda data: b"".join(data.splitlines(keepends=True)[:-2]) + data[-300:],
}


@pytest.mark.parametrize("damage", BROKEN.values(), ids=BROKEN)
def test_a_log_that_cannot_be_read_closes_its_table_alone(service, tmp_path, capsys, damage):
    """The house is told file and reason, clients only that it is closed; its files stay, the other table goes on."""

    async def session():
        games = service.Service(tmp_path, 2, pause=0)
        for table in ("table1", "table2"):
            for who in "ab":
                await asked(games, who, "sit", table=table, name=who, chips=1000)
            await asked(games, "a", "deal", table=table)
        games.close()
        (path,) = tmp_path.glob("table1.*.log")
        path.write_bytes(damage(path.read_bytes()))
        (tmp_path / "table2.old.log").touch()  # somebody's own copy is no log
        before = {file.name: file.read_bytes() for file in tmp_path.glob("table1.*")}
        capsys.readouterr()
        games = service.Service(tmp_path, 2, pause=0)
        (told,) = capsys.readouterr().err.splitlines()
        assert told.startswith(f"table1 is closed: {path}: ")
        for do in ("events", "sit", "act"):
            answer = await asked(games, "a", do)
            assert set(answer) == {"error"}
            assert "table1 is closed" in answer["error"]
            assert str(path) not in answer["error"]
        assert {file.name: file.read_bytes() for file in tmp_path.glob("table1.*")} == before
        both = [await asked(games, who, "act", table="table2", verb="fold") for who in "ab"]
        assert sum("error" in answer for answer in both) == 1
        # The same when the log is read again while the service runs.
        (path,) = tmp_path.glob("table2.*[0-9].log")
        path.write_bytes(b"{\n")
        games.games["table2"].sound = False
        assert "table2 is closed" in (await asked(games, "a", "events", table="table2"))["error"]
        assert f"table2 is closed: {path}: line 1" in capsys.readouterr().err
        games.close()

    run(session())


def test_errors_name_the_value(service, tmp_path):
    """And what was expected; what is known is listed."""

    async def session():
        games = service.Service(tmp_path, 2, pause=0)
        await asked(games, "a", "sit", name="Ann", chips=1000)
        for request, *expected in (
            ({"do": "dael"}, "do 'dael'", "sit, leave", "deal, act, events"),
            ({"do": None}, "no do", "sit, leave"),
            ({"do": ["sit"]}, "do ['sit']", "sit, leave"),
            ({"do": "act", "verb": "misdeal"}, "verb 'misdeal'", "fold, check", "muck"),
            ({"do": "act"}, "no verb", "fold, check"),
            ({"do": "deal", "table": "table9"}, "table 'table9'", "table1, table2"),
            ({"do": "deal", "table": {}}, "table {}", "table1, table2"),
            ({"do": "sit", "token": None}, "no token", "16 characters"),
            ({"do": "sit"}, "this token has seat 0"),
            ({"do": "leave", "token": "b" * 16}, "leave", "the token of a player"),
        ):
            text = (await asked(games, "a", **{"do": "events"} | request))["error"]
            assert [part for part in expected if part not in text] == [], text
        for line in (b"hello\n", b"[1]\n", b"\xff\n", b"[" * 4000):
            text = (await games.answer(line))["error"]
            assert "expected a JSON object" in text
            assert len(text) < 200
        assert "'hello'" in (await games.answer(b"hello\n"))["error"]
        games.close()

    run(session())


def test_between_two_hands_there_is_time_to_sit(service, tmp_path):
    """Who is refused during a hand is not kept out by the others' next deal; also after a restart."""

    async def session():
        games = service.Service(tmp_path, 1, pause=60)
        for who in "ab":
            await asked(games, who, "sit", name=who, chips=1000)
        seen = await asked(games, "a", "deal")  # the first hand comes after no other
        assert (
            "hand 1 is being played"
            in (await asked(games, "c", "sit", name="c", chips=400))["error"]
        )
        assert "hand 1 is being played" in (await asked(games, "a", "leave"))["error"]
        assert "hand 1 is being played" in (await asked(games, "a", "add_chips", chips=1))["error"]
        await asked(games, "b", "sit_out")
        assert "sit_in in hand 1" in (await asked(games, "b", "sit_in"))["error"]
        wait = {"log": seen["log"], "since": seen["since"] + 1}
        newcomer = asyncio.create_task(asked(games, "c", "events", **wait))
        both = [await asked(games, who, "act", verb="fold") for who in "ab"]
        assert sum("error" in answer for answer in both) == 1
        assert "expected to wait" in (await asked(games, "a", "deal"))["error"]
        await newcomer
        assert "error" not in await asked(games, "c", "sit", name="c", chips=400)
        assert "expected to wait" in (await asked(games, "a", "deal"))["error"]
        games.close()
        games = service.Service(tmp_path, 1, pause=60)
        assert "expected to wait" in (await asked(games, "a", "deal"))["error"]
        games.close()
        games = service.Service(tmp_path, 1, pause=0.1)
        await asyncio.sleep(0.2)
        assert "error" not in await asked(games, "a", "deal")
        games.close()

    run(session())


def test_a_hand_that_ends_as_it_is_dealt_has_its_pause(service, tmp_path):
    """Who has one chip is all-in with its blind: nobody has to act."""
    service.new_table = lambda: Table(NoLimit(5, 10), newcomers="post")

    async def session():
        games = service.Service(tmp_path, 1, pause=60)
        for who in "ab":
            await asked(games, who, "sit", name=who, chips=1)
        assert "error" not in await asked(games, "a", "deal")
        assert not games.games["table1"].table.playing
        assert "expected to wait" in (await asked(games, "a", "deal"))["error"]
        games.close()

    run(session())
