"""What each compute capability can do: the shared memory of a thread block, its clusters, and whose code it runs.

A kernel that asks for more than 48 KB of dynamic shared memory must opt in with
`cudaFuncSetAttribute(cudaFuncAttributeMaxDynamicSharedMemorySize)`, and the driver refuses any request above the
device's opt-in limit. The limit is the shared memory of a multiprocessor less what the system reserves for the block:
1 KB from compute capability 8.0 on, nothing on 7.5.
"""

from __future__ import annotations

import re
from functools import cache

from msgspec import Struct

_GUIDE = 'CUDA C++ Programming Guide, "Compute Capabilities", maximum amount of shared memory per thread block'
"""The table that every number below is read from. `cudaDevAttrMaxSharedMemoryPerBlockOptin` answers the same."""

REGISTERS = 65536
"""32-bit registers of a multiprocessor, on every device of the table: "number of 32-bit registers per multiprocessor",
64 K, in the guide's "Technical Specifications per Compute Capability"."""
MAX_REGISTERS = 255
"""The most that one thread can have: "maximum number of 32-bit registers per thread" there."""
PARTITIONS = 4
"""Parts of a multiprocessor, each with a quarter of the registers, that the warps of a block are dealt out to:
cuda_occupancy.h of the CUDA toolkit, cudaOccSubPartitionsPerMultiprocessor."""
REGISTER_UNIT = 8
"""A warp's registers are allocated 256 at a time, 8 for each thread: cuda_occupancy.h,
cudaOccRegAllocationGranularity."""
WARP = 32
"""Threads of a warp."""


