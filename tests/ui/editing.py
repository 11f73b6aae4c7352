# SPDX-License-Identifier: GPL-3.0-or-later
"""A document of the bundled sample in the real program, to be edited with mouse and keys.

The analysis is made by venule-cli; what the program keeps of each edit is read from its working copy, as text.
"""

import atexit
import csv
import fcntl
import hashlib
import os
import pathlib
import shlex
import shutil
import sqlite3
import subprocess
import tempfile
import time

import driver
import tap
from sample_path import SIZE

BUILD = pathlib.Path(os.environ['VENULE_BUILDDIR'])
SAMPLE = pathlib.Path(os.environ['VENULE_SOURCEDIR']) / 'data' / 'sample'
LOG = {'step', 'change'}  # what has been done, and can be taken back: differs after an undo


_left = None  # the document and the program of the test before


def is_database(path):
    """Whether a file is an SQLite database. Notes beside it may vanish meanwhile."""
    try:
        with path.open('rb') as file:
            return file.read(6) == b'SQLite'
    except (FileNotFoundError, IsADirectoryError):
        return False


def results(video, args):
    """The folder with the results of a video; all tests with one venule-cli share it."""
    options = shlex.split(pathlib.Path(args).read_text(encoding='utf-8'))
    program = BUILD / 'src/cli/venule-cli'
    folder = BUILD / 'tests/ui/results' / hashlib.sha256(repr((video, options)).encode()).hexdigest()[:16]
    made_by = folder / 'made-by'  # written last
    folder.parent.mkdir(exist_ok=True)
    with open(folder.with_suffix('.lock'), 'w', encoding='utf-8') as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        stamp = str([os.stat(file).st_mtime_ns for file in (program, video)])
        if not made_by.exists() or made_by.read_text(encoding='utf-8') != stamp:
            shutil.rmtree(folder, ignore_errors=True)
            subprocess.run([program, 'analyze', video, *options, '--quiet', '--output', folder,
                            '--project', folder / 'sample.venule'], check=True)
            made_by.write_text(stamp, encoding='utf-8')
    return folder


def lend(test, kind=None, **options):
    """A document in the program, for one test: that of the test before where it was the same one, all of which has
    been taken back. Where that cannot be (self.keeps), or something failed, the next test has a program of its own."""
    global _left
    for program in ('Xvfb', 'xdotool'):
        tap.needs(test, program)
    key = kind or Editing, sorted(options.items())
    if _left and _left.key != key:
        close_left()
    lent, _left = _left or (kind or Editing)(**options), None
    lent.key, lent.first = key, lent.dump()

    def give_back():
        global _left
        if tap.passed(test) and lent.take_back():
            _left = lent
        else:
            lent.close()
    test.addCleanup(give_back)
    return lent


@atexit.register
def close_left():
    global _left
    if _left:
        _left.close()
    _left = None


