"""Many tables in one process, JSON lines over TCP; killed at any moment it goes on where it was.

python service.py FOLDER [--tables 3] [--port 4321] [--fsync]

One line of a log is what one request did: {"events": [...]} and, where seats changed hands, {"keys": {...}} beside it.
It is written before the answer goes out, so a player never saw anything that a restart does not know.
"""

import argparse
import asyncio
import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from omaha_fast.engine import BuyIn, Event, HouseRules, PotLimit, Table

MOST_LINE = 4096  # bytes of a request
MOST_CLIENTS = 1000
MOST_EVENTS = 1000  # of a log, before it begins anew
NEWS = 20  # seconds that a request for events waits for some
TURN = 30  # seconds to act
# What players may do; exposed cards and misdeals are the dealer's.
VERBS = ("fold", "check", "call", "bet", "raise_to", "all_in", "show", "muck")


def new_table() -> Table:
    rules = HouseRules.preset("cash", buy_in=BuyIn(400, 2000))
    return Table(PotLimit(5, 10), rules=rules, newcomers="post")


def hashed(token: object) -> str | None:
    if token is not None and not (isinstance(token, str) and len(token) >= 16):
        raise ValueError("token: expected a text of 16 characters or more")
    return None if token is None else hashlib.sha256(ascii(token).encode()).hexdigest()


class Game:
    """A table and its log.

    keys: by seat, the SHA-256 of the secret token with which its player sat down.
    count: how many events of the table the log holds.   sound: whether it holds all that happened.
    """

    def __init__(self, folder: Path, name: str, fsync: bool = False) -> None:
        self.folder, self.name, self.fsync = folder, name, fsync
        self.changed = asyncio.Event()
        self.clock: asyncio.TimerHandle | None = None
        self.keys: dict[str, str] = {}
        self.generation, self.count, self.sound = 0, 0, True
        self.table = new_table()
        found = [int(path.suffixes[-2][1:]) for path in folder.glob(f"{name}.*.log")]
        if found:
            self.recover(max(found))
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
        for line in data[:whole].splitlines():
            record = json.loads(line)
            events += map(Event.from_dict, record["events"])
            self.keys = record.get("keys", self.keys)
        self.table, self.count = Table.from_events(events), len(events)
        os.truncate(self.path(), whole)
        self.file = self.path().open("ab", buffering=0)

    def begin(self) -> None:
        """A new log, which begins with the table as it is now; the old one goes once the new one is there."""
        old, self.sound = self.path(), False
        if self.generation:
            self.file.close()
        self.generation, self.count = self.generation + 1, 0
        self.table.forget()
        draft = self.folder / f"{self.name}.draft"
        with draft.open("wb", buffering=0) as self.file:
            self.write(keys=True)
            os.fsync(self.file.fileno())
        draft.replace(self.path())
        self.file = self.path().open("ab", buffering=0)
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
        """Something happened: log it, wake who waits for it, start the clock of the next player."""
        self.write(keys)
        self.changed.set()
        self.changed = asyncio.Event()
        self.set_clock()

    def set_clock(self) -> None:
        if self.clock is not None:
            self.clock.cancel()
        if self.table.playing:
            self.clock = asyncio.get_running_loop().call_later(TURN, self.time_is_up)

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
            if key is None or seat is not None:
                raise ValueError("sit: expected a token, which has no seat yet")
            seat = table.sit(request.get("name", ""), request.get("chips", 0), request.get("seat"))
            self.keys[str(seat)] = key
        elif seat is None:
            raise ValueError("expected the token of a player at this table")
        elif what == "leave":
            table.leave(seat)
            del self.keys[str(seat)]
        elif what == "add_chips":
            table.add_chips(seat, request.get("chips", 0))
        elif what == "sit_out":
            table.sit_out(seat)
        elif what == "sit_in" and not table.playing:
            # In the middle of a hand sitting out and in by turns could fill the log.
            table.sit_in(seat)
        elif what == "deal":
            table.deal()
        elif what == "act" and request.get("verb") in VERBS:
            table.act(request["verb"], request.get("amount"), seat=seat, cards=request.get("cards"))
        else:
            raise ValueError("expected another request, or another time for it")
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

    def __init__(self, folder: Path, tables: int, fsync: bool = False) -> None:
        self.folder, self.fsync, self.clients = folder, fsync, 0
        folder.mkdir(parents=True, exist_ok=True)
        names = [f"table{number + 1}" for number in range(tables)]
        self.games = {name: Game(folder, name, fsync) for name in names}

    def game(self, name: object) -> Game:
        if not isinstance(name, str) or name not in self.games:
            raise ValueError(f"table: expected one of {', '.join(self.games)}")
        if not self.games[name].sound:
            # The log is what counts, not what is in memory.
            self.games[name].file.close()
            self.games[name] = Game(self.folder, name, self.fsync)
        return self.games[name]

    async def answer(self, line: bytes) -> dict[str, Any]:
        try:
            request = json.loads(line)
            if not isinstance(request, dict):
                raise ValueError("expected a JSON object")
            name, key = request.get("table"), hashed(request.get("token"))
            game = self.game(name)
            news = game.answer(request, key)["events"]  # a wrong "since" is refused before all else
            if request.get("do") != "events":
                game.do(request, key)
            elif not news:
                with suppress(TimeoutError):
                    await asyncio.wait_for(game.changed.wait(), NEWS)
            return self.game(name).answer(request, key)
        except (ValueError, RecursionError) as error:
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
            writer.write(b'{"error": "line too long"}\n')
        except ConnectionError:
            pass
        finally:
            self.clients -= 1
            writer.close()


async def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tables", type=int, default=3)
    parser.add_argument("--port", type=int, default=4321)
    parser.add_argument("--fsync", action="store_true", help="survive a power cut, too")
    options = parser.parse_args()
    service = Service(options.folder, options.tables, options.fsync)
    server = await asyncio.start_server(service.client, "127.0.0.1", options.port, limit=MOST_LINE)
    print(f"listening on 127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
