"""Takes away what Windows has not; Python imports this file at its start, if PYTHONPATH names its folder."""

import os
import signal
import sys

import windows

for module in windows.MODULES:
    sys.modules[module] = None  # type: ignore[assignment]
for name in windows.OS_NAMES:
    if hasattr(os, name):  # macOS has no sched_getaffinity
        delattr(os, name)
os.supports_dir_fd = set()
os.supports_fd = set()
for name in windows.SIGNAL_NAMES:
    delattr(signal, name)
