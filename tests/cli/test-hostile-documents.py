#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Documents whose seals are right and whose values are an attacker's."""

import json
import os
import pathlib
import resource
import sqlite3
import tempfile
import unittest

import hostile
import served
import tap

CLI = pathlib.Path(os.environ['VENULE_BUILDDIR']) / 'src/cli/venule-cli'
SAMPLE = pathlib.Path(os.environ['VENULE_SRCDIR']) / 'data/sample'
FRAMES = 20
MEMORY = 3 << 30   # of addresses, threads and libraries included
SECONDS = 4        # of the processor; a hang takes for ever
HUGE = 2 ** 63 - 1
WORD = 'W' * 500000
ESCAPE = 'a\x1b[31m\x07\x9b31m\u202eb'
CONTROL = '[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]'   # but tabs and lines
DEEP = '[' * 200000
RESCUED = 7        # so manieth case is rescued, too
# All values in the test cli-hostile-documents-long; else a third of them, which the commit chooses (tools/test).
SHARES = 1 if os.environ.get('VENULE_TEST_LONG') else 3
SHARE = int(os.environ.get('VENULE_TEST_SEED', '0')[-4:], 16) % SHARES

RUN = ['detect_interval', 'first_frame', 'last_frame', 'unregistered_frames', 'complete']
MARKS = {'path': 99, 'kind': 'unicorn', 'quality': 1e300, 'edited': 5, 'kind_said': 5, 'hidden': 5, 'locked': 5,
         'color': 2 ** 40, 'note': WORD}
CHANGE = ('INSERT INTO change (step, number, track, {0}path, {0}kind, {0}quality, {0}{1}) '
          'VALUES (1, 0, 1, {2}, {3}, {4}, ?)')


def number_of_run(number):
    return hostile.both(*(hostile.sql(f'UPDATE {table} SET {column} = ?', number)
                          for table, column in (('run', 'id'), ('track', 'run'), ('light', 'run'),
                                                ('document', 'run'))))


def crop(table, **values):
    return hostile.both(*(hostile.member(table, 'settings', 'vessel', name, value) for name, value in values.items()))


def measure(name, value):
    return hostile.sql('INSERT INTO measure VALUES (?, ?)', name, value)


def step(run=1, name='x', measured='x', done=1):
    return hostile.sql('INSERT INTO step VALUES (1, ?, ?, ?, ?)', run, name, measured, done)


def answer(run=1, track=1, frame=1, reason='x', probability=.5, wrong=0):
    return hostile.sql('INSERT INTO answer VALUES (?, ?, ?, ?, ?, ?)', run, track, frame, reason, probability, wrong)


def light(run=1, frames=hostile.seal(bytes(4 * FRAMES)), saturated=.1, gray_levels=9):
    return hostile.both(hostile.sql('DELETE FROM light'),
                        hostile.sql('INSERT INTO light VALUES (?, ?, ?, ?)', run, frames, saturated, gray_levels))


