# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives the real application on a screen of its own (Xvfb) with mouse and keys (xdotool), as a person would.

It reads where widgets are from the output of the program (VENULE_TEST_GEOMETRY, src/ui/app/venule-test-probe.h): one
line of JSON whenever something changes. Nothing waits for a fixed time: every step waits for what it needs to see.
"""

import collections
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import threading
import time

# Slow machines get this long for a step.
PATIENCE = float(os.environ.get('VENULE_TEST_PATIENCE', '60'))

Place = collections.namedtuple('Place', 'x y width height sensitive text')


class Failed(Exception):
    """What was waited for did not come."""


class Screen:
    """A screen without a window manager, big enough for the window."""

    def __init__(self, width=1280, height=800):
        self.home = tempfile.mkdtemp(prefix='venule-ui-')
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ['Xvfb', '-displayfd', str(write), '-screen', '0', f'{width}x{height}x24', '-nolisten', 'tcp', '-noreset'],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        if not number:
            raise Failed('Xvfb did not start')
        self.environment = dict(os.environ, DISPLAY=f':{number}', GDK_BACKEND='x11', GSK_RENDERER='cairo',
                                GDK_DEBUG='gl-disable', GTK_A11Y='none', GIO_USE_VFS='local',
                                GIO_USE_VOLUME_MONITOR='unix', HOME=self.home, NO_AT_BRIDGE='1', GTK_USE_PORTAL='0',
                                DBUS_SESSION_BUS_ADDRESS=f'unix:path={self.home}/no-bus')
        for name in ('WAYLAND_DISPLAY', 'XAUTHORITY', 'GTK_THEME', 'LC_ALL', 'LANGUAGE'):
            self.environment.pop(name, None)
        for name in ('RUNTIME_DIR', 'CONFIG_HOME', 'DATA_HOME', 'CACHE_HOME', 'STATE_HOME'):
            folder = pathlib.Path(self.home) / name.lower()
            folder.mkdir(mode=0o700)
            self.environment[f'XDG_{name}'] = str(folder)
        # The font of a GNOME desktop. Animations are off, as each click would wait for them; the tests in C have them.
        gtk = pathlib.Path(self.environment['XDG_CONFIG_HOME']) / 'gtk-4.0'
        gtk.mkdir()
        (gtk / 'settings.ini').write_text('[Settings]\ngtk-font-name=Cantarell 11\ngtk-enable-animations=0\n',
                                          encoding='utf-8')

    def close(self):
        self.server.terminate()
        self.server.wait()
        shutil.rmtree(self.home, ignore_errors=True)

    def xdotool(self, *arguments):
        subprocess.run(['xdotool', *map(str, arguments)], env=self.environment, check=True,
                       stdout=subprocess.DEVNULL, timeout=PATIENCE)

    def ask_xdotool(self, *arguments):
        return subprocess.run(['xdotool', *map(str, arguments)], env=self.environment, check=False, capture_output=True,
                              text=True, timeout=PATIENCE).stdout.split()

    def wait_windows(self, number, patience=PATIENCE):
        """Waits for this many windows, the newest of which has the keys, and returns that. Dialogs and popovers are
        windows, too."""
        end = time.monotonic() + patience
        while True:
            windows = self.ask_xdotool('search', '--onlyvisible', '--class', 'venule')
            newest = max(map(int, windows), default=0)
            if len(windows) == number and (number == 1 or self.ask_xdotool('getwindowfocus', '-f') == [str(newest)]):
                return newest
            if time.monotonic() > end:
                raise Failed(f'waited in vain for {number} windows; there are {len(windows)}')
            time.sleep(0.05)

    def picture(self, path):
        subprocess.run(['import', '-window', 'root', '-strip', str(path)], env=self.environment, check=True,
                       timeout=PATIENCE)


class Venule:
    """The running program."""

    def __init__(self, screen, program, *arguments, settings=None, keep_settings=False):
        self.screen = screen
        self.places = {}
        self.rested = 0 # when the program was last seen to rest, or later, s of the monotonic clock
        self.lines = 0
        self.log = []
        self.condition = threading.Condition()
        environment = dict(screen.environment, VENULE_TEST_GEOMETRY='1', GSETTINGS_BACKEND='keyfile')
        # What is proposed has tests of its own; the others draw.
        if not keep_settings:  # those of the program before, on the same screen
            self._write_settings(environment, {'propose-vessel': 'false'} | (settings or {}))
        self.process = subprocess.Popen([str(program), *map(str, arguments)], env=environment, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        threading.Thread(target=self._listen, daemon=True).start()

    @staticmethod
    def _write_settings(environment, settings):
        folder = pathlib.Path(environment['XDG_CONFIG_HOME']) / 'glib-2.0' / 'settings'
        folder.mkdir(parents=True, exist_ok=True)
        lines = ''.join(f'{key}={value}\n' for key, value in settings.items())
        (folder / 'keyfile').write_text(f'[io/github/venule/Venule]\n{lines}', encoding='utf-8')

    def _listen(self):
        for line in self.process.stdout:
            with self.condition:
                if line.startswith('{') and line.endswith('\n'): # a killed program leaves a part of a line
                    self.places = {name: Place(*place) for name, place in json.loads(line).items()}
                    self.lines += 1
                elif line.startswith('at rest '):
                    self.rested = int(line.split()[2]) / 1e6
                else:
                    self.log.append(line)
                self.condition.notify_all()
        with self.condition:
            self.places = {}
            self.condition.notify_all()

    def wait(self, what, ready, patience=PATIENCE):
        """Waits until ready(places) is true, and returns that."""
        end = time.monotonic() + patience
        with self.condition:
            while not (result := ready(self.places)):
                left = end - time.monotonic()
                if left <= 0 or self.process.poll() is not None:
                    seen = {name: place.text for name, place in self.places.items() if place.text}
                    raise Failed(f'waited in vain for {what}; seen: {json.dumps(seen)}; '
                                 f'the program said: {"".join(self.log)[-2000:]!r}')
                self.condition.wait(min(left, 1))
        return result

    def widget(self, name, sensitive=True):
        """Waits for a widget to be there and at rest, and returns its place."""
        def there(places):
            return name in places and (places[name].sensitive or not sensitive) and places[name]

        while True:
            self.wait(f'the widget {name}', there)
            self.wait_rest()
            if place := there(self.places):
                return place

    def wait_rest(self):
        """Waits until the program has dealt with all that it was given, and nothing in its window moves."""
        asked = time.monotonic()
        self.process.send_signal(signal.SIGWINCH)
        self.wait('rest', lambda places: self.rested >= asked)

    def wait_text(self, name, text, patience=PATIENCE):
        """Waits until the text of a widget contains @text."""
        return self.wait(f'“{text}” in {name}',
                         lambda places: name in places and text in (places[name].text or '') and places[name], patience)

    def text(self, name):
        return self.places[name].text if name in self.places else None

    # The hands

    def click(self, name, button=1, keys=()):
        place = self.widget(name)
        self.click_at(place.x + place.width / 2, place.y + place.height / 2, button, keys)

    def click_at(self, x, y, button=1, keys=()):
        for key in keys:
            self.screen.xdotool('keydown', key)
        self.screen.xdotool('mousemove', int(x), int(y), 'click', button)
        for key in keys:
            self.screen.xdotool('keyup', key)

    def drag(self, x0, y0, x1, y1):
        steps = 8
        self.screen.xdotool('mousemove', round(x0), round(y0), 'mousedown', 1)
        for i in range(1, steps + 1):
            self.screen.xdotool('mousemove', round(x0 + (x1 - x0) * i / steps), round(y0 + (y1 - y0) * i / steps))
        self.screen.xdotool('mouseup', 1)

    def key(self, *keys):
        self.screen.xdotool('key', '--clearmodifiers', '--delay', 4, *keys)

    def type_into(self, name, text):
        """Replaces the text of an entry and presses Enter; again, where a slow program has lost a key."""
        for patience in (5, 15, PATIENCE):
            self.click(name)
            self.key('ctrl+a')
            self.screen.xdotool('type', '--delay', 20, '--', text)
            try:
                self.wait(f'“{text}” in {name}', lambda places: name in places and places[name].text == text, patience)
                break
            except Failed:
                if patience == PATIENCE:
                    raise
        self.key('Return')

    def close(self):
        if self.process.poll() is None:
            self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Video:
    """Where the pixels of the video are on the screen while it is fitted into the canvas."""

    def __init__(self, venule, width, height):
        place = venule.widget('canvas')
        self.scale = min(place.width / width, place.height / height)
        self.left = place.x + (place.width - width * self.scale) / 2
        self.top = place.y + (place.height - height * self.scale) / 2

    def at(self, x, y):
        """The screen's position of the centre of pixel (x, y)."""
        return self.left + (x + 0.5) * self.scale, self.top + (y + 0.5) * self.scale
