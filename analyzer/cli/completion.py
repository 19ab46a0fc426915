"""`cutlass-lint completion`: the script that has a shell complete commands, options and their values."""

from __future__ import annotations

import click
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
)

EPILOG = """\b
Put it where the shell finds it, then open a new one:
  bash  cutlass-lint completion bash > ~/.local/share/bash-completion/completions/cutlass-lint
        (needs the package bash-completion; without it: >> ~/.bashrc)
  zsh   cutlass-lint completion zsh > ~/.zfunc/_cutlass-lint
        (with `fpath+=~/.zfunc` ahead of `autoload -Uz compinit && compinit` in ~/.zshrc)
  fish  cutlass-lint completion fish > ~/.config/fish/completions/cutlass-lint.fish
The folder must be there: mkdir -p.

\b
Or for this shell only:
  bash, zsh  source <(cutlass-lint completion bash)
  fish       cutlass-lint completion fish | source
"""
_VARIABLE = "_CUTLASS_LINT_COMPLETE"
"""The environment variable by which the scripts ask: click's own name for it, of the program's."""


class _Bash(BashComplete):
    """To bash, an = ends a word and is one by itself."""

    def get_completion_args(self) -> tuple[list[str], str]:
        words, incomplete = super().get_completion_args()
        if words and words[-1] == "=":
            words.pop()
        return words, incomplete


class _Whole(ShellComplete):
    """To other shells, --option=value is one word, and so is what takes its place."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        items = super().get_completions(args, incomplete)
        option, equals, _value = incomplete.partition("=")
        if not equals or not option.startswith("--"):
            return items
        return [CompletionItem(f"{option}={item.value}", item.type, item.help) for item in items]


class _Zsh(_Whole, ZshComplete):
    pass


class _Fish(_Whole, FishComplete):
    pass


_SHELLS = {shell.name: add_completion_class(shell) for shell in (_Bash, _Zsh, _Fish)}


@click.command(epilog=EPILOG)
@click.argument("shell", type=click.Choice(list(_SHELLS)))
@click.pass_context
def completion(ctx: click.Context, /, shell: str) -> None:
    """Print the script that has a shell complete commands, options, formats and the codes of rules."""
    script = _SHELLS[shell](ctx.find_root().command, {}, "cutlass-lint", _VARIABLE).source()
    click.echo(script, nl=False)


def complete_codes(_ctx: click.Context, _option: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The codes and names of rules that begin as the last of some with commas between."""
    from cutlass_lint.rules import all_rules, documentation

    before, comma, begun = incomplete.rpartition(",")
    return [
        CompletionItem(f"{before}{comma}{text}", help=documentation(rule).title)
        for rule in all_rules()
        for text in (rule.code, rule.name)
        if (rule.code.startswith(begun.upper()) if text == rule.code else begun and text.startswith(begun))
    ]


def complete_devices(_ctx: click.Context, _option: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The compute capabilities that begin so."""
    from cutlass_lint.analyzer.devices import DEVICES

    return [CompletionItem(capability) for capability in DEVICES if capability.startswith(incomplete)]


def complete_targets(_ctx: click.Context, _option: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The formats that begin so, each with the = that a file's name follows."""
    from cutlass_lint.analyzer.cli.formats import FORMATS

    return [CompletionItem(f"{name}=") for name in FORMATS if name.startswith(incomplete)]
