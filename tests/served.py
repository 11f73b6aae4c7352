# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs that are loaded once for a test, not for each run (tests/support/fork-server.c)."""

import os
import socket
import struct
import subprocess

LIBRARY = os.environ.get('VENULE_FORK_SERVER', '') # none with sanitizers: they want to be the first that is preloaded
LONGEST = 1 << 17
SOCKET = 3


class Done(subprocess.CompletedProcess):
    """A run, with its output and errors as bytes."""

    def text(self):
        """The same, with text instead."""
        return Done(self.args, self.returncode, self.stdout.decode(errors='replace'),
                    self.stderr.decode(errors='replace'))


class Served:
    """A program. What @limit sets, and what libraries read of the environment when they are loaded, is one for all its
    runs."""

    def __init__(self, program, limit=None):
        self.program = str(program)
        self.limit = limit
        self.socket = None

    def run(self, *words, cwd=None, env=None):
        """As subprocess.run() with an empty standard input, whose output and errors are kept, as bytes."""
        command = [os.fsencode(word) for word in (self.program, *words)]
        env = os.environ if env is None else env
        variables = [os.fsencode(name) + b'=' + os.fsencode(value) for name, value in env.items()]
        message = b''.join((struct.pack('II', len(command), len(variables)),
                            *(string + b'\0' for string in (os.fsencode(cwd or os.getcwd()), *command, *variables))))
        if not LIBRARY or len(message) > LONGEST:
            done = subprocess.run(command, capture_output=True, check=False, stdin=subprocess.DEVNULL,
                                  preexec_fn=self.limit, cwd=cwd, env=env)
            return Done(command, done.returncode, done.stdout, done.stderr)
        if self.socket is None:
            self._begin()
        with open(os.devnull, 'rb') as nothing, \
             open(os.memfd_create('out'), 'r+b') as out, open(os.memfd_create('err'), 'r+b') as err:
            socket.send_fds(self.socket, [message], [nothing.fileno(), out.fileno(), err.fileno()])
            status, = struct.unpack('i', self.socket.recv(4))
            out.seek(0)
            err.seek(0)
            return Done(command, os.waitstatus_to_exitcode(status), out.read(), err.read())

    def _begin(self):
        """It is gone when the test is."""
        self.socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 2 * LONGEST)

        def prepare():
            os.dup2(theirs.fileno(), SOCKET)
            if self.limit is not None:
                self.limit()
        # pylint: disable-next=consider-using-with
        subprocess.Popen([self.program], env={**os.environ, 'LD_PRELOAD': LIBRARY}, preexec_fn=prepare, close_fds=True,
                         pass_fds=[SOCKET], stdin=subprocess.DEVNULL)
        theirs.close()
