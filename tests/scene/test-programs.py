#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""venule-scene, venule-cli evaluate and tools/accuracy as they are called."""

import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import served
import tap

TOP = pathlib.Path(os.environ['VENULE_SRCDIR'])
sys.path.insert(0, str(TOP / 'tools'))
sys.dont_write_bytecode = True

import accuracy_runs    # pylint: disable=wrong-import-position
import accuracy_tables  # pylint: disable=wrong-import-position

BUILD = pathlib.Path(os.environ['VENULE_BUILDDIR'])
SCENE = BUILD / 'tests/scene/venule-scene'
CLI = BUILD / 'src/cli/venule-cli'
SERVED = {program: served.Served(program) for program in (SCENE, CLI)}
TINY = ['width=96', 'height=64', 'frames=6', 'lumen-width=40', 'vessel-offset=0', 'radius-mean=6', 'cells=4',
        'free-cells=2']


def run(program, *words, **environment):
    words, environment = list(map(str, words)), {**os.environ, **environment}
    if program in SERVED:
        return SERVED[program].run(*words, env=environment).text()
    return subprocess.run([program, *words], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
                          env=environment)


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
                file.write(f"{row['id']},{row['frame']},{int(row['frame']) / 30},"
                           f"{float(row['x']) + shift},{row['y']}\n")

    def evaluate(self, *options):
        done = run(CLI, 'evaluate', '--truth', self.folder / 'truth.csv', '--spots', self.folder / 'spots.csv',
                   *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)


class Scene(Case):
    """venule-scene"""

    def test_every_format(self):
        """a scene is written as FFV1, AVI and TIFF with the frames and the depth it was asked for"""
        for name, depth in (('a.mkv', 8), ('a.avi', 8), ('a.tif', 8), ('b.mkv', 16), ('b.tif', 16)):
            self.make(name, f'bit-depth={depth}')
            info = json.loads(run(CLI, 'info', self.folder / name).stdout)
            self.assertEqual((info['width'], info['height'], info['frames'], info['bit_depth']), (96, 64, 6, depth),
                             name)

    def test_truth(self):
        """the truth has one row a cell and frame, with '.' decimals, inside the frame"""
        self.make()
        truth = rows(self.folder / 'truth.csv')
        self.assertEqual(list(truth[0]), ['frame', 'id', 'kind', 'x', 'y', 'radius', 'visible', 'shift_x', 'shift_y'])
        self.assertEqual({int(row['frame']) for row in truth}, set(range(6)))
        self.assertLessEqual({row['kind'] for row in truth}, {'rolling', 'adherent', 'free'})
        for row in truth:
            self.assertTrue(-0.5 <= float(row['x']) < 95.5 and -0.5 <= float(row['y']) < 63.5, row)

    def test_shift(self):
        """an adherent cell moves with the picture, and by nothing else"""
        done = run(SCENE, *TINY, 'free-cells=0', 'adherent=1', 'vibration=1.5', 'breathing=2',
                   '-o', self.folder / 'v.avi', '-t', self.folder / 't.csv')
        self.assertEqual(done.returncode, 0, done.stderr)
        places = {}
        for row in rows(self.folder / 't.csv'):
            place = (float(row['x']) - float(row['shift_x']), float(row['y']) - float(row['shift_y']))
            first = places.setdefault(row['id'], place)
            self.assertAlmostEqual(place[0], first[0], delta=0.003)
            self.assertAlmostEqual(place[1], first[1], delta=0.003)
        self.assertTrue(places)
        self.assertGreater(len({row['shift_x'] for row in rows(self.folder / 't.csv')}), 1)

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
                (['--truth', 'a', '--spots', 'b', '--truth-kinds', ''], 2, '“” is not rolling'),
                (['--truth', 'a', '--spots', 'b', '--max-distance', '0'], 2, '0 is outside 1e-06 to 1000000'),
                (['--truth', 'a', '--spots', 'b', '--tracks', 'c', '--pixel-size', '0'], 2,
                 '0 is outside 0.001 to 1000'),
                (['--truth', 'a', '--spots', 'b', 'c'], 2, '“c”'),
                (['--truth', self.folder / 'none.csv', '--spots', 'b'], 1, 'none.csv')):
            done = run(CLI, 'evaluate', *words)
            self.assertEqual((done.returncode, done.stdout), (code, ''), words)
            self.assertIn(says, done.stderr)


