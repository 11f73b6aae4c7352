#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Choosing cells in the real program, with mouse and keys."""

import unittest

import editing
import tap


class Select(unittest.TestCase):
    def setUp(self):
        self.editing = editing.lend(self)
        self.editing.show(40)

    def test_click(self):
        """a click selects a cell, with Ctrl or Shift one more, and again one less; Escape selects nothing"""
        edit = self.editing
        first = edit.lonely()
        second = edit.lonely(first)
        third = edit.lonely(first, second)
        edit.choose(first)
        edit.click(second, keys=['ctrl'])
        edit.wait_selected([first, second])
        edit.click(third, keys=['shift'])
        edit.wait_selected([first, second, third])
        edit.click(second, keys=['ctrl'])
        edit.wait_selected([first, third])
        edit.venule.key('Escape')
        edit.wait_selected([])

    def test_band(self):
        """a drag over the background selects what it surrounds, and with Shift adds to it"""
        edit = self.editing
        cells = list(edit.spots[40])
        middle = sorted(edit.place(cell)[0] for cell in cells)[len(cells) // 2] - 0.5
        left = [cell for cell in cells if edit.place(cell)[0] < middle]
        edit.venule.drag(*edit.at(1, 40), *edit.at(middle, 200))
        edit.wait_selected(left)
        edit.venule.screen.xdotool('keydown', 'shift')
        edit.venule.drag(*edit.at(398, 200), *edit.at(middle, 40))
        edit.venule.screen.xdotool('keyup', 'shift')
        edit.wait_selected(cells)

    def test_keys(self):
        """Ctrl+A selects the cells of this frame, Ctrl+I the others, and the full stop goes from one to the next"""
        edit = self.editing
        cells = sorted(edit.spots[40], key=edit.place)
        edit.focus()
        edit.venule.key('ctrl+a')
        edit.wait_selected(cells)
        edit.click(edit.lonely(), keys=['ctrl'])
        edit.wait_selected(set(cells) - {edit.lonely()})
        edit.venule.key('ctrl+i')
        edit.wait_selected([edit.lonely()])
        edit.venule.key('Escape')
        for cell in cells[:3]:
            edit.venule.key('period')
            edit.wait_selected([cell])
        edit.venule.key('comma')
        edit.wait_selected([cells[1]])

    def test_menu(self):
        """the other button selects a cell and shows its menu, whose keys work; so does the Menu key"""
        edit = self.editing
        cell = edit.lonely()
        edit.click(cell, button=3)
        edit.wait_selected([cell])
        name, _ = edit.check_edit('a deletion by the menu', lambda: edit.venule.key('Up', 'Return'))
        self.assertEqual(name, f'Delete Track {cell}')
        edit.choose(cell)
        edit.venule.key('Menu')
        name, _ = edit.check_edit('a deletion by the menu', lambda: edit.venule.key('d'))
        self.assertEqual(name, f'Delete Track {cell}')

    def test_panning(self):
        """an enlarged video is moved by the middle button, and what is caught on it is what the band shows"""
        edit = self.editing
        edit.focus()
        edit.venule.key('plus', 'plus')
        canvas = edit.venule.widget('canvas')
        x, y = canvas.x + canvas.width / 2, canvas.y + canvas.height / 2
        xdotool = edit.venule.screen.xdotool
        xdotool('mousemove', int(x), int(y), 'mousedown', 2)
        xdotool('mousemove', int(x + 3000), int(y))
        xdotool('mouseup', 2)
        edit.wait_selected([])
        edit.venule.drag(canvas.x + 3, canvas.y + 3, canvas.x + canvas.width - 3, canvas.y + canvas.height - 3)
        edit.venule.wait('some cells, not all', lambda places: 0 < len(edit.selected()) < len(edit.spots[40]))


if __name__ == '__main__':
    tap.main()
