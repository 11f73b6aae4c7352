#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Centreline, walls and flux line of the real program, adjusted with mouse and keys; what is measured;
the list of all numbers."""

import csv
import math
import pathlib
import re
import sqlite3
import subprocess
import tempfile
import time
import unittest

import driver
import editing
import tap

VIEW = 'measures_view'
PANEL = VIEW + '.geometry_panel.'
PIXEL = 0.363  # µm, of the sample
SECONDS = 3.0  # of the sample
# The sample's crop: rows 66 to 165 of all its columns.
LEFT, RIGHT, TOP, BOTTOM = -0.5, 399.5, 65.5, 165.5
MIDDLE = (LEFT + RIGHT) / 2, (TOP + BOTTOM) / 2
LINE = MIDDLE[0], MIDDLE[1] + 25  # on the flux line, beside the centreline's own handle


class Stage(unittest.TestCase):
    def open(self, kind=editing.Measured, **options):
        self.editing = editing.lend(self, kind, **options)
        self.venule = self.editing.venule
        if PANEL + 'flux_label' in self.venule.places:
            self.venule.key('v')
            self.venule.wait('no tool', lambda places: PANEL + 'flux_label' not in places)

    # Hands and eyes

    def begin(self):
        self.editing.focus()
        self.venule.key('v')
        self.venule.wait_text(PANEL + 'flux_label', 'cells/min')

    def drag(self, from_, to, keys=()):
        for key in keys:
            self.venule.screen.xdotool('keydown', key)
        self.venule.drag(*self.editing.at(*from_), *self.editing.at(*to))
        for key in keys:
            self.venule.screen.xdotool('keyup', key)

    def shown(self, name):
        """A quantity as the list shows it, when it is up to date: text, interval."""
        text = self.venule.wait('fresh numbers', lambda places: VIEW in places and places[VIEW].text.startswith('fresh')
                                and places[VIEW].text)
        found = re.search(rf'^{name}=(.*)\|(.*)$', text, re.MULTILINE)
        return found.group(1), found.group(2)

    def number(self, name):
        return float(self.shown(name)[0].split()[0])

    def wait_number(self, name, value, delta):
        """The document is written a moment before the list hears of it."""
        end = time.monotonic() + driver.PATIENCE
        while abs(self.number(name) - value) > delta:
            self.assertLess(time.monotonic(), end, f'{name}: {self.number(name)} instead of {value}')
            time.sleep(0.1)

    def passing(self, along):
        """Rolling cells that pass a place of the axis, by the rule of the manual, a minute."""
        ways = {}
        for frame in sorted(self.editing.spots):
            for track, row in self.editing.spots[frame].items():
                ways.setdefault(track, []).append(float(row['x_px']) - float(row['shift_x_px']) - LEFT)
        with open(self.editing.folder.name + '/tracks.csv', newline='', encoding='utf-8') as file:
            rolling = {int(row['track_id']) for row in csv.DictReader(file) if row['class'] == 'rolling'}
        count, noise = 0, max(1.3, 0.1 * 22)
        for track in rolling:
            below = ways[track][0] < along
            for place in ways[track][1:]:
                if (place >= along + noise) if below else (place <= along - noise):
                    count += 1 if below else -1
                    below = not below
        return count * 60 / SECONDS

    def wait_measured(self, title):
        self.venule.wait_text(VIEW + '.message_bar.title_label', title)
        return self.venule.text(VIEW + '.message_bar.text_label')


class FarMeasured(editing.Measured):
    """Its flux line was drawn before the crop was, somewhere else: the command line refuses such a one."""

    def prepare(self):
        database = sqlite3.connect(self.document)
        with database:
            database.execute("INSERT OR REPLACE INTO measure VALUES ('flux_position_px', '-100')")
            database.execute("UPDATE document SET program = ''")  # no checksum, as an earlier program left none
        database.close()


class FarLine(Stage):
    def test_flux_line_outside(self):
        """a flux line outside of the analysed length is called not assessable, with the reason,
        and counted at when it is back"""
        self.open(kind=FarMeasured)
        self.editing.focus()
        self.venule.key('v')
        self.venule.wait_text(PANEL + 'flux_label', 'Not assessable: the line lies outside of the analysed length')
        self.venule.type_into(PANEL + 'flux_row.entry', '36.3')
        self.venule.wait_text(PANEL + 'flux_label', f'{self.passing(100):.1f} rolling')


class Askew(Stage):
    def test_a_box_over_an_oblique_vessel(self):
        """where the edges of the crop are no walls, the panel refuses the diameter as the list does;
        a wall that is dragged is one"""
        words = [word for word in (editing.SAMPLE / 'analyze.args').read_text(encoding='utf-8').split('\n')
                 if not word.startswith(('--crop', '--flow'))]
        with tempfile.NamedTemporaryFile('w', encoding='utf-8') as args:
            args.write('\n'.join(words + ['--crop=20,10,360,220', '--flow=2,1']))
            args.flush()
            self.open(args=args.name)
        self.begin()
        why = 'the edges of the crop do not run along the vessel: drag its walls, or measure its diameter'
        self.venule.wait_text(PANEL + 'vessel_label', 'Diameter not assessable: ' + why)
        self.assertEqual(self.shown('vessel_diameter')[0], 'not assessable')
        # Across the line, at its middle.
        x, y, sine, cosine = 199.5, 119.5, 1 / 5 ** 0.5, 2 / 5 ** 0.5
        wall = next((x + share * sine, y - share * cosine) for share in (110 / cosine,))
        self.drag(wall, (x + 40 * sine, y - 40 * cosine), keys=['shift'])
        self.venule.wait_text(PANEL + 'walls_label', 'drawn by hand')
        self.venule.wait_text(PANEL + 'vessel_label', '±')


class Vessel(Stage):
    def setUp(self):
        self.open()

    def test_flux_line(self):
        """the flux line is dragged, and the numbers follow; Escape gives up; typed and reset; each is one step"""
        edit, venule = self.editing, self.venule
        self.begin()
        self.assertEqual(venule.text(PANEL + 'flux_label').split()[0], f'{self.passing(MIDDLE[0] - LEFT):.1f}')
        name, after = edit.check_edit('the flux line', lambda: self.drag(LINE, (LINE[0] + 120, LINE[1] + 9)))
        self.assertEqual(name, 'Move Flux Line')
        place = float(re.search('^flux_position_px=(.*)$', after, re.MULTILINE).group(1))
        self.assertAlmostEqual(place, MIDDLE[0] - LEFT + 120, delta=1)

        # While the button is down.
        before = edit.dump()
        x, y = map(round, edit.at(*LINE))
        venule.screen.xdotool('mousemove', x, y, 'mousedown', 1)
        for share in (0.25, 0.5, 0.75, 1):
            to = MIDDLE[0] - 150 * share
            venule.screen.xdotool('mousemove', *map(round, edit.at(to, LINE[1])))
            wanted = f'{self.passing(to - LEFT):.1f} rolling'
            venule.wait_text(PANEL + 'flux_label', wanted)
        venule.screen.xdotool('key', 'Escape')  # clearing modifiers would let go of the button
        venule.screen.xdotool('mouseup', 1)
        venule.wait_text(PANEL + 'flux_label', f'{self.passing(MIDDLE[0] - LEFT):.1f} rolling')
        self.assertEqual(edit.dump(), before)

        name, after = edit.check_edit('a typed place', lambda: venule.type_into(PANEL + 'flux_row.entry', '36.3'))
        self.assertEqual(name, 'Move Flux Line')
        self.assertIn('flux_position_px=100', after)
        edit.focus()
        venule.key('ctrl+shift+z')
        edit.wait_dump('the typed place', lambda dump: dump == after)
        self.wait_number('rolling_flux', self.passing(100), 0.06)
        venule.click(PANEL + 'flux_row.reset_button')
        edit.wait_dump('the reset', lambda dump: 'flux_position_px' not in dump)

    def test_walls_and_centreline(self):
        """walls and centreline are dragged, a point is added and taken away; one step each, and undo brings all back"""
        edit, venule = self.editing, self.venule
        self.begin()
        diameter = self.number('vessel_diameter')
        self.assertAlmostEqual(diameter, (BOTTOM - TOP) * PIXEL, delta=0.06)
        # The handle in the middle: a roof over the half to each side.
        name, _ = edit.check_edit('a wall', lambda: self.drag((MIDDLE[0], TOP), (MIDDLE[0], TOP + 20)))
        self.assertEqual(name, 'Adjust Walls')
        self.drag((MIDDLE[0], TOP), (MIDDLE[0], TOP + 20))
        edit.wait_dump('the wall', lambda dump: 'walls_px' in dump)
        self.wait_number('vessel_diameter', diameter - 10 * PIXEL, 0.25)
        self.drag((MIDDLE[0], BOTTOM), (MIDDLE[0], BOTTOM + 20), keys=['shift'])
        self.wait_number('vessel_diameter', diameter + 10 * PIXEL, 0.4)
        venule.click(PANEL + 'walls_button')
        edit.wait_dump('walls of the crop', lambda dump: 'walls_px' not in dump)

        # The middle of the line becomes a point: two chords of a bent line.
        length = self.number('vessel_length')
        name, after = edit.check_edit('a bend', lambda: self.drag(MIDDLE, (MIDDLE[0], MIDDLE[1] + 30)))
        self.assertEqual(name, 'Adjust Centreline')
        self.drag(MIDDLE, (MIDDLE[0], MIDDLE[1] + 30))
        edit.wait_dump('the bend', lambda dump: dump == after)
        points = re.search('^centreline_px=(.*)$', after, re.MULTILINE).group(1).split()
        self.assertEqual(len(points), 3)
        # The curve through three points is longer than its two chords.
        chords = 2 * math.hypot((RIGHT - LEFT) / 2, 30) * PIXEL
        self.wait_number('vessel_length', chords + 0.5, 0.6)
        x, y = map(float, points[1].split(','))
        self.assertAlmostEqual(y, MIDDLE[1] + 30, delta=1)
        venule.click_at(*edit.at(x, y), 3)
        edit.wait_dump('the point taken away', lambda dump: len(re.search('^centreline_px=(.*)$', dump,
                                                                          re.MULTILINE).group(1)
                                                                .split()) == 2)
        venule.click(PANEL + 'line_button')
        edit.wait_dump('the automatic line', lambda dump: 'centreline_px' not in dump)
        self.wait_number('vessel_length', length, 0.06)

    def test_keys(self):
        """Tab goes to a handle, arrows move it; a pause or Enter makes one step of that, Escape gives it up;
        numbers are typed"""
        edit, venule = self.editing, self.venule
        self.begin()
        before = edit.dump()

        def flux():
            edit.focus()
            venule.key('Tab', 'Right', 'Right', 'shift+Right', 'Up', 'Return')
        name, after = edit.check_edit('the flux line by keys', flux)
        self.assertEqual(name, 'Move Flux Line')
        self.assertIn(f'flux_position_px={MIDDLE[0] - LEFT + 12:g}', after)
        edit.focus()
        venule.key('Tab', 'shift+Left', 'Escape')
        venule.wait_text(PANEL + 'flux_label', f'{self.passing(MIDDLE[0] - LEFT):.1f} rolling')
        self.assertEqual(edit.dump(), before)
        # Backwards the last handle is the right wall's last place.
        venule.key('v', 'v', 'shift+Tab', 'Down', 'Down', 'Down')
        edit.wait_dump('the wall, after a pause', lambda dump: 'walls_px' in dump)
        self.assertEqual(edit.steps()[-1], 'Adjust Walls')
        self.assertAlmostEqual(float(venule.text(PANEL + 'wall_row.entry')), (BOTTOM - MIDDLE[1] + 3) * PIXEL,
                               delta=0.01)
        venule.type_into(PANEL + 'wall_row.entry', '14.52')
        edit.wait_dump('the typed wall', lambda dump: re.search(r'walls_px=.*,40$', dump, re.MULTILINE))
        edit.focus()
        venule.key('v')
        venule.wait('the tool put away', lambda places: PANEL + 'flux_label' not in places)

    def test_drawing_and_steps(self):
        """the crop is changed after a step; both are taken back, and done again in the order in which they were done"""
        edit, venule = self.editing, self.venule
        width = 'vessel_step.vessel_panel.width_row.entry'
        edit.show(40)
        edit.choose(edit.lonely())
        before = edit.dump()
        venule.key('l')
        locked = edit.wait_dump('the lock', lambda dump: dump != before)
        venule.click('vessel_step.header')
        venule.wait_text(width, '400')
        venule.type_into(width, '300')
        venule.wait('the width', lambda places: places[width].text == '300')
        edit.focus()
        venule.key('ctrl+z')
        venule.wait('the old width', lambda places: places[width].text == '400')
        self.assertEqual(edit.dump(), locked)
        venule.key('ctrl+z')
        edit.wait_dump('no lock', lambda dump: dump == before)
        venule.key('ctrl+shift+z')
        edit.wait_dump('the lock again', lambda dump: dump == locked)
        self.assertEqual(venule.text(width), '400')
        venule.key('ctrl+shift+z')
        venule.wait('the width again', lambda places: places[width].text == '300'
                    and not places['redo_button'].sensitive)
        self.assertEqual(edit.dump(), locked)
        venule.key('ctrl+z')
        venule.wait('the old width again', lambda places: places[width].text == '400')
        venule.click('vessel_step.header')
        venule.wait_text('vessel_step', 'closed')

    def test_refusal(self):
        """blood that nobody can see is refused with a sentence: no step; walls are found, and replace those by hand:
        no correction"""
        edit, venule = self.editing, self.venule
        self.keeps = True  # the refusal is no step
        self.begin()
        venule.click(VIEW + '.flow_button')
        self.assertRegex(self.wait_measured('could not be measured'), r'\. .*would help\.|stands apart')
        self.assertIn(self.wait_measured('could not be measured').split('.')[0], edit.dump())
        self.assertEqual(edit.steps(), [])
        venule.wait_text('correct_step.summary_label', 'Put right what is wrong')
        self.drag((MIDDLE[0], BOTTOM), (MIDDLE[0], BOTTOM + 6))
        edit.wait_dump('the wall', lambda dump: 'walls_px' in dump)
        name, after = edit.check_edit('the diameter', lambda: venule.click(VIEW + '.diameter_button'))
        self.assertEqual(name, 'Measure Diameter')
        self.assertIn('diameter_profile', after)
        self.assertNotIn('walls_px', after)
        venule.key('ctrl+shift+z')
        edit.wait_dump('the diameter done again', lambda dump: dump == after)
        venule.wait_text('correct_step.summary_label', 'Put right what is wrong')
        venule.key('v')
        edit.show(40)
        edit.choose(edit.lonely())
        venule.key('l')
        venule.wait_text('correct_step.summary_label', 'Corrected by you')
        venule.key('ctrl+z')
        venule.wait_text('correct_step.summary_label', 'Put right what is wrong')

    def test_same_numbers_as_files(self):
        """the list says what summary.csv says, with the same intervals, and follows an edit"""
        edit, venule = self.editing, self.venule
        with open(edit.folder.name + '/summary.csv', newline='', encoding='utf-8') as file:
            rows = {row['quantity']: row for row in csv.DictReader(file)}
        venule.key('v')
        compared = 0
        for name, row in rows.items():
            text = venule.wait('fresh numbers', lambda places: VIEW in places and places[VIEW].text.startswith('fresh')
                               and places[VIEW].text)
            found = re.search(rf'^{re.escape(name)}=(.*)\|(.*)$', text, re.MULTILINE)
            if not found or not row['value'] or not re.match(r'^-?[\d.]+( |$)', found.group(1)):
                continue
            for shown, value in zip([found.group(1).split()[0], *found.group(2).split(' – ')],
                                    [row['value'], row.get('low', ''), row.get('high', '')]):
                if shown and value:
                    # As many digits as are shown; large numbers have three that count.
                    delta = max(0.51 * 10 ** -len(shown.partition('.')[2]), 0.005 * abs(float(value))
                                if '.' not in shown else 0)
                    self.assertAlmostEqual(float(shown.replace('−', '-')), float(value), delta=delta, msg=name)
                    compared += 1
        self.assertGreater(compared, 25)
        # One track less.
        venule.key('v')
        edit.show(40)
        edit.choose(edit.lonely())
        venule.key('Delete')
        self.wait_number('tracks', int(rows['tracks']['value']) - 1, 0)


class Known(Stage):
    """Red cells of a known velocity in a vessel of a known width, with cells whose ways are known."""

    SIZE, WIDTH, VELOCITY, RATE, FRAMES = (400, 160), 64, 600, 100, 240

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        subprocess.run([editing.BUILD / 'tests/scene/venule-scene', '-s', '3', '-o', self.folder / 'made.mkv',
                        '-a', self.folder / 'made.args', '-t', self.folder / 'truth.csv', f'width={self.SIZE[0]}',
                        f'height={self.SIZE[1]}', f'frames={self.FRAMES}', f'frame-rate={self.RATE}',
                        f'lumen-width={self.WIDTH}',
                        'vessel-offset=0', 'cells=6', 'rolling-speed=160', 'rolling-sd=40', 'red-cells=9',
                        'streak-contrast=0',
                        'clutter=0', f'streak-speed={self.VELOCITY}'], check=True, stdout=subprocess.DEVNULL)
        self.open(video=self.folder / 'made.mkv', args=self.folder / 'made.args', size=self.SIZE)

    def check_message_goes(self):
        """The message of what was measured goes when that is taken back."""
        self.venule.key('ctrl+z')
        self.venule.wait('no message', lambda places: VIEW + '.message_bar.title_label' not in places)
        self.venule.key('ctrl+shift+z')

    def true_flux(self, along):
        """Cells of the truth that pass a place, a minute."""
        ways = {}
        with open(self.folder / 'truth.csv', newline='', encoding='utf-8') as file:
            for row in csv.DictReader(file):
                ways.setdefault(row['id'], []).append(float(row['x']) + 0.5)
        passed = sum((way[0] < along) and (way[-1] >= along) for way in ways.values())
        return passed * 60 * self.RATE / self.FRAMES

    def test_known(self):
        """the blood's velocity, the diameter and the flux through a dragged line are those of the made video"""
        venule = self.venule
        self.begin()
        venule.click(VIEW + '.flow_button')
        text = self.wait_measured('velocity was measured')
        value, low, high = (float(number) for number in re.search(r'^([\d.]+) .*: ([\d.]+) – ([\d.]+)\)$',
                                                                  text).groups())
        self.assertAlmostEqual(value, self.VELOCITY * PIXEL, delta=0.04 * self.VELOCITY * PIXEL)
        self.assertLess(low, value)
        self.assertGreater(high, value)
        self.wait_number('centreline_velocity', value, 1)
        self.wait_number('blood_velocity_mean', value / 1.6, 1)
        self.check_message_goes()
        venule.click(VIEW + '.diameter_button')
        self.wait_measured('walls were found')
        # The wall has a breadth of its own, whose inner side is seen.
        self.check_message_goes()
        self.wait_number('vessel_diameter', self.WIDTH * PIXEL, 0.08 * self.WIDTH * PIXEL)
        line = self.SIZE[0] / 2 - 0.5, self.SIZE[1] / 2 + 12
        for step in (-90, 60):
            self.drag(line, (line[0] + step, line[1]))
            line = line[0] + step, line[1]
            venule.wait('the flux',
                        lambda places: abs(float(places[PANEL + 'flux_label'].text.split(', ')[1].split()[0]) -
                                                       self.true_flux(line[0] + 0.5)) <= 60.1 * self.RATE / self.FRAMES)


if __name__ == '__main__':
    tap.main()
