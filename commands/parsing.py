"""Groups and commands that read the command line in our own words, and quickly."""

from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from zochastic.rules.errors import InvalidInput


class AsTyped:
    """Leave a value as it was typed: `options` reads it, and says itself what is wrong.

    Every parameter here is text, a list of text or a flag. Typer would check that with pydantic,
    whose import takes as long as all else of a small answer (70 of 150 ms).
    """

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return ``value``; a list where the parameter takes several."""
        several = param.multiple or param.nargs == -1
        return list(value or ()) if several else value


def as_typed(params: list[Any]) -> list[Any]:
    """Let ``params`` be read as they were typed, and return them."""
    for param in params:
        # Another version of typer may do without this: then it reads values its own way.
        if hasattr(param, "_runtime_param"):
            param._runtime_param = AsTyped()
    return params


class Command(TyperCommand):
    """A command whose parameters are text."""

    def get_params(self, ctx: Any) -> list[Any]:
        """List the parameters, ``--help`` too."""
        return as_typed(super().get_params(ctx))


class Group(TyperGroup):
    """A group that shows its help where no command is named."""

    def get_params(self, ctx: Any) -> list[Any]:
        """List the parameters, ``--help`` too."""
        return as_typed(super().get_params(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Take no arguments at all as a question for help."""
        return super().parse_args(ctx, args or ["--help"])

    def list_commands(self, ctx: Any) -> list[str]:
        """Name the games before the single commands."""
        return sorted(self.commands, key=lambda name: not isinstance(self.commands[name], Group))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command named first; refuse an unknown one with the nearest name."""
        # a shell that asks how a line may go on wants no word about what is wrong with it
        if args and args[0] not in self.commands and not ctx.resilient_parsing:
            allowed = ", ".join(self.commands)
            raise InvalidInput(
                f"{ctx.command_path}: command", args[0], allowed, known=self.commands
            )
        return super().resolve_command(ctx, args)


def group(help: str, *, completion: bool = False) -> typer.Typer:
    """Return an empty group of commands; help is plain text, written without rich's 60 ms.

    Parameters
    ----------
    completion : with ``--install-completion`` and ``--show-completion``, for the outermost group.
    """
    return typer.Typer(
        cls=Group,
        help=help,
        add_completion=completion,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