class Editing:
    """The program with the sample's tracks; frames are shown, cells clicked, and the document is read."""

    def __init__(self, width=1280, height=800, settings=None, video=BUILD / 'tests/ui/sample.mkv',
                 args=SAMPLE / 'analyze.args', size=SIZE):
        self.size = size
        self.folder = tempfile.TemporaryDirectory()
        folder = pathlib.Path(self.folder.name)
        self.document = folder / 'sample.venule'
        shutil.copytree(results(video, args), folder, dirs_exist_ok=True)
        self.prepare()
        self.spots = {}  # frame, then track: the row of spots.csv
        with open(folder / 'spots.csv', newline='', encoding='utf-8') as file:
            for row in csv.DictReader(file):
                self.spots.setdefault(int(row['frame']), {})[int(row['track_id'])] = row
        self.screen = driver.Screen(width, height)
        self.venule = driver.Venule(self.screen, BUILD / 'src/ui/venule', self.document, settings=settings)
        self.venule.wait_text('run_step.summary_label', 'track')
        self.frame = 0
        self.first = None  # the dump before the test

    def prepare(self):
        """What a test does to the document before it is opened."""

    def take_back(self):
        """Takes back all that was done, or says that it cannot be."""
        try:
            self.venule.key('Escape', 'Escape', 'Escape')
            self.screen.wait_windows(1, driver.PATIENCE / 6)
            self.focus()
            for _ in self.steps():
                self.venule.key('ctrl+z')
            self.wait_dump('all taken back', lambda dump: dump == self.first, driver.PATIENCE / 6)
            self.show(0)
            self.venule.key('Escape', 'ctrl+0')
            self.wait_selected([], driver.PATIENCE / 6)
        except driver.Failed as failed:
            print(f'# {failed}: the next test begins anew', flush=True)
            return False
        return True

    def close(self):
        self.venule.close()
        self.screen.close()
        self.folder.cleanup()

    # Frames

    def show(self, frame):
        """Shows a frame, by keys."""
        self.focus()
        if frame < self.frame or frame == 0:
            self.venule.key('Home')
            self.frame = 0
        if frame > self.frame:
            self.venule.key(*['Right'] * (frame - self.frame))
        self.frame = frame
        self.venule.wait(f'frame {frame}', lambda places: places['canvas'].text.startswith(f'{frame}:'))

    def focus(self):
        """Gives the video the focus, by a click beside all cells."""
        canvas = self.venule.widget('canvas')
        self.venule.click_at(canvas.x + canvas.width / 2, canvas.y + 20)

    # Cells

    def place(self, track, frame=None):
        row = self.spots[self.frame if frame is None else frame][track]
        return float(row['x_px']), float(row['y_px'])

    def radius(self, track):
        return float(self.spots[self.frame][track]['radius_px'])

    def lonely(self, *but):
        """The track that is farthest from the others in this frame, and is seen in the one before and the one after."""
        cells = self.spots[self.frame]

        def room(track):
            x, y = self.place(track)
            return min(((x - u) ** 2 + (y - v) ** 2 for u, v in map(self.place, set(cells) - {track})), default=0)
        there = [track for track in cells if track not in but and
                 all(track in self.spots.get(self.frame + step, {}) for step in (-1, 1)
                     if self.frame + step in self.spots)]
        return max(there, key=room)

    def at(self, x, y):
        """Where a pixel of the video is on the screen."""
        return driver.Video(self.venule, *self.size).at(x, y)

    def click(self, track, button=1, keys=()):
        self.venule.click_at(*self.at(*self.place(track)), button, keys)

    def choose(self, track):
        """Clicks a cell until it is selected."""
        for _ in range(10):
            self.click(track)
            try:
                self.wait_selected([track], driver.PATIENCE / 10)
                return
            except driver.Failed:
                continue
        raise driver.Failed(f'a click on track {track} does not select it')

    def selected(self):
        return [int(word) for word in self.venule.text('canvas').split(':')[1].split()]

    def wait_selected(self, tracks, patience=driver.PATIENCE):
        """Waits until these tracks are selected, and no others."""
        text = ': ' + ' '.join(map(str, sorted(tracks))) if tracks else ':'
        self.venule.wait(f'the selection {sorted(tracks)}', lambda places: places['canvas'].text.endswith(text),
                         patience)

    # The document

    def _working(self):
        found = [path for path in pathlib.Path(self.screen.environment['XDG_STATE_HOME']).rglob('*')
                 if is_database(path)]
        if len(found) != 1:
            raise driver.Failed(f'working copies: {found}')
        return found[0]

    def read(self, *statements):
        """Results of queries, all of one moment."""
        path = self._working()
        database = sqlite3.connect(f'file:{path}?mode=ro', uri=True, timeout=driver.PATIENCE)
        try:
            database.execute('BEGIN')
            return [database.execute(statement).fetchall() for statement in statements]
        finally:
            database.close()

    def dump(self):
        """All that the document says of tracks, as text; without what could be undone, and numbers of inner use."""
        tracks, = self.read('SELECT t.*, quote(p.spots) FROM track AS t JOIN path AS p ON t.path = p.id '
                            'ORDER BY t.run, t.id')
        names = [name for name in self._columns('track') if name != 'path']
        lines = []
        for row in tracks:
            values = dict(zip([*self._columns('track'), 'spots'], row))
            lines.append(' '.join(f'{name}={values[name]!r}' for name in [*names, 'spots']))
        return '\n'.join(lines)

    def _columns(self, table):
        columns, = self.read(f'PRAGMA table_info({table})')
        return [column[1] for column in columns]

    def steps(self):
        """Names of what was done and not taken back."""
        rows, = self.read('SELECT name FROM step WHERE done = 1 ORDER BY id')
        return [name for name, in rows]

    def wait_dump(self, what, ready, patience=driver.PATIENCE):
        """Waits until ready(dump) is true of the document, and returns the dump."""
        end = time.monotonic() + patience
        while not ready(dump := self.dump()):
            if time.monotonic() > end or self.venule.process.poll() is not None:
                said = ''.join(self.venule.log)[-2000:]
                raise driver.Failed(f'waited in vain for {what}; the program said: {said!r}')
            time.sleep(0.05)
        return dump

    def check_edit(self, what, edit):
        """Does an edit, takes it back, does it again and takes it back: the document is byte for byte what it was."""
        before, steps = self.dump(), self.steps()
        edit()
        after = self.wait_dump(what, lambda dump: dump != before)
        named = self.steps()
        if len(named) != len(steps) + 1:
            raise driver.Failed(f'{what} is not one step: {named}')
        for _ in range(2):
            self.venule.key('ctrl+z')
            self.wait_dump(f'{what} taken back', lambda dump: dump == before)
            self.venule.key('ctrl+shift+z')
            self.wait_dump(f'{what} done again', lambda dump: dump == after)
        self.venule.key('ctrl+z')
        self.wait_dump(f'{what} taken back', lambda dump: dump == before)
        return named[-1], after


class Measured(Editing):
    """Its dump has how it is measured, too."""

    def rows(self):
        rows, = self.read('SELECT name, value FROM measure ORDER BY name')
        return dict(rows)

    def dump(self):
        return super().dump() + '\n' + '\n'.join(f'{name}={value}' for name, value in sorted(self.rows().items()))
