from __future__ import annotations

import pytest

from cutlass_lint.analyzer.devices import (
    DEVICES,
    MAX_REGISTERS,
    DeviceError,
    devices_of_folder,
    limiting_device,
    parse_device,
    registers_per_thread,
    runs_on,
)

LIMITS = {
    "75": 65536,
    "80": 166912,
    "86": 101376,
    "87": 166912,
    "89": 101376,
    "90": 232448,
    "100": 232448,
    "103": 232448,
    "110": 232448,
    "120": 101376,
    "121": 101376,
}


def test_limits() -> None:
    assert {name: device.optin_limit for name, device in DEVICES.items()} == LIMITS


def test_every_limit_names_its_source() -> None:
    for device in DEVICES.values():
        assert "CUDA C++ Programming Guide" in device.source
        assert f"{device.optin_limit // 1024} KB" in device.source


@pytest.mark.parametrize("text", ["120", "120a", "120f", "sm_120a", "sm120", "Sm120", "SM_120", "compute_120f", "12.0"])
def test_spellings(text: str) -> None:
    assert parse_device(text) is DEVICES["120"]


@pytest.mark.parametrize("text", ["", "12", "130", "sm_", "120x", "1200", "twelve", "12.00", "sm_120 sm_90"])
def test_unknown_devices_list_the_known(text: str) -> None:
    with pytest.raises(DeviceError, match=r"75, 80, .*, 120, 121"):
        parse_device(text)


def test_folders() -> None:
    assert devices_of_folder("89_120f") == (DEVICES["89"], DEVICES["120"])
    assert devices_of_folder("120a_120f") == (DEVICES["120"],)
    assert devices_of_folder("100a_103a_110a") == (DEVICES["100"], DEVICES["103"], DEVICES["110"])


@pytest.mark.parametrize("name", ["generated", "120a_", "_120a", "120 a", "77", ""])
def test_other_folders(name: str) -> None:
    with pytest.raises(DeviceError):
        devices_of_folder(name)


def test_the_smallest_limit_counts() -> None:
    assert limiting_device(("90", "120")) is DEVICES["120"]
    assert limiting_device(("999",)) is None


@pytest.mark.parametrize(
    ("device", "size", "blocks"),
    [
        ("120", 101376, 1),
        ("120", 101377, 0),
        ("120", 50176, 2),  # 2 x (50,176 + 1,024) = 102,400
        ("120", 50177, 1),
        ("90", 232448, 1),
        ("90", 115712, 2),
        ("90", 76800, 3),  # 3 x 77,824 = 233,472
        ("75", 65536, 1),
        ("75", 32768, 2),
        ("120", 0, 100),
    ],
)
def test_blocks_by_shared_memory(device: str, size: int, blocks: int) -> None:
    assert DEVICES[device].resident_blocks(size) == blocks


def test_a_multiprocessor_holds_a_block_of_the_limit_and_what_is_reserved() -> None:
    for device in DEVICES.values():
        assert device.optin_limit + device.reserved == device.per_multiprocessor
        assert device.resident_blocks(device.optin_limit) == 1


# What nvcc 13.0 used for a kernel that wants more, the same for sm_90a, sm_100a and sm_120a.
REGISTERS = {
    (384, 1): 168, (288, 1): 168, (160, 1): 255, (192, 1): 255, (224, 1): 255, (256, 1): 255, (320, 1): 168,
    (416, 1): 128, (128, 5): 96, (96, 5): 128, (128, 3): 168, (160, 3): 128, (192, 2): 168, (1024, 1): 64,
    (672, 1): 80, (480, 1): 128, (32, 1): 255, (544, 2): 56, (384, 2): 80, (288, 3): 72,
}  # fmt: skip


def test_registers_equal_nvcc() -> None:
    assert {bounds: registers_per_thread(*bounds) for bounds in REGISTERS} == REGISTERS


# Where the answer of cudaOccupancyMaxActiveBlocksPerMultiprocessor changed on an H200, byte by byte.
@pytest.mark.parametrize(("blocks", "size"), [(2, 115712), (3, 76800), (4, 57344), (6, 37888), (7, 32256), (8, 28160)])
def test_the_most_bytes_for_so_many_blocks_equal_the_runtime(blocks: int, size: int) -> None:
    device = DEVICES["90"]
    assert device.largest_for(blocks) == size
    assert (device.resident_blocks(size), device.resident_blocks(size + 1)) == (blocks, blocks - 1)


# What it answered for a kernel of 255 registers, by its threads, where shared memory had room for more.
@pytest.mark.parametrize(("threads", "blocks"), [(32, 8), (64, 4), (96, 2), (128, 2), (160, 1)])
def test_blocks_with_all_registers_equal_the_runtime(threads: int, blocks: int) -> None:
    assert registers_per_thread(threads, blocks) == MAX_REGISTERS
    assert registers_per_thread(threads, blocks + 1) < MAX_REGISTERS


@pytest.mark.parametrize(
    ("arch", "device", "runs"),
    [
        ("Sm80", "Sm120", True),
        ("Sm80", "Sm75", False),
        ("cutlass::arch::Sm90", "Sm90", None),
        ("Sm90", "Sm100", False),
        ("Sm100", "Sm103", True),
        ("Sm100", "Sm110", True),
        ("Sm103", "Sm100", False),
        ("Sm100", "Sm121", False),
        ("Sm120", "Sm121", True),
        ("Sm120", "Sm100", False),
        (None, "Sm120", None),
        ("Sm90", None, None),
    ],
)
def test_what_runs_where(arch: str | None, device: str | None, runs: bool | None) -> None:
    assert runs_on(arch, device) is runs


def test_a_cluster_has_no_more_blocks_than_is_documented() -> None:
    assert {name: device.largest_cluster for name, device in DEVICES.items()} == {
        **dict.fromkeys(("75", "80", "86", "87", "89"), 1),
        **dict.fromkeys(("90", "100"), 16),
        **dict.fromkeys(("103", "110", "120", "121"), None),
    }
