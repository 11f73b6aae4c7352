#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Vessel and flow, drawn in the real program by somebody who only does what it says."""

import re
import unittest

import driver
import tap
from sample_path import CELLS, SIZE, VESSEL, SamplePath, open_vessel_step

HINT = 'follow_box.follow_label'
WHEEL = 1.2  # times as large, for a turn of it


class Drawing(unittest.TestCase):
    def setUp(self):
        self.venule = open_vessel_step(self)
        self.venule.wait_text(HINT, 'Drag a rectangle around the vessel')

    def drag(self, x0, y0, x1, y1):
        video = driver.Video(self.venule, *SIZE)
        self.venule.drag(*video.at(x0, y0), *video.at(x1, y1))

    def crop(self):
        self.venule.widget(VESSEL + 'height_row.entry')
        return [float(self.venule.text(f'{VESSEL}{name}_row.entry') or 0) for name in ('x', 'y', 'width', 'height')]

    def flow(self):
        return self.venule.text(VESSEL + 'flow_x_row.entry')

    def draw_crop(self):
        self.drag(8, 66, 391, 165)
        self.venule.wait_text(HINT, 'Drag an arrow along the flow')

    def draw(self):
        self.draw_crop()
        self.drag(120, 115, 280, 115)
        self.venule.wait_text(HINT, 'Vessel and flow are drawn')

    def wait_mean(self, begins):
        """Until the mean velocity in the list of measures begins so."""
        self.venule.wait(f'a mean velocity that begins with {begins}', lambda places: 'measures_view' in places
                         and re.search(
            rf'^fresh(.|\n)*\nrolling_velocity_mean={begins}', places['measures_view'].text))

    def wait_no_hint(self):
        self.venule.wait('no hint', lambda places: HINT not in places)

    def test_hints(self):
        """two drags on the picture, as the hints say, and one can go on;
        the step that is closed says nothing any more"""
        venule = self.venule
        self.draw_crop()
        for value, wanted in zip(self.crop(), (8, 66, 384, 100)):
            self.assertAlmostEqual(value, wanted, delta=3)
        self.assertFalse(venule.widget(VESSEL + 'continue_button', sensitive=False).sensitive)
        self.drag(120, 115, 280, 115)
        venule.wait_text(HINT, 'are drawn')
        self.assertNotIn('follow_box.stop_following_button', venule.places)
        self.assertAlmostEqual(float(self.flow()), 160, delta=2)
        crop = self.crop()
        venule.click('follow_box.drawn_button')
        self.wait_no_hint()
        self.assertEqual(venule.text('vessel_step'), 'closed')
        # Nor has it handles that a drag could take hold of.
        self.drag(60, 140, 63, 150)
        venule.click('vessel_step.header')
        self.assertEqual(self.crop(), crop)

    def test_edge(self):
        """a rectangle begins in the first column of the canvas, beside the bar of the steps"""
        canvas = self.venule.widget('canvas')
        middle = canvas.y + canvas.height / 2
        self.venule.drag(canvas.x, middle - 40, canvas.x + canvas.width / 2, middle + 40)
        self.venule.wait_text(HINT, 'Drag an arrow along the flow')
        self.assertEqual(self.crop()[0], 0)

    def test_buttons(self):
        """the button of the tool in hand does not put it away; another tool, and the same button again,
        do what they say"""
        venule = self.venule
        venule.click(VESSEL + 'rectangle_button')
        venule.wait_text(HINT, 'Drag a rectangle')
        venule.click(VESSEL + 'polygon_button')
        venule.wait_text(HINT, 'Click the corners')
        venule.click(VESSEL + 'polygon_button')
        self.wait_no_hint()
        venule.click(VESSEL + 'flow_button')
        venule.wait_text(HINT, 'Drag an arrow')
        self.drag(120, 115, 280, 115)
        venule.wait_text(HINT, 'Vessel and flow are drawn')
        venule.wait_text('vessel_step.summary_label', 'Whole picture')

    def test_escape(self):
        """Escape puts the tool away until the step is opened again, and a drag then draws nothing"""
        venule = self.venule
        venule.key('Escape')
        self.wait_no_hint()
        self.drag(8, 66, 391, 165)
        venule.click('vessel_step.header')
        venule.wait('the step closed', lambda places: places['vessel_step'].text == 'closed')
        venule.click('vessel_step.header')
        venule.wait_text(HINT, 'Drag a rectangle')
        self.assertNotIn(VESSEL + 'width_row.entry', venule.places)
        venule.click('follow_box.stop_following_button')
        self.wait_no_hint()

    def test_askew(self):
        """where the arrow does not run along the rectangle it is said how to turn that"""
        self.draw_crop()
        self.drag(120, 85, 240, 145)
        self.venule.wait_text(HINT, 'turn that along the vessel')
        self.venule.click('follow_box.drawn_button')
        self.wait_no_hint()

    def test_outside(self):
        """an arrow beside the vessel is not taken, and that is said; the next one is"""
        venule = self.venule
        self.draw_crop()
        self.drag(120, 20, 280, 25)
        venule.wait_text(HINT, 'outside of the vessel')
        self.assertEqual(self.flow(), '')
        self.drag(120, 115, 280, 115)
        venule.wait_text(HINT, 'Vessel and flow are drawn')
        self.assertAlmostEqual(float(self.flow()), 160, delta=2)

    def test_undo(self):
        """each drawing is taken back and made again by keys, and what is missing then is asked for"""
        venule = self.venule
        self.draw()
        crop, flow = self.crop(), self.flow()
        venule.key('ctrl+z')
        venule.wait_text(HINT, 'Drag an arrow')
        self.assertEqual((self.crop(), self.flow()), (crop, ''))
        venule.key('ctrl+z')
        venule.wait_text(HINT, 'Drag a rectangle')
        venule.wait('undo at its end', lambda places: not places['undo_button'].sensitive)
        venule.key('ctrl+shift+z', 'ctrl+shift+z')
        venule.wait('both again', lambda places: (places[VESSEL + 'flow_x_row.entry'].text == flow
                                                  and not places['redo_button'].sensitive))
        self.assertEqual(self.crop(), crop)

    def test_stray_drag(self):
        """when all is drawn a drag draws nothing anew; what it moves is said, and a click takes that back"""
        venule = self.venule
        self.draw()
        crop, flow = self.crop(), self.flow()
        self.drag(60, 20, 300, 40)
        self.drag(200, 200, 300, 230)
        self.drag(60, 140, 63, 150)
        venule.wait('the vessel moved', lambda places: float(places[VESSEL + 'y_row.entry'].text) > crop[1] + 5)
        self.assertEqual((self.crop()[2:], self.flow()), (crop[2:], flow))
        venule.click('action_button')
        venule.wait('the vessel where it was', lambda places: float(places[VESSEL + 'y_row.entry'].text) == crop[1])
        self.assertEqual(self.crop(), crop)

    def test_wrong_way(self):
        """an arrow against the blood is told after the run; one click turns it and runs again,
        and all is said to be well"""
        venule = self.venule
        self.keeps = True
        self.draw_crop()
        self.drag(280, 115, 120, 115)
        venule.wait_text(HINT, 'Vessel and flow are drawn')
        self.assertLess(float(self.flow()), 0)
        path = SamplePath(venule)
        venule.click('follow_box.drawn_button')
        venule.type_into(CELLS + 'diameter_row.entry', '8')
        venule.click(CELLS + 'continue_button')
        path.start()
        path.wait_done()
        venule.wait_text('message_bar.title_label', 'against the arrow')
        venule.key('v')
        self.wait_mean('−')
        venule.click('message_bar.offer_button')
        self.wait_mean('[0-9]')
        self.assertNotIn('message_bar.offer_button', venule.places)

    def test_undo_while_held(self):
        """undo while the vessel is held gives up the drag, and nothing else"""
        venule = self.venule
        self.draw()
        crop, flow = self.crop(), self.flow()
        xdotool, video = venule.screen.xdotool, driver.Video(venule, *SIZE)
        xdotool('mousemove', *map(round, video.at(60, 140)), 'mousedown', 1)
        for y in (144, 148):
            xdotool('mousemove', *map(round, video.at(63, y)))
        xdotool('key', 'ctrl+z')  # not venule.key(), which lets go of the buttons
        xdotool('mousemove', *map(round, video.at(63, 155)))
        xdotool('mouseup', 1)
        self.assertEqual((self.crop(), self.flow()), (crop, flow))
        venule.wait_text(HINT, 'Vessel and flow are drawn')
        venule.key('ctrl+z')
        venule.wait_text(HINT, 'Drag an arrow')
        self.assertEqual((self.crop(), self.flow()), (crop, ''))

    def test_keys(self):
        """arrows go through the frames while a tool is offered, and move its cross when it was chosen"""
        venule = self.venule
        canvas = venule.widget('canvas')
        venule.click_at(canvas.x + canvas.width / 2, canvas.y + canvas.height - 20)
        venule.key('Right', 'Right')
        venule.wait_text('canvas', '2:')
        venule.click(VESSEL + 'rectangle_button')
        venule.key('Right', 'shift+Left', 'shift+Up', 'Return', 'shift+Right', 'shift+Right', 'shift+Down',
                   'shift+Down', 'Return')
        venule.wait_text(HINT, 'Drag an arrow')
        self.assertEqual(self.crop()[2:], [20, 20])
        self.assertEqual(venule.text('canvas'), '2:')


class UnderHint(unittest.TestCase):
    def test_under_hint(self):
        """where the video fills the canvas, the hint over it does not keep the pointer from what lies below;
        its button works"""
        venule = open_vessel_step(self, 1024, 500)
        hint = venule.widget(HINT)
        venule.wait_text(HINT, 'Drag a rectangle')
        video = driver.Video(venule, *SIZE)
        x, y = hint.x + hint.width / 2, hint.y + hint.height / 2
        self.assertGreater(y, video.at(0, 0)[1])
        venule.click_at(x, y, button=4)  # a turn of the wheel
        venule.drag(x, y, x + 150, y + 150)
        venule.wait_text(HINT, 'Drag an arrow')
        scale = video.scale
        wanted = (x - video.left) / scale, (y - video.top) / scale, 150 / scale / WHEEL, 150 / scale / WHEEL
        for row, value in zip(('x', 'y', 'width', 'height'), wanted):
            self.assertAlmostEqual(float(venule.text(f'{VESSEL}{row}_row.entry')), value, delta=2)
        venule.click('follow_box.stop_following_button')
        venule.wait('no hint', lambda places: HINT not in places)


if __name__ == '__main__':
    tap.main()
