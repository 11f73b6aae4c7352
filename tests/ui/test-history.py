#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of what was done, and the keys that work now, in the real program."""

import unittest

import editing
import tap


class History(unittest.TestCase):
    def setUp(self):
        self.editing = editing.lend(self)
        self.editing.show(40)

    def test_walk(self):
        """the list of steps is opened by button and key, and walked to and fro"""
        edit, venule = self.editing, self.editing.venule
        states = [edit.dump()]
        edit.choose(edit.lonely())
        for key in ('4', '2', 'c', '3'):
            venule.key(key)
            states.append(edit.wait_dump(f'the edit by {key}', lambda dump: dump != states[-1]))
        venule.click('history_button')
        venule.wait('the list', lambda places: 'history.list' in places)
        venule.key('Up', 'Up', 'Return')
        edit.wait_dump('two steps back', lambda dump: dump == states[2])
        venule.key('Up', 'Up', 'Return')
        edit.wait_dump('all taken back', lambda dump: dump == states[0])
        venule.key('Down', 'Down', 'Down', 'Down', 'Return')
        edit.wait_dump('all done again', lambda dump: dump == states[4])
        venule.key('Escape')
        venule.wait('no list', lambda places: 'history.list' not in places)
        edit.focus()
        venule.key('ctrl+h')
        venule.wait('the list', lambda places: 'history.list' in places)
        venule.key('Escape')

    def test_settings_between(self):
        """a setting that was changed between two edits is taken back and done again between them"""
        edit, venule = self.editing, self.editing.venule
        summary = 'calibration_step.summary_label'

        def edit_by(key):
            before = edit.dump()
            venule.key(key)
            edit.wait_dump(f'the edit by {key}', lambda dump: dump != before)

        edit.choose(edit.lonely())
        states = [edit.dump()]
        edit_by('4')
        states.append(edit.dump())
        venule.click('calibration_step.header')
        venule.type_into('calibration_step.calibration_panel.pixel_size_row.entry', '0.5')
        venule.wait_text(summary, '0.5')
        edit.focus()
        edit.choose(edit.lonely())
        edit_by('2')
        states.append(edit.dump())
        for _ in range(2):
            venule.key('ctrl+z')
            edit.wait_dump('the second edit taken back', lambda dump: dump == states[1])
            self.assertIn('0.5', venule.text(summary))
            venule.key('ctrl+z')
            venule.wait_text(summary, '0.363')
            venule.key('ctrl+z')
            edit.wait_dump('all taken back', lambda dump: dump == states[0])
            venule.key('ctrl+y')
            edit.wait_dump('the first edit', lambda dump: dump == states[1])
            self.assertIn('0.363', venule.text(summary))
            venule.key('ctrl+y')
            venule.wait_text(summary, '0.5')
            venule.key('ctrl+y')
            edit.wait_dump('the second edit', lambda dump: dump == states[2])
        venule.key('ctrl+z', 'ctrl+z')
        venule.wait_text(summary, '0.363')
        edit_by('c')
        venule.wait('nothing to be done again', lambda places: not places['redo_button'].sensitive)

    def test_cheat_sheet(self):
        """while the question mark is held, the keys that work now are shown; it can be typed into a note"""
        edit, venule = self.editing, self.editing.venule
        edit.focus()
        venule.screen.xdotool('keydown', 'question')
        few = venule.widget('cheat_sheet')
        venule.screen.xdotool('keyup', 'question')
        venule.wait('the video alone', lambda places: 'cheat_sheet' not in places)
        edit.choose(edit.lonely())
        venule.screen.xdotool('keydown', 'question')
        more = venule.widget('cheat_sheet')
        self.assertGreater(more.width * more.height, few.width * few.height)
        venule.screen.xdotool('keyup', 'question')
        venule.wait('the video alone', lambda places: 'cheat_sheet' not in places)
        before = edit.dump()
        venule.key('n')
        venule.screen.xdotool('type', 'what is it?')
        venule.key('Return')
        after = edit.wait_dump('the note', lambda dump: dump != before)
        self.assertIn("note='what is it?'", after)


if __name__ == '__main__':
    tap.main()
