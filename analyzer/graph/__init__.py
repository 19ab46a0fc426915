"""The graph of kernels and what they are made of, which rules walk and reports write.

Build one of a report's kernels, or of any others, and ask it:

    graph = KernelGraph(report.kernels)
    for kernel in graph.having("epilogue-fusion", "FINALIZE"):
        print(kernel.id, graph.parts(kernel, "stages"))

Or hand `graph.graph`, a `networkx.MultiDiGraph`, to networkx, such as for the tiles of the kernels that overflow:

    overflowing = graph.graph.predecessors(("verdict", "overflow"))
    {part for kernel in overflowing for part in graph.graph.successors(kernel) if part[0] == "tile"}

A node is a pair of kind and name: ("kernel", "moe.cu:53"), ("tile", "128×256×128"), ("element-type", "half"). Every
edge leads from a kernel to a part of it, so that the graph is bipartite, and kernels are related by parts they share.

| kind | relation of its edges | name | attributes |
|---|---|---|---|
| kernel | | its id | `kernel`, and those of `kernel_attributes` |
| launcher | instantiates | macro or function template | form, file, line of its definition |
| module | is-in-module | what is built together | |
| arch | targets-arch | ArchTag, `Sm120` | |
| device | runs-on | the device whose limit counts, `Sm120` | limit |
| tile | has-tile | `128×256×128`, `?` where run time decides | m, n, k |
| cluster | has-cluster | as a tile | m, n, k |
| element-type | has-element-type | as the argument spells it | |
| kernel-schedule | asks-kernel-schedule | asked of the mainloop's builder, without namespace | |
| resolved-schedule | resolves-to-schedule | what the builder made of it | |
| epilogue-schedule | asks-epilogue-schedule | asked of the epilogue's builder | |
| epilogue-fusion | has-fusion | without namespace: `FINALIZE`, `EpilogueOpBias` | |
| argument | has-argument | `SWAP_AB_=false`: what no other kind holds | parameter, value |
| stages | has-stages | the mainloop's stage count | stages |
| term | has-term | `sizeof(GemmKernel::SharedStorage)=102400` | expression, bytes |
| verdict | has-verdict | `fits` or `overflow` | |

Every node also has the attributes `kind`, `name` and `label`, every edge `relation`; an edge that an argument tells of
has the argument as `parameter` and `value`, and one for each parameter leads to an element type that several name.
Sizes and limits are bytes. What is not known is None. So is an attribute that kernels disagree on, such as the file of
a launcher that two releases define.
"""

from cutlass_lint.analyzer.graph.argument_kinds import argument_kind
from cutlass_lint.analyzer.graph.kernel_graph import KernelGraph, Node, kernel_attributes
from cutlass_lint.analyzer.graph.parts import RELATIONS, Kind

__all__ = ["RELATIONS", "KernelGraph", "Kind", "Node", "argument_kind", "kernel_attributes"]
