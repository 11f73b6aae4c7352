#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""How results are measured, seen and changed in the real program with mouse and keys: steps, tables, files."""

import csv
import pathlib
import subprocess
import tempfile
import unittest

import driver
import editing
import tap

VIEW = 'measures_view'
PANEL = VIEW + '.measure_panel.'
WINDOW, STILL, ADHERENCE = (PANEL + name for name in ('velocity_window_s', 'pause_velocity_px_s', 'adherent_seconds'))


class MeasureSettings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        results = tempfile.TemporaryDirectory()
        cls.addClassCleanup(results.cleanup)
        cls.results = pathlib.Path(results.name)

    def setUp(self):
        self.editing = editing.lend(self, editing.Measured, settings={'output-folder': f"'{self.results}'"})
        self.venule = self.editing.venule
        self.editing.focus()
        if WINDOW + '.entry' not in self.venule.places:
            self.venule.key('ctrl+m')
        self.venule.wait_text(WINDOW + '.entry', '0.5')
        self.scroll_up()

    def scroll_up(self):
        self.venule.screen.xdotool('mousemove', *self.over(PANEL[:-1]), 'click', '--repeat', 30, 4)

    def shown(self, text):
        """Waits until the list is up to date and says so."""
        self.venule.wait(text, lambda places: places[VIEW].text.startswith('fresh') and text in places[VIEW].text)

    def type_into(self, name, text):
        """Scrolls to a number, and types another one."""
        self.venule.screen.xdotool('mousemove', *self.over(PANEL[:-1]))
        while self.venule.widget(name + '.entry').y + 60 > self.bottom():
            self.venule.screen.xdotool('click', 5)
        self.venule.type_into(name + '.entry', text)

    def over(self, name):
        place, view = self.venule.widget(name), self.venule.widget(VIEW)
        return int(place.x + 100), int(view.y + view.height - 40)

    def bottom(self):
        view = self.venule.widget(VIEW)
        return view.y + view.height

    def within(self):
        return next(line for line in self.venule.text(VIEW).split('\n') if line.startswith('velocity_within_sd='))

    def test_typed(self):
        """a typed number is one step with a name, the numbers follow, and its reset is one too"""
        edit, venule = self.editing, self.venule
        self.shown('velocity_within_sd')
        before = self.within()
        name, after = edit.check_edit('the window', lambda: self.type_into(WINDOW, '1.25'))
        self.assertEqual(name, 'Change Velocity Window')
        self.assertIn('velocity_window_s=1.25', after)
        venule.wait_text(WINDOW + '.entry', '0.5')
        venule.key('ctrl+shift+z')
        venule.wait_text(VIEW + '.unusual_label', 'Velocity window 1.25 s (default 0.5 s)')
        venule.wait('other numbers', lambda places: places[VIEW].text.startswith('fresh') and self.within() != before)
        venule.click(WINDOW + '.reset_button')
        edit.wait_dump('the reset', lambda dump: 'velocity_window_s' not in dump)
        venule.wait('the old numbers', lambda places: places[VIEW].text.startswith('fresh') and self.within() == before)
        venule.wait('nothing to say', lambda places: VIEW + '.unusual_label' not in places
                    and WINDOW + '.reset_button' not in places)
        self.assertEqual(edit.steps(), ['Change Velocity Window'] * 2)

    def test_units_and_nonsense(self):
        """what is slow is said in µm/s and kept in px/s; nonsense is refused with a sentence,
        and Escape brings the number back"""
        edit, venule = self.editing, self.venule
        venule.wait_text(STILL + '.unit_label', 'µm/s')
        self.type_into(STILL, '3.63')
        edit.wait_dump('3.63 µm/s', lambda dump: 'pause_velocity_px_s=10\n' in dump + '\n')
        before = edit.dump()
        self.type_into(ADHERENCE, '0')
        venule.wait_text(ADHERENCE + '.mistake_label', 'Type a number from 0.01')
        venule.key('Escape')
        venule.wait_text(ADHERENCE + '.entry', '30')
        self.assertEqual(edit.dump(), before)
        # The recording lasts three seconds.
        self.shown('adherent_cells=not assessable')
        self.type_into(ADHERENCE, '1')
        edit.wait_dump('one second', lambda dump: 'adherent_seconds=1\n' in dump + '\n')
        venule.wait('adherent cells', lambda places: places[VIEW].text.startswith('fresh') and
                    'adherent_cells=not assessable' not in places[VIEW].text)
        self.scroll_up()
        venule.click(PANEL + 'reset_button')
        edit.wait_dump('all defaults', lambda dump: 'adherent_seconds' not in dump
                       and 'pause_velocity_px_s' not in dump)
        venule.key('ctrl+z')
        edit.wait_dump('both again', lambda dump: 'adherent_seconds=1' in dump and 'pause_velocity_px_s=10' in dump)

    def test_files(self):
        """the window writes the same files as venule-cli export does from the document;
        they say what is not the default"""
        edit, venule = self.editing, self.venule
        self.keeps = True
        folder = pathlib.Path(edit.folder.name)
        self.type_into(WINDOW, '0.25')
        edit.wait_dump('the window', lambda dump: 'velocity_window_s=0.25' in dump)
        venule.key('ctrl+s')
        venule.wait('the document saved', lambda places: not places['title_label'].text.startswith('•'))
        venule.click('export_step.header')
        venule.wait_text('export_step.export_panel.unusual_label', 'Velocity window 0.25 s (default 0.5 s)')
        venule.click('export_step.export_panel.methods_check')
        venule.click('export_step.export_panel.export_button')
        venule.wait('the files', lambda places: 'export_step.export_panel.done_label' in places)
        written = next(path.parent for path in self.results.glob('*/analysis.json'))
        again = folder / 'again'
        subprocess.run([editing.BUILD / 'src/cli/venule-cli', 'export', edit.document, '--formats',
                        'csv,figures,settings,methods',
                        '--output', again], check=True, stdout=subprocess.DEVNULL)
        names = sorted(path.name for path in written.iterdir())
        self.assertEqual(names, sorted(path.name for path in again.iterdir()))
        for name in names:
            self.assertEqual((written / name).read_bytes(), (again / name).read_bytes(), name)
        with open(written / 'summary.csv', newline='', encoding='utf-8') as file:
            values = {row['quantity']: row['value'] for row in csv.DictReader(file)}
        self.assertEqual(float(values['velocity_window']), 0.25)
        self.assertIn('Velocity window 0.25 s (default 0.5 s)', (written / 'methods.txt').read_text(encoding='utf-8'))

    def test_keys(self):
        """while an arrow is pressed again and again the numbers follow and there is one step;
        Ctrl+M ends and begins it all"""
        edit, venule = self.editing, self.venule
        venule.click(WINDOW + '.entry')
        before = edit.dump()
        venule.key('Up', 'Up', 'Up')
        venule.wait_text(WINDOW + '.entry', '0.8')
        edit.wait_dump('three tenths more', lambda dump: 'velocity_window_s=0.8' in dump)
        # A slow machine may take a rest between two keys.
        steps = edit.steps()
        self.assertLessEqual(len(steps), 3)
        for _ in steps:
            venule.key('ctrl+z')
        edit.wait_dump('none of them', lambda dump: dump == before)
        edit.focus()
        venule.key('ctrl+m')
        venule.wait('the settings put away', lambda places: WINDOW + '.entry' not in places)
        venule.key('ctrl+m')
        venule.wait_text(WINDOW + '.entry', '0.5')


if __name__ == '__main__':
    tap.main()
