#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Cells that are added, followed, fitted anew and brushed in the real program, with mouse and keys."""

import csv
import math
import os
import pathlib
import subprocess
import tempfile
import time
import unittest

import driver
import editing
import tap

BUILD = pathlib.Path(os.environ['VENULE_BUILDDIR'])
FRAME = 40
FRAMES = 90


class Follow(unittest.TestCase):
    def setUp(self):
        # Quick strokes of the brush.
        self.editing = editing.lend(self, settings={'brush-speed': '4.0'})
        self.editing.show(FRAME)

    def spots(self):
        """Tracks of the document as it is saved: frame and place of each spot."""
        edit = self.editing
        with tempfile.TemporaryDirectory() as folder:
            edit.venule.key('ctrl+s')
            end = time.monotonic() + driver.PATIENCE
            while True:
                done = subprocess.run([BUILD / 'src/cli/venule-cli', 'export', edit.document, '--output', folder],
                                      capture_output=True, text=True, check=False)
                tracks = {}
                if done.returncode == 0:
                    with open(pathlib.Path(folder) / 'spots.csv', newline='', encoding='utf-8') as file:
                        for row in csv.DictReader(file):
                            tracks.setdefault(int(row['track_id']),
                                              {})[int(row['frame'])] = float(row['x_px']), float(row['y_px'])
                    yield tracks
                if time.monotonic() > end:
                    raise driver.Failed(f'the document was not saved: {done.stderr}')
                time.sleep(0.1)

    def wait_spots(self, what, ready):
        """Waits until ready(tracks) is true of the saved document, and returns the tracks."""
        last = None
        try:
            for last in self.spots():
                if ready(last):
                    return last
        except driver.Failed:
            pass
        self.fail(f'{what}: {last}')

    def near(self, spot, cell, frame, reach=1.5):
        x, y = self.editing.place(cell, frame)
        self.assertLess(math.hypot(spot[0] - x, spot[1] - y), reach, f'frame {frame}')

    def without(self, cell):
        """Deletes a track, so that its cell can be found again."""
        edit = self.editing
        edit.choose(cell)
        before = edit.dump()
        edit.venule.key('Delete')
        edit.wait_dump('a deletion', lambda dump: dump != before)

    def at_rest(self, *keys):
        """Presses keys, and waits until the document has changed and nothing is followed any more: a step may be kept
        in parts."""
        edit = self.editing
        before = edit.dump()
        edit.venule.key(*keys)
        edit.wait_dump('a change', lambda dump: dump != before)
        edit.venule.wait_rest()
        edit.venule.wait('the end', lambda places: 'follow_box.follow_label' not in places)

    def wait_steps(self, names):
        """Waits for the last steps."""
        end = time.monotonic() + driver.PATIENCE
        while self.editing.steps()[-len(names):] != names:
            if time.monotonic() > end:
                self.fail(f'{self.editing.steps()} instead of {names}')
            time.sleep(0.05)

    def new_track(self):
        """The one that is selected, once it is not one of the run."""
        known = {track for tracks in self.editing.spots.values() for track in tracks}
        self.editing.venule.wait('a new track', lambda places: set(self.editing.selected()) - known)
        return self.editing.selected()[0]

    def test_add(self):
        """clicks beside a cell add spots on it, frame after frame; Alt places one exactly;
        each is a step that is taken back"""
        edit = self.editing
        cell = edit.lonely()
        self.without(cell)
        before = edit.dump()
        edit.focus()
        edit.venule.key('a')
        for i, (dx, dy) in enumerate(((3, 2), (-3, 1), (2, -3))):
            edit.venule.wait_text('canvas', f'{FRAME + i}:')
            x, y = edit.place(cell, FRAME + i)
            edit.venule.click_at(*edit.at(x + dx, y + dy))
            if i == 0:
                track = self.new_track()
        edit.venule.wait_text('canvas', f'{FRAME + 3}:')
        x, y = edit.place(cell, FRAME + 3)
        edit.venule.click_at(*edit.at(x, -10), keys=['alt']) # beside the picture
        edit.venule.click_at(*edit.at(x + 4, y), keys=['alt'])
        edit.venule.wait_text('canvas', f'{FRAME + 4}:')
        more = f'Add a Spot to Track {track}'
        self.wait_steps(['Add a Cell', more, more, more])
        after = edit.dump()
        spots = self.wait_spots('four spots', lambda tracks: len(tracks.get(track, {})) == 4)[track]
        self.assertEqual(sorted(spots), list(range(FRAME, FRAME + 4)))
        for frame in range(FRAME, FRAME + 3):
            self.near(spots[frame], cell, frame)
        self.assertAlmostEqual(spots[FRAME + 3][0], x + 4, delta=1)

        # Another cell's place is refused.
        other = [name for name in edit.spots[FRAME + 4] if name != cell][0]
        edit.venule.key('Escape')
        for _ in range(4):
            edit.venule.key('ctrl+z')
        edit.wait_dump('all taken back', lambda dump: dump == before)
        edit.venule.key('a')
        x, y = edit.place(other, FRAME + 4)
        edit.venule.click_at(*edit.at(x, y))
        edit.venule.wait_text('canvas', f'{FRAME + 4}:')
        self.assertEqual(edit.dump(), before)
        edit.venule.key('Escape')
        for _ in range(4):
            edit.venule.key('ctrl+shift+z')
        edit.wait_dump('all done again', lambda dump: dump == after)

    def test_track_cell(self):
        """the cell at the pointer is followed both ways, as the run did; T follows on from here anew;
        undo takes each back"""
        edit = self.editing
        cell = edit.lonely()
        frames = sorted(frame for frame, tracks in edit.spots.items() if cell in tracks)
        self.without(cell)
        x, y = edit.place(cell)
        edit.venule.screen.xdotool('mousemove', *map(int, edit.at(x + 2, y - 2)))
        name, after = edit.check_edit('following a cell', lambda: self.at_rest('ctrl+t'))
        self.assertEqual(name, 'Follow a Cell')
        edit.venule.key('ctrl+shift+z')
        edit.wait_dump('the track again', lambda dump: dump == after)
        track = max(int(line.split()[1].split('=')[1]) for line in edit.dump().splitlines())
        # The file may still hold the track of this number that was there before.
        spots = self.wait_spots('a track', lambda tracks: len(tracks.get(track, {})) > 0.9 * len(frames))[track]
        found = [frame for frame in frames if frame in spots]
        self.assertGreater(len(found), 0.9 * len(frames), f'{sorted(spots)} of {frames}')
        for frame in found:
            self.near(spots[frame], cell, frame, 3)

    def test_follow_on(self):
        """T follows the selected track on from here, Shift+T back; what it had there is replaced in one step"""
        edit = self.editing
        cell = edit.lonely()
        for key, name in (('t', f'Follow Track {cell} Forwards'), ('shift+t', f'Follow Track {cell} Backwards')):
            edit.choose(cell)
            step, _ = edit.check_edit(name, lambda key=key: self.at_rest(key))
            self.assertEqual(step, name)

    def test_cancel(self):
        """Escape gives up what is followed, and nothing is changed"""
        edit = self.editing
        edit.choose(edit.lonely())
        before, steps = edit.dump(), edit.steps()
        edit.venule.key('t', 'Escape')
        edit.venule.wait('the end', lambda places: 'follow_box.follow_label' not in places)
        self.assertEqual(edit.dump(), before)
        self.assertEqual(edit.steps(), steps)

    def test_refit(self):
        """R fits the cell of this frame anew, Shift+R all of them"""
        edit = self.editing
        cell = edit.lonely()
        for key in ('r', 'shift+r'):
            edit.choose(cell)
            name, _ = edit.check_edit('a fit', lambda key=key: self.at_rest(key))
            self.assertEqual(name, f'Fit Track {cell} Anew')

    def test_brush(self):
        """while B is held the pointer leads a new track through the frames; one step"""
        edit = self.editing
        cell = edit.lonely()
        self.without(cell)
        edit.focus()
        xdotool = edit.venule.screen.xdotool

        def stroke():
            edit.show(FRAME)
            xdotool('mousemove', *map(int, edit.at(*edit.place(cell))))
            xdotool('keydown', 'b')
            for frame in range(FRAME + 1, FRAME + 5):
                edit.venule.wait('the next frame', lambda places,
                                 frame=frame: int(places['canvas'].text.split(':')[0]) >= frame)
                shown = int(edit.venule.text('canvas').split(':')[0])
                xdotool('mousemove', *map(int, edit.at(*edit.place(cell, min(shown, max(edit.spots))))))
            xdotool('keyup', 'b')

        name, _ = edit.check_edit('a stroke of the brush', stroke)
        self.assertEqual(name, 'Brush a Cell')


if __name__ == '__main__':
    tap.main()
