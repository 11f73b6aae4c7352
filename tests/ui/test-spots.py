#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Edits of a track's cells in the real program, with mouse and keys: each is one step,
and taken back leaves no trace."""

import math
import unittest

import driver
import editing
import tap

FRAME = 40


class Spots(unittest.TestCase):
    def setUp(self):
        self.editing = editing.lend(self)
        self.editing.show(FRAME)
        self.cell = self.editing.lonely()
        self.editing.choose(self.cell)

    def grip(self):
        """Where the handle is that makes the cell larger."""
        x, y = self.editing.at(*self.editing.place(self.cell))
        scale = driver.Video(self.editing.venule, *editing.SIZE).scale
        away = (self.editing.radius(self.cell) * scale + 11) * math.sqrt(0.5)
        return x + away, y + away

    def drag(self, start, end, keys=()):
        xdotool = self.editing.venule.screen.xdotool
        for key in keys:
            xdotool('keydown', key)
        self.editing.venule.drag(*start, *end)
        for key in keys:
            xdotool('keyup', key)

    def key(self, *keys):
        return lambda: self.editing.venule.key(*keys)

    def test_drag(self):
        """a cell is moved, moved exactly, and resized by dragging, at any zoom; Escape leaves it as it was"""
        edit, venule = self.editing, self.editing.venule
        here = edit.at(*edit.place(self.cell))
        there = here[0] + 14, here[1] + 9
        edit.check_edit('a move', lambda: self.drag(here, there))
        edit.check_edit('an exact move', lambda: self.drag(here, there, ['alt']))
        grip = self.grip()
        edit.check_edit('a larger cell', lambda: self.drag(grip, (grip[0] + 8, grip[1] + 8)))

        before = edit.dump()
        xdotool = venule.screen.xdotool
        xdotool('mousemove', *map(int, here), 'mousedown', 1)
        xdotool('mousemove', *map(int, there))
        xdotool('key', 'Escape')  # not venule.key(), which lets go of the buttons
        xdotool('mouseup', 1)
        self.assertEqual(edit.dump(), before)

    def test_keys(self):
        """arrows with Alt move a cell and Alt with plus and minus resize it; keys in a row are one step"""
        edit = self.editing
        edit.check_edit('a move', self.key('alt+Right', 'alt+Right', 'alt+shift+Down'))
        edit.check_edit('a larger cell', self.key('alt+KP_Add', 'alt+KP_Add'))
        edit.check_edit('a smaller cell', self.key('alt+minus'))

    def test_undo_in_the_middle(self):
        """undo gives up a drag that goes on, and takes back what arrows have just moved before what was done earlier"""
        edit, xdotool = self.editing, self.editing.venule.screen.xdotool
        before = edit.dump()
        self.key('alt+Down')()
        moved = edit.wait_dump('a move', lambda dump: dump != before)
        here = edit.at(*edit.place(self.cell))
        xdotool('mousemove', *map(int, here), 'mousedown', 1)
        for step in (8, 16):
            xdotool('mousemove', int(here[0]) + step, int(here[1]))
        xdotool('key', 'ctrl+z')  # not venule.key(), which lets go of the buttons
        xdotool('mouseup', 1)
        self.key('alt+Right', 'ctrl+z', 'ctrl+shift+z')()
        twice = edit.wait_dump('the second move', lambda dump: dump != moved)
        self.key('ctrl+z')()
        edit.wait_dump('the first move', lambda dump: dump == moved)
        self.key('ctrl+z')()
        edit.wait_dump('none', lambda dump: dump == before)
        self.key('ctrl+shift+z', 'ctrl+shift+z')()
        edit.wait_dump('both', lambda dump: dump == twice)

    def test_delete_and_fill(self):
        """the cell of a frame is deleted, the gap is filled, and the track begins and ends here"""
        edit, venule = self.editing, self.editing.venule
        edit.check_edit('a deletion', self.key('shift+Delete'))
        before = edit.dump()
        venule.key('shift+Delete')
        gap = edit.wait_dump('the gap', lambda dump: dump != before)
        edit.check_edit('filling', self.key('i'))
        self.assertEqual(edit.dump(), gap)
        venule.key('ctrl+z')
        edit.wait_dump('no gap', lambda dump: dump == before)
        edit.check_edit('an end', self.key('e'))
        edit.check_edit('a beginning', self.key('s'))

    def test_zoomed(self):
        """in an enlarged and moved video a cell is moved as it is in the whole one"""
        edit, venule = self.editing, self.editing.venule
        venule.key('Escape', 'plus', 'plus', 'plus')
        for cell in sorted(edit.spots[FRAME], key=edit.place):
            venule.key('period')  # also moves the cell into sight
            edit.wait_selected([cell])
        edit.check_edit('a move', self.key('alt+Up', 'alt+Left'))


if __name__ == '__main__':
    tap.main()
