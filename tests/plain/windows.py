"""What Linux has and Windows has not."""

MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "termios", "tty")
FLAGS = ("O_DIRECTORY", "O_NOCTTY", "O_NOFOLLOW", "O_NONBLOCK")
OS_NAMES = (*FLAGS, "fork", "forkpty", "killpg", "pread", "sched_getaffinity", "sysconf")
SIGNAL_NAMES = ("SIGALRM", "SIGHUP", "SIGPIPE", "SIGPROF", "SIGQUIT", "pthread_sigmask", "setitimer")
