# SPDX-License-Identifier: GPL-3.0-or-later
"""The path of an analysis over the bundled sample, as a person walks it with mouse and keys."""

import atexit
import os
import pathlib

import driver
import tap

BUILD = pathlib.Path(os.environ['VENULE_BUILDDIR'])
SAMPLE = pathlib.Path(os.environ['VENULE_SOURCEDIR']) / 'data' / 'sample' / 'sample.mkv'
RAW = BUILD / 'tests/ui/sample.mkv' # the same frames, without compression
SIZE = 400, 240  # px of the sample

CALIBRATION = 'calibration_step.calibration_panel.'
VESSEL = 'vessel_step.vessel_panel.'
CELLS = 'cells_step.cells_panel.'
RUN = 'run_step.run_panel.'
CORRECT = 'correct_step.correct_panel.'
EXPORT = 'export_step.export_panel.'


_left = {}  # by the size of the screen: the program of the test before, with nothing drawn


def open_vessel_step(test, width=1280, height=800):
    """The program, with the sample, in the step in which vessel and flow are drawn. The next test has it too, when
    what this one draws can be taken back (not self.keeps)."""
    for program in ('Xvfb', 'xdotool'):
        tap.needs(test, program)
    if not (venule := _left.pop((width, height), None)):
        venule = driver.Venule(driver.Screen(width, height), BUILD / 'src/ui/venule', RAW)
        # What is read of the video moves the buttons once more.
        venule.wait_text(CALIBRATION + 'rate_label', '90 frames')
        venule.click(CALIBRATION + 'continue_button')

    def give_back():
        if tap.passed(test) and take_back(venule):
            _left[width, height] = venule
        else:
            close(venule)
    test.addCleanup(give_back)
    return venule


def take_back(venule):
    """Takes back what was drawn, and opens the step anew; or says that it cannot be."""
    try:
        venule.key('Escape', 'Escape')
        venule.screen.wait_windows(1, driver.PATIENCE / 6)
        if venule.text('vessel_step') == 'open':
            venule.click('vessel_step.header')
        canvas = venule.widget('canvas')
        venule.click_at(canvas.x + canvas.width / 2, canvas.y + canvas.height - 20)
        for _ in range(20):
            if not venule.widget('undo_button', sensitive=False).sensitive:
                break
            venule.key('ctrl+z')
        venule.key('Home')
        venule.wait('the first frame', lambda places: places['canvas'].text == '0:', driver.PATIENCE / 6)
        venule.click('vessel_step.header')
        venule.wait_text('follow_box.follow_label', 'Drag a rectangle around the vessel', driver.PATIENCE / 6)
    except driver.Failed as failed:
        print(f'# {failed}: the next test begins anew', flush=True)
        return False
    return VESSEL + 'width_row.entry' not in venule.places


def close(venule):
    venule.close()
    venule.screen.close()


@atexit.register
def close_left():
    for venule in _left.values():
        close(venule)
    _left.clear()


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
        self.venule.wait_text('follow_box.follow_label', 'rectangle')
        video = driver.Video(self.venule, *SIZE)
        self.venule.drag(*video.at(8, 66), *video.at(391, 165))
        self.venule.wait('the crop', lambda places: VESSEL + 'width_row.entry' in places)

    def draw_flow(self):
        self.venule.wait_text('follow_box.follow_label', 'arrow')
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
