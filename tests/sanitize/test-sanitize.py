#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A share of tools/sanitize, so that no change is long without it: of memory, threads and races one, by the seed;
without a seed all."""

import os
import pathlib
import platform
import subprocess
import unittest

import tap

TOP = pathlib.Path(os.environ['VENULE_SRCDIR'])
SEED = os.environ.get('VENULE_TEST_SEED', '').removeprefix('R02S')


class Sanitize(unittest.TestCase):
    def share(self, part, library=None):
        """Builds some programs with the sanitizers of @part, and runs them."""
        parts = ['memory', 'threads', 'races']
        if SEED and parts[int(SEED, 16) % len(parts)] != part:
            self.skipTest('another commit runs it; tools/sanitize runs all')
        if library is not None:
            found = subprocess.run(['gcc', f'-print-file-name={library}'], capture_output=True, text=True, check=True)
            if not os.path.isabs(found.stdout.strip()):
                self.skipTest(f'gcc has no {library}')
        # The sanitizers have their own idea of fresh memory, and of where a library is looked for.
        environment = {name: value for name, value in os.environ.items()
                       if name not in ('MALLOC_PERTURB_', 'LD_LIBRARY_PATH')}
        # Other tests, beside it, have time limits.
        done = subprocess.run(['nice', TOP / 'tools/sanitize', part, '--short', '--limit=300'], env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout, r'\n[1-9][0-9]* passed, 0 failed, [0-9]+ skipped, 0 not ended\n$')

    def test_memory(self):
        """AddressSanitizer and UndefinedBehaviorSanitizer find nothing in a share of the tests"""
        self.share('memory', 'libasan.so')

    def test_threads(self):
        """ThreadSanitizer finds nothing in a share of the tests that work in threads"""
        self.share('threads', 'libtsan.so')

    def test_races(self):
        """No threads of a share of the CUDA kernels meet in memory without a barrier"""
        tap.needs(self, 'g++')
        if platform.machine() != 'x86_64':
            self.skipTest('the kernels run on x86-64 alone')
        self.share('races')


if __name__ == '__main__':
    tap.main()
