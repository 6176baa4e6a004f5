"""Many tables in one process, JSON lines over TCP; killed at any moment it goes on where it was.

python service.py FOLDER [--tables 3] [--port 4321] [--pause 1] [--fsync]

One line of a log is what one request did: {"events": [...]} and, where seats changed hands, {"keys": {...}} beside it.
It is written before the answer goes out, so a player never saw anything that a restart does not know.
"""

import argparse
import asyncio
import hashlib
import json
import os
import sys
from collections.abc import Collection
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Any, Literal

from omaha_fast.engine import BuyIn, Event, HouseRules, PotLimit, Table
from omaha_fast.errors import shown

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

MOST_LINE = 4096  # bytes of a request
MOST_CLIENTS = 1000
MOST_EVENTS = 1000  # of a log, before it begins anew
NEWS = 20  # seconds that a request for events waits for some
TURN = 30  # seconds to act
PAUSE = 1  # second after a hand, in which players sit, leave and add chips
REQUESTS = ("sit", "leave", "add_chips", "sit_out", "sit_in", "deal", "act", "events")
# What players may do; exposed cards and misdeals are the dealer's.
VERBS = ("fold", "check", "call", "bet", "raise_to", "all_in", "show", "muck")


def new_table() -> Table:
    rules = HouseRules.preset("cash", buy_in=BuyIn(400, 2000))
    return Table(PotLimit(5, 10), rules=rules, newcomers="post")


def hashed(token: object) -> str | None:
    if token is not None and not (isinstance(token, str) and len(token) >= 16):
        raise ValueError("token: expected a text of 16 characters or more")
    return None if token is None else hashlib.sha256(ascii(token).encode()).hexdigest()


def parsed(line: bytes) -> dict[str, Any]:
    try:
        request = json.loads(line)
    except (ValueError, RecursionError):
        request = None
    if not isinstance(request, dict):
        text = line.decode(errors="replace").strip()
        raise ValueError(f"request {shown(text)}: expected a JSON object in one line")
    return request


def verify_known(what: str, value: object, known: Collection[str]) -> None:
    # A tuple: a value that has no hash is unknown, too.
    if value not in tuple(known):
        given = f"no {what}" if value is None else f"{what} {shown(value)}"
        raise ValueError(f"{given}: expected one of {', '.join(known)}")


def private(path: Path, mode: Literal["ab", "wb"]) -> FileIO:
    """A file that nobody else may read, also where there was one that others could."""
    file = FileIO(path, mode, opener=lambda name, flags: os.open(name, flags, 0o600))
    path.chmod(0o600)
    return file


def locked(folder: Path) -> FileIO:
    """The file that holds the folder: until it is closed, or the process ends in whatever way.

    Raises OSError where another process holds it.
    """
    file = private(folder / "lock", "ab")
    try:
        if sys.platform == "win32":
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        file.close()
        raise OSError(f"{folder}: another process holds its lock ({error.strerror})") from error
    return file