def cases():
    """(name, what is done): each is refused as damage, in a sentence."""
    for column, value in (('revision', HUGE), ('run', HUGE), ('program', WORD), ('settings', DEEP), ('settings', WORD)):
        yield f'document.{column} {str(value)[:20]}', hostile.sql(f'UPDATE document SET {column} = ?', value)
    for column, value in (('path', ''), ('path', WORD), ('size', -2), ('sha256', WORD),
                          ('facts', '{"a":' + '[' * 80000), ('frames', hostile.seal(b'x' * 31))):
        yield f'video.{column} {str(value)[:20]}', hostile.sql(f'UPDATE video SET {column} = ?', value)
    for name, values in {'width_px': (0, 10 ** 6, HUGE), 'height_px': (0, 10 ** 6), 'bit_depth': (7, 17),
                         'frames': (-1, HUGE),
                         'frame_rate': (-1, 1e300, {}), 'pixel_width_um': (-1, 1e300), 'pixel_height_um': ([],),
                         'interlaced': ({},), 'cut_off': ([],), 'pixel_size_from': (5, WORD), 'table': (5, WORD),
                         'format': (5, WORD), 'reading': ([], {'gray': 5}, {'channel': 2 ** 40},
                                                          {'slice': {}})}.items():
        for value in values:
            yield f'facts.{name} {str(value)[:20]}', hostile.member('video', 'facts', name, value)
    for time in (1e300, float('nan'), -1e300):
        yield f'frame times {time}', hostile.frame_times(lambda i, time=time: time)

    for name, function in {'backwards': lambda i: -i, 'at no rate': lambda i: i * 1e-300,
                           'at another rate': lambda i: i}.items():
        yield f'frame times {name}', hostile.frame_times(function)

    for number in (-5, -1, 0, 2 ** 31, HUGE):
        yield f'run.id {number}', number_of_run(number)
    yield 'run 20 000 times', hostile.sql(
        'WITH RECURSIVE n (i) AS (VALUES (2) UNION ALL SELECT i + 1 FROM n WHERE i < 20000) INSERT INTO run SELECT i, '
        'settings, device,'
        ' versions, detect_interval, first_frame, last_frame, unregistered_frames, complete FROM run, n')
    for column in RUN:
        for value in (-2, 2 ** 31, HUGE):
            yield f'run.{column} {value}', hostile.sql(f'UPDATE run SET {column} = ?', value)
    yield 'run.last_frame of a video of fewer frames', hostile.sql('UPDATE run SET last_frame = 10 * last_frame + 1000')
    for column, value in (('device', WORD), ('versions', DEEP), ('versions', '{"a": 1} // more'), ('settings', DEEP)):
        yield f'run.{column} {value[:20]}', hostile.sql(f'UPDATE run SET {column} = ?', value)
    for table in ('run', 'document'):
        for name, values in {'pixel_size_um': (-1, 1e-300, 1e15), 'frame_rate': (-1, 1e300),
                             'cell_diameter_px': (0, 1e15),
                             'sensitivity': (-1, 2), 'max_velocity_px_s': (-1,), 'detect_interval': (-1, 10 ** 9),
                             'first_frame': (-1, HUGE), 'last_frame': (-2, HUGE), 'velocity_window_s': (0, 1e9),
                             'threads': (-1, 10 ** 9),
                             'cuda_device': (-1,), 'finder': ('x', 5), 'device': ('x',), 'vessel': ({}, [])}.items():
            for value in values:
                yield f'{table}.settings.{name} {value}', hostile.member(table, 'settings', name, value)
        yield f'{table}.crop of 1e6 px', crop(table, width_px=1e6, height_px=1e6)
        yield f'{table}.crop at 1e15 px', crop(table, x_px=1e15)
        yield f'{table}.flow 1e300', crop(table, flow_x=1e300)
        yield f'{table}.polygon of 1e6 px', crop(table, kind='polygon', corners_px=[0, 0, 1e6, 0, 1e6, 1e6])
        yield f'{table}.polygon of 20 000 corners', crop(table, kind='polygon',
                                                         corners_px=[float(i % 400) for i in range(40000)])
    yield 'run.crop beside the picture', crop('run', x_px=5000.0)
    for name, values in {'flow of no length': {'flow_x': 0.0, 'flow_y': 0.0},
                         'crop of no width': {'kind': 'rectangle', 'width_px': 0.0},
                         'crop of no height': {'kind': 'rectangle', 'height_px': 0},
                         'polygon of no area': {'kind': 'polygon', 'corners_px': [5, 5, 50, 50, 90, 90]}}.items():
        yield f'run.{name}', crop('run', **values)

    for column, values in {'frame': (-1, FRAMES * 10, HUGE), 'time': (1e300, float('inf')),
                           'x': (1e15, -1e5, float('nan')),
                           'y': (1e15, -1e5), 'radius': (-1, 1e6, float('inf')), 'score': (1e30,), 'doubt': (1e30,),
                           'shift_x': (1e30,), 'shift_y': (-1e30,), 'source': (255,)}.items():
        for value in values:
            yield f'spot.{column} {value}', hostile.place(column, -1, value)
    for number in (-1, 2 ** 31, HUGE):
        yield f'track.id {number}', hostile.sql('UPDATE track SET id = ? WHERE id = 1', number)
    yield 'track.run of no run', hostile.sql('UPDATE track SET run = 99 WHERE id = 1')
    yield 'track.path of another track', hostile.sql('UPDATE track SET path = (SELECT path FROM track WHERE id = 1) '
                                                     'WHERE id = 2')
    yield 'spot.time backwards', hostile.place('time', -1, 0)
    for column, value in MARKS.items():
        yield f'track.{column}', hostile.sql(f'UPDATE track SET {column} = ? WHERE id = 1', value)
        for which in ('old_', 'new_'):
            values = {'path': 1, 'kind': "'rolling'", 'quality': .5}
            text = CHANGE.format(which, 'note' if column in values else column,
                                 *('?' if column == name else values[name] for name in values))
            yield f'change.{which}{column}', hostile.both(step(), hostile.sql(text.replace('?)', 'NULL)')
                                                                              if column in values else text, value))

    for name, value in (('run', -1), ('name', WORD), ('measured', WORD), ('done', HUGE)):
        yield f'step.{name}', step(**{name: value})
    for name, value in (('run', -1), ('track', -1), ('frame', HUGE), ('reason', WORD), ('probability', 1e300),
                        ('wrong', HUGE)):
        yield f'answer.{name}', answer(**{name: value})
    for name, value in (('run', 99), ('frames', hostile.seal(bytes(8000000))), ('frames', hostile.seal(b'xyz')),
                        ('saturated', 1e300), ('gray_levels', HUGE)):
        yield f'light.{name}', light(**{name: value})
    for name, value in (('centreline_px', '0,0 1e6,1e6'), ('walls_px', '0,1e300,5'), ('flux_position_px', '1e300'),
                        ('velocity_window_s', '1e300'), ('seed', 'nan'), ('animal', WORD),
                        ('kymograph_line', 'VKL1 5 mean 0,0 1e6,1e6'), ('x' * 1000, 'x')):
        yield f'measure.{name[:20]}', measure(name, value)
        yield f'measure_change.{name[:20]}', hostile.both(
            step(), hostile.sql('INSERT INTO measure_change VALUES (1, 0, ?, ?, NULL)', name, value))


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(*words):
    return SERVED.run(*map(str, words)).text()