def cell(velocity, common=None, name='rolling', counts=True):
    """A true cell as evaluate --details gives it."""
    true, found = common or (None, None)
    return {'class': name, 'counts': counts, 'velocity_px_s': velocity, 'common_true_px_s': true,
            'common_found_px_s': found}


def track(velocity, quality=1.0, right=True, name='rolling', counts=True, judged=True):
    """A found track as evaluate --details gives it."""
    return {'class': name, 'counts': counts, 'velocity_px_s': velocity, 'quality': quality, 'right': right,
            'judged': judged}


class Pooling(unittest.TestCase):
    """tools/accuracy_tables.py, on cases whose answers are known on paper"""

    def test_distance(self):
        """the distance of two samples is the largest difference of their cumulative shares"""
        self.assertAlmostEqual(accuracy_tables.distance([4, 2, 1, 3], [6, 2.5, 3]), 0.5)
        self.assertEqual(accuracy_tables.distance([5, 5, 5], [5]), 0)
        self.assertEqual(accuracy_tables.distance([1], [2]), 1)

    def test_velocities_are_pooled_before_they_are_compared(self):
        """two videos whose velocities differ each, and together do not, have a distance of 0"""
        results = [{'cells': [cell(10), cell(99, name='adherent'), cell(98, counts=False)], 'tracks': [track(20)]},
                   {'cells': [cell(20)], 'tracks': [track(10), track(97, counts=False), track(None)]}]
        self.assertEqual(accuracy_tables.velocity_distance(results[:1]), 1)
        self.assertEqual(accuracy_tables.velocity_distance(results), 0)
        self.assertEqual(accuracy_tables.velocity_distance([{'cells': [cell(10)], 'tracks': []}]), 1)

    def test_correlation(self):
        """r of (40, 80, 0) with (50, 80, 1) is 3160 / √(3200 · 28626 / 9)"""
        results = [{'cells': [cell(1, (40, 50)), cell(1, (80, 80)), cell(1)]}, {'cells': [cell(1, (0, 1))]}]
        self.assertAlmostEqual(accuracy_tables.velocity_correlation(results), 3160 / (3200 * 28626 / 9) ** 0.5)

    def test_standard_errors(self):
        """a velocity is within one or two standard errors or not, and that of a cell that does not move must be 0
        within two"""
        cells = [{**cell(1, (40, 43)), 'track': 'a'}, {**cell(1, (40, 45)), 'track': 'b'},
                 {**cell(1, (40, 41)), 'track': 'e'},
                 {**cell(0, (0, 3), name='adherent'), 'track': 'c'}, {**cell(0, (0, 3), name='adherent'), 'track': 'd'},
                 {**cell(2, (2, 5), name='adherent'), 'track': 'f'}]
        tracks = [{**track(velocity, right=name != 'd'), 'id': name, 'standard_error_px_s': 2}
                  for name, velocity in (('a', 43), ('b', 45), ('c', 3), ('d', 3), ('e', 41), ('f', 5))]
        self.assertEqual(accuracy_tables.within_errors([{'cells': cells, 'tracks': tracks}]),
                         ((1 / 5, 4 / 5, 5), (1, 1)))

    def test_reliability(self):
        """five claims: the Brier score is 0.198 and the calibration error 0.26, as in
        tests/engine/numerics/test-probability-calibration.c"""
        claims = [(0.95, True), (0.95, False), (0.85, True), (0.25, False), (1.0, True)]
        brier, error, bins = accuracy_tables.reliability(claims)
        self.assertAlmostEqual(brier, 0.198)
        self.assertAlmostEqual(error, 0.26)
        self.assertEqual([n for n, _, _ in bins], [0, 0, 1, 0, 0, 0, 0, 0, 1, 3])
        self.assertAlmostEqual(bins[9][2], 2 / 3)

    def test_tracks_on_ignored_cells_are_not_judged(self):
        """claims are those of the tracks that are judged"""
        results = [{'tracks': [track(1, 0.9), track(1, 0.8, judged=False)]}, {'tracks': [track(1, 0.7, right=False)]}]
        self.assertEqual(accuracy_tables.claims_of(results), [(0.9, True), (0.7, False)])

    def test_interval_is_that_of_student(self):
        # mean 2, standard deviation 1, t of 2 degrees of freedom 4.303: 2 ± 4.303 / √3
        middle, low, high = accuracy_tables.interval([1, 2, None, 3])
        self.assertEqual(middle, 2)
        self.assertAlmostEqual(low, 2 - 4.303 / 3 ** 0.5)
        self.assertAlmostEqual(high, 2 + 4.303 / 3 ** 0.5)
        self.assertEqual(accuracy_tables.interval([1, 2, 3], low=0, high=4)[1:], (0, 4))
        self.assertEqual(accuracy_tables.interval_cell([0.5], 1), '0.5')
        self.assertEqual(accuracy_tables.interval_cell([], 1), '–')
        many = accuracy_tables.interval([0, 1] * 50)
        self.assertAlmostEqual(many[2] - 0.5, 1.960 * (25 / 99) ** 0.5 / 10)

    def test_counts(self):
        """counts are added up over the videos, and off by more than 5 % they are marked"""
        some = [{'true_rolling': 20, 'found_rolling': 22}, {'true_rolling': 20, 'found_rolling': 19}]
        self.assertEqual(accuracy_tables.count_cell(some, 'rolling'), '41 / 40 (+2.5 %) ✓')
        self.assertEqual(accuracy_tables.count_cell(some[:1], 'rolling'), '22 / 20 (+10.0 %) ✗')
        self.assertEqual(accuracy_tables.count_cell([{'true_free': 0, 'found_free': 0}], 'free'), '0 / 0 ✓')
        self.assertEqual(accuracy_tables.count_cell([{'true_free': 3, 'found_free': None}], 'free'), '– / 3')

    def test_targets(self):
        """each figure stands beside what was asked for, and says whether it is reached"""
        values = {'scene': 'sparse', 'f1': 0.985, 'idf1': 0.96, 'rmse_px': 1.0, 'wholeness': None,
                  'velocity_median_relative_error': 0.021}
        lines = accuracy_tables.target_table([values, {'scene': 'empty', 'found_tracks': 2}])
        self.assertEqual(lines[2], '| sparse | 0.985 (≥ 0.98) ✓ | 0.960 (≥ 0.97) ✗ | 1.00 (≤ 1) ✓ | 2.10 (≤ 2) ✗ | '
                                   '– (≥ 0.95) |')
        self.assertIn('1 videos together: 2 (0) ✗', lines[-1])

    def test_seeds(self):
        """seeds are single or from one to another"""
        self.assertEqual(accuracy_runs.seeds_of('7,201-203'), [7, 201, 202, 203])

    def test_groups(self):
        """a name that stands for several scenes stands for no other's"""
        groups = [set(accuracy_runs.scenes_of(name)) for name in ('seen', 'unseen', 'kinds', 'unseen-kinds')]
        self.assertEqual(sum(map(len, groups)), len(set.union(*groups)))
        self.assertIn('unseen-kind-shaded', groups[3])
        self.assertIn('kind-shaded', groups[2])


