#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window that compares recordings, with mouse and keys alone."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import driver
import tap

BUILD = pathlib.Path(os.environ['VENULE_BUILDDIR'])
VENULE = BUILD / 'src/ui/venule'
MAKE_STUDY = BUILD / 'tests/engine/make-study'


@unittest.skipUnless(shutil.which('Xvfb') and shutil.which('xdotool'), 'Xvfb or xdotool is not installed')
class Compare(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='venule-study-'))
        self.addCleanup(shutil.rmtree, self.folder)
        subprocess.run([MAKE_STUDY, self.folder, '2'], check=True, stdout=subprocess.DEVNULL)
        self.study = self.folder / 'example.venule-study'
        self.screen = driver.Screen(1280, 860)
        self.addCleanup(self.screen.close)

    def start(self, *arguments):
        venule = driver.Venule(self.screen, VENULE, *arguments)
        self.addCleanup(venule.process.wait)
        self.addCleanup(venule.process.kill)
        return venule

    def recordings(self):
        return json.loads(self.study.read_text(encoding='utf-8'))['recordings']

    def test_labels_are_typed_and_saved(self):
        """a label is typed with the mouse and keys, counts at once, and is saved with Ctrl+S"""
        venule = self.start(self.study)
        venule.wait_text('results_view.plain_label', '(4 animals) than in “Wild type” (5): p = 0.016')
        table = venule.widget('table')
        # The animal of the second recording, which is of the first one's: now it is one of its own.
        venule.click_at(table.x + 190, table.y + 78)
        self.screen.xdotool('key', 'ctrl+a')
        self.screen.xdotool('type', 'w9')
        self.screen.xdotool('key', 'Tab')
        venule.wait_text('results_view.plain_label', 'than in “Wild type” (6): p = 0.0095')
        venule.wait_text('subtitle_label', 'not saved')
        self.screen.xdotool('key', 'ctrl+s')
        venule.wait('the file', lambda places: self.recordings()[1]['animal'] == 'w9')

    def test_a_label_is_typed_into_an_empty_cell(self):
        """Ctrl+A in an empty cell selects no rows: the label is that of one recording alone"""
        venule = self.start(self.study)
        venule.wait_text('results_view.plain_label', 'p = 0.016')
        before = self.recordings()
        table = venule.widget('table')
        venule.click_at(table.x + 190, table.y + 78)
        self.screen.xdotool('key', 'ctrl+a', 'BackSpace', 'ctrl+a')
        self.screen.xdotool('type', 'w9')
        self.screen.xdotool('key', 'Tab')
        venule.wait_text('subtitle_label', 'not saved')
        self.screen.xdotool('key', 'ctrl+s')
        venule.wait('the file', lambda places: self.recordings()[1]['animal'] == 'w9')
        self.assertEqual([recording['animal'] for recording in self.recordings()],
                         [recording['animal'] if i != 1 else 'w9' for i, recording in enumerate(before)])

    def test_recordings_are_left_out_and_removed(self):
        """a recording is left out by its box, and the selected one removed by its key"""
        venule = self.start(self.study)
        venule.wait_text('results_view.plain_label', 'p = 0.016')
        table = venule.widget('table')
        venule.click_at(table.x + 19, table.y + 46)
        venule.click_at(table.x + 19, table.y + 78)
        venule.wait_text('results_view.plain_label', 'than in “Wild type” (4): p = 0.029')
        venule.click_at(table.x + 80, table.y + 110)
        venule.click('remove_button')
        self.screen.xdotool('key', 'ctrl+s')
        venule.wait('the file', lambda places: len(self.recordings()) == 17)
        self.assertNotIn('w2-1.venule', [recording['document'] for recording in self.recordings()])

    def test_the_same_animals_are_compared(self):
        """the same animals before and after: a box chooses the paired test, which names who has no partner"""
        folder = self.folder / 'paired'
        subprocess.run([MAKE_STUDY, folder, 'paired'], check=True, stdout=subprocess.DEVNULL)
        self.study = folder / 'example.venule-study'
        venule = self.start(self.study)
        venule.wait_text('results_view.plain_label',
                         'Higher in “before” than in “1 h” in the same 7 animals: p = 0.031')
        venule.click('paired_check')
        venule.wait_text('results_view.plain_label',
                         'No difference between “before” and “1 h” was shown (p = 0.19, 8 and 7 animals)')
        self.screen.xdotool('key', 'alt+t')
        venule.wait_text('results_view.plain_label', 'in the same 7 animals')
        self.screen.xdotool('key', 'ctrl+s')
        venule.wait('the file', lambda places: json.loads(self.study.read_text(encoding='utf-8')).get('paired'))

    def test_one_time_of_adherence_is_set(self):
        """the time of adherence is set for all recordings, which are measured again"""
        venule = self.start(self.study)
        venule.wait_text('results_view.plain_label', 'p = 0.016')
        venule.click('adherence_check')
        venule.click('adherence_spin')
        self.screen.xdotool('key', 'ctrl+a')
        self.screen.xdotool('type', '5')
        self.screen.xdotool('key', 'Tab')
        venule.wait_text('results_view.plain_label', 'p = 0.016')
        self.screen.xdotool('key', 'ctrl+s')
        venule.wait('the file',
                    lambda places: json.loads(self.study.read_text(encoding='utf-8')).get('adherent_seconds') == 5)

    def test_the_look_of_the_figure_is_chosen(self):
        """the look opens from its button, without the kinds of another window; two columns are chosen by keys"""
        venule = self.start(self.study)
        venule.wait_text('results_view.plain_label', 'p = 0.016')
        self.assertNotIn('results_view.look_box', venule.places)
        venule.click('results_view.look_button')
        venule.wait_text('results_view.look_box.width_row.entry', '85')
        self.assertNotIn('results_view.look_box.kind_row', venule.places)
        # From the width of bins to the size.
        self.screen.xdotool('key', 'Tab', 'Tab', 'Return', 'Down', 'Down', 'Return')
        venule.wait_text('results_view.look_box.width_row.entry', '180')

    def save_report(self, typed):
        """Types a name into the dialog for files, which is a window of its own, and is returned."""
        self.screen.xdotool('key', 'ctrl+shift+e')
        dialog = self.screen.wait_windows(2)
        self.screen.xdotool('key', 'ctrl+a')
        self.screen.xdotool('type', '--delay', 20, '--', typed)
        self.screen.xdotool('key', 'Return')
        return dialog

    def test_a_report_is_saved(self):
        """the report of the menu is that of the command line: a page for each recording that counts,
        with the labels as they are now"""
        venule = self.start(self.study)
        venule.wait_text('results_view.plain_label', 'p = 0.016')
        table = venule.widget('table')
        venule.click_at(table.x + 19, table.y + 46)
        venule.wait_text('results_view.paragraph_label', '; 9 recordings')
        report = self.folder / 'pages.pdf'
        self.save_report(report)
        self.screen.wait_windows(1)
        venule.wait('the report', lambda places: report.exists())
        self.screen.xdotool('key', 'ctrl+s')
        venule.wait('the study', lambda places: 'not saved' not in places['subtitle_label'].text)
        done = subprocess.run([BUILD / 'src/cli/venule-cli', 'study', self.study, '--report', '--output',
                               self.folder / 'cli'],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding='utf-8')
        self.assertEqual(done.returncode, 3,
                         done.stderr)  # the made recordings have no video, and their pages no picture
        self.assertEqual(report.read_bytes(), (self.folder / 'cli/report.pdf').read_bytes())

    def test_a_report_without_a_bad_recording_is_saved(self):
        """a recording that cannot be read has no page, as it does not count in the comparison, and is told"""
        (self.folder / 'w1-2.venule').write_bytes(b'no document')
        venule = self.start(self.study)
        venule.wait_text('results_view.plain_label', 'p = 0.0')
        report = self.folder / 'pages.pdf'
        dialog = self.save_report(report)
        venule.wait('the report', lambda places: report.exists())
        venule.wait('the sentence', lambda places: self.screen.wait_windows(2) != dialog)

    def test_no_file_is_replaced_unasked(self):
        """the dialog asks of the name that was typed: where the ending was left out,
        a file that has it stays as it is"""
        venule = self.start(self.study)
        venule.wait_text('results_view.plain_label', 'p = 0.016')
        mine = self.folder / 'mine.pdf'
        mine.write_bytes(b'mine')
        dialog = self.save_report(self.folder / 'mine')
        venule.wait('the question', lambda places: self.screen.wait_windows(2) != dialog)
        self.screen.xdotool('key', 'Escape')
        self.screen.wait_windows(1)
        self.save_report(self.folder / 'another')
        venule.wait('the report', lambda places: (self.folder / 'another.pdf').exists())
        self.assertEqual(mine.read_bytes(), b'mine')

    def test_the_menu_opens_an_empty_window(self):
        """the main menu of a window opens one to compare recordings"""
        venule = self.start()
        venule.click('menu_button')
        self.screen.xdotool('key', 'r')
        venule.wait('the window', lambda places: 'add_button' in places and 'remove_button' not in places)


if __name__ == '__main__':
    tap.main()
