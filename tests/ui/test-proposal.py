#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Vessel and flow, found by the real program and confirmed, changed or put away by a person."""

import json
import os
import pathlib
import subprocess
import tempfile
import time
import unittest

import driver
import tap
from sample_path import RAW, SIZE, VESSEL

BUILD = pathlib.Path(os.environ['VENULE_BUILDDIR'])
LABEL = 'proposal_box.proposal_label'
HINT = 'follow_box.follow_label'
FOUND = 'Vessel and flow found'


class Proposal(unittest.TestCase):
    def open(self, video, propose=True):
        for program in ('Xvfb', 'xdotool'):
            tap.needs(self, program)
        screen = driver.Screen()
        self.addCleanup(screen.close)
        self.venule = driver.Venule(screen, BUILD / 'src/ui/venule', video,
                                    settings={'propose-vessel': 'true'} if propose else None)
        self.addCleanup(self.venule.close)

    def make_video(self, filters):
        """The sample's frames, changed by ffmpeg."""
        tap.needs(self, 'ffmpeg')
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / 'made.mkv'
        subprocess.run(['ffmpeg', '-v', 'error', '-i', RAW, '-filter_complex', filters, '-c:v', 'ffv1', path],
                       check=True)
        return path

    def summary(self, step, text):
        self.venule.wait_text(f'{step}_step.summary_label', text)

    def wait_no_proposal(self):
        self.venule.wait('no proposal', lambda places: LABEL not in places)

    def test_enter_and_run(self):
        """open, Enter, Run: what is found counts, is analysed, and is taken back in one step"""
        begun = time.monotonic()
        self.open(RAW)
        self.venule.wait_text(LABEL, FOUND)
        proposed = time.monotonic()
        self.summary('vessel', 'Proposed')
        self.summary('cells', 'Proposed')
        self.assertNotIn('Ready', self.venule.text('run_step.summary_label'))
        self.venule.key('Return')
        self.wait_no_proposal()
        self.summary('vessel', 'Polygon')
        self.summary('run', 'Ready')
        self.assertAlmostEqual(float(self.venule.text('cells_step.summary_label').split()[1]), 22, delta=2)
        self.venule.key('ctrl+z')
        self.summary('vessel', 'Draw a rectangle')
        self.venule.key('ctrl+y')
        self.summary('vessel', 'Polygon')
        entered = time.monotonic()
        self.venule.key('Return')
        self.summary('run', 'track')
        print(f'# proposed {proposed - begun:.1f} s after the start of the program and of its screen; all analysed '
              f'{time.monotonic() - entered:.1f} s after Enter', flush=True)
        self.assertGreater(int(self.venule.text('run_step.summary_label').split()[0]), 5)

    def test_handle(self):
        """a corner that is dragged makes the rest count, too; a drag inside of the vessel moves nothing"""
        self.open(RAW)
        self.venule.wait_text(LABEL, FOUND)
        video = driver.Video(self.venule, *SIZE)
        self.venule.drag(*video.at(60, 140), *video.at(90, 150))
        self.venule.key('Left', 'Right')
        self.assertIn(LABEL, self.venule.places)
        self.venule.drag(*video.at(399, 62), *video.at(380, 75))
        self.wait_no_proposal()
        self.venule.wait_text(HINT, 'Vessel and flow are drawn')
        self.assertEqual(self.venule.text('vessel_step'), 'open')
        self.assertAlmostEqual(float(self.venule.text('cells_step.summary_label').split()[1]), 22, delta=2)

    def test_dismiss(self):
        """Escape puts it away, and the vessel is drawn by hand; whoever asks gets it again, and whoever draws is not
        asked"""
        self.open(RAW)
        self.venule.wait_text(LABEL, FOUND)
        self.venule.key('Escape')
        self.wait_no_proposal()
        self.summary('vessel', 'Draw a rectangle')
        self.venule.click('vessel_step.header')
        self.venule.wait_text(HINT, 'Drag a rectangle around the vessel')
        self.venule.click(VESSEL + 'propose_button')
        self.venule.wait_text(LABEL, FOUND)
        self.assertNotIn(HINT, self.venule.places)
        self.venule.click(VESSEL + 'polygon_button')
        self.wait_no_proposal()
        self.venule.wait_text(HINT, 'Click the corners')

    def test_two(self):
        """of two vessels the other one comes with Tab, and is the one that counts"""
        self.open(self.make_video('[0]split[a][b];[b]hflip[c];[a][c]vstack'))
        self.venule.wait_text(LABEL, '1 of 2')
        first = self.venule.text(LABEL)
        self.venule.key('Tab')
        self.venule.wait_text(LABEL, '2 of 2')
        self.venule.key('Tab')
        self.venule.wait_text(LABEL, '1 of 2')
        self.assertEqual(self.venule.text(LABEL), first)
        self.venule.key('Tab')
        self.venule.wait_text(LABEL, '2 of 2')
        self.summary('cells', 'Diameter 20')  # they were looked for in the first
        self.venule.click('proposal_box.edit_proposal_button')
        self.wait_no_proposal()
        # The other one runs the other way.
        self.venule.wait('the vessel', lambda places: VESSEL + 'flow_x_row.entry' in places)
        flow = float(self.venule.text(VESSEL + 'flow_x_row.entry'))
        self.venule.key('ctrl+z')
        self.venule.click(VESSEL + 'propose_button')
        self.venule.wait_text(LABEL, '1 of 2')
        self.venule.click('proposal_box.edit_proposal_button')
        self.venule.wait('the other way', lambda places: (text := places[VESSEL + 'flow_x_row.entry'].text)
                         and float(text) * flow < 0)

    def test_whole(self):
        """of a video within a vessel all of the picture is proposed"""
        self.open(self.make_video('[0]crop=400:90:0:72'))
        self.venule.wait_text(LABEL, 'Flow of the whole picture found')
        self.venule.key('Return')
        self.summary('vessel', 'Whole picture')
        self.summary('run', 'Ready')
        # Found again, it is what counts already.
        self.venule.click('vessel_step.header')
        self.venule.click(VESSEL + 'propose_button')
        self.venule.wait_text(LABEL, 'Flow of the whole picture found')
        self.venule.key('Return')
        self.wait_no_proposal()
        self.summary('run', 'Ready')

    def test_refused(self):
        """where nothing moves nothing is proposed, and the program says so"""
        self.open(self.make_video('[0]trim=end_frame=1,loop=29:1'))
        self.venule.wait_text('toast_label', 'No vessel stands out')
        self.summary('vessel', 'Draw a rectangle')
        self.assertNotIn(LABEL, self.venule.places)

    def test_unconfirmed(self):
        """of a document that venule-cli made with what was proposed it is said until a person goes on from the steps"""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        document = pathlib.Path(folder.name) / 'auto.venule'
        subprocess.run([BUILD / 'src/cli/venule-cli', 'analyze', RAW, '--vessel', 'auto', '--flow', 'auto',
                        '--cell-diameter', 'auto', '--quiet', '--project', document, '--output', folder.name],
                       check=True, capture_output=True)
        self.open(document, propose=False)
        self.summary('vessel', 'Proposed, not confirmed')
        self.summary('cells', 'Proposed, not confirmed')
        self.venule.click('vessel_step.header')
        self.venule.click(VESSEL + 'continue_button')
        self.summary('vessel', 'Polygon')
        self.summary('cells', 'Proposed, not confirmed')
        self.venule.click('cells_step.cells_panel.continue_button')
        self.summary('cells', 'Diameter')
        # The run that there is needs no other one.
        self.venule.key('ctrl+s')
        for _ in range(100):
            done = subprocess.run([BUILD / 'src/cli/venule-cli', 'export', document, '--formats', 'settings',
                                   '--output', folder.name, '--replace'], check=True, capture_output=True)
            settings = json.loads((pathlib.Path(folder.name) / 'analysis.json').read_text(encoding='utf-8'))['settings']
            if 'proposed' not in settings:
                break
            time.sleep(0.1)
        self.assertNotIn('proposed', settings)
        self.assertNotIn(b'proposed', done.stderr)

    def test_off(self):
        """who does not want it is not asked"""
        self.open(RAW, propose=False)
        self.venule.wait_text('calibration_step.calibration_panel.rate_label', '90 frames')
        self.venule.click('vessel_step.header')
        self.venule.wait_text(HINT, 'Drag a rectangle around the vessel')
        self.assertNotIn(LABEL, self.venule.places)


if __name__ == '__main__':
    tap.main()
