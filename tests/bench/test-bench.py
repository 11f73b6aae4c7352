#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""venule-bench as it is called: with so little work that its figures say nothing, but all of them are there."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import tap

BENCH = pathlib.Path(os.environ['VENULE_BUILDDIR']) / 'tests/bench/venule-bench'
SMALL = ['--quick', '--backends=cpu', '--size=240x110', '--cells=6', '--threads=2']
OPERATIONS = ['convert', 'gradients', 'gicov', 'dilate', 'maxima', 'bspline_snake', 'mgvf_snake', 'ncc_match',
              'resample',
              'local_normalise', 'add_noise', 'flip', 'ring_statistics', 'network', 'pyramid_down', 'running_moments',
              'robust_weights', 'translation', 'vesselness', 'histogram']


def run(*words):
    return subprocess.run([str(word) for word in (BENCH, *words)], capture_output=True, text=True, check=False,
                          stdin=subprocess.DEVNULL)


class Bench(unittest.TestCase):
    def measure(self, *words):
        """The figures' rows and what was printed."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / 'figures.json'
            done = run(*SMALL, f'--json={path}', *words)
            self.assertEqual((done.returncode, done.stderr), (0, ''))
            return json.loads(path.read_text(encoding='utf-8')), done.stdout

    def test_operations(self):
        """every operation of the processor is measured, with its spread and its floor"""
        figures, printed = self.measure('--parts=operations')
        self.assertEqual([row['name'] for row in figures['rows']], OPERATIONS)
        for row in figures['rows']:
            self.assertLessEqual(row['best_ms'], row['low_ms'])
            self.assertLessEqual(row['low_ms'], row['median_ms'])
            self.assertLessEqual(row['median_ms'], row['high_ms'])
            self.assertAlmostEqual(row['work_per_s'], row['work'] / row['median_ms'] * 1000,
                                   delta=row['work_per_s'] / 1e6)
            self.assertIn(f"| {row['name']} | cpu |", printed)
        with_floor = [row for row in figures['rows'] if 'floor_ms' in row]
        self.assertGreater(len(with_floor), 12)
        self.assertGreater(figures['devices'][0]['flops_per_s'], 1e8)

    def test_steps(self):
        """whole steps and how they grow are measured"""
        figures, _ = self.measure('--parts=steps,growth')
        names = [row['name'] for row in figures['rows']] + figures['notes']
        for start in ('detection', 'detection as published', 'tracked frame, ', 'of it MGVF',
                      'cells: tracked frame, 100 ', 'radius: detection', 'frame: detection'):
            self.assertTrue(any(name.startswith(start) for name in names), (start, names))

    def test_runs(self):
        """whole runs, several at once, and the command are measured"""
        figures, _ = self.measure('--parts=engine,analyze', '--videos=2')
        self.assertEqual([(row['part'], row['name']) for row in figures['rows']], [
            ('whole engine', 'detection every 10 frames'),
            ('whole engine', 'detection in every frame'),
            ('whole engine', '2 videos at once, detection every 10 frames'),
            ('venule-cli analyze', '21 frames with decoding and writing'),
        ])

    def test_vesselness(self):
        """vessels are measured with one and with two threads"""
        figures, _ = self.measure('--parts=vesselness')
        names = [row['name'] for row in figures['rows']]
        self.assertEqual(names[:2], ['640×480, 1 thread', '640×480, 2 threads'])
        self.assertEqual(len(names), 14)

    def test_choice(self):
        """only the operations that were asked for are measured"""
        figures, _ = self.measure('--parts=operations', '--operations=gicov,pyramid_down')
        self.assertEqual([row['name'] for row in figures['rows']], ['gicov', 'pyramid_down'])

    def test_usage(self):
        """what cannot be measured is refused with a sentence, before anything is"""
        for words, said in (
                (['--radius=2'], '--radius must be 4 to 60 px'), (['--radius=nan'], '--radius must be'),
                (['--size=little'], '--size must be like'), (['--size=640x219px'], '--size must be like'),
                (['--size=1x1'], '--size must be from'), (['--size=8192x7900', '--parts=engine', '--frames=100000'],
                                                          'memory'),
                (['--cells=0'], '--cells must be 1 to 10000'), (['--cells=-3'], '--cells must be'),
                (['--cells=10000'], '10000 cells of 10 px do not fit into 640×219 px'),
                (['--threads=100000'], '--threads must be'), (['--videos=-1'], '--videos must be'),
                (['--runs=0'], '--runs must be'), (['--frames=1'], '--frames must be'),
                (['--backends=gpu'], 'there is no “gpu”'), (['--backends='], '--backends names nothing'),
                (['--parts=everything'], 'there is no “everything”'),
                (['--operations=convert,edgs'], 'there is no “edgs”'),
                (['--json=/nowhere/at/all.json'], '“/nowhere/at”'), (['--json=/'], 'is a folder'),
                (['no-such-video.avi'], 'no-such-video.avi'), (['--no-such-option'], '--no-such-option')):
            done = run('--quick', '--backends=cpu', *words)
            self.assertIn(done.returncode, (1, 2), words)
            self.assertRegex(done.stderr, '^venule-bench: .+\n$', words)
            self.assertIn(said, done.stderr, words)
            self.assertEqual(done.stdout, '', words)

    def test_many(self):
        """thousands of cells are measured where they have room"""
        figures, _ = self.measure('--parts=operations', '--operations=ncc_match', '--cells=3000', '--size=1400x1400',
                                  '--radius=4', '--budget=0.001')
        row = figures['rows'][0]
        self.assertGreater(row['work'], 2900)
        self.assertGreater(row['runs'], 0)

    def test_what_fails(self):
        """what was asked for and is not there fails"""
        with tempfile.TemporaryDirectory() as folder:
            done = run(*SMALL, '--parts=analyze', f'--cli={folder}/venule-cli')
            self.assertEqual(done.returncode, 1)
            self.assertIn('say where with --cli', done.stdout)
        done = subprocess.run([BENCH, '--quick', '--backends=cpu,cuda', '--parts=operations', '--operations=flip'],
                              text=True,
                              env={**os.environ, 'VNK_CUDA_FAULT': 'no-driver'}, capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (1, ''))
        self.assertRegex(done.stderr, '^venule-bench: cuda: .+\\.\n$')


if __name__ == '__main__':
    tap.main()