class Accuracy(Case):
    """tools/accuracy"""

    def run_tool(self, *options):
        done = run(TOP / 'tools/accuracy', '--build', BUILD, '--scenes', 'sample', '--seeds', '1', '--frames', '8',
                   '--json', self.folder / 'all.json', *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.splitlines(), json.loads((self.folder / 'all.json').read_text(encoding='utf-8'))

    def test_table(self):
        """a table with one row a scene comes out, and every cell and track in the JSON"""
        lines, result = self.run_tool()
        self.assertTrue(lines[0].startswith('| scene | F1 | precision |'))
        self.assertTrue(lines[2].startswith('| sample | '))
        self.assertEqual((result[0]['scene'], result[0]['seed'], result[0]['frames']), ('sample', 1, 8))
        counted = [item for item in result[0]['tracks'] if item['spots'] > item['ignored']] # not on free cells alone
        self.assertEqual(len(counted), result[0]['found_tracks'])
        self.assertEqual(sum(entry['matched'] for entry in result[0]['tracks']), result[0]['true_positives'])

    def test_markdown(self):
        """the tables of docs/accuracy.md come out with their headings"""
        lines, _ = self.run_tool('--markdown')
        self.assertEqual([line for line in lines if line.startswith('#')],
                         ['### All figures', '### 95 % intervals over the videos', '### Counts and velocities',
                          '### Quality of the tracks'])

    def test_ablation(self):
        """each variant is a row"""
        lines, result = self.run_tool('--ablation')
        names = [line.split(' | ')[0].lstrip('| ') for line in lines[2:]]
        listed = (TOP / 'tools/accuracy-ablation').read_text(encoding='utf-8').splitlines()
        self.assertEqual(names, [line.partition(':')[0] for line in listed if not line.startswith('#')])
        self.assertEqual(result[0]['variant'], 'everything')

    def test_published(self):
        """the published method finds cells of the sample too"""
        _, result = self.run_tool('--published')
        self.assertGreater(result[0]['recall'], 0.3)

    def test_unknown_scene(self):
        """an unknown scene gives a sentence"""
        done = run(TOP / 'tools/accuracy', '--build', BUILD, '--scenes', 'nowhere')
        self.assertEqual(done.returncode, 1)
        self.assertIn('no scene “nowhere”', done.stderr)


class Curves(Case):
    """tools/accuracy-curves"""

    def run_tool(self, *options):
        return run(TOP / 'tools/accuracy-curves', '--build', BUILD, '--scene', 'sample', '--seeds', '1',
                   '--frames', '8', '--output', self.folder, '--json', self.folder / 'curves.json', *options)

    def test_figure(self):
        """a curve is measured, drawn and printed as a table, and drawn again from its numbers"""
        done = self.run_tool('--curves', 'contrast', '--points', '0.5,1')
        self.assertEqual(done.returncode, 0, done.stderr)
        figure = self.folder / 'accuracy-contrast.svg'
        drawn = figure.read_bytes()
        self.assertIn(b'<svg', drawn)
        self.assertEqual([line.split(' | ')[0] for line in done.stdout.splitlines()
                          if line.startswith(('| 0.5', '| 1'))],
                         ['| 0.5', '| 1'])
        figure.unlink()
        again = self.run_tool('--curves', 'contrast', '--from', self.folder / 'curves.json')
        self.assertEqual(again.stdout, done.stdout)
        self.assertEqual(figure.read_bytes(), drawn)

    def test_wrong_usage(self):
        """a curve that is not there gives a sentence that names those that are"""
        done = self.run_tool('--curves', 'colour')
        self.assertEqual(done.returncode, 1)
        self.assertIn('no curve “colour”; there are contrast, noise, density, speed', done.stderr)


class Arrow(Case):
    """tools/accuracy-arrow"""

    def run_tool(self, *options):
        return run(TOP / 'tools/accuracy-arrow', '--build', BUILD, '--seeds', '1', *options)

    def test_steps_of_a_diameter(self):
        """cells that move by their diameter are found with the arrow turned round"""
        done = self.run_tool('--cases', 'steps-1.2', '--angles', '0,180')
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = [line.split(' | ') for line in done.stdout.splitlines() if line.startswith('| steps-1.2')]
        self.assertEqual([line[1] for line in lines], ['0', '180'])
        for line in lines:
            self.assertGreater(float(line[2]), 0.95)

    def test_wrong_usage(self):
        """a case that is not there gives a sentence that names those that are"""
        done = self.run_tool('--cases', 'sideways')
        self.assertEqual(done.returncode, 1)
        self.assertIn('no case “sideways”; there are sparse, dense,', done.stderr)


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
