#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A whole analysis in the real program, with mouse and keys alone, against the same analysis by venule-cli."""

import csv
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import driver
import tap
from sample_path import CORRECT, EXPORT, SIZE, VESSEL, SamplePath

BUILD = pathlib.Path(os.environ['VENULE_BUILDDIR'])
TABLES = 'spots.csv', 'tracks.csv', 'summary.csv'


def options(settings):
    """The options of venule-cli for the settings of an exported analysis.json."""
    crop, (flow_x, flow_y) = settings['crop'], settings['flow']
    made = [f'--flow={flow_x!r},{flow_y!r}', f'--cell-diameter={settings["cell_diameter_px"]!r}',
            f'--sensitivity={settings["sensitivity"]!r}', f'--pixel-size={settings["pixel_size_um"]!r}',
            f'--finder={settings["finder"]}']
    numbers = [crop[name] for name in ('x_px', 'y_px', 'width_px', 'height_px', 'angle_degrees')]
    made.append('--crop=' + ','.join(map(repr, numbers)))
    return made


def rows(path):
    with open(path, newline='', encoding='utf-8') as file:
        return list(csv.DictReader(file))


class WholeAnalysis(unittest.TestCase):
    def setUp(self):
        for program in ('Xvfb', 'xdotool'):
            tap.needs(self, program)
        if not (BUILD / 'src/ui/venule').exists():
            self.skipTest('the application is not built')
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.results = self.folder / 'sample-venule'
        screen = driver.Screen()
        self.addCleanup(screen.close)
        self.venule = driver.Venule(screen, BUILD / 'src/ui/venule', settings={'output-folder': f"'{self.folder}'"})
        self.addCleanup(self.venule.close)

    def check_vessel(self):
        """What was drawn is what the numbers say, but for the grain of the screen."""
        for row, value in (('x_row', 8), ('y_row', 66), ('width_row', 384), ('height_row', 100), ('direction_row', 0)):
            self.assertAlmostEqual(float(self.venule.text(f'{VESSEL}{row}.entry')), value, delta=3)

    def count(self):
        self.venule.wait_text('run_step.summary_label', 'track')
        return int(self.venule.text('run_step.summary_label').split()[0])

    def wait_count(self, count):
        self.venule.wait(f'{count} tracks',
                         lambda places: places['run_step.summary_label'].text.split()[0] == str(count))

    def export(self):
        """Exports, and waits until all files are new."""
        names = *TABLES, 'analysis.json', *self.also
        before = {name: path.stat().st_mtime_ns for name in names if (path := self.results / name).exists()}
        if self.venule.text('export_step') == 'closed':
            self.venule.click('export_step.header')
        self.venule.click(EXPORT + 'export_button')
        self.venule.wait('the results', lambda places: EXPORT + 'done_label' in places and all(
            (self.results / name).exists() and (self.results / name).stat().st_mtime_ns != before.get(name)
            for name in names))

    def click_cell(self):
        """Clicks a cell in the video, and returns the id of its track."""
        venule = self.venule
        first = [row for row in rows(self.results / 'spots.csv') if row['frame'] == '0']
        # One that no other is near.
        def room(spot):
            return min(((float(spot['x_px']) - float(other['x_px'])) ** 2 +
                        (float(spot['y_px']) - float(other['y_px'])) ** 2 for other in first if other is not spot),
                       default=0)
        spot = max(first, key=room)
        venule.click('playback_controls.first_button')
        video = driver.Video(venule, *SIZE)
        for _ in range(10):
            venule.click_at(*video.at(float(spot['x_px']), float(spot['y_px'])))
            try:
                venule.wait_text(CORRECT + 'title_label', f'Track {spot["track_id"]}', driver.PATIENCE / 10)
                return spot['track_id']
            except driver.Failed:
                continue
        self.fail(f'a click on track {spot["track_id"]} does not select it')

    def compare_with_cli(self):
        settings = json.loads((self.results / 'analysis.json').read_text(encoding='utf-8'))
        output = self.folder / 'cli'
        done = subprocess.run([BUILD / 'src/cli/venule-cli', 'analyze', settings['source']['path'],
                               *options(settings['settings']), '--formats', 'csv,settings,report', '--output', output,
                               '--quiet'],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in TABLES:
            with self.subTest(table=name):
                self.assertEqual((self.results / name).read_text(encoding='utf-8').splitlines(),
                                 (output / name).read_text(encoding='utf-8').splitlines())
                self.assertEqual((self.results / name).read_bytes(), (output / name).read_bytes())
        self.assertEqual((self.results / 'report.pdf').read_bytes(), (output / 'report.pdf').read_bytes())
        self.assertEqual((self.results / 'analysis.json').read_text(encoding='utf-8').splitlines(),
                         (output / 'analysis.json').read_text(encoding='utf-8').splitlines())

    def test_whole_analysis(self):
        """the whole path by mouse and keys gives the tables of venule-cli, byte for byte"""
        venule = self.venule
        venule.click('start_page.sample_button')
        path = SamplePath(venule)
        path.calibrate()
        path.go_on()
        path.draw_crop()
        path.draw_flow()
        self.check_vessel()
        path.go_on()
        path.describe_cells()
        path.preview()
        path.go_on()
        path.start()
        path.wait_done()
        count = self.count()
        self.assertGreater(count, 5)

        self.also = ()
        self.export()
        self.assertFalse((self.results / 'report.pdf').exists())
        venule.click(EXPORT + 'report_check')
        self.also = ('report.pdf',)
        self.export()
        all_tracks = rows(self.results / 'tracks.csv')
        self.assertEqual(len(all_tracks), count)
        deleted = self.click_cell()
        venule.key('Delete')
        self.wait_count(count - 1)
        self.export()
        self.assertEqual({row['track_id'] for row in all_tracks} -
                         {row['track_id'] for row in rows(self.results / 'tracks.csv')}, {deleted})

        venule.key('ctrl+z')
        self.wait_count(count)
        self.export()
        self.compare_with_cli()
        # GTK 4.8 itself miscounts presses now and then when something hides below the pointer.
        self.assertEqual([line for line in venule.log if line.strip() and 'Broken accounting of active' not in line],
                         [],
                         'the program complained')


if __name__ == '__main__':
    tap.main()