class Game:
    """A table and its log.

    keys: by seat, the SHA-256 of the secret token with which its player sat down.
    count: how many events of the table the log holds.   sound: whether it holds all that happened.
    hands: how many are over.   next_deal: when the next may be dealt, by the clock of the loop.
    """

    def __init__(self, folder: Path, name: str, fsync: bool = False, pause: float = PAUSE) -> None:
        """Raises ValueError or OSError where the log cannot be read, and leaves its files as they are."""
        self.folder, self.name, self.fsync, self.pause = folder, name, fsync, pause
        self.changed = asyncio.Event()
        self.clock: asyncio.TimerHandle | None = None
        self.keys: dict[str, str] = {}
        self.generation, self.count, self.sound = 0, 0, True
        self.hands, self.next_deal = 0, 0.0
        self.table = new_table()
        found = [path.name[len(name) + 1 : -4] for path in folder.glob(f"{name}.*.log")]
        numbers = [int(number) for number in found if number.isdecimal()]
        if numbers:
            self.recover(max(numbers))
            for number in numbers:  # left by a kill between a new log and the end of the old one
                if number < self.generation:
                    (folder / f"{name}.{number}.log").unlink(missing_ok=True)
        else:
            self.begin()
        self.set_clock()

    def path(self) -> Path:
        return self.folder / f"{self.name}.{self.generation}.log"

    def recover(self, generation: int) -> None:
        """The table as its log tells it. A last line without its end was never answered: it is dropped."""
        self.generation = generation
        data = self.path().read_bytes()
        whole = data.rfind(b"\n") + 1
        events: list[Event] = []
        place = ""
        try:
            for number, line in enumerate(data[:whole].split(b"\n")[:-1], start=1):
                place = f"line {number}, "
                record = json.loads(line)
                events += map(Event.from_dict, record["events"])
                keys = record.get("keys", self.keys)
                self.keys = {str(int(seat)): str(key) for seat, key in keys.items()}
            place = ""
            self.table, self.count = Table.from_events(events), len(events)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise ValueError(f"{self.path()}: {place}{error!r}") from error
        os.truncate(self.path(), whole)
        self.file = private(self.path(), "ab")

    def begin(self) -> None:
        """A new log, which begins with the table as it is now; the old one goes once the new one is there."""
        old, self.sound = self.path(), False
        if self.generation:
            self.file.close()
        self.generation, self.count = self.generation + 1, 0
        self.table.forget()
        draft = self.folder / f"{self.name}.draft"
        with private(draft, "wb") as self.file:
            self.write(keys=True)
            os.fsync(self.file.fileno())
        draft.replace(self.path())
        if self.fsync and os.name != "nt":  # the new name, too
            folder = os.open(self.folder, os.O_RDONLY)
            os.fsync(folder)
            os.close(folder)
        self.file = private(self.path(), "ab")
        self.sound = True
        old.unlink(missing_ok=True)

    def write(self, keys: bool) -> None:
        """Append what happened since the last line. With the system it survives a kill, with fsync a power cut."""
        self.sound = False
        events = self.table.events(self.count)
        record: dict[str, Any] = {"events": [event.to_dict() for event in events]}
        if keys:
            record["keys"] = self.keys
        line = json.dumps(record).encode() + b"\n"
        if self.file.write(line) != len(line):
            raise OSError(f"{self.path().name}: only a part of a line was written")
        if self.fsync:
            os.fsync(self.file.fileno())
        self.count += len(events)
        self.sound = True

    def told(self, keys: bool = False) -> None:
        """Something happened: log it, wake who waits for it, start the clock of the next player or the pause."""
        self.write(keys)
        self.changed.set()
        self.changed = asyncio.Event()
        self.set_clock()

    def set_clock(self) -> None:
        if self.clock is not None:
            self.clock.cancel()
        loop, hands = asyncio.get_running_loop(), self.table.number - self.table.playing
        if hands > self.hands:
            self.hands, self.next_deal = hands, loop.time() + self.pause
        if self.table.playing:
            self.clock = loop.call_later(TURN, self.time_is_up)

    def time_is_up(self) -> None:
        legal = self.table.hand.legal_actions if self.sound and self.table.hand else None
        if legal is not None:
            self.table.act("check" if legal.check else "fold", seat=legal.seat)
            self.told()

    # -- requests ----------------------------------------------------------------------------------------------

    def seat_of(self, key: str | None) -> int | None:
        return next((int(seat) for seat, held in self.keys.items() if held == key), None)

    def do(self, request: dict[str, Any], key: str | None) -> None:
        """What a player asks for. Raises ValueError with the reason, and then nothing happened."""
        table, what, seat = self.table, request.get("do"), self.seat_of(key)
        if self.count > MOST_EVENTS and not table.playing:
            self.begin()
        if what == "sit":
            if key is None:
                raise ValueError("no token: expected a text of 16 characters or more")
            if seat is not None:
                raise ValueError(f"this token has seat {seat}: expected another one")
            seat = table.sit(request.get("name", ""), request.get("chips", 0), request.get("seat"))
            self.keys[str(seat)] = key
        elif seat is None:
            raise ValueError(f"{what}: expected the token of a player at this table")
        elif what == "leave":
            table.leave(seat)
            del self.keys[str(seat)]
        elif what == "add_chips":
            table.add_chips(seat, request.get("chips", 0))
        elif what == "sit_out":
            table.sit_out(seat)
        elif what == "sit_in":
            # In the middle of a hand sitting out and in by turns could fill the log.
            if table.playing:
                raise ValueError(f"sit_in in hand {table.number}: expected to wait for its end")
            table.sit_in(seat)
        elif what == "deal":
            wait = self.next_deal - asyncio.get_running_loop().time()
            if wait > 0:
                raise ValueError(f"deal in the pause: expected to wait {wait:.2f} seconds more")
            table.deal()
        else:
            verb = request.get("verb")
            verify_known("verb", verb, VERBS)
            table.act(str(verb), request.get("amount"), seat=seat, cards=request.get("cards"))
        self.told(keys=what in ("sit", "leave"))

    def answer(self, request: dict[str, Any], key: str | None) -> dict[str, Any]:
        """What the player may know that it does not know yet; since: how many events of that log it knows."""
        seat = self.seat_of(key)
        news = self.table.events_for(seat, request.get("since", 0))
        if request.get("log") != self.generation:
            news = self.table.events_for(seat)
        told = [event.to_dict() for event in news]
        return {"seat": seat, "log": self.generation, "since": self.count, "events": told}


