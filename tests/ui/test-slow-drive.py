#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The real program with a video on a drive that stops answering: it says so, can be left,
and goes on when it answers."""

import os
import pathlib
import shutil
import tempfile
import time
import unittest

import driver
import tap
from sample_path import CALIBRATION, VESSEL

BUILD = pathlib.Path(os.environ['VENULE_BUILDDIR'])
SAMPLE = pathlib.Path(os.environ['VENULE_SOURCEDIR']) / 'data' / 'sample' / 'sample.mkv'


class SlowDrive(unittest.TestCase):
    def setUp(self):
        for program in ('Xvfb', 'xdotool'):
            tap.needs(self, program)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='venule-drive-'))
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.drive = self.folder / 'drive'
        self.drive.mkdir()
        self.video = self.drive / 'video.mkv'
        shutil.copy(SAMPLE, self.video)
        self.flag = self.folder / 'drive.stalled'
        self.screen = driver.Screen()
        self.addCleanup(self.screen.close)
        self.screen.environment['VENULE_TEST_DRIVE'] = str(self.drive)
        self.screen.environment['LD_PRELOAD'] = os.environ['VENULE_SLOW_DRIVE']

    def start(self, *arguments):
        venule = driver.Venule(self.screen, BUILD / 'src/ui/venule', *arguments)
        self.addCleanup(venule.close)
        return venule

    def stall(self):
        self.flag.touch()

    def answer(self):
        self.flag.unlink()

    def assert_ends(self, venule):
        """Closing the window ends the program although the drive is silent."""
        venule.key('ctrl+w')
        end = time.monotonic() + driver.PATIENCE
        while venule.process.poll() is None and time.monotonic() < end:
            time.sleep(0.1)
        self.assertEqual(venule.process.poll(), 0, 'the program has not ended')

    def test_cancel_opening(self):
        """opening says that the drive is silent and is cancelled, and another video opens"""
        self.stall()
        venule = self.start(self.video)
        venule.wait_text('start_page.slow_label', 'has not answered yet')
        venule.click('start_page.cancel_button')
        venule.wait('the start page at rest', lambda places: 'start_page.cancel_button' not in places)
        # Its own drive is still silent.
        venule.click('start_page.sample_button')
        venule.wait_text(CALIBRATION + 'rate_label', '90 frames')

    def test_close_while_opening(self):
        """the window is closed while it is opening, and the program ends"""
        self.stall()
        venule = self.start(self.video)
        venule.wait_text('start_page.slow_label', 'has not answered yet')
        self.assert_ends(venule)

    def wait_for_frame(self):
        """Opens the video, stalls the drive, and asks for a frame that was not read before."""
        venule = self.start(self.video)
        venule.wait_text(CALIBRATION + 'rate_label', '90 frames')
        self.stall()
        venule.key('End')
        venule.wait_text('reading_label', 'Waiting for the drive: frame 89')
        return venule

    def test_silent_while_shown(self):
        """a window with a video stays usable, says that it waits, and goes on when the drive answers"""
        venule = self.wait_for_frame()
        venule.click(CALIBRATION + 'continue_button')
        venule.widget(VESSEL + 'use_first_button')
        self.answer()
        venule.wait_text('canvas', '89:')

    def test_close_while_shown(self):
        """the window is closed while it waits for a frame, and the program ends"""
        self.assert_ends(self.wait_for_frame())


if __name__ == '__main__':
    tap.main()
