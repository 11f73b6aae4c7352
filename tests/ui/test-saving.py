#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Documents in the real program, with mouse and keys alone: saved, closed, killed, opened twice, damaged."""

import contextlib
import json
import os
import pathlib
import shutil
import sqlite3
import subprocess
import tempfile
import time
import unittest

import driver
import editing
import tap

BUILD = pathlib.Path(os.environ['VENULE_BUILDDIR'])
SAMPLE = pathlib.Path(os.environ['VENULE_SOURCEDIR']) / 'data/sample'
# Where pictures go, for who wants to look at them.
PICTURES = os.environ.get('VENULE_TEST_PICTURES')
PAGE = 16384


class Saving(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = None
        for program in ('Xvfb', 'xdotool'):
            if not shutil.which(program):
                raise unittest.SkipTest(f'{program} is not there')
        if not (BUILD / 'src/ui/venule').exists():
            raise unittest.SkipTest('the application is not built')
        cls.folder = pathlib.Path(tempfile.mkdtemp())
        shutil.copy(BUILD / 'tests/ui/sample.mkv', cls.folder / 'cells.mkv')
        arguments = (SAMPLE / 'analyze.args').read_text(encoding='utf-8').split()
        cls.screen = driver.Screen()
        subprocess.run([BUILD / 'src/cli/venule-cli', 'analyze', cls.folder / 'cells.mkv', *arguments, '--quiet',
                        '--output', cls.folder / 'results', '--project', cls.folder / 'first.venule'],
                       env=cls.screen.environment, check=True)

    @classmethod
    def tearDownClass(cls):
        if cls.folder:
            cls.screen.close()
            shutil.rmtree(cls.folder, ignore_errors=True)

    def setUp(self):
        # What one test leaves unsaved is not offered in the next one.
        shutil.rmtree(pathlib.Path(self.screen.environment['XDG_STATE_HOME']) / 'venule', ignore_errors=True)
        self.document = self.folder / 'cells.venule'
        shutil.copy(self.folder / 'first.venule', self.document)
        self.all = self.count(self.document)

    def start(self, *arguments):
        venule = driver.Venule(self.screen, BUILD / 'src/ui/venule', *arguments,
                               settings={'style': f"'{os.environ.get('VENULE_TEST_STYLE', 'system')}'"})
        self.addCleanup(venule.close)
        return venule

    def picture(self, venule, name):
        if PICTURES:
            time.sleep(1)
            venule.screen.picture(pathlib.Path(PICTURES) / f'{name}.png')

    def count(self, path):
        """How many tracks a document has, as venule-cli says."""
        said = subprocess.run([BUILD / 'src/cli/venule-cli', 'info', path], env=self.screen.environment,
                              capture_output=True, text=True, check=True).stdout
        return [run['tracks'] for run in json.loads(said)['runs'] if run['shown']][0]

    def wait_title(self, venule, title, patience=driver.PATIENCE):
        venule.wait(f'the title “{title}”', lambda places: 'title_label' in places
                    and places['title_label'].text == title,
                    patience)

    def open(self, path, title=None):
        venule = self.start(path)
        self.wait_title(venule, title or path.name)
        venule.widget('canvas')
        return venule

    def delete_some(self, venule):
        """All cells of the first frame; again, where a slow program has lost a key."""
        for patience in (5, 15, driver.PATIENCE):
            venule.click('canvas')
            venule.key('ctrl+a')
            venule.key('Delete')
            try:
                self.wait_title(venule, f'• {self.document.name}', patience)
                return
            except driver.Failed:
                if patience == driver.PATIENCE:
                    raise

    def choose_name(self, venule, name):
        self.screen.wait_windows(2)
        self.screen.xdotool('type', '--delay', 20, '--', name)
        self.picture(venule, 'name')
        venule.key('Return')

    def test_saving_and_closing(self):
        """Ctrl+S saves, and closing with changes asks first"""
        venule = self.open(self.document)
        self.delete_some(venule)
        venule.key('ctrl+s')
        self.wait_title(venule, self.document.name)
        left = self.count(self.document)
        self.assertLess(left, self.all)

        venule.key('ctrl+z')
        self.wait_title(venule, f'• {self.document.name}')
        venule.key('ctrl+w')
        self.screen.wait_windows(2)
        self.picture(venule, 'close')
        venule.key('Escape')
        self.screen.wait_windows(1)
        self.assertEqual(self.count(self.document), left)
        venule.key('ctrl+w')
        self.screen.wait_windows(2)
        venule.key('Return')
        venule.process.wait(driver.PATIENCE)
        self.assertEqual(self.count(self.document), self.all)

    def test_closing_with_a_popover(self):
        """Ctrl+W closes the window, or asks first, while a popover is open and a number is typed into it"""
        venule = self.open(self.document)
        self.delete_some(venule)
        venule.click('track_table.bar.filter_button')
        venule.click('track_table.bar.duration_spin')
        venule.key('5')
        venule.key('ctrl+w')
        self.screen.wait_windows(2)
        venule.key('Escape')
        self.screen.wait_windows(1)
        venule.key('ctrl+z')
        self.wait_title(venule, self.document.name)
        venule.click('track_table.bar.filter_button')
        venule.widget('track_table.bar.duration_spin')
        venule.key('ctrl+q')
        self.assertEqual(venule.process.wait(driver.PATIENCE), 0)
        self.assertEqual(venule.log, [])

    def test_names(self):
        """a whole name that is typed keeps one ending, and replaces nothing unasked"""
        venule = self.start(self.folder / 'cells.mkv')
        self.wait_title(venule, 'cells.mkv')
        venule.widget('canvas')
        venule.key('ctrl+s')
        self.choose_name(venule, 'new.venule')
        self.wait_title(venule, 'new.venule')
        self.assertTrue((self.folder / 'new.venule').exists())
        self.assertFalse((self.folder / 'new.venule.venule').exists())

        before = self.document.read_bytes()
        venule.key('ctrl+shift+s')
        self.choose_name(venule, self.document.name)
        self.screen.wait_windows(2)
        self.picture(venule, 'replace')
        venule.key('Escape')
        self.screen.wait_windows(1)
        self.assertEqual(self.document.read_bytes(), before)
        self.assertEqual(venule.text('title_label'), 'new.venule')

    def test_recovery(self):
        """what a killed program had not saved is offered"""
        venule = self.open(self.document)
        self.delete_some(venule)
        venule.process.kill()
        venule.process.wait()
        self.assertEqual(self.count(self.document), self.all)

        again = self.start(self.document)
        self.screen.wait_windows(2)
        self.picture(again, 'recover')
        again.key('Return')
        self.wait_title(again, f'• {self.document.name}')
        again.key('ctrl+s')
        self.wait_title(again, self.document.name)
        self.assertLess(self.count(self.document), self.all)

    def test_second_window(self):
        """a document that is open elsewhere is read-only"""
        self.open(self.document)
        second = self.open(self.document, f'{self.document.name} (read-only)')
        self.picture(second, 'read-only')

    def rescue(self, damage):
        """Damages the document, and presses Rescue with the pointer;
        the sentence that was said before is in a picture only."""
        data = bytearray(self.document.read_bytes())
        damage(data)
        self.document.write_bytes(data)
        self.addCleanup(lambda: self.assertEqual(self.document.read_bytes(), data))
        venule = self.start(self.document)
        self.screen.wait_windows(2)
        self.picture(venule, 'damaged')
        self.press_right(venule)
        return venule

    def press_right(self, venule):
        """The right button of the dialog: dialogs are windows of their own, in the upper left corner of a screen
        without a window manager, and the program tells nothing of them; again, where it was not drawn yet in its
        place."""
        for patience in (5, 15, driver.PATIENCE):
            self.click_right(venule)
            try:
                self.screen.wait_windows(1, patience)
                return
            except driver.Failed:
                if patience == driver.PATIENCE:
                    raise

    def click_right(self, venule):
        shapes = []
        for window in self.screen.ask_xdotool('search', '--onlyvisible', '--class', 'venule'):
            said = self.screen.ask_xdotool('getwindowgeometry', '--shell', window)
            shapes.append({name: int(value) for name, value in (line.split('=') for line in said)})
        dialog = min(shapes, key=lambda shape: shape['WIDTH'] * shape['HEIGHT'])
        venule.click_at(dialog['X'] + dialog['WIDTH'] * 3 / 4, dialog['Y'] + dialog['HEIGHT'] - 25)

    def test_rescue_without_header(self):
        """a document without its first page is offered to be rescued, and stays as it is"""
        def damage(data):
            data[:PAGE] = bytes(PAGE)
        venule = self.rescue(damage)
        self.wait_title(venule, '• cells.mkv')
        venule.wait_text('run_step.summary_label', f'{self.all} tracks')
        venule.wait_text('message_bar.text_label', f'{self.all} tracks were read.')
        self.picture(venule, 'rescued')

    def test_rescue_with_pages_overwritten(self):
        """what stands on overwritten pages is lost, said, and nothing else; the rest can be edited and saved"""
        def damage(data):
            for page in range(3, len(data) // PAGE, 3):
                data[page * PAGE:(page + 1) * PAGE] = os.urandom(PAGE)
        venule = self.rescue(damage)
        self.wait_title(venule, '• cells.mkv')
        venule.wait_text('message_bar.text_label', 'could not be read')
        left = int(venule.wait_text('run_step.summary_label', ' track').text.split()[0])
        self.assertTrue(0 < left <= self.all)
        self.picture(venule, 'rescued-pages')
        venule.key('ctrl+s')
        self.choose_name(venule, str(self.folder / 'again.venule'))
        self.wait_title(venule, 'again.venule')
        self.assertEqual(self.count(self.folder / 'again.venule'), left)

    def test_rescue_with_damaged_tables(self):
        """where a byte of what the tables are has changed, nothing else is lost"""
        def damage(data):
            data[data.find(b'CREATE TABLE') + len('CREATE TABLE')] = 0
        venule = self.rescue(damage)
        self.wait_title(venule, '• cells.mkv')
        venule.wait_text('message_bar.text_label', f'{self.all} tracks were read.')

    def kinds(self):
        """Of the tracks in the working copy of the rescued document."""
        found = [path for path in pathlib.Path(self.screen.environment['XDG_STATE_HOME']).rglob('*')
                 if editing.is_database(path)]
        with contextlib.closing(sqlite3.connect(f'file:{found[0]}?mode=ro', uri=True,
                                                timeout=driver.PATIENCE)) as database:
            return [kind for kind, in database.execute('SELECT kind FROM track ORDER BY id')]

    def wait_kinds(self, ready):
        end = time.monotonic() + driver.PATIENCE
        while not ready(kinds := self.kinds()):
            self.assertLess(time.monotonic(), end, kinds)
            time.sleep(0.1)
        return kinds

    def test_rescue_without_classes(self):
        """tracks of which the spots alone are left can be classified by a button beside the sentence,
        which is one step"""
        with contextlib.closing(sqlite3.connect(self.document)) as database:
            before = sorted(kind for kind, in database.execute('SELECT kind FROM track'))
            database.execute('DELETE FROM track')
            database.commit()
        self.assertGreater(len(before), before.count('other'))

        def damage(data):
            data[:PAGE] = bytes(PAGE)
        venule = self.rescue(damage)
        self.wait_title(venule, '• cells.mkv')
        venule.wait_text('message_bar.text_label', 'count as “other” until they are classified.')
        self.picture(venule, 'rescued-classes')
        self.wait_kinds(lambda kinds: kinds == ['other'] * len(before))
        venule.click('message_bar.offer_button')
        after = self.wait_kinds(lambda kinds: sorted(kinds) == before)
        venule.wait('the bar hidden', lambda places: 'message_bar.text_label' not in places)
        venule.key('ctrl+z')
        self.wait_kinds(lambda kinds: kinds == ['other'] * len(before))
        venule.key('ctrl+shift+z')
        self.wait_kinds(lambda kinds: kinds == after)

    def test_rescue_of_a_part(self):
        """of a document that was cut off comes what is left, and how much is lost is said"""
        def damage(data):
            del data[len(data) // 2:]
        venule = self.rescue(damage)
        self.wait_title(venule, '• cells.mkv')
        venule.wait_text('message_bar.text_label', 'lost')
        self.picture(venule, 'rescued-part')


if __name__ == '__main__':
    tap.main()
