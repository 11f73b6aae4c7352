# SPDX-License-Identifier: GPL-3.0-or-later
"""The path of an analysis over the bundled sample, as a person walks it with mouse and keys."""

import os
import pathlib

import driver
import tap

BUILD = pathlib.Path(os.environ['VENULE_BUILDDIR'])
SAMPLE = pathlib.Path(os.environ['VENULE_SOURCEDIR']) / 'data' / 'sample' / 'sample.mkv'
SIZE = 400, 240  # px of the sample

CALIBRATION = 'calibration_step.calibration_panel.'
VESSEL = 'vessel_step.vessel_panel.'
CELLS = 'cells_step.cells_panel.'
RUN = 'run_step.run_panel.'
CORRECT = 'correct_step.correct_panel.'
EXPORT = 'export_step.export_panel.'


def open_vessel_step(test, width=1280, height=800):
    """The program, with the sample, in the step in which vessel and flow are drawn; it is closed after the test."""
    for program in ('Xvfb', 'xdotool'):
        tap.needs(test, program)
    screen = driver.Screen(width, height)
    test.addCleanup(screen.close)
    venule = driver.Venule(screen, BUILD / 'src/ui/venule', SAMPLE)
    test.addCleanup(venule.close)
    # What is read of the video moves the buttons once more.
    venule.wait_text(CALIBRATION + 'rate_label', '90 frames')
    venule.click(CALIBRATION + 'continue_button')
    return venule


class SamplePath:
    def __init__(self, venule):
        self.venule = venule
        self.panels = iter((CALIBRATION, VESSEL, CELLS))
        self.panel = next(self.panels)

    def go_on(self):
        """Presses Continue in the step that is open."""
        self.venule.click(self.panel + 'continue_button')
        self.panel = next(self.panels, RUN)
        self.venule.wait(f'the settings of {self.panel}',
                         lambda places: any(name.startswith(self.panel) for name in places))

    def calibrate(self):
        self.venule.type_into(CALIBRATION + 'pixel_size_row.entry', '0.363')
        self.venule.wait_text('calibration_step.summary_label', '0.363')

    def draw_crop(self):
        self.venule.wait_text('follow_hint.follow_label', 'rectangle')
        video = driver.Video(self.venule, *SIZE)
        self.venule.drag(*video.at(8, 66), *video.at(391, 165))
        self.venule.wait('the crop', lambda places: VESSEL + 'width_row.entry' in places)

    def draw_flow(self):
        self.venule.wait_text('follow_hint.follow_label', 'arrow')
        video = driver.Video(self.venule, *SIZE)
        self.venule.drag(*video.at(120, 115), *video.at(280, 115))
        self.venule.wait('the flow', lambda places: places[VESSEL + 'flow_x_row.entry'].text)

    def describe_cells(self):
        self.venule.type_into(CELLS + 'diameter_row.entry', '8')
        self.venule.wait_text('cells_step.summary_label', '8')

    def preview(self):
        self.venule.click(CELLS + 'preview_switch')
        self.venule.wait_text(CELLS + 'preview_label', 'found in this frame')

    def start(self):
        self.venule.click(RUN + 'run_button')

    def wait_done(self):
        self.venule.wait_text(RUN + 'progress_label', 'Done: 90 of 90 frames', 3 * driver.PATIENCE)
