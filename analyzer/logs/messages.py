"""The messages that say why something failed: a table of what is printed, and by what."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, Literal

from msgspec import Struct

from cutlass_lint.analyzer.logs.entries import Cause
from cutlass_lint.analyzer.logs.places import path_start
from cutlass_lint.analyzer.model import Label

Role = Literal["event", "detail", "opening", "linking"]
"""event: stands for itself. detail: belongs to the event before it, if there is one. opening: a build that failed,
whose first error is yet to come. linking: as event, by a linker, after which the compiler that called it fails too."""


class Row(Struct, frozen=True):
    """One kind of message. In lower case, a text that `pattern` matches holds one of the `needles`.

    Groups that the pattern may have: `needed` and `allowed` in bytes, `tactic` and `runner`, `code` of a CUDA error,
    `symbol` that is undefined.
    """

    cause: Cause
    source: str
    needles: tuple[bytes, ...]
    pattern: re.Pattern[bytes]
    label: Label | None
    role: Role = "event"


class Message(Struct, frozen=True):
    """A message that was found in a text, from `start` on. `lost` tells that the CUDA context is lost from here."""

    row: Row
    start: int
    groups: dict[str, bytes]
    lost: bool


_LABELS: Final[dict[Cause, Label]] = {
    "initialize": "failing",
    "can-implement": "failing",
    "run": "failing",
    "occupancy": "failing",
    "shared-memory": "failing",
    "other": "failing",
}


def _row(cause: Cause, source: str, needles: str, pattern: str, role: Role = "event", *, labels: bool = True) -> Row:
    """A row; needles are separated by `|`."""
    label = _LABELS.get(cause) if labels else None
    return Row(cause, source, tuple(needles.lower().encode().split(b"|")), re.compile(pattern.encode()), label, role)


_SYMBOL = 8000
"""Characters of a symbol that are read; those of FlashInfer's launchers have some hundreds."""

# A line of a file, as the host compilers (a.h:1:2:) and nvcc (a.h(1):) give it; the path is found from its end.
_COMPILED = r"\.(?:cuh?|inl|hp?p?|c|cc|cpp|cxx)(?:\(\d+\)|:\d+(?::\d+)?) ?: (?:fatal |catastrophic )?error\b"

_ASSERTIONS = (
    "Could not build a collective(?: epilogue)? for given parameters"  # collective_builder_decl.hpp
    "|Smem usage is too high"  # sm100 and sm120 builders
    "|Specialization requires Stages set to value [12] or more"  # collectives
    "|Pipeline Stages has to be at least 2"
    "|CpAsync mainloop must have at least 2 stages"
    "|SMEM usage exceeded capacity"  # sm100 and sm103 kernels
    "|BLK_\\w{1,8} must be a multiple of"  # sm90_common.inl
    "|TiledCopy uses too few vals for selected CopyAtom"
    "|EpilogueTileN should be divisible by SFVecSize"
)

