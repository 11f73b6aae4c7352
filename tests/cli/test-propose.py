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

    def test_nothing(self):
        """Of noise, of a picture that stands still and of too few frames nothing is proposed, with the reason"""
        noise = self.folder / 'noise.mkv'
        scene = pathlib.Path(os.environ['VENULE_SRCDIR']) / 'tests/scene/scenes/kind-noise.scene'
        self.assertEqual(run(SCENE, scene, '--seed=1', '--frames=24', '--output', noise).returncode, 0)
        still = self.changed("select='eq(n,0)',loop=20:1,setpts=N/30/TB")
        for video, options in (noise, ()), (still, ()), (SAMPLE, ('--frames=0:2',)):
            said = self.propose(video, *options)
            self.assertEqual(said['vessels'], [])
            self.assertIsNone(said['cell_diameter_px'])
            self.assertEqual(len(said['refused']), 1)
            self.assertRegex(said['refused'][0], 'by hand|at least 4')

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
