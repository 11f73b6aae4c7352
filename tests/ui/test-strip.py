#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The strip of a track in the real program: its velocity and its pictures, tied to the video both ways."""

import unittest

import editing
import tap

FRAME = 40
MONTAGE = 'strip_view.montage_view'
CURVE = 'strip_view.velocity_view'


class Strip(unittest.TestCase):
    def setUp(self):
        for program in ('Xvfb', 'xdotool'):
            tap.needs(self, program)
        self.editing = editing.Editing(1400, 900)
        self.addCleanup(self.editing.close)
        self.venule = self.editing.venule
        self.editing.show(FRAME)

    def choose(self):
        self.cell = self.editing.lonely()
        self.editing.choose(self.cell)
        self.venule.key('F4')
        self.wait_film(lambda there, seen, *_: there == seen > 0)

    def wait_film(self, ready):
        def look(places):
            if MONTAGE not in places or not places[MONTAGE].text:
                return False
            frame, share, _, number = places[MONTAGE].text.split()
            there, seen = map(int, share.split('/'))
            return ready(there, seen, int(frame), int(number))
        self.venule.wait('the montage', look)

    def wait_frame(self, frame):
        self.venule.wait_text('canvas', f'{frame}:')
        self.wait_film(lambda there, seen, current, number: current == frame)

    def test_keys(self):
        """arrows go from cell to cell, Home and End to the ends of the track"""
        self.choose()
        frames = sorted(frame for frame in self.editing.spots if self.cell in self.editing.spots[frame])
        self.venule.key('Right')
        self.wait_frame(FRAME + 1)
        self.venule.key('Left', 'Left')
        self.wait_frame(FRAME - 1)
        self.venule.key('Home')
        self.wait_frame(frames[0])
        self.venule.key('End')
        self.wait_frame(frames[-1])
        self.wait_film(lambda there, seen, *_: there == seen > 0)
        self.editing.wait_selected([self.cell])

    def test_nothing_selected(self):
        """the keys go on when there is no strip to be in"""
        self.venule.key('F4', 'Right')
        self.venule.wait_text('canvas', f'{FRAME + 1}:')

    def test_pointer(self):
        """a click on a picture goes to its frame, a drag over the curve takes the video along"""
        self.choose()
        frames = sorted(frame for frame in self.editing.spots if self.cell in self.editing.spots[frame])
        self.venule.key('Home')
        self.wait_frame(frames[0])
        montage = self.venule.widget(MONTAGE)
        self.venule.click_at(montage.x + 84 + 6 + 40, montage.y + 40)
        self.wait_frame(frames[1])
        curve = self.venule.widget(CURVE)
        middle = curve.y + curve.height / 2
        self.venule.drag(curve.x + curve.width * 0.3, middle, curve.x + curve.width - 90, middle)
        self.venule.wait('a late frame', lambda places: int(places['canvas'].text.split(':')[0]) > frames[-1] - 20)
        self.venule.click_at(curve.x + 60, middle)
        self.venule.wait('an early frame', lambda places: int(places['canvas'].text.split(':')[0]) < frames[0] + 20)

    def test_menu_out_of_sight(self):
        """the menu of the frame on show comes when its picture has been scrolled away"""
        self.choose()
        steps = len(self.editing.steps())
        self.venule.key('End')
        self.wait_film(lambda there, seen, *_: there == seen > 0)
        montage = self.venule.widget(MONTAGE)
        for _ in range(30):
            self.venule.click_at(montage.x + 100, montage.y + montage.height - 100, button=4)
        self.venule.key('shift+F10', 'Return')
        self.venule.wait('a deletion', lambda _: len(self.editing.steps()) == steps + 1)

    def test_menu(self):
        """the menu of a picture deletes the cell there, as one step; the gap is filled again"""
        self.choose()
        before = self.editing.dump()
        self.venule.key('Right')
        self.wait_frame(FRAME + 1)

        def delete():
            self.venule.key('shift+F10')
            self.venule.key('Return')
        steps = len(self.editing.steps())
        delete()
        after = self.editing.wait_dump('the deletion', lambda dump: dump != before)
        self.assertEqual(len(self.editing.steps()), steps + 1)
        self.wait_film(lambda there, seen, current, number: there == seen > 0)
        self.venule.key('i')
        self.editing.wait_dump('the gap filled', lambda dump: dump not in (before, after))
        self.venule.key('ctrl+z')
        self.editing.wait_dump('the gap again', lambda dump: dump == after)
        self.venule.key('ctrl+z')
        self.editing.wait_dump('all as it was', lambda dump: dump == before)


if __name__ == '__main__':
    tap.main()
