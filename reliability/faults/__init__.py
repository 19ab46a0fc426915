"""The faults, by name: each module of this package has some."""

from importlib import import_module

from reliability.scene import Fault

_MODULES = ("signals", "workers", "disks", "clock", "changes", "sharing", "trees", "files")
FAULTS: dict[str, Fault] = {
    fault.name: fault for module in _MODULES for fault in import_module(f"reliability.faults.{module}").FAULTS
}
