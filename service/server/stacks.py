"""The signal that tells where a process hangs."""

import faulthandler
import signal


def print_stacks_when_asked() -> None:
    """Print the stack of each thread to standard error whenever this process gets SIGUSR2; it goes on.

    So do the processes that it forks from now on. Code in C prints the names of files and functions, and the values of
    no variables, whatever Python does at the moment. If nobody reads standard error, the process waits until somebody
    does. The master must not call this: its SIGUSR2 starts a second master.
    """
    faulthandler.register(signal.SIGUSR2, all_threads=True, chain=False)