# The first row that matches says what a text is about: what has a reason of its own comes before what names the call.
ROWS: Final = (
    _row(
        "context-lost",
        "FlashInfer's autotuner from 0.7 on, after a tactic that the process does not survive",
        "cuda context is unusable",
        r"[Tt]he CUDA context is unusable(?: .{0,400}?detected when (?P<runner>\S{1,200}) tactic "
        r"(?P<tactic>-?\d+|\[[^\]]{0,200}\]) failed)?",
    ),
    _row(
        "context-lost",
        "CUDA runtime and driver: errors that every later call returns too (cuda.h, CUresult)",
        "illegal memory access was|illegal instruction was|misaligned address|unspecified launch failure"
        "|device-side assert triggered|cuda_error_|cudaerror",
        r"(?:CUDA (?:runtime )?error:? .{0,200}?)?(?:an illegal (?:memory access|instruction) was"
        r"|\bmisaligned address\b|unspecified launch failure|device-side assert triggered"
        r"|CUDA_ERROR_(?:ILLEGAL_ADDRESS|ILLEGAL_INSTRUCTION|MISALIGNED_ADDRESS|LAUNCH_FAILED|ASSERT)\b"
        r"|cudaError(?:IllegalAddress|IllegalInstruction|MisalignedAddress|LaunchFailure|Assert)\b)",
    ),
    _row(
        "descriptor",
        "cute/atom/copy_traits_sm90_tma.hpp, before the kernel is set up",
        "tma descriptor",
        r"Failed to initialize the TMA descriptor(?:,? (?:error )?(?:code:? )?(?P<code>\d+))?",
    ),
    _row(
        "architecture",
        "CUDA runtime and ptxas, CUTLASS's status, device code of CUTLASS built for another architecture",
        "no kernel image|cudaerrornokernelimage|cuda_error_no_binary|invalid device function|image is invalid"
        "|error arch mismatch|error insufficient driver|arch conditional|not supported on .target"
        "|unsupported gpu architecture|unsupported toolchain",
        r"(?:CUDA (?:runtime )?error:? .{0,200}?)?(?:no kernel image is available|cudaErrorNoKernelImageForDevice"
        r"|CUDA_ERROR_NO_BINARY_FOR_GPU|invalid device function|device kernel image is invalid"
        r"|Arch conditional \w{1,20} instruction used without targeting|Unsupported gpu architecture"
        r"|PTX was compiled with an unsupported toolchain)"
        r"|(?:Failed to (?:initialize|run) .{1,200}?)?\bError (?:Arch Mismatch|Insufficient Driver)"
        r"|(?:Instruction|Feature|Modifier) '[^']{1,200}' not supported on \.target",
    ),
    _row(
        "shared-memory",
        "Triton and torch's inductor: a kernel that is not CUTLASS's",
        "hardware limit",
        r"out of resources?: .{0,300}?Required: ?(?P<needed>\d+),? Hardware limit: ?(?P<allowed>\d+)",
    ),
    _row(
        "memory",
        "autotuners, torch and the CUDA runtime: device memory, not shared memory",
        "oom detected|oom during|out of memory|outofmemory|out_of_memory|memoryallocation|memory allocation|bad_alloc",
        r"OOM d(?:etected|uring)\b|CUDA out of memory|\A\W{0,3}out of memory"
        r"|(?i:CUDA (?:runtime )?error\b.{0,120}?out of memory|\berror: out of memory)"
        r"|OutOfMemoryError|CUDA_ERROR_OUT_OF_MEMORY|cudaErrorMemoryAllocation|\bError Memory Allocation"
        r"|std::bad_alloc",
    ),
    _row(
        "shared-memory",
        "TensorRT-LLM's guard in the MoE GEMM launchers",
        "bytes shared memory but|bytes of shared memory but",
        r"(?:\w{1,20} ){0,4}requires (?P<needed>\d+) bytes (?:of )?shared memory but (?:the )?device supports "
        r"(?P<allowed>\d+)",
    ),
    _row(
        "shared-memory",
        "CuTe DSL, at the launch; its intermediate code holds the same text with {} in the place of the number",
        "launch shared memory exceeds",
        r"launch shared memory exceeds current GPU arch(?!.{0,40}\{\})(?: \w{1,12})?(?: allowed)?"
        r"(?:\.? Allocated: (?P<needed>\d+) bytes\. Max: (?P<allowed>\d+) bytes)?",
    ),
    _row(
        "shared-memory",
        "CuTe DSL: the second line of the message above, where it is wrapped",
        "allocated: ",
        r"Allocated: (?P<needed>\d+) bytes\. +Max: (?P<allowed>\d+) bytes",
        "detail",
    ),
    _row(
        "shared-memory",
        "ptxas: static shared memory, of which a kernel may have 48 KB",
        "too much shared data",
        r"(?:Entry function '[^']{0,300}' )?uses too much shared data \((?P<needed>0x[0-9a-fA-F]{1,12}) bytes, "
        r"(?P<allowed>0x[0-9a-fA-F]{1,12}) max\)",
    ),
    _row(
        "shared-memory",
        "CUTLASS_DEBUG_TRACE_LEVEL >= 1, gemm_universal_adapter.h: what is about to be asked for",
        "setting smem size to",
        r"Setting smem size to (?P<needed>\d+)",
        labels=False,
    ),
    _row(
        "shared-memory",
        "CUTLASS_DEBUG_TRACE_LEVEL >= 1, gemm_universal_adapter.h: the answer to the line above",
        "cudafuncsetattribute",
        r"cudaFuncSetAttribute\(\) returned error",
        "detail",
    ),
    _row(
        "occupancy",
        "SM80-style grouped and fused MoE launchers: the occupancy query answered 0",
        "lacks the shared memory resources",
        r"(?:\[[^\]]{1,40}\] ?){0,2}GPU lacks the shared memory resources",
    ),
    _row(
        "can-implement",
        "TensorRT-LLM's and FlashInfer's launchers, from can_implement()",
        "will fail for params|can_implement failed",
        r"(?:[\w-]{1,20} ){0,7}will fail for params|cutlass group_gemm\.can_implement failed",
    ),
    _row(
        "can-implement",
        "a launcher, from CUTLASS's status: the arguments are refused, whichever call says so",
        "error not supported|error invalid|error misaligned operand|error workspace null",
        r"(?:\[[\w ]{1,40}unner\] ?)?(?:Failed to (?:initialize|run) .{1,200}?|cutlass group_gemm\.\w{1,20} failed: "
        r"|Got (?i:cutlass) error: )Error (?:Not Supported|Invalid \w{1,20}|Misaligned Operand|Workspace Null)",
    ),
    _row(
        "run",
        "launchers, from run(): the size had been accepted before",
        "failed to run|group_gemm.run failed",
        r"(?:\[[\w ]{1,40}unner\] ?)?Failed to run .{0,80}?(?i:cutlass|gemm)|cutlass group_gemm\.run failed",
    ),
    _row(
        "initialize",
        "launchers, from initialize(); vLLM, SGLang and FlashInfer's dense GEMMs say no more than this",
        "failed to initialize|group_gemm.initialize failed",
        r"(?:\[[\w ]{1,40}unner\] ?)?Failed to initialize .{0,40}?(?:(?i:cutlass)|GEMM\b)"
        r"|cutlass group_gemm\.initialize failed",
    ),
    _row(
        "initialize",
        "examples of CUTLASS, from whichever call; a number without a file is a line of the example",
        "got cutlass error: error internal",
        r"Got (?i:cutlass) error: Error Internal",
    ),
    _row(
        "initialize",
        "a status of CUTLASS alone: vLLM, SGLang, TensorRT-LLM; or the second line of one of the above",
        "error internal",
        r"\bError Internal\b(?! Server)",
        "detail",
    ),
    _row(
        "no-instantiation",
        "dispatchers: what was asked for is not built, or the arguments do not belong together",
        "unsupported tile|config is invalid for|swapab must match|workspace is size",
        r"Unsupported tile (?:shape|\()|Config is invalid for |SwapAB must match runtime swap_ab"
        r"|Workspace is size \d+ but only \d+ were allocated",
    ),
    _row(
        "undefined-symbol",
        "ld, gold and nvlink; demangled where they can",
        "undefined reference",
        rf"[Uu]ndefined references? to (?:[`'\"]|‘)(?P<symbol>.{{1,{_SYMBOL}}}?)(?:['\"]|’)(?=\s|[,;.]|\Z)",
        "linking",
    ),
    _row(
        "undefined-symbol",
        "lld, demangled where it can",
        "error: undefined symbol: ",
        rf"error: undefined symbol: (?P<symbol>.{{1,{_SYMBOL}}}?)\s*\Z",
        "linking",
    ),
    _row(
        "undefined-symbol",
        "ld.so, by whatever loads a library; a version may follow, or the file that ldd is about",
        "undefined symbol: ",
        rf"(?:symbol lookup error: \S{{1,1000}}: )?undefined symbol: (?P<symbol>[\w.$@]{{1,{_SYMBOL}}})",
    ),
    _row(
        "assertion",
        "static_assert of CUTLASS in a compiler's output",
        "could not build a collective|smem usage |specialization requires stages|pipeline stages has to be"
        "|cpasync mainloop must|must be a multiple of|too few vals|epiloguetilen should",
        rf"(?:{_COMPILED}.{{0,80}}?|static assertion failed.{{0,20}}?)(?:{_ASSERTIONS})",
    ),
    _row(
        "assertion",
        "the same, as the source that the compiler shows below its message, or alone in a report",
        "could not build a collective|smem usage |specialization requires stages|pipeline stages has to be"
        "|cpasync mainloop must|must be a multiple of|too few vals|epiloguetilen should",
        _ASSERTIONS,
        "detail",
    ),
    _row(
        "build",
        "host compilers, nvcc, ptxas and linkers",
        "error:|error  |: error|fatal :|fatal  |ld: cannot find",
        rf"{_COMPILED}|\b(?:nvcc|ptxas|nvlink|cicc|fatbinary)\b.{{0,200}}?\b(?:error|fatal) *:"
        r"|\b(?:cc1plus|collect2|ld|ninja): (?:fatal )?error: |\bld: cannot find ",
    ),
    _row(
        "build",
        "FlashInfer's RuntimeError, and ninja's own lines around the compiler's",
        "ninja build failed|failed: |ninja: build stopped",
        r"Ninja build failed|\AFAILED: |ninja: build stopped",
        "opening",
    ),
    _row(
        "summary",
        "autotuners: how many tactics failed, or that none is known; never which",
        "unsupported tactic(s) for|fallback tactic|any valid gemm config|no tuned config covers",
        r"Skipped \d+ unsupported tactic\(s\) for|Using (?:the )?fallback tactic|Have not found any valid GEMM config"
        r"|No tuned config covers",
    ),
    _row(
        "other",
        "TensorRT-LLM's assertions, and its autotuner with TLLM_LOG_LEVEL=DEBUG",
        "exception captured: |[error] assertion failed: ",
        r"Exception captured: |\[ERROR\] Assertion failed: ",
    ),
    _row(
        "other",
        "callers of CUTLASS in vLLM and SGLang, mostly below the status that they got",
        "cutlass_gemm_caller.cu|nvfp4_scaled_mm",
        r"(?:cutlass_gemm_caller|nvfp4_scaled_mm\w{0,40})\.cuh?:\d+",
        "detail",
    ),
)

