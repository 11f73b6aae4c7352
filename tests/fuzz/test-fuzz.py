#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Changed small videos give frames or a sentence, never a crash, and take bounded memory.

The changes are the same on every machine, and a third of those that the test fuzz-long tries. With
VENULE_FUZZ_SECONDS=N libFuzzer makes others for so long, guided by what they reach in Venule's readers."""

import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile
import unittest

import tap

HERE = pathlib.Path(__file__).resolve().parent
CORPUS = HERE / 'corpus'
DESCRIPTIONS = HERE / 'corpus-description'
SECONDS = int(os.environ.get('VENULE_FUZZ_SECONDS', '0'))
SEED = 19
CHANGED = 3000 if SECONDS > 0 else 1000
# A busy machine is slow, not wrong: the limit of time is for files that take for ever. Frames are small here, so that
# what takes much memory is the readers' doing; a third of the limit is AddressSanitizer's own.
LIMITS = ['-timeout=60', '-rss_limit_mb=1000', '-max_len=20000']
NUMBERS = [0, 1, 0x7f, 0xff, 0x7fff, 0xffff, 0x00ffffff, 0x05000000, 0x40000000, 0x7fffffff, 0x80000000, 0xffffffff]


def fuzzer(test, name):
    program = os.environ.get(name, '')
    if not program:
        test.skipTest('clang 14 with its runtime libraries (libclang-rt-14-dev) is not installed')
    return program


def run(program, arguments, folder):
    environment = dict(os.environ, G_SLICE='always-malloc', ASAN_OPTIONS='allocator_may_return_null=1')
    environment.pop('LOCPATH', None) # the C library keeps what it makes of it until the end
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


def read_words():
    lines = (HERE / 'video.dict').read_text(encoding='utf-8').splitlines()
    quoted = [re.search(r'"(.*)"', line).group(1) for line in lines if '"' in line and not line.startswith('#')]
    return [word.encode().decode('unicode_escape').encode('latin-1') for word in quoted]


def change(rand, content, words):
    """One of the changes that damage makes, or that those make who mean harm."""
    at = rand.randrange(len(content))
    # Where headers are, more often.
    if rand.random() < 0.6:
        at = rand.randrange(min(len(content), 1500))
    kind = rand.randrange(7)
    if kind == 0:
        content[at] ^= 1 << rand.randrange(8)
    elif kind == 1:
        content[at] = rand.randrange(256)
    elif kind in (2, 3):
        size = rand.choice([1, 2, 4, 4, 8])
        number = rand.choice(NUMBERS) & (256 ** size - 1)
        content[at:at + size] = number.to_bytes(size, rand.choice(['big', 'little']))
    elif kind == 4:
        word = rand.choice(words)
        content[at:at + (len(word) if rand.random() < 0.5 else 0)] = word
    elif kind == 5:
        del content[at:at + rand.randrange(1, 200)]
    else:
        other = rand.randrange(len(content))
        content[at:at] = content[other:other + rand.randrange(1, 200)]


def make_changed(corpus, n, folder):
    """The same files on every machine."""
    rand = random.Random(SEED)
    words = read_words()
    seeds = sorted(path for path in corpus.iterdir())
    changed = []
    for i in range(n):
        seed = rand.choice(seeds)
        content = bytearray(seed.read_bytes())
        for _ in range(rand.choice([1, 1, 2, 4])):
            change(rand, content, words)
            if not content:
                content += b'\0'
        changed.append(folder / f'{i}-{seed.name}')
        changed[-1].write_bytes(content)
    return changed


class Fuzz(unittest.TestCase):
    def try_files(self, program, files):
        with tempfile.TemporaryDirectory() as folder:
            result, found = run(program, files, folder)
            self.assertEqual(result.returncode, 0, told(result, found))
            self.assertEqual(result.stdout.count('\nExecuted '), len(files))

    def try_all(self, name, corpus):
        files = sorted(path for path in corpus.iterdir())
        self.assertGreater(len(files), 10)
        self.try_files(fuzzer(self, name), files)

    def try_changed(self, name, corpus, n):
        program = fuzzer(self, name)
        with tempfile.TemporaryDirectory() as folder:
            self.try_files(program, make_changed(corpus, n, pathlib.Path(folder)))

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

    def test_changed(self):
        """Changed files give frames or a sentence"""
        self.try_changed('VENULE_FUZZ_SOURCE', CORPUS, CHANGED)

    def test_changed_descriptions(self):
        """Changed descriptions give sizes in bounds or a sentence"""
        self.try_changed('VENULE_FUZZ_DESCRIPTION', DESCRIPTIONS, CHANGED)

    if SECONDS > 0:
        def test_while(self):
            """Random changes of files give frames or a sentence"""
            self.try_changes('VENULE_FUZZ_SOURCE', CORPUS, SECONDS - SECONDS // 6)

        def test_while_descriptions(self):
            """Random changes of descriptions give sizes in bounds or a sentence"""
            self.try_changes('VENULE_FUZZ_DESCRIPTION', DESCRIPTIONS, max(SECONDS // 6, 1))


if __name__ == '__main__':
    tap.main()