class Service:
    """All games, by name, and their clients."""

    def __init__(
        self, folder: Path, tables: int, fsync: bool = False, pause: float = PAUSE
    ) -> None:
        """Raises OSError where there can be no such folder, or another process has it."""
        self.folder, self.fsync, self.pause, self.clients = folder, fsync, pause, 0
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.lock = locked(folder)
        # None for a table whose log cannot be read: the others go on.
        self.games: dict[str, Game | None] = {}
        for number in range(tables):
            self.read(f"table{number + 1}", (ValueError, OSError))

    def read(self, name: str, fatal: tuple[type[Exception], ...]) -> None:
        """The table from its log. What closes it is for the house to see: it may quote the log, secrets included."""
        try:
            self.games[name] = Game(self.folder, name, self.fsync, self.pause)
        except fatal as error:
            self.games[name] = None
            print(f"{name} is closed: {error}", file=sys.stderr, flush=True)

    def close(self) -> None:
        for game in self.games.values():
            if game is not None:
                game.file.close()
        self.lock.close()

    def game(self, name: object) -> Game:
        verify_known("table", name, self.games)
        name = str(name)
        game = self.games[name]
        if game is not None and not game.sound:
            # The log is what counts, not what is in memory. An OSError may pass: the next request tries again.
            game.file.close()
            self.read(name, (ValueError,))
            game = self.games[name]
        if game is None:
            raise ValueError(f"{name} is closed, its log cannot be read: expected another table")
        return game

    async def answer(self, line: bytes) -> dict[str, Any]:
        try:
            request = parsed(line)
            name, key = request.get("table"), hashed(request.get("token"))
            game = self.game(name)
            verify_known("do", request.get("do"), REQUESTS)
            news = game.answer(request, key)["events"]  # a wrong "since" is refused before all else
            if request["do"] != "events":
                game.do(request, key)
            elif not news:
                with suppress(TimeoutError):
                    await asyncio.wait_for(game.changed.wait(), NEWS)
            return self.game(name).answer(request, key)
        except (ValueError, TypeError, RecursionError) as error:
            return {"error": str(error)}
        except OSError as error:
            return {"error": f"the log cannot be written: {error}"}

    async def client(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.clients += 1
        crowded = self.clients > MOST_CLIENTS
        try:
            # readline() raises ValueError when the line is too long.
            while not crowded and (line := await reader.readline()).endswith(b"\n"):
                writer.write(json.dumps(await self.answer(line)).encode() + b"\n")
                await writer.drain()  # nothing more is read from who does not read
        except ValueError:
            told = {"error": f"line too long: expected at most {MOST_LINE} bytes"}
            writer.write(json.dumps(told).encode() + b"\n")
        except ConnectionError:
            pass
        finally:
            self.clients -= 1
            writer.close()


async def serve(folder: Path, tables: int, port: int, pause: float, fsync: bool) -> None:
    if tables < 1:
        raise ValueError(f"--tables {tables}: expected 1 or more")
    if not 0 <= port <= 65535:
        raise ValueError(f"--port {port}: expected 0 to 65535, 0 for a free one")
    if not 0 <= pause <= 60:
        raise ValueError(f"--pause {pause}: expected 0 to 60 seconds")
    service = Service(folder, tables, fsync, pause)
    server = await asyncio.start_server(service.client, "127.0.0.1", port, limit=MOST_LINE)
    print(f"listening on 127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    await server.serve_forever()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tables", type=int, default=3)
    parser.add_argument("--port", type=int, default=4321)
    parser.add_argument("--pause", type=float, default=PAUSE, help="seconds after each hand")
    parser.add_argument("--fsync", action="store_true", help="survive a power cut, too")
    with suppress(KeyboardInterrupt):
        try:
            asyncio.run(serve(**vars(parser.parse_args())))
        except (ValueError, OSError) as error:
            parser.exit(2, f"service.py: {error}\n")


if __name__ == "__main__":
    main()