NEEDLES: Final = tuple(dict.fromkeys(needle for row in ROWS for needle in row.needles))

_AFTER_PATHS: Final[frozenset[Cause]] = frozenset({"build", "assertion", "other"})
"""Causes whose messages may begin with the path that stands before what the pattern matches."""

_STICKY: Final = frozenset({b"700", b"702", b"710", b"714", b"715", b"716", b"717", b"718", b"719"})
"""Codes of CUDA errors that leave the context unusable (cuda.h, CUresult), by whatever call they are reported."""


_BY_NEEDLE: Final = {
    needle: frozenset(position for position, row in enumerate(ROWS) if needle in row.needles) for needle in NEEDLES
}


def classify(text: bytes, needles: Iterable[bytes] = NEEDLES) -> Message | None:
    """What a text that holds some needles says, by the first row that matches; None where no row does."""
    for position in sorted(frozenset().union(*(_BY_NEEDLE.get(needle, frozenset()) for needle in needles))):
        row = ROWS[position]
        match = row.pattern.search(text)
        if match is not None:
            groups = {name: value for name, value in match.groupdict().items() if value is not None}
            lost = row.cause == "context-lost" or groups.get("code") in _STICKY
            start = path_start(text, match.start()) if row.cause in _AFTER_PATHS else match.start()
            return Message(row, start, groups, lost)
    return None
