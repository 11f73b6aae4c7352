#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What "venule-cli propose" says of videos whose vessel, flow and cells are known."""

import json
import math
import os
import pathlib
import subprocess
import tempfile
import unittest

import tap

BUILD = pathlib.Path(os.environ['VENULE_BUILDDIR'])
CLI = BUILD / 'src/cli/venule-cli'
SCENE = BUILD / 'tests/scene/venule-scene'
SAMPLE = pathlib.Path(os.environ['VENULE_SRCDIR']) / 'data/sample/sample.mkv'
TOP, BOTTOM = 66, 165  # rows of the sample's crop
DIAMETER = 22


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False,
                          stdin=subprocess.DEVNULL, env={**os.environ, 'LANGUAGE': 'C', 'LC_ALL': 'C.UTF-8'})


class Case(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def propose(self, video, *options):
        done = run(CLI, 'propose', video, *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def changed(self, video_filter):
        video = self.folder / 'changed.mkv'
        done = run(tap.needs(self, 'ffmpeg'), '-v', 'error', '-y', '-i', SAMPLE, '-vf', video_filter,
                   '-c:v', 'rawvideo', video)
        self.assertEqual(done.returncode, 0, done.stderr)
        return video

    def made(self, scene, *options):
        video = self.folder / f'{scene}.mkv'
        path = pathlib.Path(os.environ['VENULE_SRCDIR']) / f'tests/scene/scenes/{scene}.scene'
        self.assertEqual(run(SCENE, path, '--seed=1', '--output', video, *options).returncode, 0)
        return video

    def assert_flows(self, said, degrees):
        flow = said['vessels'][0]['flow']
        self.assertLessEqual(math.hypot(flow['dx'] - math.cos(math.radians(degrees)),
                                        flow['dy'] - math.sin(math.radians(degrees))), 0.2, flow)

    def test_sample(self):
        """The sample's vessel, its flow and the size of its cells are proposed"""
        said = self.propose(SAMPLE)
        vessel = said['vessels'][0]
        self.assertEqual(len(said['vessels']), 1)
        rows = [y for _, y in vessel['polygon']]
        self.assertAlmostEqual(min(rows), TOP, delta=12)
        self.assertAlmostEqual(max(rows), BOTTOM, delta=12)
        self.assertAlmostEqual(vessel['width_px'], BOTTOM - TOP, delta=15)
        self.assertGreater(vessel['confidence'], 0.8)
        # From left to right, and the centreline with it.
        self.assert_flows(said, 0)
        self.assertLess(vessel['centreline'][0][0], vessel['centreline'][-1][0])
        size = said['cell_diameter_px']
        self.assertAlmostEqual(size['value'], DIAMETER, delta=0.2 * DIAMETER)
        self.assertLess(size['low'], size['value'])
        self.assertGreater(size['high'], size['value'])
        self.assertGreater(size['confidence'], 0.9)
        self.assertLessEqual(size['confidence'], 1)
        self.assertEqual(said['frame_rate'], 30)
        self.assertEqual(said['refused'], [])
        # What is proposed can be analysed with.
        corners = ' '.join(f'{x},{y}' for x, y in vessel['polygon'])
        done = run(CLI, 'analyze', SAMPLE, '--polygon', corners,
                   f"--flow={vessel['flow']['dx']},{vessel['flow']['dy']}",
                   f"--cell-diameter={size['value']}", '--frames=0:2', '--formats=csv',
                   '--output', self.folder / 'results')
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_other_ways(self):
        """Played backwards the flow is the other way, and turned on its side downwards"""
        self.assert_flows(self.propose(self.changed('reverse')), 180)
        self.assert_flows(self.propose(self.changed('transpose=dir=clock')), 90)

    def test_fast_camera(self):
        """Where hardly anything moves from one frame to the next the flow is found all the same"""
        self.assert_flows(self.propose(self.made('kind-fast-camera', '--frames=100', 'width=320')), 0)

    def test_not_clear(self):
        """A vessel that ends within the picture is not clear, and is not analysed unseen"""
        video = self.changed('split[a][b];[b]trim=end_frame=1,loop=loop=400:size=1,setpts=N/30/TB,crop=160:240:0:0[c];'
                             '[a][c]overlay=shortest=1,format=gray')
        said = self.propose(video)
        self.assert_flows(said, 0)
        self.assertLess(said['vessels'][0]['confidence'], 0.8)
        done = run(CLI, 'analyze', video, '--vessel=auto', '--output', self.folder / 'results')
        self.assertEqual(done.returncode, 1)
        self.assertIn('is not clear enough to be analysed unseen', done.stderr)
        self.assertFalse((self.folder / 'results').exists())

    def test_red_cells(self):
        """Red cells that fill a vessel are not proposed as leukocytes"""
        said = self.propose(self.made('kind-red-cells', '--frames=40', 'width=320'))
        self.assertEqual(len(said['vessels']), 1)
        self.assertIsNone(said['cell_diameter_px'])
        self.assertIn('not clearly cells', said['refused'][-1])

    def test_within_a_vessel(self):
        """Where all of the picture flows, it is proposed as it is"""
        said = self.propose(self.changed('crop=400:90:0:72,transpose=dir=cclock'))
        self.assertEqual(said['vessels'][0]['polygon'], [[0, 0], [89, 0], [89, 399], [0, 399]])
        self.assert_flows(said, -90)
        self.assertAlmostEqual(said['cell_diameter_px']['value'], DIAMETER, delta=0.2 * DIAMETER)

    def test_clock_and_drift(self):
        """A clock that was burnt in is no vessel, nor is the edge of a picture that drifts, nor tissue that breathes"""
        scene = pathlib.Path(os.environ['VENULE_SRCDIR']) / 'tests/scene/scenes/sparse.scene'
        for name, key in ('clock', 'text=12'), ('drift', 'drift-x=30'), ('breathing', 'breathing=5'):
            video = self.folder / f'{name}.mkv'
            self.assertEqual(run(SCENE, scene, 'cells=0', 'streak-contrast=0', 'red-cells=0', 'clutter=0', 'blurred=0',
                                 'width=400', 'height=300', key, '--seed=5', '--frames=40', '--output',
                                 video).returncode, 0)
            self.assertEqual(self.propose(video)['vessels'], [], name)

    def test_nothing(self):
        """Of noise, of a picture that stands still and of too few frames nothing is proposed, with the reason"""
        noise = self.made('kind-noise', '--frames=24', 'width=320', 'height=240')
        still = self.changed("select='eq(n,0)',loop=20:1,setpts=N/30/TB")
        for video, options in (noise, ()), (still, ()), (SAMPLE, ('--frames=0:2',)):
            said = self.propose(video, *options)
            self.assertEqual(said['vessels'], [])
            self.assertIsNone(said['cell_diameter_px'])
            self.assertEqual(len(said['refused']), 1)
            self.assertRegex(said['refused'][0], 'by hand|at least 4')

    def analyze(self, video, *options):
        return run(CLI, 'analyze', video, '--output', self.folder / 'results', *options)

    def read(self, name):
        return (self.folder / 'results' / name).read_text(encoding='utf-8')

    def test_analysis(self):
        """An analysis with all of it says so on stderr, in its files, its document, and exports of that"""
        document = self.folder / 'analysis.venule'
        done = self.analyze(SAMPLE, '--vessel=auto', '--flow=auto', '--cell-diameter=auto', '--frames=0:30',
                            '--formats=csv,settings,methods', '--project', document)
        self.assertEqual(done.returncode, 0, done.stderr)
        for sentence in (r'Proposed vessel: \d+ px wide, \d+ px long \(confidence [01]\.\d\d\)\n',
                         r'Proposed flow: (0|35\d)° .*\(confidence [01]\.\d\d\)\n',
                         r'Proposed cell diameter: 2\d\.\d px, eight in ten cells .* px \(confidence [01]\.\d\d\)\n',
                         'not confirmed by a person: vessel, direction of the flow, cell diameter'):
            self.assertRegex(done.stderr, sentence)
        said, settings = self.propose(SAMPLE, '--frames=0:30'), json.loads(self.read('analysis.json'))['settings']
        self.assertEqual(settings['proposed'], ['vessel', 'flow', 'cell_diameter'])
        self.assertEqual(settings['crop']['corners_px'], said['vessels'][0]['polygon'])
        self.assertEqual(settings['cell_diameter_px'], said['cell_diameter_px']['value'])
        self.assertIn('proposed by the program from the video and not confirmed', self.read('methods.txt'))
        before = {name: self.read(name) for name in ('analysis.json', 'methods.txt', 'summary.csv')}
        done = run(CLI, 'export', document, '--formats=csv,settings,methods', '--output', self.folder / 'results')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual({name: self.read(name) for name in before}, before)
        done = run(CLI, 'merge', document, '--output', self.folder / 'merged.csv')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('not confirmed by a person: vessel, direction of the flow, cell diameter', done.stderr)
        # Another run of the document, all of it typed.
        done = self.analyze(SAMPLE, '--crop=0,66,400,100', '--flow=1,0', '--frames=0:2', '--project', document,
                            '--replace', '--formats=csv,settings,methods')
        self.assertEqual((done.returncode, 'roposed' in done.stderr), (0, False), done.stderr)
        for name in before:
            self.assertNotIn('proposed by the program', self.read(name))
            self.assertNotIn('"proposed"', self.read(name))

    def test_parts(self):
        """What is typed goes before what is proposed; the flow is found in a drawn vessel, too"""
        for options, proposed in ((('--crop=0,66,400,100', '--flow=auto'), ['flow']),
                                  (('--crop=0,66,400,100', '--flow=auto', '--vessel=auto'), ['flow']),
                                  (('--vessel=auto',), ['vessel', 'flow']),
                                  (('--vessel=auto', '--flow=1,0'), ['vessel']),
                                  (('--flow=auto',), ['flow']),
                                  (('--polygon=0,66 399,66 399,165 0,165', '--cell-diameter=auto', '--flow=1,0'),
                                   ['cell_diameter'])):
            done = self.analyze(SAMPLE, *options, '--frames=0:20', '--replace', '--formats=settings')
            self.assertEqual(done.returncode, 0, done.stderr)
            settings = json.loads(self.read('analysis.json'))['settings']
            self.assertEqual(settings['proposed'], proposed)
            self.assertEqual(settings['crop']['kind'], 'rectangle' if '--crop' in options[0] else
                             'whole' if options[0] == '--flow=auto' else 'polygon')
            self.assertGreater(settings['flow'][0], 0.98)
            if 'cell_diameter' not in proposed:
                self.assertEqual(settings['cell_diameter_px'], 20)

    def test_too_small(self):
        """What is too small for a leukocyte, by the pixel size, is not analysed unseen"""
        done = self.analyze(SAMPLE, '--vessel=auto', '--cell-diameter=auto', '--pixel-size=0.15')
        self.assertEqual(done.returncode, 1)
        self.assertIn('too small for leukocytes', done.stderr)
        self.assertFalse((self.folder / 'results').exists())

    def test_convert(self):
        """Tracks of a file are measured along the proposed flow, and the document says so"""
        self.assertEqual(self.analyze(SAMPLE, '--flow=1,0', '--frames=0:9', '--formats=csv').returncode, 0)
        self.assertNotIn('proposed', self.read('summary.csv'))
        document = self.folder / 'converted.venule'
        done = run(CLI, 'convert', self.folder / 'results/spots.csv', '--video', SAMPLE, '--vessel=auto',
                   '--output', document)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = run(CLI, 'export', document, '--formats=csv,settings', '--output', self.folder / 'results', '--replace')
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(self.read('analysis.json'))['settings']['proposed'], ['vessel', 'flow'])

    def test_refused(self):
        """Without anything that moves an analysis ends with the reason and what to type, and leaves nothing"""
        still = self.changed("select='eq(n,0)',loop=20:1,setpts=N/30/TB")
        drawn = '--crop=0,66,400,100'
        for options, option, advice in ((('--vessel=auto',), '--vessel', '--crop or --polygon'),
                                        (('--flow=auto',), '--flow', '--flow=DX,DY'),
                                        ((drawn, '--flow=auto'), '--flow', '--flow=DX,DY'),
                                        (('--crop=0,0,400,30', '--flow=1,0', '--cell-diameter=auto'), '--cell-diameter',
                                         '--cell-diameter=PX')):
            done = self.analyze(still, *options)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertRegex(done.stderr, f'^venule-cli: {option} auto: .*by hand\\. Give it with {advice}\\b.*\n$')
            self.assertFalse((self.folder / 'results').exists())
        done = self.analyze(still, '--vessel=yes')
        self.assertEqual(done.returncode, 2)
        self.assertIn('“auto”', done.stderr)

    def test_usage(self):
        """Frames beyond the end, two videos and none are refused"""
        for words, code, sentence in (((SAMPLE, '--frames=5:400'), 1, 'ends with frame'),
                                      ((SAMPLE, SAMPLE), 2, 'one video'),
                                      ((), 2, 'one video'), ((self.folder / 'none.mkv',), 1, 'not found')):
            done = run(CLI, 'propose', *words)
            self.assertEqual((done.returncode, done.stdout), (code, ''), done.stderr)
            self.assertIn(sentence, done.stderr)


if __name__ == '__main__':
    tap.main()
