# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the unittest cases of a file as TAP: tap.main() instead of unittest.main().

The name of a case is its docstring, or its method's name. A case skips with self.skipTest("reason").
"""

import shutil
import sys
import traceback
import unittest


class _Result(unittest.TestResult):
    def __init__(self):
        super().__init__()
        self.number = 0

    def _line(self, status, test, directive=''):
        self.number += 1
        name = (test.shortDescription() or test.id()).replace('#', '').rstrip('.')
        print(f'{status} {self.number} - {name}{directive}', flush=True)

    def _not_ok(self, test, error):
        for line in ''.join(traceback.format_exception(*error)).splitlines():
            print(f'# {line}')
        self._line('not ok', test)

    def addSuccess(self, test):
        self._line('ok', test)

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self._not_ok(test, error)

    def addError(self, test, error):
        super().addError(test, error)
        self._not_ok(test, error)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._line('ok', test, f' # SKIP {reason}')

    def addSubTest(self, test, subtest, error):
        # A subtest that fails fails its test; one that passes is not a case of its own.
        super().addSubTest(test, subtest, error)
        if error is not None:
            self._not_ok(subtest, error)


def needs(test, program):
    """The path of @program; skips @test when it is not installed."""
    path = shutil.which(program)
    if path is None:
        test.skipTest(f'{program} is not installed')
    return path


def passed(test):
    """For what is cleaned up after @test: nothing has failed, and it has done nothing that stays (self.keeps)."""
    return test._outcome.success and not getattr(test, 'keeps', False)


def main(module='__main__'):
    suite = unittest.defaultTestLoader.loadTestsFromModule(sys.modules[module])
    result = _Result()
    suite.run(result)
    print(f'1..{result.number}')
    sys.exit(0 if result.wasSuccessful() and result.number else 1)
