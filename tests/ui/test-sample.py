#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A random sample is marked by hand in the real program, blind, stopped and gone on with,
and compared with the results."""

import json
import unittest

import driver
import editing
import tap

PANEL = 'correct_step.sample_panel.'


class Sample(unittest.TestCase):
    def setUp(self):
        for program in ('Xvfb', 'xdotool'):
            tap.needs(self, program)
        self.editing = editing.Editing(1280, 800)
        self.addCleanup(self.editing.close)
        self.venule = self.editing.venule

    def sample(self):
        """What is to be marked, as the document has it."""
        rows, = self.editing.read("SELECT versions FROM run WHERE device = 'by hand'")
        return json.loads(rows[0][0])['sample']

    def wait_frame(self, frame):
        self.venule.wait_text('canvas', f'{frame}:')

    def begin(self):
        """Two stretches of two frames."""
        self.venule.wait_text('run_step.summary_label', 'track')
        self.venule.key('F3')
        self.venule.wait_text(PANEL + 'idle_label', 'your own eyes')
        # The dialog is a window of its own: its first number has the focus when it is there.
        self.venule.screen.wait_windows(2)
        for _ in range(20):
            self.venule.screen.xdotool('key', 'ctrl+a')
            self.venule.screen.xdotool('type', '2')
            self.venule.screen.xdotool('key', 'Tab', 'ctrl+a')
            self.venule.screen.xdotool('type', '2')
            self.venule.screen.xdotool('key', 'Return')
            try:
                self.venule.wait_text(PANEL + 'place_label', 'Frame 1 of 2 · a new cell', 5)
                break
            except driver.Failed:
                continue
        sample = self.sample()
        self.assertEqual(len(sample['starts']), 2)
        return [[start + i * sample['step'] for i in range(sample['marks'])] for start in sample['starts']]

    def mark(self, cell, frames):
        for number, frame in enumerate(frames):
            self.wait_frame(frame)
            self.venule.click_at(*self.editing.at(*self.editing.place(cell, frame)))
            self.wait_frame(frames[(number + 1) % len(frames)])

    def pixel_sizes(self):
        """Of each run, and that of the next one."""
        runs, own = self.editing.read('SELECT settings FROM run ORDER BY id', 'SELECT settings FROM document')
        return [json.loads(text)['pixel_size_um'] for text, in runs + own]

    def test_pixel_size(self):
        """a pixel size that is typed while a sample is marked holds for the results, too"""
        venule = self.venule
        self.assertEqual(self.pixel_sizes(), [0.363, 0.363])
        self.begin()
        venule.click('calibration_step.header')
        venule.type_into('calibration_step.calibration_panel.pixel_size_row.entry', '0.5')
        venule.wait_text('calibration_step.summary_label', '0.5')
        self.editing.focus()
        venule.key('F3')
        venule.wait_text(PANEL + 'idle_label', '0 of 2')
        self.assertEqual(self.pixel_sizes(), [0.5, 0.5, 0.5])

    def test_whole(self):
        """clicks lead through the frames; undo takes a mark back; it is stopped, gone on with,
        and compared at the end"""
        edit, venule = self.editing, self.venule
        results = edit.dump()
        first, second = self.begin()
        self.wait_frame(first[0])
        venule.wait_text('track_table.empty_label', 'The cells that you mark appear here.')
        self.assertEqual(venule.text('canvas').strip(), f'{first[0]}:')
        cells = [cell for cell in edit.spots[first[0]] if cell in edit.spots[first[1]]]
        self.mark(cells[0], first)
        # Where another frame is clicked, nothing is marked.
        marked = edit.dump()
        venule.key('Left' if first[0] > 0 else 'Right')
        venule.wait_text(PANEL + 'place_label', 'not to be marked')
        # One mark of the next cell, taken back and done again.
        venule.key('greater' if first[0] > 0 else 'less')
        self.wait_frame(first[0])
        # The tool that was put away comes back with the next cell; beside the picture nothing is marked.
        venule.key('Escape')
        venule.wait_text(PANEL + 'hint_label', 'press A')
        venule.key('n')
        venule.wait_text(PANEL + 'hint_label', 'not marked yet')
        venule.click_at(*edit.at(100, -10))
        venule.click_at(*edit.at(*edit.place(cells[1], first[0])))
        self.wait_frame(first[1])
        half = edit.wait_dump('a mark', lambda dump: dump != marked)
        venule.key('ctrl+z')
        edit.wait_dump('the mark taken back', lambda dump: dump == marked)
        self.wait_frame(first[0])
        venule.key('ctrl+shift+z')
        edit.wait_dump('the mark done again', lambda dump: dump == half)
        venule.key('n')
        self.wait_frame(first[0])
        venule.wait_text(PANEL + 'place_label', 'a new cell')
        venule.key('Next')
        venule.wait_text(PANEL + 'place_label', 'Frame 1 of 2')
        self.wait_frame(second[0])
        self.assertEqual(self.sample()['done'], 1)
        # Stopped: the results are as they were. Gone on with where it was.
        venule.key('F3')
        venule.wait_text(PANEL + 'idle_label', '1 of 2')
        self.assertTrue(set(results.splitlines()) <= set(edit.dump().splitlines()))
        venule.key('F3')
        self.wait_frame(second[0])
        self.mark([cell for cell in edit.spots[second[0]] if cell in edit.spots[second[1]]][0], second)
        venule.click(PANEL + 'done_button')
        venule.wait_text(PANEL + 'idle_label', '2 of 2')
        self.assertEqual(self.sample()['done'], 2)
        # Nothing was added to the results, and marks lie where the clicks were.
        self.assertTrue(set(results.splitlines()) <= set(edit.dump().splitlines()))
        self.assertEqual(venule.process.poll(), None)


if __name__ == '__main__':
    tap.main()
