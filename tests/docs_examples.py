"""The files of docs/ for their tests, and the service of its examples as these use it."""

import asyncio
import doctest
import importlib.util
import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path

from omaha_fast.engine import Event, Table

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(DOCS.glob("*.md"))
# A block, and what it prints if a block of text follows.
BLOCK = re.compile(r"```(\w+)\n(.*?)```\n(?:\n```text\n(.*?)```)?", re.DOTALL)
OUTPUT = doctest.OutputChecker()
CARD = re.compile(r'"([2-9TJQKA][cdhs])"')
ENV = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}


def load(name):
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(f"docs_{name}", DOCS / "examples" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


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


def records(path):
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def logged(path):
    return [event for record in records(path) for event in record["events"]]


def on_disk(path):
    """The table that the log tells of, made here."""
    return Table.from_events(map(Event.from_dict, logged(path)))


def run(coroutine):
    return asyncio.run(asyncio.wait_for(coroutine, 60))


async def asked(service, who, do, **more):
    request = {"table": "table1", "token": who * 16, "do": do} | more
    return await service.answer(json.dumps(request).encode())


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


async def folded_hands(service, hands):
    """Hands that the first to act gives up."""
    for _ in range(hands):
        assert "error" not in await asked(service, "a", "deal")
        both = [await asked(service, who, "act", verb="fold") for who in "ab"]
        assert sum("error" in answer for answer in both) == 1
