"""An instantiation's text with other arguments: the rest of it stays as it is, to the byte."""

from __future__ import annotations

import pytest

from cutlass_lint.analyzer.fit.rewriting import RewritingError, rewritten
from cutlass_lint.analyzer.model import Form

MACRO = b"INSTANTIATE_X(Sm120, half,  // its type\n   128, /* K */ 64,\n\tfalse)"
TEMPLATE = b"template void f<half, cute::Shape<_128, _64>, (2 > 1)>(\n    half const*, float*, int);"


@pytest.mark.parametrize(
    ("statement", "form", "texts", "expected"),
    [
        (MACRO, "macro", {}, MACRO),
        (MACRO, "macro", {2: "256"}, MACRO.replace(b"128", b"256")),
        (MACRO, "macro", {3: "32", 4: "true"}, MACRO.replace(b"64", b"32").replace(b"false", b"true")),
        (MACRO + b" ;", "macro", {0: "Sm90"}, MACRO.replace(b"Sm120", b"Sm90") + b" ;"),
        (b"INSTANTIATE_X((1, 2), 3)", "macro", {0: "(4, 5)"}, b"INSTANTIATE_X((4, 5), 3)"),
        (b"INSTANTIATE_X((1, 2), 3)", "macro", {1: "f(4, 5)"}, b"INSTANTIATE_X((1, 2), f(4, 5))"),
        (b"INSTANTIATE_X(, 1,)", "macro", {0: "a", 2: "b"}, b"INSTANTIATE_X(a, 1,b)"),
        (b"INSTANTIATE_X(Shape<1, 2>)", "macro", {1: "3>"}, b"INSTANTIATE_X(Shape<1, 3>)"),
        (b"INSTANTIATE_X(1)", "macro", {1: "2"}, b"INSTANTIATE_X(1, 2)"),
        (b'INSTANTIATE_X(", (", 1)', "macro", {1: "2"}, b'INSTANTIATE_X(", (", 2)'),
        (TEMPLATE, "template", {1: "Shape<_64, _64>"}, TEMPLATE.replace(b"cute::Shape<_128", b"Shape<_64")),
        (TEMPLATE, "template", {2: "(1 > 2)"}, TEMPLATE.replace(b"(2 > 1)", b"(1 > 2)")),
        # A type that the function takes changes with the argument.
        (TEMPLATE, "template", {0: "bf::t"}, TEMPLATE.replace(b"half", b"bf::t")),
        # Where two arguments name it, nothing tells which of them the function takes.
        (b"template void f<half, half>(half*);", "template", {0: "int"}, b"template void f<int, half>(half*);"),
        (
            b"template void f<half>(a::half*, half_t);",
            "template",
            {0: "int"},
            b"template void f<int>(a::half*, half_t);",
        ),
    ],
)
def test_arguments_are_replaced_in_place(statement: bytes, form: Form, texts: dict[int, str], expected: bytes) -> None:
    assert rewritten(statement, form, texts) == expected


@pytest.mark.parametrize(
    ("statement", "form", "texts", "message"),
    [
        (b"INSTANTIATE_X(1, 2)", "macro", {0: "Shape<1, 2>"}, "`Shape<1, 2>` cannot be written as one argument"),
        (b"INSTANTIATE_X(1, 2)", "macro", {1: "3); int x = (4"}, "cannot be written as one argument"),
        (b"INSTANTIATE_X(1, 2)", "macro", {0: "3 // and"}, "cannot be written as one argument"),
        (b"INSTANTIATE_X(1, 2)", "macro", {0: "("}, "cannot be written as one argument"),
        (b"INSTANTIATE_X(1)", "macro", {2: "3"}, "leaves arguments before this one to their defaults"),
        (TEMPLATE, "template", {2: "2 > 1"}, "cannot be written as one argument"),
        (b"INSTANTIATE_X(1,\n#ifdef A\n2\n#else\n3\n#endif\n)", "macro", {0: "3"}, "a preprocessor directive"),
    ],
)
def test_what_would_not_be_one_argument_is_refused(
    statement: bytes, form: Form, texts: dict[int, str], message: str
) -> None:
    with pytest.raises(RewritingError, match=message.replace("(", r"\(")):
        rewritten(statement, form, texts)
