#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""venule-scene, venule-cli evaluate and tools/accuracy as they are called."""

import csv
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import tap

TOP = pathlib.Path(os.environ['VENULE_SRCDIR'])
BUILD = pathlib.Path(os.environ['VENULE_BUILDDIR'])
SCENE = BUILD / 'tests/scene/venule-scene'
CLI = BUILD / 'src/cli/venule-cli'
TINY = ['width=96', 'height=64', 'frames=6', 'lumen-width=40', 'vessel-offset=0', 'radius-mean=6', 'cells=4', 'free-cells=2']


def run(*command, **environment):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False,
                          stdin=subprocess.DEVNULL, env={**os.environ, **environment})


def rows(path):
    with open(path, encoding='utf-8', newline='') as file:
        return list(csv.DictReader(file))


class Case(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def make(self, name='video.mkv', *words):
        done = run(SCENE, *TINY, *words, '--output', self.folder / name, '--truth', self.folder / 'truth.csv',
                   '--args', self.folder / 'vessel.args')
        self.assertEqual((done.returncode, done.stderr), (0, ''))

    def write_spots(self, shift=0.0):
        """The truth itself as if it had been found, moved by @shift px."""
        with open(self.folder / 'spots.csv', 'w', encoding='utf-8') as file:
            file.write('track_id,frame,time_s,x_px,y_px\n')
            for row in rows(self.folder / 'truth.csv'):
                file.write(f"{row['id']},{row['frame']},{int(row['frame']) / 30},{float(row['x']) + shift},{row['y']}\n")

    def evaluate(self, *options):
        done = run(CLI, 'evaluate', '--truth', self.folder / 'truth.csv', '--spots', self.folder / 'spots.csv', *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)


class Scene(Case):
    """venule-scene"""

    def test_every_format(self):
        """a scene is written as FFV1, AVI and TIFF with the frames and the depth it was asked for"""
        for name, depth in (('a.mkv', 8), ('a.avi', 8), ('a.tif', 8), ('b.mkv', 16), ('b.tif', 16)):
            self.make(name, f'bit-depth={depth}')
            info = json.loads(run(CLI, 'info', self.folder / name).stdout)
            self.assertEqual((info['width'], info['height'], info['frames'], info['bit_depth']), (96, 64, 6, depth), name)

    def test_truth(self):
        """the truth has one row a cell and frame, with '.' decimals, inside the frame"""
        self.make()
        truth = rows(self.folder / 'truth.csv')
        self.assertEqual(list(truth[0]), ['frame', 'id', 'kind', 'x', 'y', 'radius', 'visible'])
        self.assertEqual({int(row['frame']) for row in truth}, set(range(6)))
        self.assertLessEqual({row['kind'] for row in truth}, {'rolling', 'adherent', 'free'})
        for row in truth:
            self.assertTrue(-0.5 <= float(row['x']) < 95.5 and -0.5 <= float(row['y']) < 63.5, row)

    def test_same_in_any_locale(self):
        """video and truth are the same bytes in any locale"""
        contents = []
        for locale in ('C', 'de_DE.UTF-8', 'C.UTF-8'):
            done = run(SCENE, *TINY, '-o', self.folder / 'v.avi', '-t', self.folder / 't.csv', LC_ALL=locale)
            self.assertEqual(done.returncode, 0, done.stderr)
            contents.append([(self.folder / name).read_bytes() for name in ('v.avi', 't.csv')])
        self.assertEqual(contents[0], contents[1])
        self.assertEqual(contents[0], contents[2])

    def test_seed(self):
        """another seed gives another video, the same seed the same"""
        hashes = []
        for seed in (1, 2, 1):
            self.make('v.avi', '--seed', seed)
            hashes.append((self.folder / 'v.avi').read_bytes())
        self.assertEqual(hashes[0], hashes[2])
        self.assertNotEqual(hashes[0], hashes[1])

    def test_options(self):
        """the options of the true vessel are printed as they are written, one a line"""
        self.make('v.mkv', 'vessel-angle=20')
        printed = run(SCENE, *TINY, 'vessel-angle=20', '--print-options').stdout
        self.assertEqual(printed, (self.folder / 'vessel.args').read_text(encoding='utf-8'))
        self.assertEqual([line.split('=')[0] for line in printed.splitlines()],
                         ['--polygon', '--flow', '--pixel-size', '--cell-diameter'])

    def test_wrong_usage(self):
        """bad scenes, names and folders give a sentence and leave no file"""
        for words, code, says in (
                ([], 2, 'Give -o FILE'),
                (['--nonsense'], 2, '--nonsense'),
                (['cells=-3', '-o', self.folder / 'v.mkv'], 1, 'between 0 and 2000'),
                (['-o', self.folder / 'v.mp3'], 1, '.mkv, .avi or .tif'),
                ([self.folder / 'none.scene', '-o', self.folder / 'v.mkv'], 1, 'none.scene'),
                (['-n', '1', '-o', self.folder / 'none' / 'v.mkv'], 1, 'v.mkv')):
            done = run(SCENE, *words)
            self.assertEqual(done.returncode, code, words)
            self.assertIn(says, done.stderr)
        self.assertEqual(list(self.folder.iterdir()), [])


class Evaluate(Case):
    """venule-cli evaluate"""

    def test_truth_against_itself(self):
        """the truth against itself is perfect, its free cells being ignored"""
        self.make()
        self.write_spots()
        result = self.evaluate()
        free = sum(row['kind'] == 'free' for row in rows(self.folder / 'truth.csv'))
        self.assertEqual((result['f1'], result['idf1'], result['mota'], result['rmse_px']), (1, 1, 1, 0))
        self.assertEqual((result['ignored_spots'], result['ignored_kinds']), (free, ['free']))

    def test_options(self):
        """kinds, distance, frames and crop decide what counts"""
        self.make()
        self.write_spots(shift=2)
        truth = rows(self.folder / 'truth.csv')
        self.assertEqual(self.evaluate('--max-distance', '1.5')['true_positives'], 0)
        self.assertAlmostEqual(self.evaluate('--max-distance', '2.5')['rmse_px'], 2)
        self.assertEqual(self.evaluate('--truth-kinds', 'rolling,adherent,free')['true_spots'], len(truth))
        self.assertEqual(self.evaluate('--frames', '2:3', '--truth-kinds', 'rolling')['true_spots'],
                         sum(row['frame'] in '23' and row['kind'] == 'rolling' for row in truth))
        self.assertEqual(self.evaluate('--crop', '0,0,48,64', '--truth-kinds', 'rolling,adherent,free')['true_spots'],
                         sum(float(row['x']) <= 47.5 for row in truth))

    def test_wrong_usage(self):
        """wrong usage exits with 2, files that cannot be read with 1, both with a sentence"""
        for words, code, says in (
                ([], 2, '--truth FILE'),
                (['--truth', 'a', '--spots', 'b', '--truth-kinds', 'hopping'], 2, 'hopping'),
                (['--truth', 'a', '--spots', 'b', '--frames', '5'], 2, '0:299'),
                (['--truth', 'a', '--spots', 'b', '--crop', '1,2'], 2, '1,2'),
                (['--truth', 'a', '--spots', 'b', 'c'], 2, '“c”'),
                (['--truth', self.folder / 'none.csv', '--spots', 'b'], 1, 'none.csv')):
            done = run(CLI, 'evaluate', *words)
            self.assertEqual((done.returncode, done.stdout), (code, ''), words)
            self.assertIn(says, done.stderr)


class Accuracy(Case):
    """tools/accuracy"""

    def test_table(self):
        """a table with one row a scene comes out"""
        done = run(TOP / 'tools/accuracy', '--build', BUILD, '--scenes', 'sample', '--seeds', '1', '--frames', '8',
                   '--json', self.folder / 'all.json')
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.splitlines()
        self.assertTrue(lines[0].startswith('| scene | F1 | precision |'))
        self.assertTrue(lines[2].startswith('| sample | '))
        result = json.loads((self.folder / 'all.json').read_text(encoding='utf-8'))
        self.assertEqual((result[0]['scene'], result[0]['seed']), ('sample', 1))

    def test_published(self):
        """the published method finds cells of the sample too"""
        done = run(TOP / 'tools/accuracy', '--build', BUILD, '--scenes', 'sample', '--seeds', '1', '--frames', '8',
                   '--published', '--json', self.folder / 'all.json')
        self.assertEqual(done.returncode, 0, done.stderr)
        result = json.loads((self.folder / 'all.json').read_text(encoding='utf-8'))
        self.assertGreater(result[0]['recall'], 0.3)

    def test_unknown_scene(self):
        """an unknown scene gives a sentence"""
        done = run(TOP / 'tools/accuracy', '--build', BUILD, '--scenes', 'nowhere')
        self.assertEqual(done.returncode, 1)
        self.assertIn('no scene “nowhere”', done.stderr)


class Sample(Case):
    """data/sample"""

    def test_sample_is_what_its_scene_makes(self):
        """the bundled sample is what tools/make-sample would make today"""
        sample = TOP / 'data/sample'
        self.assertLess((sample / 'sample.mkv').stat().st_size, 4_000_000)
        done = run(SCENE, TOP / 'tests/scene/scenes/sample.scene', '--seed', '1', '-o', self.folder / 'v.mkv',
                   '-t', self.folder / 'truth.csv', '-a', self.folder / 'analyze.args')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.folder / 'truth.csv').read_bytes(), (sample / 'sample-truth.csv').read_bytes())
        self.assertEqual((self.folder / 'analyze.args').read_bytes(), (sample / 'analyze.args').read_bytes())
        frames = [json.loads(run(CLI, 'info', '--frames', video).stdout)['frame_table']
                  for video in (self.folder / 'v.mkv', sample / 'sample.mkv')]
        self.assertEqual([frame['hash'] for frame in frames[0]], [frame['hash'] for frame in frames[1]])


if __name__ == '__main__':
    tap.main()
