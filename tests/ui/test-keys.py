#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The keys of the real program, pressed as a person presses them: wherever the focus is."""

import os
import pathlib
import time
import unittest

import driver
import editing
import tap
from sample_path import BUILD, VESSEL, open_vessel_step



class Keys(unittest.TestCase):
    def setUp(self):
        self.venule = open_vessel_step(self)
        self.venule.widget(VESSEL + 'use_first_button')

    def use_current(self, ready, what):
        """Presses Use Current until the number it writes is ready: the window shows frames a moment after a key."""
        for _ in range(10):
            self.venule.click(VESSEL + 'use_first_button')
            try:
                return int(self.venule.wait(what, lambda places: ready(int(places[VESSEL + 'first_row.entry'].text
                                                                           or 0)) and
                                            places[VESSEL + 'first_row.entry'].text, driver.PATIENCE / 20))
            except driver.Failed:
                continue
        return self.fail(f'{what}: frame {self.venule.text(VESSEL + "first_row.entry")} instead')

    def focus_video(self):
        canvas = self.venule.widget('canvas')
        self.venule.click_at(canvas.x + canvas.width / 2, canvas.y + canvas.height - 20)  # the hint is at its top

    def test_frames(self):
        """arrows step, the space bar plays and End shows the last frame while the video has the focus"""
        self.focus_video()
        self.venule.key('Right', 'Right', 'Right', 'Left')
        self.use_current(lambda frame: frame == 2, 'two frames on')
        self.focus_video()
        self.venule.key('space')
        self.use_current(lambda frame: frame > 5, 'the video playing')
        self.focus_video()
        self.venule.key('End')
        self.use_current(lambda frame: frame == 89, 'the last frame')

    def test_entry(self):
        """arrows and the space bar belong to a number while it is typed"""
        self.venule.click(VESSEL + 'first_row.entry')
        self.venule.key('Right', 'Right', 'space', 'Escape')
        self.use_current(lambda frame: frame == 0, 'the first frame still')


class Shortcuts(unittest.TestCase):
    def test_small_screen(self):
        """the window with all keys is no larger than a screen of 800 by 600"""
        for program in ('Xvfb', 'xdotool'):
            tap.needs(self, program)
        screen = driver.Screen(800, 600)
        self.addCleanup(screen.close)
        venule = driver.Venule(screen, BUILD / 'src/ui/venule')
        self.addCleanup(venule.close)
        venule.widget('open_button')
        venule.key('ctrl+question')
        end = time.monotonic() + driver.PATIENCE
        windows = []
        while len(windows) < 2: # it does not take the keys where nothing manages windows
            self.assertLess(time.monotonic(), end)
            windows = screen.ask_xdotool('search', '--onlyvisible', '--class', 'venule')
        width, height = screen.ask_xdotool('getwindowgeometry', max(map(int, windows)))[-1].split('x')
        self.assertLessEqual(int(width), 800)
        self.assertLessEqual(int(height), 600)


class Preferences(unittest.TestCase):
    def test_keys(self):
        """Ctrl+W closes Preferences, and Ctrl+Q quits from there, too"""
        for program in ('Xvfb', 'xdotool'):
            tap.needs(self, program)
        screen = driver.Screen()
        self.addCleanup(screen.close)
        venule = driver.Venule(screen, BUILD / 'src/ui/venule')
        self.addCleanup(venule.close)
        venule.widget('open_button')
        for key in ('ctrl+w', 'ctrl+q'):
            screen.wait_windows(1)
            venule.key('ctrl+comma')
            screen.wait_windows(2)
            venule.key(key)
        self.assertEqual(venule.process.wait(driver.PATIENCE), 0)

    def test_changes(self):
        """Ctrl+Q in Preferences asks about changes; Cancel leaves all windows open"""
        for program in ('Xvfb', 'xdotool'):
            tap.needs(self, program)
        edit = editing.Editing()
        self.addCleanup(edit.close)
        cell = edit.lonely()
        edit.choose(cell)
        before = edit.dump()
        edit.venule.key('Delete')
        edit.wait_dump('a deletion', lambda dump: dump != before)
        edit.venule.key('ctrl+comma')
        edit.screen.wait_windows(2)
        edit.venule.key('ctrl+q')
        edit.screen.wait_windows(3)
        edit.venule.key('Escape')
        while len(edit.screen.ask_xdotool('search', '--onlyvisible', '--class', 'venule')) != 2:
            time.sleep(0.1)
        self.assertIsNone(edit.venule.process.poll())


class Manual(unittest.TestCase):
    def test_manual(self):
        """F1 shows the manual of the build folder, which tools/run names, in the browser"""
        for program in ('Xvfb', 'xdotool'):
            tap.needs(self, program)
        screen = driver.Screen()
        self.addCleanup(screen.close)
        home = pathlib.Path(screen.home)
        page, shown, browser = home / 'index.html', home / 'shown', home / 'browser'
        page.write_text('<title>Venule</title>', encoding='utf-8')
        browser.write_text(f'#!/bin/sh\necho "$1" > {shown}.new\nmv {shown}.new {shown}\n', encoding='utf-8')
        browser.chmod(0o755)
        applications = pathlib.Path(screen.environment['XDG_DATA_HOME']) / 'applications'
        applications.mkdir()
        (applications / 'browser.desktop').write_text('[Desktop Entry]\nType=Application\nName=Browser\n'
                                                      'MimeType=text/html;\n'
                                                      f'Exec={browser} %u\n', encoding='utf-8')
        (pathlib.Path(screen.environment['XDG_CONFIG_HOME']) / 'mimeapps.list').write_text(
            '[Default Applications]\ntext/html=browser.desktop\n', encoding='utf-8')
        screen.environment['VENULE_HELPDIR'] = screen.home
        venule = driver.Venule(screen, BUILD / 'src/ui/venule')
        self.addCleanup(venule.close)
        venule.widget('open_button')
        venule.key('F1')
        end = time.monotonic() + driver.PATIENCE
        while not shown.exists():
            self.assertLess(time.monotonic(), end, 'no browser was started')
            time.sleep(0.1)
        self.assertTrue(shown.read_text(encoding='utf-8').strip().endswith(os.fspath(page)))


if __name__ == '__main__':
    tap.main()
