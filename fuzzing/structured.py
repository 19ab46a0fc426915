"""Inputs by hypothesis: words of a target's grammar in any order, and kept inputs with some of their parts changed.

`python -m fuzzing.structured TARGET NUMBER SEED` gives a target so many, and says how many it had.
"""

from __future__ import annotations

import sys
from ast import literal_eval

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from fuzzing.corpora import dictionary, kept, target

_MOST_WORDS, _MOST_EDITS, _LONGEST_CUT = 40, 6, 200
_ANYWHERE = (b"9" * 4400, b"f" * 300, b"[" * 2000, b"\0", b"\xff", b"\r\n", b"\xef\xbb\xbf", b"\xc2\xb2")
"""More digits than Python takes for a number, a name too long for a file, more brackets than it nests, odd bytes."""


def inputs(name: str) -> st.SearchStrategy[bytes]:
    """The inputs of a target."""
    spelled = dictionary(name).read_text().splitlines()
    words = st.sampled_from((*(bytes(literal_eval(f"b{word}")) for word in spelled), *_ANYWHERE))
    some = st.lists(st.one_of(words, st.binary(max_size=4)), max_size=_MOST_WORDS)
    return st.one_of(some.map(b"".join), _changed([b"", *kept(name).values()], words))


@st.composite
def _changed(draw: st.DrawFn, seeds: list[bytes], words: st.SearchStrategy[bytes]) -> bytes:
    """A kept input of which some places are cut out, doubled, or have a word put in, or are another input's."""
    text = draw(st.sampled_from(seeds))
    for _ in range(draw(st.integers(1, _MOST_EDITS))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, _LONGEST_CUT)))
        match draw(st.integers(0, 3)):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:end] + text[start:]
            case 2:
                text = text[:start] + draw(words) + text[start:]
            case _:
                other = draw(st.sampled_from(seeds))
                text = text[:start] + other[draw(st.integers(0, len(other))) :]
    return text


def main() -> None:
    """Give a target as many inputs as were asked for."""
    name, number, first = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    run, tried = target(name), 0

    @seed(first)
    @settings(
        max_examples=number,
        database=None,
        deadline=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(inputs(name))
    def give(data: bytes) -> None:
        nonlocal tried
        tried += 1
        run(data)

    try:
        give()
    finally:
        sys.stdout.write(f"{tried}\n")


if __name__ == "__main__":
    main()
