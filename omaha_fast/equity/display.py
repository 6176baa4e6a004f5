"""How a result is shown: as a table in plain text, in HTML or with rich, and as plain data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..games import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from rich.table import Table
    from rich.text import Text

    from .result import EquityResult, PlayerEquity

__all__ = [
    "as_dict",
    "card_names",
    "footing",
    "headers",
    "heading",
    "html",
    "over_boards",
    "parts",
    "percent",
    "rich_table",
    "rows",
    "text",
]

SCHEMA = "omaha-fast/equity/1"
# The attributes of a player and the headers of their columns.
ALWAYS = {"win": "win", "tie": "tie"}
HILO = {
    "scoop": "scoop",
    "high": "high",
    "low": "low",
    "quartered": "1/4 pot",
    "three_quartered": "3/4 pot",
}
SUIT_STYLES = {"c": "green", "d": "bright_blue", "h": "red", "s": ""}


def card_names(cards: Iterable[object]) -> str:
    """AsKh from two cards, or from AsKh."""
    return cards if isinstance(cards, str) else "".join(map(str, cards))


def percent(part: float) -> str:
    """62.51 from 0.62514."""
    return f"{100 * part:.2f}"


def heading(game: str, board: Iterable[object], dead: Iterable[object] = ()) -> str:
    """What was asked: omaha8, board Ac8d7s, 2 cards to come."""
    board, dead = card_names(board), card_names(dead)
    words = [game, f"board {board}" if board else "no board"]
    missing = 5 - len(board) // 2
    if 0 < missing < 5:
        words.append(f"{missing} card{'s' * (missing > 1)} to come")
    if dead:
        words.append(f"dead {dead}")
    return ", ".join(words)


def footing(result: EquityResult) -> str:
    """How it was found: exact, over 1,086,008 boards."""
    return over_boards("exact" if result.exact else result.progress, result.boards)


def over_boards(how: str, boards: int) -> str:
    """exact, over 1 board."""
    return f"{how}, over {boards:,} board{'s' * (boards != 1)}"


def columns(result: EquityResult) -> dict[str, str]:
    """The columns behind the equity, as attributes of a player and headers."""
    return {**ALWAYS, **HILO} if GAMES[result.game].hilo else ALWAYS


def headers(result: EquityResult) -> list[str]:
    """The header of each column; the first stands over the hands, the others over numbers."""
    return ["hand", "equity %", *columns(result).values()]


def rows(result: EquityResult) -> list[list[str]]:
    """The cells of each hand, in the order given."""
    shown = ["equity", *columns(result)]
    return [
        [name, *(percent(getattr(player, part)) for part in shown)]
        for name, player in zip(result.hand_names, result.players, strict=True)
    ]


def parts(result: EquityResult) -> tuple[str, list[str], list[list[str]], str]:
    """What every form of the table shows: heading, headers, rows and footing."""
    title = heading(result.game, result.board, result.dead_names)
    return title, headers(result), rows(result), footing(result)


def text(result: EquityResult) -> str:
    """A heading, aligned columns and how the result was found."""
    title, names, body, foot = parts(result)
    lines = [names, *body]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    table = (
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    )
    return "\n".join([title, *table, foot])


def html(result: EquityResult) -> str:
    """A table for notebooks."""
    from html import escape

    def cell(tag: str, place: int, content: str) -> str:
        side = "right" if place else "left"
        return f'<{tag} style="text-align: {side}">{escape(content)}</{tag}>'

    def line(tag: str, cells: list[str]) -> str:
        return f"<tr>{''.join(cell(tag, *each) for each in enumerate(cells))}</tr>"

    title, names, body, foot = parts(result)
    return (
        f"<table><caption>{escape(title)}</caption>"
        f"<thead>{line('th', names)}</thead>"
        f"<tbody>{''.join(line('td', cells) for cells in body)}</tbody>"
        f'<tfoot><tr><td colspan="{len(names)}" style="text-align: left">{escape(foot)}</td></tr></tfoot>'
        "</table>"
    )


def rich_table(
    title: str, headers: Sequence[str], rows: Iterable[Sequence[str]], caption: str
) -> Table:
    """A table for rich: hands in the first column with coloured suits, numbers in the others."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    # Text, not str: a str would be searched for markup.
    table = Table(title=Text(title), caption=Text(caption), box=box.ROUNDED, title_justify="left")
    table.caption_justify = "left"
    for place, header in enumerate(headers):
        table.add_column(Text(header), justify="right" if place else "left", no_wrap=True)
    for name, *numbers in rows:
        first, *others = (Text(number) for number in numbers)
        first.stylize("bold")
        table.add_row(coloured(name), first, *others)
    return table


def coloured(name: str) -> Text:
    """A hand with its suits in colours."""
    from rich.text import Text

    cards = (name[start : start + 2] for start in range(0, len(name), 2))
    return Text.assemble(*((card, SUIT_STYLES[card[1]]) for card in cards))


def as_dict(result: EquityResult) -> dict[str, Any]:
    """See EquityResult.to_dict."""
    return {
        "schema": SCHEMA,
        "game": result.game,
        "board": card_names(result.board),
        "dead": result.dead_names,
        "exact": result.exact,
        "method": result.method,
        "boards": result.boards,
        "trials": result.trials,
        "seed": result.seed,
        "total": result.total,
        "hands": [
            {"hand": name, "share": share, **player_dict(player, result)}
            for name, share, player in zip(
                result.hand_names, result.shares, result.players, strict=True
            )
        ],
    }


def player_dict(player: PlayerEquity, result: EquityResult) -> dict[str, Any]:
    """The fractions, None where one does not apply, and the integers behind them."""
    apply = {"equity", *columns(result)} if result.boards else ()
    fractions = {
        part: getattr(player, part) if part in apply else None
        for part in ("equity", *ALWAYS, *HILO)
    }
    return {**fractions, "counts": player.counts}
