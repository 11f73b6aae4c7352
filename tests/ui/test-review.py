#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Looking at doubtful places in the real program, with one key for each answer."""

import re
import time
import unittest

import driver
import editing
import tap

PANEL = 'correct_step.review_panel.'


class Review(unittest.TestCase):
    def setUp(self):
        for program in ('Xvfb', 'xdotool'):
            tap.needs(self, program)
        self.open()

    def open(self, **how):
        self.editing = editing.Editing(**how)
        self.addCleanup(self.editing.close)
        self.venule = self.editing.venule

    def rows(self, table):
        rows, = self.editing.read(f'SELECT * FROM {table}')
        return rows

    def wait_rows(self, table, n):
        end = time.monotonic() + driver.PATIENCE
        while len(rows := self.rows(table)) != n:
            if time.monotonic() > end:
                raise driver.Failed(f'{len(rows)} rows in {table}, {n} expected')
            time.sleep(0.05)
        return rows

    def start(self):
        self.venule.wait_text(PANEL + 'idle_label', 'doubtful')
        self.editing.focus()
        self.venule.key('F7')
        return self.venule.wait_text(PANEL + 'place_label', 'Track ').text

    def test_answers(self):
        """each answer is written down, shows the next place, and an edit by it can be taken back"""
        tracks = self.rows('track')
        place = self.start()
        self.venule.key('y')
        self.venule.wait('another place', lambda places: places[PANEL + 'place_label'].text != place)
        [answer] = self.wait_rows('answer', 1)
        self.assertEqual(answer[-1], 0)

        place = self.venule.text(PANEL + 'place_label')
        track = int(re.search(r'Track (\d+)', place).group(1))
        self.venule.key('d')
        self.wait_rows('track', len(tracks) - 1)
        self.assertNotIn(track, [row[1] for row in self.rows('track')])
        self.assertIn(track, [answer[1] for answer in self.wait_rows('answer', 2)])
        self.venule.key('ctrl+z')
        self.wait_rows('track', len(tracks))

    def test_to_the_end(self):
        """an answer by which the place goes is that to the place on show, to the last one"""
        place, asked = self.start(), []
        while place.startswith('Track '):
            asked.append(tuple(int(number) for number in re.findall(r'\d+', place)))
            self.venule.key('d')
            place = self.venule.wait('another place', lambda places: places[PANEL + 'place_label'].text != place
                                     and places[PANEL + 'place_label'].text)
        answers = self.wait_rows('answer', len(asked))
        self.assertEqual(sorted(answer[1:3] for answer in answers), sorted(asked))
        self.assertTrue(all(answer[-1] for answer in answers))

    def test_narrow(self):
        """where one pane alone has room beside the video, the question comes in the place of the tables"""
        self.editing.close()
        self.open(width=1000, height=700)
        self.venule.click('results_toggle')
        self.venule.wait('the tables alone', lambda places: 'track_table.view' in places
                         and 'correct_step' not in places)
        self.editing.focus()
        self.venule.key('F7')
        self.venule.wait_text(PANEL + 'place_label', 'Track ')
        self.venule.wait('the question alone', lambda places: 'track_table.view' not in places)

    def test_escape(self):
        """Escape ends the review; what was answered stays"""
        place = self.start()
        self.venule.key('y')
        self.venule.wait('another place', lambda places: places[PANEL + 'place_label'].text != place)
        self.wait_rows('answer', 1)
        self.venule.key('Escape')
        self.venule.wait('the end', lambda places: PANEL + 'start_button' in places and
                         PANEL + 'place_label' not in places)
        self.assertEqual(len(self.rows('answer')), 1)

    def test_later_and_end(self):
        """what is put off comes last, nothing is written, and the key that began the review ends it"""
        width = self.venule.widget('steps_pane').width
        place = self.start()
        self.venule.key('m')
        self.venule.wait('another place', lambda places: places[PANEL + 'place_label'].text != place)
        self.assertEqual(self.rows('answer'), [])
        self.venule.key('F7')
        self.venule.wait('the end', lambda places: PANEL + 'start_button' in places and
                         PANEL + 'place_label' not in places)
        # The sentences that are out of sight now do not take room from the video.
        self.assertEqual(self.venule.widget('steps_pane').width, width)


if __name__ == '__main__':
    tap.main()
