"""Takes away what Windows has not; Python imports this file at its start, if PYTHONPATH names its folder."""

import os
import signal
import sys

for module in ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty"):
    sys.modules[module] = None  # type: ignore[assignment]
FLAGS = ("O_DIRECTORY", "O_NOCTTY", "O_NOFOLLOW", "O_NONBLOCK")
for name in (*FLAGS, "fork", "forkpty", "killpg", "pread"):
    delattr(os, name)
for name in ("sched_getaffinity", "sysconf"):  # the first is not there on macOS either
    if hasattr(os, name):
        delattr(os, name)
os.supports_dir_fd = set()
os.supports_fd = set()
for name in ("SIGALRM", "SIGHUP", "SIGPIPE", "SIGPROF", "SIGQUIT", "pthread_sigmask", "setitimer"):
    delattr(signal, name)