SERVED = served.Served(CLI, limit)


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # Hundreds of documents, each of which is brought to the disk, where there is no folder in memory.
        temporary = tempfile.TemporaryDirectory(dir='/dev/shm' if os.access('/dev/shm', os.W_OK) else None)
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        cls.base = cls.folder / 'base.venule'
        done = run('analyze', SAMPLE / 'sample.mkv', *(SAMPLE / 'analyze.args').read_text(encoding='utf-8').split(),
                   '--frames',
                   f'0:{FRAMES - 1}', '--device', 'cpu', '--project', cls.base, '--output', cls.folder / 'results')
        assert done.returncode == 0, done.stderr

    def make(self, change):
        path = self.folder / 'hostile.venule'
        hostile.make(self.base, path, change)
        return path

    def assert_sane(self, done, codes=(0, 1)):
        """It ended by itself, within its bounds, without a warning, and a failure is one sentence."""
        self.assertIn(done.returncode, codes, done.stderr[:1000])
        self.assertNotRegex(done.stderr, 'CRITICAL|WARNING|GLib')
        self.assertNotRegex(done.stdout + done.stderr, CONTROL)
        self.assertLess(len(done.stderr), 2000)
        self.assertEqual(done.returncode in (1, 2), done.stderr.startswith('venule-cli: '), done.stderr)

    def assert_refused(self, path, *command):
        done = run(*command, path)
        self.assert_sane(done, (1,))
        self.assertIn('convert --rescue', done.stderr)
        return done.stderr

    def rescue(self, path):
        """What comes back is a document that every command takes."""
        rescued = self.folder / 'rescued.venule'
        rescued.unlink(missing_ok=True)
        done = run('convert', '--rescue', path, '--output', rescued)
        if done.returncode == 1:
            self.assert_sane(done)
            return None
        self.assertEqual(done.returncode, 0, done.stderr[:1000])
        self.assertNotRegex(done.stderr, 'CRITICAL|WARNING|GLib')
        info = run('info', rescued)
        self.assert_sane(info, (0,))
        return json.loads(info.stdout)

    def test_every_value_beyond_its_bounds_is_refused_and_the_rest_rescued(self):
        """Every value beyond its bounds is refused, and the rest is rescued"""
        for i, (name, change) in enumerate(cases()):
            if i % SHARES != SHARE:
                continue
            with self.subTest(name):
                path = self.make(change)
                self.assert_refused(path, 'info')
                if i % RESCUED != 0:
                    continue
                rescued = self.rescue(path)
                if rescued is None:   # which video it is about is what was damaged
                    self.assertRegex(name, '^(video|facts|frame times)')
                else:
                    self.assertGreaterEqual(sum(one['tracks'] for one in rescued['runs']), 1)

    def test_what_contradicts_itself_is_refused(self):
        """A run and its tracks that contradict each other are refused"""
        later = hostile.places('time', lambda time: time + 1)
        for name, change, words in (('spots after the run', hostile.sql('UPDATE run SET last_frame = 5'),
                                     'did not read'),
                                    ('spots before the run', hostile.sql('UPDATE run SET first_frame = 10'),
                                     'did not read'),
                                    ('times of other frames', later, 'not those of its frames'),
                                    ('times of another rate', hostile.member('run', 'settings', 'frame_rate', 60),
                                     'not those of its frames')):
            with self.subTest(name):
                path = self.make(change)
                for command in (['info'], ['export', '--output', self.folder / 'e'],
                                ['merge', '--output', self.folder / 'm.csv']):
                    done = run(*command, path)
                    self.assert_sane(done, (1,))
                    self.assertIn(words, done.stderr)
        # A run that was stopped knows no more, and an edit goes where it likes.
        for change in (hostile.both(later, hostile.sql('UPDATE run SET complete = 0')),
                       hostile.sql('UPDATE track SET edited = 1'), hostile.sql('UPDATE track SET locked = 1')):
            path = self.make(hostile.both(change, hostile.sql('UPDATE run SET last_frame = 5')))
            self.assert_sane(run('info', path), (0,))

    def test_every_command_refuses_it_in_the_same_way(self):
        """Every command refuses such a document in the same way"""
        sentences = set()
        path = self.make(hostile.sql('UPDATE run SET last_frame = ?', HUGE))
        for command in (['info'], ['export', '--output', self.folder / 'e'],
                        ['merge', '--output', self.folder / 'm.csv'],
                        ['figure', '--kind', 'map', '--output', self.folder / 'f.png']):
            sentences.add(self.assert_refused(path, *command))
        self.assertEqual(len(sentences), 1, sentences)
        self.assertIn('hostile.venule', sentences.pop())
        for command in (['convert', path, '--output', self.folder / 'c.venule'],
                        ['study', path, '--label', f'{path}=a,b', '--output', self.folder / 's']):
            self.assert_sane(run(*command))

    def test_rescue_keeps_the_places_that_are_within_the_picture(self):
        """Rescue keeps the places of a track that are within their bounds"""
        before = self.spots(self.base)
        path = self.make(hostile.place('x', 3, 1e15))
        self.rescue(path)
        after = self.spots(self.folder / 'rescued.venule')
        self.assertEqual(len(before) - 1, len(after))
        self.assertEqual([spot for spot in before if spot in after], after)

    def test_rescue_gives_no_crop_beside_the_picture(self):
        """A rescued document opens where its picture is told to be smaller than its crop"""
        for width in (1, 20):
            with self.subTest(width):
                path = self.make(hostile.member('video', 'facts', 'width_px', width))
                self.assert_refused(path, 'info')
                self.assertGreaterEqual(len(self.rescue(path)['runs']), 1)

    @staticmethod
    def spots(path):
        with sqlite3.connect(path) as database:
            found = [spot for track, blob in
                     database.execute('SELECT track.id, spots FROM track JOIN path ON path.id = track.path ORDER BY '
                                      'track.id')
                     for spot in zip(*([[track] * 1000] + list(hostile.unpack_places(blob).values())))]
        database.close()
        return found

    def test_what_is_within_its_bounds_is_still_opened(self):
        """Values at their bounds are taken by every command"""
        for name, change in {'a note of 10 000 letters': hostile.sql('UPDATE track SET note = ?', 'W' * 10000),
                             'a device of 1000 letters': hostile.sql('UPDATE run SET device = ?', 'W' * 1000),
                             'a label of 1000 letters': measure('animal', 'W' * 1000),
                             'a track of number 2147483647': hostile.sql('UPDATE track SET id = 2147483647 WHERE id = '
                                                                         '1'),
                             'a run of number 2147483647': number_of_run(2147483647),
                             'a spot beside the picture': hostile.place('x', 3, -400.0),
                             'a picture that drifted by many of its widths': hostile.place('shift_x', 3, -9000.0),
                             'light that is no number': light(frames=hostile.seal(b'\xff' * 4 * FRAMES)),
                             'light whose checksum is another': light(frames=bytes(4 * FRAMES + 8)),
                             'a picture whose movement is unknown': hostile.place('doubt', -1, float('inf'))}.items():
            with self.subTest(name):
                path = self.make(change)
                self.assert_sane(run('info', path), (0,))
                done = run('export', path,
                           '--formats', 'csv,figures,settings,xlsx,json,trackmate,mtrackj,ctc,methods,report',
                           '--output', self.folder / 'e')
                self.assert_sane(done, (0,))

    def test_what_is_no_document_is_not_read_to_its_end(self):
        """A file that is larger than the memory and no document is said to be none"""
        path = self.folder / 'huge.venule'
        path.write_bytes(b'PK\3\4')
        os.truncate(path, 2 * MEMORY)
        self.assertIn('is no document of Venule', self.assert_refused(path, 'info'))
        path.unlink()

    def test_what_is_empty_is_said_to_be(self):
        """A copy that failed was made by no other program"""
        path = self.folder / 'none.venule'
        path.touch()
        done = run('info', path)
        self.assert_sane(done, (1,))
        self.assertIn('“none.venule” is empty', done.stderr)
        path.unlink()

    def test_a_run_of_no_frame_has_no_results(self):
        """Nothing is counted in no time"""
        nothing = hostile.both(hostile.sql('DELETE FROM track'), hostile.sql('DELETE FROM outline'),
                               hostile.sql('DELETE FROM path'),
                               hostile.sql('UPDATE run SET last_frame = -1, complete = 0'))
        by_hand = hostile.both(hostile.sql('DELETE FROM track WHERE id > (SELECT min(id) FROM track)'),
                               hostile.sql('UPDATE track SET edited = 1'),
                               hostile.sql('UPDATE run SET last_frame = -1, complete = 0'))
        for name, change in {'no track': nothing, 'a track made by hand': by_hand}.items():
            with self.subTest(name):
                done = run('export', self.make(change), '--output', self.folder / 'none', '--formats', 'csv')
                self.assert_sane(done, (1,))
                self.assertIn('holds no results', done.stderr)

    def test_no_masks_of_frames_that_are_only_promised(self):
        """A video that promises a million frames, of which none is known, has masks of those that were analysed"""
        path = self.make(hostile.both(hostile.member('video', 'facts', 'frames', 10 ** 6),
                                      hostile.member('video', 'facts', 'table', ''),
                                      hostile.sql('UPDATE video SET frames = ?', hostile.seal(b''))))
        self.assert_sane(run('export', path, '--formats', 'ctc', '--output', self.folder / 'promised'), (0,))
        self.assertEqual(len(list((self.folder / 'promised/ctc/01_RES').glob('mask*.tif'))), FRAMES)

    def test_terminals_are_given_no_escapes(self):
        """What files and arguments hold reaches a terminal without its escapes"""
        video = self.folder / f'{ESCAPE}.avi'
        for name, change in {'note': hostile.sql('UPDATE track SET note = ?', ESCAPE),
                             'animal': measure('animal', ESCAPE),
                             'device': hostile.sql('UPDATE run SET device = ?', ESCAPE),
                             'facts': hostile.member('video', 'facts', 'codec', ESCAPE),
                             'settings': hostile.member('run', 'settings', 'finder', ESCAPE),
                             'version': hostile.member('run', 'versions', 'cairo', ESCAPE),
                             'key': measure(ESCAPE, 'x'), 'value': measure('seed', ESCAPE),
                             'table': hostile.sql(f'CREATE TABLE "{ESCAPE}" (a INTEGER)'),
                             'path': hostile.sql('UPDATE video SET path = ?', str(video))}.items():
            with self.subTest(name):
                path = self.make(change).rename(self.folder / f'{ESCAPE}.venule')
                self.assert_sane(run('info', path))
                self.assert_sane(run('export', path, '--movie', '--output', self.folder / ESCAPE))
        for command in (['info', ESCAPE], [ESCAPE], ['info', f'--{ESCAPE}'],
                        ['figure', path, '--kind', ESCAPE, '-o', 'a.png'],
                        ['export', path, '--seed', ESCAPE, '-o', 'o'], ['study', path, '--label', ESCAPE, '-o', 'o'],
                        ['recover', 'take', ESCAPE], ['export', path, '--formats', ESCAPE, '-o', 'o'],
                        ['evaluate', '--truth', ESCAPE, '--spots', ESCAPE]):
            with self.subTest(command):
                self.assert_sane(run(*command), (1, 2))

    def test_a_run_without_frames_has_no_kymograph(self):
        """A run without frames is refused a kymograph in a sentence"""
        path = self.make(hostile.sql("UPDATE run SET last_frame = -1, device = ''"))
        self.assert_sane(run('figure', path, '--kind', 'kymograph', '--output', self.folder / 'f.png'), (1,))

    def test_nested_json_of_a_study_is_refused(self):
        """Comments and quotes do not hide brackets of a study from the check"""
        for name, text in {'brackets': '[' * 100000, 'a comment': '/*"*/' + '[' * 100000,
                           'a line of comment': '//"\n' + '[' * 100000,
                           'single quotes': "'\"'," + '[' * 100000, 'an escape': '"\\u1",' + '[' * 100000}.items():
            with self.subTest(name):
                path = self.folder / 'deep.venule-study'
                path.write_text('{"format": "venule-study", "version": 2, "a": [' + text, encoding='utf-8')
                self.assert_sane(run('study', path, '--output', self.folder / 's'), (1,))


if __name__ == '__main__':
    tap.main()
