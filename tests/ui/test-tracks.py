#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Edits of whole tracks in the real program, with mouse and keys: each is one step, and taken back leaves no trace."""

import unittest

import editing
import tap
from sample_path import CORRECT

FRAME = 40


class Tracks(unittest.TestCase):
    def setUp(self):
        self.editing = editing.lend(self)
        self.editing.show(FRAME)
        self.cell = self.editing.lonely()
        self.other = self.editing.lonely(self.cell)

    def choose_two(self):
        self.editing.choose(self.cell)
        self.editing.click(self.other, keys=['ctrl'])
        self.editing.wait_selected([self.cell, self.other])

    def key(self, *keys):
        return lambda: self.editing.venule.key(*keys)

    def test_marks(self):
        """class, hidden, locked, colour and deletion of two tracks by keys"""
        edit = self.editing
        self.choose_two()
        for key, mark in (('4', "kind='other'"), ('2', "kind='adherent'"), ('l', 'locked=1'), ('o', 'color=15896064')):
            _, after = edit.check_edit(mark, self.key(key))
            self.assertGreaterEqual(after.count(mark), 2, mark)
        _, after = edit.check_edit('hiding', self.key('h'))
        self.assertEqual(after.count('hidden=1'), 2)
        edit.wait_selected([])
        self.choose_two()
        name, after = edit.check_edit('deletion', self.key('Delete'))
        self.assertEqual(len(after.splitlines()), len(edit.dump().splitlines()) - 2)
        self.assertIn('2', name)

    def test_rows(self):
        """in the list a click with Ctrl selects one more row, and again one less; with Shift all as far as there"""
        view = self.editing.venule.widget('track_table.view')
        # What was selected before has been scrolled to.
        self.editing.venule.screen.xdotool('mousemove', int(view.x + view.width / 2), int(view.y + view.height / 2),
                                           'click', '--repeat', 30, 4)

        def click_row(row, *keys):
            self.editing.venule.click_at(view.x + view.width / 2, view.y + 43 + 24 * row, keys=keys)
        click_row(0)
        self.editing.wait_selected([1])
        click_row(2, 'ctrl')
        self.editing.wait_selected([1, 3])
        click_row(4, 'ctrl')
        self.editing.wait_selected([1, 3, 5])
        click_row(0, 'ctrl')
        self.editing.wait_selected([3, 5])
        click_row(1)
        self.editing.wait_selected([2])
        click_row(3, 'shift')
        self.editing.wait_selected([2, 3, 4])

    def test_panel(self):
        """class, note, colour, hidden and locked of a track by the pointer;
        what is hidden is counted and shown again"""
        edit, venule = self.editing, self.editing.venule
        edit.choose(self.cell)

        def write():
            venule.click(CORRECT + 'note_entry')
            venule.screen.xdotool('type', 'looks odd')
            venule.key('Return')
        _, after = edit.check_edit('a note', write)
        self.assertIn("note='looks odd'", after)
        edit.choose(self.cell)

        def write_anew():
            venule.click(CORRECT + 'note_entry')
            venule.key('ctrl+a')
            venule.screen.xdotool('type', '2 looks')
            venule.key('Return')
        _, after = edit.check_edit('a note after Ctrl+A in the empty entry', write_anew)
        self.assertIn("note='2 looks'", after)
        edit.choose(self.cell)
        _, after = edit.check_edit('locked', lambda: venule.click(CORRECT + 'locked_check'))
        self.assertIn('locked=1', after)
        row = venule.widget(CORRECT + 'color_row')
        _, after = edit.check_edit('a colour', lambda: venule.click_at(row.x + row.width - row.width / 16,
                                                                       row.y + row.height / 2))
        self.assertIn(f'color={0xd98cb8}', after)
        before = edit.dump()
        venule.click(CORRECT + 'hidden_check')
        venule.wait_text(CORRECT + 'hidden_label', '1 track is hidden. It still counts.')
        edit.click(self.cell)
        edit.wait_selected([])
        name, _ = edit.check_edit('showing all', lambda: venule.click(CORRECT + 'show_all_button'))
        venule.key('ctrl+z')
        edit.wait_dump('all shown', lambda dump: dump == before)

    def test_locked(self):
        """a locked track is not changed by anything but unlocking it"""
        edit, venule = self.editing, self.editing.venule
        edit.choose(self.cell)
        before = edit.dump()
        venule.key('l')
        locked = edit.wait_dump('locked', lambda dump: dump != before)
        for key in ('4', 'Delete', 'c', 'e', 's', 'shift+Delete', 'u'):
            venule.key(key)
        venule.drag(*edit.at(*edit.place(self.cell)), *edit.at(*(place + 15 for place in edit.place(self.cell))))
        self.assertEqual(edit.dump(), locked)
        edit.wait_selected([self.cell])
        venule.key('l')
        edit.wait_dump('unlocked', lambda dump: dump == before)

    def test_cut_and_join(self):
        """a track is cut at this frame, unlinked, joined again, and two are exchanged from here on"""
        edit, venule = self.editing, self.editing.venule
        edit.choose(self.cell)
        count = len(edit.dump().splitlines())
        name, after = edit.check_edit('a cut', self.key('c'))
        self.assertEqual(len(after.splitlines()), count + 1)
        edit.choose(self.cell)
        _, after = edit.check_edit('unlinking', self.key('u'))
        self.assertEqual(len(after.splitlines()), count + 1)
        # The two parts of a cut track are joined.
        edit.choose(self.cell)
        venule.key('c')
        cut = edit.wait_dump('the cut', lambda dump: len(dump.splitlines()) == count + 1)
        venule.wait('the new track', lambda places: edit.selected() not in ([], [self.cell]))
        new, = edit.selected()
        venule.key('Left')
        edit.frame -= 1
        venule.wait_text('canvas', f'{FRAME - 1}:')
        edit.click(self.cell, keys=['ctrl'])
        edit.wait_selected([self.cell, new])
        _, after = edit.check_edit('joining', self.key('j'))
        self.assertEqual(len(after.splitlines()), count)
        self.assertEqual(edit.dump(), cut)
        venule.key('ctrl+z')
        edit.show(FRAME)
        self.choose_two()
        name, after = edit.check_edit('exchanging', self.key('x'))
        self.assertEqual(len(after.splitlines()), count)

    def test_link(self):
        """a cell is linked with that of a later frame, by two clicks; Escape leaves the tool"""
        edit, venule = self.editing, self.editing.venule
        before = edit.dump()
        edit.choose(self.cell)
        venule.key('k', 'Escape')
        edit.click(self.other)
        edit.wait_selected([self.other])

        def link():
            edit.show(FRAME)
            edit.choose(self.cell)
            venule.key('k')
            edit.venule.key('Right', 'Right', 'Right')
            edit.frame += 3
            venule.wait_text('canvas', f'{edit.frame}:')
            edit.click(self.other)
        name, after = edit.check_edit('a link', link)
        self.assertNotEqual(after, before)


if __name__ == '__main__':
    tap.main()
