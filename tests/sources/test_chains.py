"""Names in launchers: what is declared where, and what a name stands for at a place."""

from __future__ import annotations

import pytest

from cutlass_lint.analyzer.model import Launcher
from cutlass_lint.analyzer.sources import chain_of
from cutlass_lint.analyzer.sources.chains import Chain

TEMPLATE = """
using Global = int;
template <int Value> struct Int {};
template <bool Flag, class Shape> struct Selector { using Type = Shape; };
template <class Shape> struct Selector<true, Shape> { using Inner = Global; using Type = Inner; };

template <typename T, int Stages, typename Shape, typename... Rest>
void launcher_impl(int m) {
  constexpr int Wide = Stages * 2, Other = 3;
  using Element = T;
  if constexpr (Wide > 2) {
    using Element = ::Global;
    template_helper<Element>();
    using Kernel = typename detail::Selector<(Wide > 4), Shape>::Type;
    using Gemm = cutlass::gemm::device::GemmUniversalAdapter<Kernel>;
  } else {
    using Kernel = Element;
    template <class U> using Templated = U;
  }
}

template <typename T, int Stages, typename Shape>
void launcher(int m) {
  using Half = T;
  launcher_impl<Half, Stages + 1, Shape>(m);
}
"""
MACRO = r"""
#define INSTANTIATE_KERNEL(DataType_, CTA_M_, SWAP_)                       \
  static void run_##DataType_##_##CTA_M_() {                               \
    using T = cutlass::DataType_; /* a comment; */                         \
    constexpr static bool Swap = SWAP_;                                    \
    using Shape = cute::Shape<cute::Int<CTA_M_ * (Swap ? 2 : 1)>,          \
                              cute::_1>;                                   \
    using GemmKernel = Kernel<T, Shape>;                                   \
    int bytes = sizeof(typename GemmKernel::SharedStorage);                \
    GemmUniversalAdapter<GemmKernel> gemm;                                 \
  }
"""


def chain(text: str, name: str, form: str = "template") -> Chain:
    line = next(number for number, line in enumerate(text.splitlines(), 1) if f" {name}(" in line)
    # A template begins at its parameters, the line before.
    first = line - 1 if form == "template" else line
    launcher = Launcher(name, "macro" if form == "macro" else "template", "launcher.inl", first, ())
    found = chain_of(launcher, text.encode())
    assert found is not None
    return found


def uses(chain: Chain, expression: str, marker: str, text: str) -> list[tuple[str, str]]:
    """What an expression stands for just before a marker in the text."""
    return [
        (declared.name, declared.expression or declared.kind)
        for found in chain.uses(expression, text.encode().index(marker.encode()))
        for declared in found
    ]


def test_the_innermost_declaration_counts() -> None:
    found = chain(TEMPLATE, "launcher")
    assert uses(found, "Element", "using Kernel = typename", TEMPLATE) == [("Element", "::Global")]
    assert uses(found, "Element", "using Kernel = Element", TEMPLATE) == [("Element", "T")]
    assert uses(found, "::Global", "template_helper", TEMPLATE) == [("Global", "int")]


def test_nothing_is_visible_before_it_is_declared() -> None:
    found = chain(TEMPLATE, "launcher")
    assert uses(found, "Kernel", "using Kernel = typename", TEMPLATE) == []
    assert uses(found, "Kernel", "using Gemm", TEMPLATE) != []
    assert uses(found, "Half", "constexpr int Wide", TEMPLATE) == []


def test_parameters_and_what_the_caller_passes_for_them() -> None:
    found = chain(TEMPLATE, "launcher")
    ((stages,),) = found.uses("Stages", TEMPLATE.index("using Element = T"))
    assert stages.kind == "value parameter"
    assert found.passed(stages) == ("Stages + 1", TEMPLATE.index("launcher_impl<Half"))
    ((own,),) = found.uses("Stages", TEMPLATE.index("launcher_impl<Half"))
    assert found.passed(own) is None
    ((element,),) = found.uses("T", TEMPLATE.index("using Element = T"))
    assert (element.kind, found.passed(element)) == ("type parameter", ("Half", TEMPLATE.index("launcher_impl<Half")))


def test_the_member_that_is_taken_of_a_helper() -> None:
    found = chain(TEMPLATE, "launcher")
    expression = "typename detail::Selector<(Wide > 4), Shape>::Type"
    taken = uses(found, expression, "using Gemm", TEMPLATE)
    assert taken == [
        ("Wide", "Stages * 2"),
        ("Shape", "type parameter"),
        ("Type", "Shape"),
        ("Type", "Inner"),
    ]


def test_alias_templates_stand_for_no_one_type() -> None:
    assert uses(chain(TEMPLATE, "launcher"), "Templated", "launcher_impl<Half", TEMPLATE) == []


def test_a_kernel_and_the_conditions_around_it() -> None:
    found = chain(TEMPLATE, "launcher")
    (root,) = found.roots()
    assert root.expression == "Kernel"
    assert [block.condition for block in found.conditions(root.start)] == ["Wide > 2"]


def test_a_macro_is_read_line_by_line() -> None:
    found = chain(MACRO, "INSTANTIATE_KERNEL", "macro")
    (root,), (size,) = found.roots(), found.sizes()
    assert (root.expression, size.expression) == ("GemmKernel", "sizeof(typename GemmKernel::SharedStorage)")
    place = root.start
    assert found.parameters("cute::Int<CTA_M_ * (Swap ? 2 : 1)>, cutlass::DataType_", place) == ["CTA_M_", "DataType_"]
    ((shape,),) = found.uses("Shape", place)
    assert shape.expression == "cute::Shape<cute::Int<CTA_M_ * (Swap ? 2 : 1)>, cute::_1>"
    assert MACRO[: shape.mark].endswith("cute::_1>;")


@pytest.mark.parametrize("text", ["", "void launcher(int) {", "template <class T>\nvoid launcher(int m) { using A = ("])
def test_text_that_is_cut_off_has_no_chain_or_an_empty_one(text: str) -> None:
    found = chain_of(Launcher("launcher", "template", "launcher.inl", 1, ()), text.encode())
    assert found is None or found.roots() == ()
