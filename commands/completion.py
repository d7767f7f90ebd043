"""What a shell offers on TAB: typer knows commands and options, here are the words behind them."""

from collections.abc import Callable, Iterable


def games(incomplete: str) -> list[str]:
    """Return the games that begin so."""
    from zochastic.rules.variants import GAMES

    return one_of(GAMES)(incomplete)


def games_or_all(incomplete: str) -> list[str]:
    """Return the games that begin so, or ``all`` of them."""
    return [*games(incomplete), *one_of(["all"])(incomplete)]


def one_of(words: Iterable[str]) -> Callable[[str], list[str]]:
    """Return what offers those of ``words`` that begin as typed."""

    def offered(incomplete: str) -> list[str]:
        return [word for word in words if word.startswith(incomplete)]

    return offered
