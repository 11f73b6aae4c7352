#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random changes of small videos, guided by what they reach in Venule's readers: frames or a sentence, never a crash."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import tap

HERE = pathlib.Path(__file__).resolve().parent
CORPUS = HERE / 'corpus'
DESCRIPTIONS = HERE / 'corpus-description'
SECONDS = int(os.environ.get('VENULE_FUZZ_SECONDS', '60'))
# A busy machine is slow, not wrong: the limit is for files that take for ever.
LIMITS = ['-timeout=60', '-rss_limit_mb=2500', '-max_len=20000']


def fuzzer(test, name):
    program = os.environ.get(name, '')
    if not program:
        test.skipTest('clang 14 with its runtime libraries (libclang-rt-14-dev) is not installed')
    return program


def run(program, arguments, folder):
    environment = dict(os.environ, G_SLICE='always-malloc', ASAN_OPTIONS='allocator_may_return_null=1',
                       LSAN_OPTIONS=f'suppressions={HERE / "leaks.txt"}:print_suppressions=0')
    result = subprocess.run([program, *LIMITS, f'-artifact_prefix={folder}/', *map(str, arguments)],
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            env=environment, text=True, errors='replace')
    found = sorted(path for path in pathlib.Path(folder).iterdir() if path.is_file())
    return result, found


def told(result, found):
    kept = []
    for path in found:
        copy = pathlib.Path(tempfile.gettempdir()) / path.name
        shutil.copy(path, copy)
        kept.append(str(copy))
    return '\n'.join([*result.stdout.splitlines()[-60:], 'The file: ' + ', '.join(kept)])


class Fuzz(unittest.TestCase):
    def try_all(self, name, corpus):
        program = fuzzer(self, name)
        files = sorted(path for path in corpus.iterdir())
        self.assertGreater(len(files), 10)
        with tempfile.TemporaryDirectory() as folder:
            result, found = run(program, files, folder)
            self.assertEqual(result.returncode, 0, told(result, found))
            self.assertIn(f'Executed {files[-1]}', result.stdout)

    def try_changes(self, name, corpus, seconds):
        program = fuzzer(self, name)
        with tempfile.TemporaryDirectory() as folder:
            grown = pathlib.Path(folder) / 'grown'
            grown.mkdir()
            result, found = run(program, [f'-max_total_time={seconds}', '-print_final_stats=1',
                                          f'-dict={HERE / "video.dict"}', grown, corpus], folder)
            for line in result.stdout.splitlines():
                if 'Seed:' in line or line.startswith(('stat::number_of_executed_units', 'Done')):
                    print('#', line)
            self.assertEqual(result.returncode, 0, told(result, found))
            self.assertRegex(result.stdout, r'Done [1-9]\d* runs')

    def test_corpus(self):
        """Every file of the corpus gives frames or a sentence"""
        self.try_all('VENULE_FUZZ_SOURCE', CORPUS)

    def test_corpus_descriptions(self):
        """Every description of the corpus gives sizes in bounds or a sentence"""
        self.try_all('VENULE_FUZZ_DESCRIPTION', DESCRIPTIONS)

    def test_while(self):
        """Random changes of files give frames or a sentence"""
        self.try_changes('VENULE_FUZZ_SOURCE', CORPUS, SECONDS - SECONDS // 6)

    def test_while_descriptions(self):
        """Random changes of descriptions give sizes in bounds or a sentence"""
        self.try_changes('VENULE_FUZZ_DESCRIPTION', DESCRIPTIONS, max(SECONDS // 6, 1))


if __name__ == '__main__':
    tap.main()
