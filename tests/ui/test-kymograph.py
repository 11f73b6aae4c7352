#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The kymograph of the real program, with mouse and keys: tracks are edited in it,
and its line is drawn on the video."""

import math
import time
import unittest

import driver
import editing
import tap

VIEW = 'kymograph_panel.view'
RATE = 30  # frames/s of the sample


class Kymograph(unittest.TestCase):
    def setUp(self):
        self.editing = editing.lend(self)
        self.editing.show(40)
        if VIEW not in self.editing.venule.places:
            self.editing.venule.key('shift+F8')
        self.wait_made()

    # Places

    def wait_made(self):
        self.editing.venule.wait_text(VIEW, 'made ')
        self.editing.venule.widget(VIEW)

    def sight(self):
        return [float(word) for word in self.editing.venule.text(VIEW).split()[1:]]

    def at(self, frame, along):
        """Where that place and time are on the screen."""
        place = self.editing.venule.widget(VIEW)
        x, y, width, height, left, right, top, bottom, _ = self.sight()
        return (place.x + x + (along - left) / (right - left) * width,
                place.y + y + (frame / RATE - top) / (bottom - top) * height)

    def along(self, track, frame):
        """Along the axis of the vessel, which goes through the whole width of the frame."""
        row = self.editing.spots[frame][track]
        return float(row['x_px']) - float(row['shift_x_px']) + 0.5

    def on(self, track, frame):
        return self.at(frame, self.along(track, frame))

    def frames(self, track):
        return sorted(frame for frame, spots in self.editing.spots.items() if track in spots)

    def lonely(self, frame):
        """A track that is far from all others around that frame, and from its own ends."""
        spots = self.editing.spots

        def room(track):
            return min((abs(self.along(track, frame) - self.along(other, near))
                        for near in range(frame - 12, frame + 13)
                        for other in spots[near] if other != track), default=1000)
        there = [track for track in spots[frame] if all(track in spots[near] for near in range(frame - 15, frame + 16))]
        return max(there, key=room)

    def wait_frame(self, frame):
        self.editing.venule.wait(f'frame {frame}', lambda places: places['canvas'].text.startswith(f'{frame}:'))

    def choose(self, track, frame):
        self.editing.venule.click_at(*self.on(track, frame))
        self.editing.wait_selected([track])

    # Tests

    def test_choosing(self):
        """a click selects a track and goes to its frame; with Ctrl one more; a band what it surrounds;
        the time axis scrubs"""
        edit, venule = self.editing, self.editing.venule
        cell = self.lonely(40)
        self.choose(cell, 45)
        seen = int(venule.text('canvas').split(':')[0])
        self.assertLessEqual(abs(seen - 45), 2)
        self.assertLess(abs(self.sight()[-1] - self.along(cell, seen)), 1)
        other = next(track for track in edit.spots[20] if track != cell)
        venule.click_at(*self.on(other, 20), keys=['ctrl'])
        edit.wait_selected([cell, other])
        x, y = self.on(cell, 44)
        venule.drag(x - 14, y - 10, x + 14, y + 10)
        venule.wait('the band', lambda places: cell in edit.selected())
        place, box = venule.widget(VIEW), self.sight()
        venule.drag(place.x + 20, self.at(10, 0)[1], place.x + 20, self.at(70, 0)[1])
        self.wait_frame(70)
        venule.key('Down', 'Down', 'Up')
        self.wait_frame(71)
        venule.key('plus', 'plus')
        venule.wait('a zoom', lambda places: self.sight()[7] - self.sight()[6] < 0.7 * (box[7] - box[6]))
        venule.key('0')
        venule.wait('all', lambda places: self.sight()[:8] == box[:8])

    def test_cut_and_join(self):
        """C cuts at the time under the pointer; an end that is dragged to a beginning joins the two, over a gap"""
        edit, venule = self.editing, self.editing.venule
        cell = self.lonely(40)
        count = len(edit.dump().splitlines())

        def cut():
            venule.screen.xdotool('mousemove', *map(round, self.on(cell, 40)))
            venule.widget(VIEW)
            venule.key('c')
        self.choose(cell, 50)
        name, after = edit.check_edit('a cut', cut)
        self.assertEqual(name, f'Cut Track {cell}')
        self.assertEqual(len(after.splitlines()), count + 1)
        # The same at frame 40, and the second part begins at 45: a gap is left.
        self.choose(cell, 50)
        self.point_away()
        self.go(40)
        venule.key('c')
        edit.wait_dump('the cut', lambda dump: len(dump.splitlines()) == count + 1)
        venule.wait('the new track', lambda places: edit.selected() not in ([], [cell]))
        new, = edit.selected()
        self.go(45)
        before = edit.dump()
        venule.key('s')
        edit.wait_dump('the gap', lambda dump: dump != before)
        self.wait_made()
        for end, start in (((cell, 39), (cell, 45)), ((cell, 45), (cell, 39))):
            name, after = edit.check_edit('joining', lambda end=end, start=start: venule.drag(*self.on(*end),
                                                                                              *self.on(*start)))
            self.assertEqual(name, f'Join Tracks {cell} and {new}')
            self.assertEqual(len(after.splitlines()), count)

    def point_away(self):
        self.editing.venule.screen.xdotool('mousemove', 400, 100)
        self.editing.venule.widget(VIEW)

    def go(self, frame):
        """To a frame, by keys, from the one on show."""
        seen = int(self.editing.venule.text('canvas').split(':')[0])
        if frame != seen:
            self.editing.venule.key(*['Right' if frame > seen else 'Left'] * abs(frame - seen))
        self.wait_frame(frame)

    def wait_frame_near(self, frame):
        self.editing.venule.wait(f'about frame {frame}',
                                 lambda places: abs(int(places['canvas'].text.split(':')[0]) - frame) <= 2)

    def test_undo_while_held(self):
        """undo gives up the point that is dragged, by the pointer or by keys,
        and takes back nothing that was done before"""
        edit, venule = self.editing, self.editing.venule
        cell = self.lonely(40)
        self.choose(cell, 40)
        venule.key('l')
        locked = edit.wait_dump('a lock', lambda dump: 'locked=1' in dump)
        venule.key('l')
        before = edit.wait_dump('no lock', lambda dump: dump != locked)
        steps = edit.steps()
        x, y = self.on(cell, 44)
        xdotool = venule.screen.xdotool
        xdotool('mousemove', round(x), round(y), 'mousedown', 1)
        for step in (8, 16):
            xdotool('mousemove', round(x) + step, round(y))
        xdotool('key', 'ctrl+z')  # not venule.key(), which lets go of the buttons
        xdotool('mouseup', 1)
        venule.key('p', 'Right', 'Right', 'ctrl+z', 'Return')
        venule.key('ctrl+z')
        edit.wait_dump('the lock', lambda dump: dump == locked)
        venule.key('ctrl+shift+z')
        edit.wait_dump('no lock', lambda dump: dump == before)
        self.assertEqual(edit.steps(), steps)

    def test_moving(self):
        """the selected track's cell is moved along the line: fitted to the picture, or exactly with Alt"""
        edit, venule = self.editing, self.editing.venule
        cell = self.lonely(40)
        self.choose(cell, 40)
        seen = int(venule.text('canvas').split(':')[0])
        before = self.sight()[-1]
        x, y = self.on(cell, seen)

        def move():
            venule.screen.xdotool('keydown', 'alt')
            venule.drag(x, y, x + 20, y)
            venule.screen.xdotool('keyup', 'alt')
        name, _ = edit.check_edit('a move', move)
        self.assertEqual(name, f'Move Spot of Track {cell}')
        venule.wait('the cell where it was', lambda places: self.sight()[-1] == before)
        move()
        scale = (self.sight()[5] - self.sight()[4]) / self.sight()[2]
        venule.wait('the move', lambda places: abs(self.sight()[-1] - before - 20 * scale) < 1)

    def test_points_by_keys(self):
        """P takes the selected track's cell of the frame, arrows move it, Enter puts it there; Escape gives up;
        all by keys"""
        edit, venule = self.editing, self.editing.venule
        cell = self.lonely(40)
        self.choose(cell, 40)
        self.point_away()
        self.go(40)
        before, dump = self.sight()[-1], edit.dump()
        venule.key('p', 'shift+Right', 'Escape')
        self.assertEqual(edit.dump(), dump)

        def move():
            venule.key('p', 'shift+Right', 'Right', 'Right', 'Left', 'alt+Return')
        name, _ = edit.check_edit('a move', move)
        self.assertEqual(name, f'Move Spot of Track {cell}')
        venule.wait('the cell where it was', lambda places: self.sight()[-1] == before)
        move()
        scale = (self.sight()[5] - self.sight()[4]) / self.sight()[2]
        venule.wait('the move', lambda places: abs(self.sight()[-1] - before - 22 * scale) < 1)
        venule.key('p', 'Down', 'Down', 'Up')
        self.wait_frame(41)
        venule.key('Escape', 'g')
        self.wait_frame(self.frames(cell)[0])
        venule.key('shift+g')
        self.wait_frame(self.frames(cell)[-1])

    def test_joining_by_keys(self):
        """Shift+J takes the nearer end of the selected track and offers the nearest other one; arrows offer others,
        Enter joins"""
        edit, venule = self.editing, self.editing.venule
        cell = self.lonely(40)
        count = len(edit.dump().splitlines())
        self.choose(cell, 50)
        self.point_away()
        self.go(40)
        venule.key('c')
        edit.wait_dump('the cut', lambda dump: len(dump.splitlines()) == count + 1)
        venule.wait('the new track', lambda places: edit.selected() not in ([], [cell]))
        new, = edit.selected()
        self.wait_made()
        self.go(41)
        name, after = edit.check_edit('joining', lambda: venule.key('shift+j', 'Right', 'Left', 'Return'))
        self.assertEqual(name, f'Join Tracks {cell} and {new}')
        self.assertEqual(len(after.splitlines()), count)

    def test_drawing(self):
        """A and a drag along a streak make a track, which Shift+R fits to the cell; so do keys; Escape gives up"""
        edit, venule = self.editing, self.editing.venule
        cell = self.lonely(40)
        frames = [frame for frame in self.frames(cell) if 30 <= frame <= 50]
        self.choose(cell, 40)
        count = len(edit.dump().splitlines()) - 1
        venule.key('Delete')
        edit.wait_dump('a deletion', lambda dump: len(dump.splitlines()) == count)

        def draw():
            venule.key('a')
            venule.drag(*self.on(cell, frames[0]), *self.on(cell, frames[-1]))
        name, after = edit.check_edit('a track', draw)
        self.assertEqual(name, 'Draw a Track')
        self.assertEqual(len(after.splitlines()), count + 1)
        before = edit.dump()
        draw()
        drawn = edit.wait_dump('a track', lambda dump: dump != before)
        venule.wait('the new track', lambda places: len(edit.selected()) == 1)
        venule.key('shift+r')
        edit.wait_dump('the track fitted', lambda dump: dump != drawn)
        seen = int(venule.text('canvas').split(':')[0])
        self.assertLess(abs(self.sight()[-1] - self.along(cell, seen)), 4)

        before = edit.dump()
        venule.key('a', 'Down', 'shift+Up', 'Return', 'Escape', 'Escape')
        self.assertEqual(edit.dump(), before)
        venule.key('a', 'Down', 'Return', 'shift+Down', 'shift+Down', 'Right', 'Return', 'Return')
        edit.wait_dump('a track by keys', lambda dump: dump != before)

    def test_menu(self):
        """the other button shows the menu of a track, at the time under the pointer"""
        edit, venule = self.editing, self.editing.venule
        cell = self.lonely(40)
        venule.click_at(*self.on(cell, 45), button=3)
        edit.wait_selected([cell])
        self.wait_frame_near(45)
        name, _ = edit.check_edit('a deletion by the menu', lambda: venule.key('Up', 'Return'))
        self.assertEqual(name, f'Delete Track {cell}')

    def test_keys(self):
        """a class, and two tracks exchanged from the time that was clicked, by keys in the kymograph"""
        edit, venule = self.editing, self.editing.venule
        cell = self.lonely(40)
        self.choose(cell, 40)
        name, after = edit.check_edit('a class', lambda: venule.key('4'))
        self.assertEqual(after.count("kind='other'"), edit.dump().count("kind='other'") + 1)
        other = next(track for track in edit.spots[40] if track != cell and {38, 42} <= set(self.frames(track)))
        venule.click_at(*self.on(other, 40), keys=['ctrl'])
        edit.wait_selected([cell, other])
        name, after = edit.check_edit('an exchange', lambda: venule.key('x'))
        self.assertEqual(len(after.splitlines()), len(edit.dump().splitlines()))

    def line(self):
        rows, = self.editing.read("SELECT value FROM measure WHERE name = 'kymograph_line'")
        return rows[0][0] if rows else None

    def wait_line(self, ready):
        end = time.monotonic() + driver.PATIENCE
        while not ready(line := self.line()):
            self.assertLess(time.monotonic(), end, line)
            time.sleep(0.05)
        self.wait_made()
        return line

    def points(self):
        return [tuple(map(float, word.split(','))) for word in (self.line() or '').split()[3:]]

    def test_line(self):
        """a line is drawn on the video, bent, changed at its handles, and taken back; its cells lie along it"""
        edit, venule = self.editing, self.editing.venule
        corners = [(60, 90), (200, 130), (340, 90)]
        venule.key('shift+k')
        for corner in corners:
            venule.click_at(*edit.at(*corner))
        venule.key('Return')
        first = self.wait_line(lambda line: line)
        for point, corner in zip(self.points(), corners):
            self.assertLess(math.dist(point, corner), 1.5)
        venule.drag(*edit.at(340, 90), *edit.at(330, 120))
        second = self.wait_line(lambda line: line != first)
        self.assertLess(math.dist(self.points()[2], (330, 120)), 2.5)
        venule.drag(*edit.at(130, 110), *edit.at(130, 95))
        self.wait_line(lambda line: line != second and len(self.points()) == 4)
        venule.click_at(*edit.at(*self.points()[1]), button=3)
        self.wait_line(lambda line: len(self.points()) == 3)
        for _ in range(4):
            venule.key('ctrl+z')
        self.wait_line(lambda line: line is None)
        venule.key('ctrl+shift+z')
        self.wait_line(lambda line: line == first)

        # Keys alone; Escape first gives up what was drawn, then the tool.
        venule.key('shift+k', 'Right', 'Return', 'shift+Right', 'shift+Right', 'Return', 'Escape', 'Escape', 'Escape')
        self.assertEqual(self.line(), first)
        venule.key('shift+k', 'Right', 'Return', *['shift+Right'] * 5, 'Return', *['shift+Down'] * 3, 'Return',
                   'Return')
        self.wait_line(lambda line: line != first and len(self.points()) == 3)
        a, b, c = self.points()
        self.assertAlmostEqual(b[0] - a[0], 50, delta=0.6)
        self.assertAlmostEqual(c[1] - b[1], 30, delta=0.6)


if __name__ == '__main__':
    tap.main()
