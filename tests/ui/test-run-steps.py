#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tracks are corrected by mouse and keys while a run of the real program goes on: its end makes of that one step."""

import json
import re
import time
import unittest

import driver
import editing
import tap

PANEL = 'run_step.run_panel.'


class RunSteps(unittest.TestCase):
    def setUp(self):
        for program in ('Xvfb', 'xdotool'):
            tap.needs(self, program)
        self.editing = editing.Editing(1280, 800)
        self.addCleanup(self.editing.close)
        self.venule = self.editing.venule

    def hold(self, frame):
        """Runs, and clicks Pause when a few frames more are analysed:
        a quick machine needs half a second for all of them."""
        venule = self.venule

        def analysed(places):
            label = places.get(PANEL + 'progress_label')
            done = re.match(r'(\d+) of', label.text) if label and PANEL + 'pause_button' in places else None
            return done and int(done[1]) > frame + 3

        venule.key('ctrl+r')
        try:
            venule.wait('some frames', analysed, driver.PATIENCE / 6)
            button = venule.places[PANEL + 'pause_button']
            venule.click_at(button.x + button.width / 2, button.y + button.height / 2)
            venule.wait('the pause', lambda places: PANEL + 'resume_button' in places, driver.PATIENCE / 30)
            return True
        except (driver.Failed, KeyError):
            return False

    def begin(self, frame):
        """Runs again, holds the run in its course, and shows a frame that it has analysed."""
        for _ in range(8):
            if self.hold(frame):
                break
        else:
            raise driver.Failed('a run was over each time before it was held')
        self.editing.frame = frame + 1
        self.editing.show(frame)

    def choose(self, track):
        """Clicks the cell of a track of the run before until it is selected: the id that it has in this one."""
        for _ in range(10):
            self.editing.click(track)
            try:
                self.venule.wait('a selection', lambda places: re.search(r': \d+$', places['canvas'].text),
                                 driver.PATIENCE / 10)
                return self.editing.selected()[0]
            except driver.Failed:
                continue
        raise driver.Failed('a click on a cell does not select it')

    def steps(self):
        """Of the run that is shown: what is done, and what was taken back."""
        rows, = self.editing.read('SELECT name, done FROM step WHERE run = (SELECT run FROM document) ORDER BY id')
        return [name for name, done in rows if done], [name for name, done in rows if not done]

    def wait_steps(self, *expected):
        """Waits until the steps have these names, but for ids."""
        end = time.monotonic() + driver.PATIENCE
        while [re.sub(r'\d+', 'N', name) for name in self.steps()[0]] != list(expected):
            self.assertLess(time.monotonic(), end, self.steps())
            time.sleep(0.05)

    def tracks(self):
        """Of the run that is shown: how many there are, and how many are locked."""
        rows, = self.editing.read('SELECT count(*), sum(locked) FROM track WHERE run = (SELECT run FROM document)')
        return rows[0]

    def correct(self):
        """Deletes one cell and locks another: the id of the latter."""
        edit, venule = self.editing, self.venule
        first = edit.lonely()
        other = edit.lonely(first)
        deleted = self.choose(first)
        venule.key('Delete')
        self.wait_steps('Delete Track N')
        self.assertEqual(self.steps()[0], [f'Delete Track {deleted}'])
        venule.key('ctrl+z')
        self.wait_steps()
        venule.key('ctrl+shift+z')
        self.wait_steps('Delete Track N')
        locked = self.choose(other)
        venule.key('l')
        self.wait_steps('Delete Track N', 'Lock Track N')
        self.assertEqual(self.steps()[0][1], f'Lock Track {locked}')

    def check(self, *counts):
        """The edits are one step, undone and redone: how many tracks, and locked ones, there are with and without
        it."""
        edit, venule = self.editing, self.venule
        self.wait_steps('Edits During the Run')
        self.assertEqual(self.steps()[1], [])
        edited = edit.dump()
        self.assertEqual(self.tracks(), counts[0])
        edit.focus()
        venule.key('ctrl+z')
        edit.wait_dump('the step undone', lambda dump: dump != edited)
        self.wait_steps()
        self.assertEqual(self.tracks(), counts[1])
        venule.key('ctrl+shift+z')
        edit.wait_dump('the step redone', lambda dump: dump == edited)

    def test_end(self):
        """a deletion and a lock, made while a run goes on, are one step of it when it has ended"""
        n, _ = self.tracks()
        self.begin(5)
        self.correct()
        self.venule.click('run_step.title_label')
        self.venule.click(PANEL + 'resume_button')
        self.venule.wait_text('message_bar.title_label', '2 corrections were carried over')
        self.check((n - 1, 1), (n, 0))

    def test_cancelled(self):
        """and so is what was not undone when the run is stopped"""
        self.begin(5)
        self.correct()
        self.venule.key('ctrl+z')
        self.wait_steps('Delete Track N')
        self.venule.key('ctrl+period')
        self.venule.wait_text('message_bar.title_label', '1 correction was carried over')
        self.venule.wait_text('run_step.summary_label', ', not complete, to frame ')
        n, _ = self.tracks()
        self.check((n, 0), (n + 1, 0))

    def show_run(self, number):
        """From the menu, one of two."""
        self.venule.key('F10')
        self.venule.wait_rest()
        self.venule.key('Down', 'Down', 'Return')
        self.venule.wait_rest()
        self.venule.key(*['Down'] * number, 'Return')
        self.venule.wait_rest()
        self.assertEqual(self.editing.read('SELECT run FROM document'), [[(number,)]])

    def pixel_sizes(self):
        """Of each run, and that of the next one."""
        runs, own = self.editing.read('SELECT settings FROM run ORDER BY id', 'SELECT settings FROM document')
        return [json.loads(text)['pixel_size_um'] for text, in runs + own]

    def test_pixel_sizes_of_runs(self):
        """a pixel size that was typed stays when an earlier run is shown, which is offered it"""
        edit, venule = self.editing, self.venule
        venule.key('ctrl+r')
        venule.wait('a second run', lambda places: edit.read('SELECT sum(complete) FROM run')[0] == [(2,)])
        venule.click('calibration_step.header')
        venule.type_into('calibration_step.calibration_panel.pixel_size_row.entry', '0.5')
        venule.wait_text('calibration_step.summary_label', '0.5')
        edit.show(0)
        self.show_run(1)
        venule.wait_text('message_bar.text_label', '0.363')
        self.assertEqual(self.pixel_sizes(), [0.363, 0.5, 0.5])
        venule.click('message_bar.offer_button')
        venule.wait('the message gone', lambda places: 'message_bar.offer_button' not in places)
        self.assertEqual(self.pixel_sizes(), [0.5, 0.5, 0.5])

    def test_runs_menu(self):
        """keys go on after another run is chosen, or the menu of runs is left without a choice"""
        edit, venule = self.editing, self.venule
        venule.key('ctrl+r')
        venule.wait('a second run', lambda places: edit.read('SELECT sum(complete) FROM run')[0] == [(2,)])
        for leave in ['Down', 'Return'], ['Escape']:
            edit.show(0)
            venule.key('F10')
            venule.wait_rest()
            venule.key('Down', 'Down', 'Return')
            venule.wait_rest()
            venule.key(*leave)
            venule.wait_rest()
            self.assertEqual(edit.read('SELECT run FROM document'), [[(1,)]])
            venule.key('Right')
            venule.wait('the next frame', lambda places: places['canvas'].text.startswith('1:'), driver.PATIENCE / 6)


if __name__ == '__main__':
    tap.main()
