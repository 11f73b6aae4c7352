#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window that analyses several videos, with mouse and keys alone."""

import csv
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import driver
import tap
from sample_path import RAW, SIZE, VESSEL

BUILD = pathlib.Path(os.environ['VENULE_BUILDDIR'])
VENULE = BUILD / 'src/ui/venule'
HEADER, ROW = 32, 60  # px of the table
FRAMES = 8


class Several(unittest.TestCase):
    def setUp(self):
        for program in ('Xvfb', 'xdotool', 'ffmpeg'):
            tap.needs(self, program)
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='venule-batch-'))
        self.addCleanup(shutil.rmtree, self.folder)
        self.videos = self.folder / 'videos'
        self.results = self.folder / 'results'
        self.videos.mkdir()
        self.results.mkdir()
        self.screen = driver.Screen(1280, 800)
        self.addCleanup(self.screen.close)

    def make_videos(self, *names, frames=FRAMES):
        for name in names:
            subprocess.run(['ffmpeg', '-v', 'error', '-y', '-i', RAW, '-frames:v', str(frames), '-c', 'copy',
                            self.videos / f'{name}.mkv'], check=True, stdin=subprocess.DEVNULL)

    def start(self, **options):
        venule = driver.Venule(self.screen, VENULE, **options)
        self.addCleanup(venule.close)
        return venule

    def type_path(self, venule, keys, path, windows):
        """Types a path into the dialog for files that these keys open; @windows are there then."""
        venule.key(keys)
        self.screen.wait_windows(windows)
        self.screen.xdotool('type', '--delay', 4, '--', path)
        self.screen.xdotool('key', 'Return')

    def open_folder(self):
        venule = self.start()
        venule.click('start_page.batch_button')
        venule.widget('empty_folder_button')
        self.type_path(venule, 'ctrl+shift+o', self.videos, 3)
        venule.wait_text('preview.state_label', 'Not set up')
        return venule

    def choose(self, venule, row):
        table = venule.widget('table')
        venule.click_at(table.x + 200, table.y + HEADER + ROW * (row + 0.5))

    def draw(self, venule, top):
        """In the window of one video, which then goes."""
        venule.widget('keep_button')
        venule.widget(VESSEL + 'direction_row.entry')
        video = driver.Video(venule, *SIZE)
        venule.key('r')
        venule.drag(*video.at(8, top), *video.at(392, 166))
        venule.key('f')
        venule.drag(*video.at(120, 110), *video.at(280, 110))
        venule.wait(VESSEL + 'direction', lambda places: places[VESSEL + 'direction_row.entry'].text)
        venule.key('ctrl+Return')
        venule.wait_text('preview.state_label', 'Ready')

    def list(self):
        path = self.results / 'batch.tsv'
        with path.open(encoding='utf-8', newline='') as file:
            return list(csv.DictReader(file, delimiter='\t'))

    def status(self):
        with (self.results / 'status.tsv').open(encoding='utf-8', newline='') as file:
            return {row['id']: row['state'] for row in csv.DictReader(file, delimiter='\t')}

    def wait_run(self, venule):
        venule.wait('the end of the run', lambda places: 'run_button' in places and 'stop_button' not in places)
        venule.wait_rest()

    def test_a_study(self):
        """a folder, settings copied, one vessel drawn anew, labels, a run with a failure that is tried again,
        results opened, and compared"""
        self.make_videos('a1', 'a2', 'a3')
        venule = self.open_folder()
        venule.click('set_up_button')
        self.draw(venule, 66)
        copy = venule.widget('copy_button')
        venule.click_at(copy.x + 30, copy.y + copy.height / 2)
        self.choose(venule, 1)
        venule.wait_text('preview.state_label', 'Ready')
        venule.key('Return')
        self.draw(venule, 90)
        # The animal of each, from the first down.
        table = venule.widget('table')
        venule.click_at(table.x + 492, table.y + HEADER + ROW / 2)
        for animal in 'xyz':
            self.screen.xdotool('type', animal)
            self.screen.xdotool('key', 'Return')

        (self.videos / 'a3.mkv').write_bytes(b'no video')
        self.type_path(venule, 'ctrl+r', self.results, 3)
        venule.wait('the run', lambda places: 'stop_button' in places or (self.results / 'status.tsv').exists())
        self.wait_run(venule)
        self.assertEqual(self.status(), {'a1': 'done', 'a2': 'done', 'a3': 'failed'})
        rows = self.list()
        self.assertEqual([row['animal'] for row in rows], ['x', 'y', 'z'])
        self.assertEqual(rows[0]['crop'], rows[2]['crop'])
        self.assertNotEqual(rows[0]['crop'], rows[1]['crop'])

        self.choose(venule, 2)
        venule.wait_text('preview.state_label', 'not a video')
        self.make_videos('a3')
        venule.click('table.row_button')
        venule.wait_text('preview.state_label', 'Done')
        self.wait_run(venule)

        self.choose(venule, 0)
        venule.key('Return')
        venule.wait_text('run_step.summary_label', 'track')
        venule.key('ctrl+w')
        venule.click('compare_button')
        venule.wait_text('results_view.plain_label', '')
        venule.wait('the study', lambda places: (self.results / 'study.venule-study').exists() and
                    'quantity_drop_down' in places)
        self.assertEqual(venule.log, [])

    def test_a_run_goes_on(self):
        """quitting during a run asks, and the next start goes on where it was"""
        self.make_videos('b1', 'b2', 'b3', frames=40)
        venule = self.open_folder()
        venule.click('set_up_button')
        self.draw(venule, 66)
        copy = venule.widget('copy_button')
        venule.click_at(copy.x + 30, copy.y + copy.height / 2)
        self.type_path(venule, 'ctrl+r', self.results, 3)
        venule.click('pause_button')
        venule.wait_text('run_label', 'Paused')
        windows = len(self.screen.ask_xdotool('search', '--onlyvisible', '--class', 'venule'))
        venule.key('ctrl+q')
        self.screen.wait_windows(windows + 1)
        self.screen.xdotool('key', 'alt+a')
        venule.process.wait(driver.PATIENCE)
        self.assertNotIn('running', self.status().values())
        self.assertEqual(venule.log, [])

        venule = self.start(keep_settings=True)
        venule.click('message_bar.offer_button')
        self.wait_run(venule)
        venule.wait_text('preview.state_label', 'Done')
        self.assertEqual(set(self.status().values()), {'done'})
        self.assertEqual(venule.log, [])


if __name__ == '__main__':
    tap.main()
