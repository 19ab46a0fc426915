"""build.ninja: its compile commands, and what it makes from what."""

from __future__ import annotations

from cutlass_lint.analyzer.workspace.ninja import forced_includes, parse, parse_manifest


def target(data: bytes) -> None:
    """Whatever is read of it is whole; only a command with an unclosed quote is refused, in one line."""
    text = data.decode("utf-8", "surrogateescape")
    manifest = parse_manifest(text)
    assert all(edge.rule and all(edge.inputs) and all(edge.outputs) for edge in manifest.edges)
    try:
        edges = parse(text)
    except ValueError as error:
        assert str(error) in ("No closing quotation", "No escaped character")
        return
    for edge in edges:
        assert edge.source.endswith(".cu")
        assert all(edge.flags.defines)
        assert len(set(edge.flags.include_dirs)) == len(edge.flags.include_dirs)
        assert all(device[:2].isdigit() for device in edge.devices)
    assert all(isinstance(name, str) for name in forced_includes(text.split()))
