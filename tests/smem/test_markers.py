"""Questions put into a launcher's text: which, where, and whose fault an error is."""

from __future__ import annotations

from cutlass_lint.analyzer.model import Launcher
from cutlass_lint.analyzer.smem.jobs import Diagnostic, Note, Parsed
from cutlass_lint.analyzer.smem.markers import Answers, inserted, marker_of_root, markers
from cutlass_lint.analyzer.sources import chain_of

TEXT = """template <typename T, bool Swap>
void launcher() {
  using Element = T; using Tile = std::conditional_t<Swap, A<(1 > 0)>, B>;
  constexpr double Scale = 0.5;
  if constexpr (Swap) {
    using Element = std::conditional_t<is_float<Element>, half, Element>;
    using Kernel = K<Element, Tile, int(Scale)>;
    Adapter::GemmUniversalAdapter<Kernel> gemm;
    int bytes = sizeof(typename Kernel::SharedStorage);
  }
  using Unused = int;
}
"""
FILE = "/launcher.inl"
LAUNCHER = Launcher("launcher", "template", FILE, 1, ("T", "Swap"))
CHAIN = chain_of(LAUNCHER, TEXT.encode())
assert CHAIN is not None
QUESTIONS = markers(CHAIN)


def said(number: int, answer: str, subject: str = "type") -> Diagnostic:
    return Diagnostic(subject, False, FILE, 1, f"cutlass_lint::{subject}<{number}, {answer}>", ())


def test_what_the_kernel_depends_on_is_asked_and_nothing_else() -> None:
    assert sorted((question.form, question.text) for question in QUESTIONS) == [
        ("root", "Kernel"),
        ("type", "Element"),
        ("type", "Element"),
        ("type", "Kernel"),
        ("type", "T"),
        ("type", "Tile"),
        ("value", "(Scale)"),
        ("value", "(Swap)"),
        ("value", "(sizeof(typename Kernel::SharedStorage))"),
        ("value", "static_cast<bool>(Swap)"),
        ("value", "static_cast<bool>(Swap)"),
    ]
    # `is_float<Element>` is about the outer Element, but could be asked only where the inner one hides it.
    assert not any("is_float" in question.text for question in QUESTIONS)


def test_lines_stay_what_they_are() -> None:
    marked = inserted(TEXT.encode(), QUESTIONS)
    before, after = TEXT.splitlines(), marked.content.decode().splitlines()
    assert len(before) == len(after)
    for old, new in zip(before, after, strict=True):
        kept = new
        for number, (line, first, last) in sorted(marked.places.items(), reverse=True):
            if after[line - 1] == new:
                text = new[first - 1 : last]
                assert str(number) in text
                kept = kept.replace(text, "")
        assert kept == old


def test_an_error_is_blamed_on_the_question_it_is_in() -> None:
    marked = inserted(TEXT.encode(), QUESTIONS)
    number = next(n for n, question in enumerate(QUESTIONS) if question.text == "(Scale)")
    line, first, last = marked.places[number]
    inside = Diagnostic("", False, FILE, line, "not a type", (), last - 3)
    expanded = Diagnostic(
        "", False, "/kernel.cu", 7, "not a type", (Note(FILE, line, "expanded from macro", first),), 1
    )
    assert marked.blamed(inside, FILE) == marked.blamed(expanded, FILE) == {number}
    assert marked.blamed(Diagnostic("", False, FILE, line, "", (), first - 1), FILE) == set()
    assert number not in inserted(TEXT.encode(), QUESTIONS, {number}).places


def test_answers_of_several_instantiations_go_with_their_kernels() -> None:
    root = next(question for question in QUESTIONS if question.form == "root")
    element = next(question for question in QUESTIONS if question.text == "T")
    at, number = QUESTIONS.index(root), QUESTIONS.index(element)
    parsed = Parsed(
        (said(number, "half"), said(at, "K<half>", "root"), said(number, "float"), said(at, "K<float>", "root"))
    )
    answers = Answers(QUESTIONS, parsed, {})
    assert CHAIN is not None
    (use,) = CHAIN.roots()
    assert marker_of_root(use) == root
    assert answers.all(element) == ["half", "float"]
    for kernel, expected in (("K<half>", "half"), ("K<float>", "float")):
        place = answers.place(root, kernel)
        assert place is not None
        assert answers.before(element, place) == expected
    assert answers.place(root, "K<int>") is None
    assert answers.reason(root) == "this instantiation does not come to it"
    assert Answers(QUESTIONS, parsed, {at: "x.h:1: no"}).reason(root) == "it cannot be asked for there: x.h:1: no"