class Device(Struct, frozen=True, order=True):
    """One compute capability and its shared-memory opt-in limit."""

    capability: str
    """As in `sm_120`: "120"."""
    name: str
    """As CUTLASS's ArchTags spell it: "Sm120"."""
    optin_limit: int
    """Bytes of shared memory that one block can opt in to."""
    source: str
    """Where the limit is documented."""
    per_multiprocessor: int
    """Bytes of shared memory of a multiprocessor, for all its resident blocks together."""
    reserved: int
    """Bytes that the system keeps of it for each resident block."""
    allocation_unit: int
    """Bytes that a block's shared memory is rounded up to: cuda_occupancy.h, cudaOccSMemAllocationGranularity."""
    largest_cluster: int | None
    """Thread blocks that a cluster can have at most, with `cudaFuncAttributeNonPortableClusterSizeAllowed`; 1 where
    there are no clusters, None where no document says more than that 8 are portable."""

    def resident_blocks(self, size: int) -> int:
        """How many blocks of `size` bytes fit on a multiprocessor by shared memory alone; 0 beyond the opt-in limit."""
        if size > self.optin_limit:
            return 0
        taken = -(-(size + self.reserved) // self.allocation_unit) * self.allocation_unit
        return self.per_multiprocessor // taken if taken else 0

    def largest_for(self, blocks: int) -> int:
        """The most bytes of shared memory that each of so many blocks can have for all to fit on a multiprocessor."""
        share = self.per_multiprocessor // blocks // self.allocation_unit * self.allocation_unit
        return min(share - self.reserved, self.optin_limit)


class DeviceError(ValueError):
    """A text that names no device of the table, or a device whose limit isn't known."""


def _row(capability: str, per_sm_kb: int, reserved_kb: int) -> Device:
    limit_kb = per_sm_kb - reserved_kb
    reserve = f"{reserved_kb} KB reserved" if reserved_kb else "nothing reserved"
    source = f"{_GUIDE}: {limit_kb} KB for {capability[:-1]}.{capability[-1]} ({per_sm_kb} KB an SM, {reserve})"
    unit = 256 if capability.startswith("7") else 128
    name, per_sm, reserved = f"Sm{capability}", per_sm_kb * 1024, reserved_kb * 1024
    cluster = _LARGEST_CLUSTERS.get(capability) if int(capability) >= _FIRST_WITH_CLUSTERS else 1
    return Device(capability, name, limit_kb * 1024, source, per_sm, reserved, unit, cluster)


_FIRST_WITH_CLUSTERS = 90
"""CUDA C++ Programming Guide, "Thread Block Clusters": from compute capability 9.0 on, with 8 as the portable size."""
# Hopper Tuning Guide and Blackwell Tuning Guide, "Distributed Shared Memory": H100 and B200 allow a nonportable size of
# 16. An H200 runs a cluster of 16 and refuses one of 17 or 32.
_LARGEST_CLUSTERS = {"90": 16, "100": 16}

# The second column is the guide's "maximum amount of shared memory per multiprocessor", the third what the system keeps
# of it for each resident block.
DEVICES: dict[str, Device] = {
    device.capability: device
    for device in (
        _row("75", 64, 0),  # 65,536: Turing
        _row("80", 164, 1),  # 166,912: A100
        _row("86", 100, 1),  # 101,376: consumer Ampere
        _row("87", 164, 1),  # 166,912: Orin
        _row("89", 100, 1),  # 101,376: Ada
        _row("90", 228, 1),  # 232,448: Hopper; an H200 accepts 232,448 and refuses 232,449
        _row("100", 228, 1),  # 232,448: B200
        _row("103", 228, 1),  # 232,448: B300
        _row("110", 228, 1),  # 232,448: Thor
        _row("120", 100, 1),  # 101,376: consumer Blackwell
        _row("121", 100, 1),  # 101,376: GB10
    )
}
"""All known devices by capability, in ascending order."""

# Compute capabilities below 9.0 run the code of earlier ones; from 9.0 on, CUTLASS's collectives use instructions that
# only one family has: wgmma on 9.x, tcgen05 on 10.x and 11.x, block-scaled mma.sync on 12.x (CUTLASS's functionality
# documentation, "Target Architecture"; PTX ISA, "Target ISA Notes" of these instructions).
_FAMILIES: dict[str, tuple[str, ...]] = {
    "90": ("9",),
    "100": ("10", "11"),
    "101": ("10", "11"),
    "103": ("103",),
    "120": ("12",),
    "121": ("12",),
}

_SPELLING = re.compile(r"(?:sm_?|compute_)?(?:(\d{1,2})\.(\d)|(\d{2,3}))[af]?", re.IGNORECASE)
_FOLDER = re.compile(r"\d{2,3}[af]?(?:_\d{2,3}[af]?)*")


def capability_of(text: str) -> str | None:
    """Return the digits of any spelling of a compute capability, known or not; None where it is none.

    Accepts 120, 120a, 120f, sm_120a, Sm120, compute_120f and 12.0.
    """
    match = _SPELLING.fullmatch(text.strip())
    if match is None:
        return None
    major, minor, joined = match.groups()
    return joined or f"{major}{minor}"


@cache
def runs_on(arch: str | None, device: str | None) -> bool | None:
    """Whether code for an ArchTag runs on a device; None where that is not known."""
    tag, capability = capability_of(arch or ""), capability_of(device or "")
    if tag is None or capability is None:
        return None
    families = _FAMILIES.get(tag)
    return int(tag) <= int(capability) if families is None else capability.startswith(families)


def parse_device(text: str) -> Device:
    """Return the device that `text` spells, in any way that `capability_of` accepts.

    Raises:
        DeviceError: it spells no device, or one that the table doesn't have; the message lists those it has.

    """
    capability = capability_of(text)
    device = DEVICES.get(capability or "")
    if device is None:
        known = ", ".join(DEVICES)
        raise DeviceError(f"unknown device {text!r}: known are {known} (also spelled sm_120a, Sm120 or 12.0)")
    return device


def is_device_folder(name: str) -> bool:
    """Whether `name` is an architecture folder of a FlashInfer cache: "120a", or joined as in "89_120f"."""
    return _FOLDER.fullmatch(name) is not None


def devices_of_folder(name: str) -> tuple[Device, ...]:
    """Return the devices that a FlashInfer cache's architecture folder is built for, in the folder name's order.

    Raises:
        DeviceError: it isn't such a folder's name, or names a device that the table doesn't have.

    """
    if not is_device_folder(name):
        raise DeviceError(f"{name!r} is not an architecture folder such as 120a or 89_120f")
    return tuple(dict.fromkeys(parse_device(part) for part in name.split("_")))


def registers_per_thread(threads: int, blocks: int) -> int:
    """The registers that `__launch_bounds__(threads, blocks)` leaves each thread: so many blocks must be resident.

    Every part of a multiprocessor holds its share of all their warps, so that a count of warps that the parts do not
    divide costs as much as the next one that they do.
    """
    warps = blocks * -(-threads // WARP)
    share = REGISTERS // PARTITIONS // -(-warps // PARTITIONS) // WARP
    return min(share // REGISTER_UNIT * REGISTER_UNIT, MAX_REGISTERS)


@cache
def limiting_device(capabilities: tuple[str, ...], arch: str | None = None) -> Device | None:
    """Return the device with the least shared memory among known capabilities; None where none is known.

    Those count that may run code for an ArchTag, or all where none of them may.
    """
    devices = [DEVICES[capability] for capability in capabilities if capability in DEVICES]
    running = [device for device in devices if runs_on(arch, device.name) is not False]
    return min(running or devices, key=lambda device: device.optin_limit, default=None)
