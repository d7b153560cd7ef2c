"""What Linux has and Windows has not."""

MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty")
FLAGS = ("O_DIRECTORY", "O_NOCTTY", "O_NOFOLLOW", "O_NONBLOCK")
USERS = ("chown", "getegid", "geteuid", "getgid", "getuid", "setegid", "seteuid", "setgid", "setuid")
PROCESSES = ("fork", "forkpty", "getpgid", "killpg", "setpgid", "setsid", "wait4")
OS_NAMES = (*FLAGS, *USERS, *PROCESSES, "mkfifo", "mknod", "pread", "sched_getaffinity", "statvfs", "sysconf")
SIGNAL_NAMES = ("SIGALRM", "SIGHUP", "SIGPIPE", "SIGPROF", "SIGQUIT", "pthread_sigmask", "setitimer")
OF_THE_LIBRARY = ("SIGCHLD", "SIGKILL")
"""Signals that the library of Python itself uses here, and not on Windows."""
