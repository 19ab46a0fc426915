from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from cutlass_lint.analyzer.model import Source

Read = Callable[[str | bytes], Source]

names = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,8}", fullmatch=True).filter(lambda name: "template" not in name)
numbers = st.integers(0, 10**6).map(str)
literals = st.sampled_from(['"a, b"', '"(\\""', "','", "'('", 'R"x(), ("")x"', '"/* */"', '"\'"'])
atoms = st.one_of(names, numbers)
types = st.recursive(
    st.one_of(names.map(lambda name: f"t_{name}"), numbers),
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map(lambda items: f"ns::shape<{', '.join(items)}>"),
        inner.map(lambda item: f"({item} > 1)"),
    ),
    max_leaves=8,
)
macro_arguments = st.one_of(
    atoms, literals, types.filter(lambda text: "," not in text), st.lists(atoms).map(lambda a: f"f({', '.join(a)})")
)
gaps = st.sampled_from(["", " ", "\n", "\r\n  ", " /* , ( */ ", " // ,)\n", "\t", " \\\n "])
noise = st.sampled_from(
    [
        "// INSTANTIATE_X(1)\n",
        "/* template void f<1>(int); */\n",
        'const char* s = "INSTANTIATE_X(1)";\n',
        "#define INSTANTIATE_X(a) INSTANTIATE_Y(a)\n",
        "void body() { INSTANTIATE_X(1); }\n",
        "#if defined(A)\n#endif\n",
        "namespace {}\n",
        "it_is(1'000);\n",
        "\n",
    ]
)


@st.composite
def statements(draw: st.DrawFn) -> tuple[str, str, tuple[str, ...]]:
    """An instantiation's text, its launcher and its arguments."""
    if draw(st.booleans()):
        arguments = draw(st.lists(macro_arguments, min_size=1, max_size=20))
        name = "INSTANTIATE_" + draw(names).upper()
        body = ",".join(draw(gaps) + argument + draw(gaps) for argument in arguments)
        return f"{name}{draw(gaps)}({body}){draw(st.sampled_from(['', ';', ' ;']))}", name, tuple(arguments)
    arguments = draw(st.lists(types, min_size=1, max_size=8))
    name = "launch_" + draw(names)
    body = ",".join(draw(gaps) + argument + draw(gaps) for argument in arguments)
    return f"template void {name}<{body}>{draw(gaps)}(int,{draw(gaps)}float*);", name, tuple(arguments)


@st.composite
def sources(draw: st.DrawFn) -> tuple[str, list[tuple[str, tuple[str, ...]]]]:
    text = ""
    expected = []
    for statement, name, arguments in draw(st.lists(statements(), max_size=5)):
        text += draw(noise) + statement + "\n"
        expected.append((name, arguments))
    return text + draw(noise), expected


@given(sources())
def test_arguments_round_trip(read: Read, case: tuple[str, list[tuple[str, tuple[str, ...]]]]) -> None:
    text, expected = case
    source = read(text)
    assert [(i.launcher, i.arguments) for i in source.instantiations] == expected
    assert source.problems == ()


@given(sources(), st.data())
def test_blanking_one_removes_one(
    read: Read, case: tuple[str, list[tuple[str, tuple[str, ...]]]], data: st.DataObject
) -> None:
    text, expected = case
    if not expected:
        return
    before = read(text).instantiations
    victim = data.draw(st.integers(0, len(before) - 1))
    start, end = before[victim].start_byte, before[victim].end_byte
    encoded = bytearray(text.encode())
    encoded[start:end] = bytes(byte if byte in b"\r\n" else 0x20 for byte in encoded[start:end])
    after = read(bytes(encoded)).instantiations
    assert after == before[:victim] + before[victim + 1 :]


@given(sources(), st.data())
def test_cutting_never_drops_silently(
    read: Read, case: tuple[str, list[tuple[str, tuple[str, ...]]]], data: st.DataObject
) -> None:
    text = case[0]
    whole = read(text).instantiations
    cut = data.draw(st.integers(0, len(text)))
    source = read(text[:cut])
    complete = [i for i in whole if i.end_byte <= len(text[:cut].encode())]
    assert list(source.instantiations[: len(complete)]) == complete
    inside = [i for i in whole if i.start_byte + len(i.launcher) <= cut < i.end_byte and i.form == "macro"]
    if inside and not source.problems:
        assert len(source.instantiations) == len(complete) + 1  # only the semicolon is missing


FRAGMENTS = [
    *("INSTANTIATE_X(", "template void f<", "template", "extern", "#if A\n", "#else\n", "#endif\n", "#define A ", "\n"),
    *("(", ")", "<", ">", "{", "}", ",", ";", "::", '"', "'", 'R"(', ')"', "/*", "*/", "//", "\\\n", "\\", "#", "\r\n"),
    *("namespace a", "struct", "1", "1'0", "x", "\xe9", "\ufeff", "[", "]", "sizeof(", "SharedStorage"),
]


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=60).map("".join))
def test_fragments_never_raise(read: Read, text: str) -> None:
    source = read(text)
    encoded = text.encode()
    last = 0
    for found in source.instantiations:
        assert last <= found.start_byte < found.end_byte <= len(encoded)
        assert encoded[found.start_byte :].startswith((found.launcher.encode(), b"template"))
        assert 1 <= found.line <= found.end_line
        last = found.end_byte


@given(st.binary(max_size=200))
def test_random_bytes_never_raise(read: Read, data: bytes) -> None:
    source = read(data)
    assert source.problems or b"\0" not in data
