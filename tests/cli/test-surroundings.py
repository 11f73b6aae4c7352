#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What surrounds a command: locales, names, links, permissions, what lies in folders, and what others wrote."""

import json
import os
import pathlib
import resource
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree

import served
import tap

CLI = pathlib.Path(os.environ['VENULE_BUILDDIR']) / 'src/cli/venule-cli'
SAMPLE = pathlib.Path(os.environ['VENULE_SRCDIR']) / 'data/sample'
ARGUMENTS = (SAMPLE / 'analyze.args').read_text(encoding='utf-8').split()
SECONDS = 20   # of the processor, for what takes one
TABLE = 'track_id,frame,x_px,y_px,note\n1,0,100,110,a\n1,1,101,110,{note}\n1,2,102,110,c\n2,3,103,110,d\n'


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(*words, cwd=None, **environment):
    return SERVED.run(*words, cwd=cwd, env={**os.environ, 'LANGUAGE': 'C', **environment})


SERVED = served.Served(CLI, limit)


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.base = pathlib.Path(temporary.name) / 'base.venule'
        done = run('analyze', SAMPLE / 'sample.mkv', *ARGUMENTS, '--frames=0:9', '--device=cpu', '--formats=csv',
                   '--project', cls.base, '--output', cls.base.with_name('base'))
        assert done.returncode == 0, done.stderr

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.document = self.folder / 'a.venule'
        shutil.copy(self.base, self.document)

    def work(self, *words, **environment):
        done = run(*words, cwd=self.folder, **environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def refuse(self, code, part, *words):
        done = run(*words, cwd=self.folder)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertIn(part, done.stderr.decode())

    def analyze(self, *words):
        return ('analyze', SAMPLE / 'sample.mkv', *ARGUMENTS, '--frames=0:9', '--device=cpu', '--formats=csv',
                '--quiet', '--output', self.folder / 'o', *words)

    # ---- Names and locales ----

    def test_names_behind_two_dashes(self):
        """A name that begins with a dash is taken behind “--”"""
        shutil.copy(self.base, self.folder / '-a.venule')
        self.work('info', '--', '-a.venule')
        self.work('export', '--output', 'e', '--formats=csv', '--', '-a.venule')
        self.work('merge', '--output', 'm.csv', '--', '-a.venule', 'a.venule')
        self.work('figure', '-o', 'f.svg', '--', '-a.venule')
        (self.folder / '-t.csv').write_text(TABLE.format(note='b'), encoding='utf-8')
        self.work('convert', '--video', SAMPLE / 'sample.mkv', *ARGUMENTS, '--output', 'c.venule', '--', '-t.csv')
        self.work('convert', '--output', 'c.csv', '--', '-a.venule')
        # Behind it another one is a name.
        self.refuse(1, '“--”', 'info', '--', '--')

    def test_json_is_utf8_everywhere(self):
        """JSON on standard output is UTF-8 in every locale"""
        video = self.folder / 'Gefäß µ.mkv'
        shutil.copy(SAMPLE / 'sample.mkv', video)
        for words in ('info', video), ('info', '--gray=luma', video):
            self.assertEqual(json.loads(self.work(*words, LC_ALL='C').stdout.decode())['file'], video.name)
        # But nothing moves the cursor, or turns the line from right to left.
        video = video.rename(self.folder / 'a\u202eb\x9b31m\x1bc\x7f.mkv')
        done = self.work('info', video)
        self.assertEqual(json.loads(done.stdout.decode())['file'], video.name)
        self.assertFalse(any(mark in done.stdout.decode() for mark in '\u202e\x9b\x1b\x7f'))
        shutil.copy(self.base, self.folder / 'Gefäß.venule')
        done = self.work('info', 'Gefäß.venule', LC_ALL='C')
        self.assertEqual(json.loads(done.stdout.decode())['file'], 'Gefäß.venule')

    def test_control_characters_in_xml(self):
        """Names and titles with control characters leave XML that can be read"""
        video = self.folder / 'a\x1bb\ufffe.mkv'
        shutil.copy(SAMPLE / 'sample.mkv', video)
        self.work(*self.analyze()[:1], video, *self.analyze()[2:], '--formats=trackmate,xlsx', '--animal=a\ufffeb')
        text = (self.folder / 'o/trackmate.xml').read_text(encoding='utf-8')
        xml.etree.ElementTree.fromstring(text)
        self.assertIn('a\ufffdb\ufffd.mkv', text)
        shutil.unpack_archive(self.folder / 'o/results.xlsx', self.folder / 'x', 'zip')
        for part in (self.folder / 'x').rglob('*.xml'):
            xml.etree.ElementTree.parse(part)
        self.work('figure', 'a.venule', '-o', 'f.svg', '--x-title=a\x07b & c')
        self.assertIn('a\ufffdb & c', ''.join(xml.etree.ElementTree.parse(self.folder / 'f.svg').getroot().itertext()))

    # ---- Permissions and links ----

    def test_a_document_keeps_its_permissions(self):
        """Who may read a document stays as it was when it is saved"""
        for mode in 0o600, 0o640:
            self.document.chmod(mode)
            self.work(*self.analyze('--project', self.document))
            self.assertEqual(self.document.stat().st_mode & 0o777, mode)

    @unittest.skipIf(os.geteuid() == 0, 'nothing is protected from root')
    def test_a_protected_document_stays(self):
        """A document that is write-protected is not replaced"""
        self.document.chmod(0o444)
        before = self.document.read_bytes()
        self.refuse(1, '“a.venule” is write-protected', *self.analyze('--project', self.document))
        self.refuse(1, '“a.venule” is write-protected', 'convert', self.base, '--output', 'a.venule', '--replace')
        self.assertEqual(self.document.read_bytes(), before)

    def test_a_link_that_leads_nowhere(self):
        """A link that leads nowhere is told before the run, not after it"""
        (self.folder / 'b.venule').symlink_to('nowhere.venule')
        self.refuse(1, '“b.venule” already', *self.analyze('--project', self.folder / 'b.venule'))
        self.assertFalse((self.folder / 'o/tracks.csv').exists())

    def test_a_link_is_no_other_animal(self):
        """A study takes a document and a link to it for one"""
        (self.folder / 'link.venule').symlink_to('a.venule')
        (self.folder / 'hard.venule').hardlink_to(self.document)
        for other in 'link.venule', 'hard.venule':
            self.refuse(2, f'“{other}” is given twice', 'study', 'a.venule', other, '--label=a.venule=1,A',
                        f'--label={other}=2,B', '--output', 's')

    def test_labels_are_one_however_they_are_composed(self):
        """A study takes “é” of one letter and of two for one animal, and refuses two labels of one document"""
        shutil.copy(self.base, self.folder / 'b.venule')
        words = ('study', 'a.venule', 'b.venule', '--output', 's', '--label=a.venule=caf\u00e9,A')
        self.assertIn('value of 1 animal; 2 recordings', self.work(*words,
                                                                   '--label=b.venule=cafe\u0301,A').stdout.decode())
        self.refuse(2, '“a.venule” has two labels', *words, '--label=b.venule=2,B', '--label=a.venule=3,B')

    # ---- What would be replaced, ignored or changed without a word ----

    def test_a_value_of_an_option_that_takes_none(self):
        """“--replace=no” does not replace, and no command ignores such a value"""
        (self.folder / 't.csv').write_text(TABLE.format(note='b'), encoding='utf-8')
        before = self.document.read_bytes()
        for words in ('convert', 't.csv', '--video', SAMPLE / 'sample.mkv', '-o', 'a.venule', '--replace=no'), \
                ('convert', 't.csv', '--video', SAMPLE / 'sample.mkv', '-o', 'c.venule', '--movie=no'), \
                ('export', 'a.venule', '-o', 'e', '--movie=no'), ('info', SAMPLE / 'sample.mkv', '--frames=0:3'), \
                ('figure', 'a.venule', '-o', 'f.png', '--grays=false'), self.analyze('--progress='):
            with self.subTest(words):
                self.refuse(2, 'takes no value', *words)
        self.assertEqual(self.document.read_bytes(), before)
        # Only options are looked at, and those with a value keep theirs.
        self.work('figure', 'a.venule', '--output=--grays=no.svg', '--x-title=--grays=no')
        shutil.copy(self.base, self.folder / '--grays=no')
        self.work('info', '--', '--grays=no')

    def test_a_table_takes_no_place_of_other_work(self):
        """Tables are not written over videos, notes and marks"""
        work = {'v.mkv': b'a video', 'notes.txt': b'mine', 'agreement.csv': TABLE.format(note='b').encode()}
        for name, content in work.items():
            (self.folder / name).write_bytes(content)
        for name in 'v.mkv', 'notes.txt':
            self.refuse(2, f'“{name}” is no name for a table', 'merge', 'a.venule', '--output', name)
        self.refuse(1, '“agreement.csv” holds the marks', 'compare', 'a.venule', '--manual', 'agreement.csv',
                    '--output', '.')
        for name, content in work.items():
            self.assertEqual((self.folder / name).read_bytes(), content)
        self.work('merge', 'a.venule', '--output', 'T.CSV')

    def test_marks_outside_of_the_frames(self):
        """Marks in frames that --frames leaves out are told"""
        table = TABLE.format(note='b')
        done = self.convert('t.csv', table, '--frames=0:2')
        self.assertEqual(done.returncode, 1)
        self.assertIn('marks in frame 3, which is none of --frames', done.stderr.decode())
        self.assertFalse((self.folder / 'c.venule').exists())
        self.assertEqual(self.convert('t.csv', table, '--frames=0:3').returncode, 0)

    def test_a_run_keeps_its_pixel_size(self):
        """Another run with another pixel size, or none, changes nothing in those that are there"""
        def results(run):
            self.work('export', 'a.venule', '--run', run, '--output', 'e', '--formats=csv')
            return {path.name: path.read_bytes() for path in (self.folder / 'e').iterdir()}

        before = results('1')
        self.work(*self.analyze('--project', self.document, '--pixel-size=0.5'))
        second = results('2')
        words = [word for word in self.analyze('--project', self.document) if not str(word).startswith('--pixel-size')]
        self.work(*words)
        self.assertEqual(results('1'), before)
        self.assertEqual(results('2'), second)
        self.assertIn(b'mean_velocity_px_s', results('3')['tracks.csv'])

    def test_a_refused_run_leaves_nothing_to_recover(self):
        """A run that is refused is not taken for one that was killed"""
        state = {'XDG_STATE_HOME': str(self.folder / 'state')}
        for project in self.document, self.folder / 'p.venule':
            words = self.analyze('--project', project)
            done = run(*words, '--centreline=0,0 9999,0', **state)
            self.assertEqual(done.returncode, 1)
            self.assertIn('leaves the picture', done.stderr.decode())
            self.assertIn('nothing to recover', self.work('recover', **state).stdout.decode())
            self.work(*words, **state)

    def test_a_pipe_among_working_copies(self):
        """recover does not wait for a pipe that stands in place of a note"""
        state = self.folder / 'state'
        with subprocess.Popen([CLI, *self.analyze('--project', self.folder / 'p.venule'), '--formats=movie'],
                              preexec_fn=limit, env={**os.environ, 'XDG_STATE_HOME': str(state)}) as program:
            while not (notes := list(state.rglob('*.note'))):
                self.assertIsNone(program.poll())
            program.kill()
        notes[0].unlink()
        os.mkfifo(notes[0])
        done = subprocess.run(['timeout', '60', CLI, 'recover'], capture_output=True, check=False,
                              env={**os.environ, 'XDG_STATE_HOME': str(state)})
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_a_long_word_in_a_study(self):
        """What a study names is not echoed whole"""
        shutil.copy(self.base, self.folder / 'b.venule')
        self.work('study', 'a.venule', 'b.venule', '--output', 's', '--save', 's.venule-study')
        study = self.folder / 's.venule-study'
        text = study.read_text(encoding='utf-8')
        self.assertIn('"rolling_velocity_mean"', text)
        study.write_text(text.replace('rolling_velocity_mean', 'x' * 100000), encoding='utf-8')
        done = run('study', study, '--output', 's', cwd=self.folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn('which this version of Venule does not know', done.stderr.decode())
        self.assertLess(len(done.stderr), 1000)

    def test_a_recording_that_paused(self):
        """A document of a recording that paused, or was taken unevenly, opens again"""
        tap.needs(self, 'ffmpeg')
        for name, times in (('pause', 'if(gt(N,45),PTS+600/TB,PTS)'), ('uneven', 'PTS*(1+5*gt(N,30))')):
            with self.subTest(name):
                subprocess.run(['ffmpeg', '-v', 'error', '-i', SAMPLE / 'sample.mkv', '-vf', f"setpts='{times}'",
                                '-fps_mode', 'vfr', '-enc_time_base', '1/1000', '-c:v', 'ffv1', f'{name}.mkv'],
                               cwd=self.folder, check=True, stdin=subprocess.DEVNULL)
                self.work('analyze', f'{name}.mkv', *ARGUMENTS, '--device=cpu', '--formats=csv', '--output', name,
                          '--project', f'{name}.venule')
                self.work('export', f'{name}.venule', '--output', f'{name}-again', '--formats=csv')

    # ---- What lies in folders ----

    def test_files_beside_masks_stay(self):
        """What others have put beside masks stays where it was"""
        self.work('export', 'a.venule', '--output', 'e', '--formats=ctc')
        for name in 'notes.txt', '01_RES/SEG_log.txt', '01_RES/mask_of_mine.png':
            (self.folder / 'e/ctc' / name).write_text('mine', encoding='utf-8')
        (self.folder / 'e/ctc/01_RES/mask999.tif').write_text('of a longer run', encoding='utf-8')
        self.work('export', 'a.venule', '--output', 'e', '--formats=ctc')
        self.assertEqual(sorted(path.name for path in (self.folder / 'e').iterdir()), ['analysis.json', 'ctc'])
        for name in 'notes.txt', '01_RES/SEG_log.txt', '01_RES/mask_of_mine.png':
            self.assertEqual((self.folder / 'e/ctc' / name).read_text(encoding='utf-8'), 'mine')
        self.assertFalse((self.folder / 'e/ctc/01_RES/mask999.tif').exists())

    # ---- Requests to stop ----

    def stop(self, number, *words):
        """Sends the signal once a hidden file has begun to grow. The tests may have been started with it ignored
        (nohup)."""
        def begin():
            limit()
            signal.signal(number, signal.SIG_DFL)

        with subprocess.Popen([CLI, *words], cwd=self.folder, preexec_fn=begin, stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env={**os.environ, 'LANGUAGE': 'C'}) as program:
            while program.poll() is None and not any(self.folder.rglob('.*.venule-*')):
                pass
            program.send_signal(number)
            errors = program.communicate()[1]
        self.assertEqual(program.returncode, -number, errors)
        self.assertEqual(errors, 'venule-cli: Stopped; what had been begun was removed.\n')
        self.assertEqual([path.name for path in self.folder.rglob('.*')], [])

    def test_a_stopped_command_leaves_nothing_half(self):
        """What a command had begun is removed when it is asked to stop, and folders that hold nothing with it"""
        for number in signal.SIGINT, signal.SIGTERM, signal.SIGHUP:
            for formats in 'movie', 'ctc':
                with self.subTest(number, formats=formats):
                    self.stop(number, 'export', 'a.venule', '--formats', formats, '--output', 'e')
                    # What was complete before stays: a busy machine may come that far.
                    left = self.folder / 'e'
                    self.assertIn(sorted(path.name for path in left.iterdir()) if left.exists() else None,
                                  (None, ['analysis.json']))
                    shutil.rmtree(left, ignore_errors=True)

    # ---- Two at the same time ----

    def test_two_studies_of_one_name(self):
        """Of two studies that are saved under one name at the same time, one ends with a sentence"""
        shutil.copy(self.base, self.folder / 'b.venule')
        for _ in range(3):
            both = [subprocess.Popen([CLI, 'study', 'a.venule', 'b.venule', f'--label=a.venule={animal},A',
                                      '--label=b.venule=2,B',
                                      '--output', animal, '--save', 's.venule-study'], cwd=self.folder,
                                     preexec_fn=limit, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                    for animal in ('one', 'other')]
            errors = [program.communicate()[1].decode() for program in both]
            self.assertEqual(sorted(program.returncode for program in both), [0, 1], errors)
            saved = (self.folder / 's.venule-study').read_text(encoding='utf-8')
            self.assertIn('"one"' if both[0].returncode == 0 else '"other"', saved)
            (self.folder / 's.venule-study').unlink()

    # ---- What others wrote ----

    def convert(self, name, text, *words):
        (self.folder / name).write_text(text, encoding='utf-8')
        return run('convert', name, '--video', SAMPLE / 'sample.mkv', *ARGUMENTS, '--output', 'c.venule', '--replace',
                   *words, cwd=self.folder)

    def places(self):
        self.work('convert', 'c.venule', '--output', 'c.csv')
        rows = (self.folder / 'c.csv').read_text(encoding='utf-8').splitlines()[1:]
        return [tuple(row.split(',')[i] for i in (0, 1, 3)) for row in rows]

    def test_quotation_marks_within_a_field(self):
        """A quotation mark within a field swallows no rows, and one that is not closed is told"""
        every = [('1', '0', '100.000'), ('1', '1', '101.000'), ('1', '2', '102.000'), ('2', '3', '103.000')]
        for note in '5" lens', '5 "', '"of ""two"" lines\nand more"', ' "b"':
            with self.subTest(note):
                self.assertEqual(self.convert('t.csv', TABLE.format(note=note)).returncode, 0)
                self.assertEqual(self.places(), every)
        done = self.convert('t.csv', TABLE.format(note='"not closed'))
        self.assertEqual(done.returncode, 1)
        self.assertIn('quotation mark in line 3 of “t.csv”', done.stderr.decode())

    def test_options_before_the_file(self):
        """convert takes its file before analyze's options, behind them and between them"""
        (self.folder / 't.csv').write_text(TABLE.format(note='b'), encoding='utf-8')
        words = [word for option in ARGUMENTS for word in option.split('=', 1)]
        saved = []
        for at in 0, 2, len(words):
            self.work('convert', *words[:at], 't.csv', *words[at:], '--video', SAMPLE / 'sample.mkv',
                      '--output', 'c.venule', '--replace')
            saved.append(self.places())
        self.assertEqual(saved[1:], saved[:-1])
        self.refuse(2, 'convert takes one file', 'convert', 't.csv', 'u.csv', '--video', SAMPLE / 'sample.mkv',
                    '-o', 'c.csv')
        self.refuse(2, '“--crop” has no effect on a document', 'convert', '--crop', '0,0,9,9', 'a.venule',
                    '-o', 'c.csv')

    def test_lengths_are_lengths(self):
        """Positions in other units of length are no pixels"""
        size = float(next(word for word in ARGUMENTS if word.startswith('--pixel-size=')).split('=')[1])
        for unit, um in ('mm', 1e3), ('nm', 1e-3), ('inch', 25400), ('cm', 1e4), ('micron', 1):
            with self.subTest(unit):
                table = f'track_id,frame,x ({unit}),y ({unit})\n1,0,{100 * size / um:.9f},{110 * size / um:.9f}\n'
                self.assertEqual(self.convert('t.csv', table).returncode, 0)
                self.assertEqual(self.places(), [('1', '0', '100.000')])
                session = (f'<TrackMate><Model spatialunits="{unit}"><AllSpots><Spot ID="1" FRAME="0" POSITION_X='
                           f'"{100 * size / um:.9f}" POSITION_Y="{110 * size / um:.9f}"/></AllSpots><AllTracks>'
                           '<Track TRACK_ID="0"><Edge SPOT_SOURCE_ID="1" '
                           'SPOT_TARGET_ID="1"/></Track></AllTracks></Model></TrackMate>')
                self.assertEqual(self.convert('t.xml', session).returncode, 0)
                self.assertEqual(self.places(), [('1', '0', '100.000')])

    def test_marks_that_are_left_out_are_told(self):
        """Marks that a document does not take are told, and times are no frames"""
        done = self.convert('t.csv', TABLE.format(note='b') + '1,2,140,110,\n')
        self.assertEqual(done.returncode, 0)
        self.assertIn('1 mark was left out', done.stderr.decode())
        done = self.convert('t.csv', 'track_id,frame,x_px,y_px\n1,0.04,100,110\n')
        self.assertEqual(done.returncode, 1)
        self.assertIn('“0.04” for “frame”, which is not a whole number', done.stderr.decode())

    def test_a_document_of_many_measures_is_rescued(self):
        """A rescue takes a time that grows as the document does"""
        with sqlite3.connect(self.document) as database:
            database.executemany('INSERT INTO measure VALUES (?, 1)', ((f'x{i}',) for i in range(100000)))
        database.close()
        self.work('convert', '--rescue', 'a.venule', '--output', 'r.venule')


if __name__ == '__main__':
    tap.main()
