#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Many videos with "venule-cli batch": the bytes of single runs, whatever ends it on the way."""

import csv
import json
import os
import pathlib
import random
import resource
import signal
import subprocess
import tempfile
import time
import unittest

import tap

BUILD = pathlib.Path(os.environ['VENULE_BUILDDIR'])
CLI = BUILD / 'src/cli/venule-cli'
SCENE = BUILD / 'tests/scene/venule-scene'
SCENES = pathlib.Path(os.environ['VENULE_SRCDIR']) / 'tests/scene/scenes'
LONG = 'VENULE_TEST_LONG' in os.environ
KINDS = ['sparse', 'dense', 'tilted', 'reversed', 'adherent', 'shaky', 'lamp', 'empty']
SMALL = ['width=160', 'height=96', 'lumen-width=60', 'vessel-offset=0', 'cells=3']
OWN = {'done.json', 'log.txt'}  # of the batch
CROP = '0,18,160,60'


def environment(**more):
    return {**os.environ, 'LANGUAGE': 'C', 'LC_ALL': 'C.UTF-8', **more}


def run(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False,
                          stdin=subprocess.DEVNULL, env=environment(), **options)


def contents(folder, left_out=frozenset()):
    """Each file of a folder and of those in it, by its name."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob('*'))
            if path.is_file() and path.name not in left_out and not path.name.startswith('.')}


def results(folder, ids):
    return {name: contents(folder / name, OWN) for name in ids}


def status(folder):
    with open(folder / 'status.tsv', encoding='utf-8', newline='') as file:
        return {row['id']: row for row in csv.DictReader(file, delimiter='\t', quoting=csv.QUOTE_NONE)}


class Videos:
    """Made once for all tests."""

    def __init__(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        self.rows = []  # id, video
        seeds = 7 if LONG else 1
        for seed in range(1, seeds + 1):
            for kind in KINDS:
                name = f'{kind}-{seed}.mkv'
                done = run(SCENE, SCENES / f'{kind}.scene', *SMALL, f'--seed={seed}', '--frames=14', '--output',
                           self.folder / name)
                assert done.returncode == 0, done.stderr
                self.rows.append((f'{kind}-{seed}', name))
        self.rows = self.rows[:55]
        whole = (self.folder / self.rows[0][1]).read_bytes()
        self.broken = []
        for name, data in (('short.mkv', whole[:300]), ('text.avi', b'no video\n'), ('nothing.mkv', b''),
                           ('zeros.mkv', bytes(5000)), ('cut-off.mkv', whole[:len(whole) * 2 // 3])):
            (self.folder / name).write_bytes(data)
            self.broken.append((name.split('.', maxsplit=1)[0], name))


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.videos = Videos()

    @classmethod
    def tearDownClass(cls):
        cls.videos.temporary.cleanup()

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.output = self.folder / 'out'

    def manifest(self, rows, columns=('crop', 'flow'), values=(CROP, '1,0')):
        path = self.folder / 'manifest.tsv'
        lines = ['\t'.join(('id', 'video', *columns))]
        lines += ['\t'.join((name, str(self.videos.folder / video), *values)) for name, video in rows]
        path.write_text('\n'.join(lines) + '\n', encoding='utf-8')
        return path

    def batch(self, manifest, *options, output=None, **others):
        return run(CLI, 'batch', manifest, '--output', output or self.output, '--devices=cpu', '--jobs=2', *options,
                   **others)

    def start(self, manifest, *options, output=None, **more):
        command = [CLI, 'batch', manifest, '--output', output or self.output, '--devices=cpu', '--jobs=2', *options]
        process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, env=environment(**more))
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def wait_until(self, condition, seconds=60):
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)

    def test_same_as_single_runs(self):
        """Each row has the bytes of a single run, and what is broken is a row with its sentence"""
        rows = self.videos.rows + self.videos.broken
        columns, values = ('crop', 'flow', 'pixel_size', 'group', 'movie'), (CROP, '1,0', '0.5', 'all', 'no')
        done = self.batch(self.manifest(rows, columns, values), '--shard=1/1')
        self.assertEqual(done.returncode, 4, done.stderr)
        said = status(self.output)
        self.assertEqual(list(said), [name for name, _ in rows])
        for name, video in rows:
            single = self.folder / 'single' / name
            one = run(CLI, 'analyze', self.videos.folder / video, f'--crop={CROP}', '--flow=1,0', '--pixel-size=0.5',
                      '--group=all', '--device=cpu', '--threads=1', '--quiet', '--output', single)
            self.assertEqual(said[name]['state'], 'failed' if one.returncode == 1 else 'done', (name, one.stderr))
            self.assertEqual(said[name]['message'] == '', one.returncode == 0, said[name])
            if one.returncode == 1:
                self.assertIn(said[name]['message'][:40], one.stderr)
            there = contents(self.output / name, OWN | {f'{name}.venule'}) if (self.output / name).exists() else {}
            self.assertEqual(there, contents(single) if single.exists() else {}, name)
        self.assertGreaterEqual(sum(row['state'] == 'failed' for row in said.values()), 4)

    def test_again(self):
        """What is done is not computed again; what has failed is, with --retry-failed"""
        rows = self.videos.rows[:3] + self.videos.broken[1:2]
        manifest = self.manifest(rows)
        self.assertEqual(self.batch(manifest, '--shard=1/1').returncode, 4)
        before = {path: path.stat().st_mtime_ns for path in self.output.rglob('*.json')}
        again = self.batch(manifest, '--json', '--shard=1/1')
        self.assertEqual(json.loads(again.stdout.splitlines()[-1])['computed'], 0)
        self.assertEqual({path: path.stat().st_mtime_ns for path in before}, before)
        # The same bytes with another time are the same video.
        video = self.videos.folder / rows[0][1]
        os.utime(video)
        again = self.batch(manifest, '--json', '--shard=1/1')
        self.assertEqual(json.loads(again.stdout.splitlines()[-1])['computed'], 0)
        again = self.batch(manifest, '--json', '--retry-failed', '--shard=1/1')
        self.assertEqual(json.loads(again.stdout.splitlines()[-1])['computed'], 1)
        # Other options are another analysis, and what a person has changed in the old one is kept.
        document = self.output / rows[1][0] / f'{rows[1][0]}.venule'
        os.utime(document)
        other = self.manifest(rows, values=(CROP, '-1,0'))
        again = self.batch(other, '--json', '--shard=1/1')
        self.assertEqual(json.loads(again.stdout.splitlines()[-1])['computed'], 4)
        self.assertEqual(sorted(path.name for path in document.parent.glob('*.venule')),
                         sorted([document.name, f'{rows[1][0]}-2.venule']))
        self.assertEqual(len(list((self.output / rows[0][0]).glob('*.venule'))), 1)

    def test_killed(self):
        """Killed again and again at random moments, it ends with the bytes of one straight run, none computed twice"""
        rows = self.videos.rows[:24 if LONG else 6]
        ids = [name for name, _ in rows]
        manifest = self.manifest(rows)
        straight = self.folder / 'straight'
        begun = time.monotonic()
        self.assertEqual(self.batch(manifest, '--shard=1/1', output=straight).returncode, 0)
        seconds = time.monotonic() - begun
        chance = random.Random(int(os.environ.get('VENULE_SEED', '0')) or time.time_ns())
        kills, stamps, whole = 0, {}, 0
        while kills < (200 if LONG else 4):
            process = self.start(manifest, '--shard=1/1')
            try:
                process.wait(chance.uniform(0, 0.4 * seconds))
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL if chance.random() < 0.8 else signal.SIGINT)
                kills += 1
            process.communicate()
            now = {path: (path.stat().st_ino, path.stat().st_mtime_ns) for path in self.output.glob('*/done.json')}
            self.assertEqual({path: now.get(path) for path in stamps}, stamps)
            stamps = now
            if len(now) == len(rows):
                self.assertEqual(results(self.output, ids), results(straight, ids))
                whole += 1
                for path in self.output.glob('*/done.json'):
                    path.unlink()
                    for document in path.parent.glob('*.venule'):
                        document.unlink()
                stamps = {}
        self.assertEqual(self.batch(manifest, '--shard=1/1').returncode, 0)
        self.assertEqual(results(self.output, ids), results(straight, ids))
        self.assertEqual([path.name for path in self.output.rglob('.*.venule*')], [])

    def test_stopped(self):
        """Ctrl+C ends it within a moment, and the next run goes on"""
        manifest = self.manifest(self.videos.rows)
        process = self.start(manifest, '--shard=1/1')
        self.wait_until(lambda: list(self.output.glob('*/done.json')))
        process.send_signal(signal.SIGINT)
        begun = time.monotonic()
        _, errors = process.communicate(timeout=60)
        self.assertLess(time.monotonic() - begun, 5)
        if process.returncode == 0:
            self.skipTest('it was done before')
        self.assertEqual(process.returncode, 1)
        self.assertIn('Run the same command again to go on', errors)
        self.assertNotIn('running', [row['state'] for row in status(self.output).values()])
        done = len(list(self.output.glob('*/done.json')))
        again = self.batch(manifest, '--json', '--shard=1/1')
        self.assertEqual(json.loads(again.stdout.splitlines()[-1])['computed'], len(self.videos.rows) - done)

    def test_shards(self):
        """Two programs work into one folder at the same time, and --gather puts it together"""
        rows = self.videos.rows[:6] + self.videos.broken[:1]
        manifest = self.manifest(rows, ('crop', 'flow', 'animal', 'group'), (CROP, '1,0', 'a', 'g'))
        shards = [self.start(manifest, f'--shard={number}/2') for number in (1, 2)]
        for shard in shards:
            shard.communicate(timeout=120)
        self.assertEqual(sorted(shard.returncode for shard in shards), [0, 4])
        said = status(self.output)
        self.assertEqual([row['state'] for row in said.values()], ['done'] * 6 + ['failed'])
        done = self.batch(manifest, '--gather')
        self.assertEqual(done.returncode, 4, done.stderr)
        with open(self.output / 'measures-px.csv', encoding='utf-8', newline='') as file:
            table = list(csv.DictReader(file))
        self.assertEqual([row['id'] for row in table], [name for name, _ in rows[:6]])
        self.assertEqual({row['group'] for row in table}, {'g'})
        study = json.loads((self.output / 'study.venule-study').read_text(encoding='utf-8'))
        self.assertEqual(len(study['recordings']), 6)
        self.assertIn('report.pdf', [path.name for path in (self.output / 'comparison').iterdir()])

    def test_two_of_the_same(self):
        """Two programs with the same rows compute each once"""
        manifest = self.manifest(self.videos.rows[:4])
        both = [self.start(manifest, '--json', '--shard=1/1') for _ in range(2)]
        said = [process.communicate(timeout=120)[0] for process in both]
        self.assertEqual([process.returncode for process in both], [0, 0])
        computed = [json.loads(text.splitlines()[-1])['computed'] for text in said]
        self.assertEqual(sum(computed), 4, computed)

    def test_full_disk(self):
        """Where nothing can be written any more the rows say so, and are computed when it can be"""
        manifest = self.manifest(self.videos.rows[:8])
        process = self.start(manifest, '--shard=1/1')
        self.wait_until(lambda: list(self.output.glob('*/done.json')))
        hard = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)[1]
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (100, hard))
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 4, errors)
        self.assertIn('failed: ', errors)
        self.assertEqual(len(status(self.output)), 8)
        done = len(list(self.output.glob('*/done.json')))
        self.assertLess(done, 8)
        again = self.batch(manifest, '--json', '--shard=1/1')
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual(json.loads(again.stdout.splitlines()[-1])['computed'], 8 - done)

    def test_stalled_drive(self):
        """A drive that stops answering holds up its own videos alone, and not Ctrl+C"""
        drive = self.folder / 'drive'
        drive.mkdir()
        (drive / 'far.mkv').write_bytes((self.videos.folder / self.videos.rows[0][1]).read_bytes())
        manifest = self.manifest(self.videos.rows[:3] + [('far', drive / 'far.mkv')])
        stalled = self.folder / 'drive.stalled'
        process = self.start(manifest, '--shard=1/1', LD_PRELOAD=os.environ['VENULE_SLOW_DRIVE'],
                             VENULE_TEST_DRIVE=str(drive))
        self.wait_until(lambda: (self.output / 'status.tsv').exists())
        stalled.touch()
        self.wait_until(lambda: len(list(self.output.glob('*/done.json'))) >= 3)
        time.sleep(0.3)
        self.assertFalse((self.output / 'far' / 'done.json').exists())
        stalled.unlink()
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0)

    def test_wrong(self):
        """All that is wrong in a manifest is told before anything runs"""
        manifest = self.folder / 'm.csv'
        manifest.write_text('id,video,crop,colour\na,none.avi,,\na,none.avi,,\n,x.avi,"1,2",\n', encoding='utf-8')
        done = self.batch(manifest)
        self.assertEqual(done.returncode, 1)
        for part in ('no column “colour”', 'Row 2, video: ', 'Row 3, id: “a” is the id of row 2', 'Row 4, id: The id'):
            self.assertIn(part, done.stderr)
        self.assertFalse(self.output.exists())
        for words in ((), (manifest,), (manifest, '--output=x', '--shard=0/2'), (manifest, '--output=x', '--shard=3/2'),
                      (manifest, '--output=x', '--jobs=0'), (manifest, manifest, '--output=x')):
            self.assertEqual(run(CLI, 'batch', *words).returncode, 2, words)
        right = self.manifest(self.videos.rows[:1])
        self.assertEqual(run(CLI, 'batch', right, '--output=x', '--devices=gpu', cwd=self.folder).returncode, 2)

    def test_many_rows(self):
        """5000 rows begin within two seconds, in little memory"""
        path = self.folder / 'many.tsv'
        rows = [f'r{i}\t{self.videos.folder / self.videos.rows[i % 8][1]}\t{CROP}\t1,0' for i in range(5000)]
        path.write_text('id\tvideo\tcrop\tflow\n' + '\n'.join(rows) + '\n', encoding='utf-8')
        begun = time.monotonic()
        self.assertEqual(run(CLI, 'batch', path, '--dry-run').returncode, 0)
        dry = time.monotonic() - begun
        begun = time.monotonic()
        process = self.start(path, '--json', '--shard=1/1')
        for line in process.stdout:
            if '"running"' in line:
                break
        first = time.monotonic() - begun
        with open(f'/proc/{process.pid}/status', encoding='ascii') as file:
            memory = next(int(line.split()[1]) for line in file if line.startswith('VmHWM'))
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        print(f'# 5000 rows: checked in {dry:.2f} s, the first runs after {first:.2f} s, {memory // 1024} MiB')
        self.assertLess(max(dry, first), 2 if 'VENULE_TEST_IDLE' in os.environ else 8)
        self.assertLess(memory, 300 * 1024)

    def test_make_manifest(self):
        """A manifest of a folder has what could be found, and runs"""
        folder = self.folder / 'videos' / 'below'
        folder.mkdir(parents=True)
        name = self.videos.rows[1][1]
        (folder / name).write_bytes((self.videos.folder / name).read_bytes())
        (folder.parent / 'text.avi').write_bytes(b'no video')
        path = self.folder / 'made.tsv'
        done = run(CLI, 'batch', '--make-manifest', folder.parent, '--output', path)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(path, encoding='utf-8', newline='') as file:
            rows = {row['id']: row for row in csv.DictReader(file, delimiter='\t')}
        self.assertEqual(rows[pathlib.Path(name).stem]['video'], f'videos/below/{name}')
        self.assertIn('is not a video', rows['text']['note'])
        self.assertLess({'animal', 'group', 'time_point', 'pixel_size'}, set(rows['text']))
        self.assertNotEqual(run(CLI, 'batch', '--make-manifest', folder.parent, '--output', path).returncode, 0)
        self.assertEqual(run(CLI, 'batch', '--make-manifest', 'videos', cwd=self.folder).stdout, path.read_text())

    @unittest.skipUnless(LONG, 'takes a minute')
    def test_large(self):
        """A picture of 4096×4096 px and a long video are rows as others are"""
        for name, words in (('wide', ['width=4096', 'height=4096', '--frames=3', 'lumen-width=300']),
                            ('hour', ['width=64', 'height=64', 'lumen-width=40', 'vessel-offset=0', 'cells=1',
                                      '--frames=108000'])):
            done = run(SCENE, SCENES / 'sparse.scene', *words, '--output', self.folder / f'{name}.mkv')
            self.assertEqual(done.returncode, 0, done.stderr)
        path = self.folder / 'large.tsv'
        path.write_text('id\tvideo\tcrop\tflow\nwide\twide.mkv\t0,1900,4096,300\t1,0\n'
                        'hour\thour.mkv\t0,12,64,40\t1,0\n', encoding='utf-8')
        self.assertEqual(self.batch(path, '--shard=1/1').returncode, 0)
        self.assertEqual([row['frames'] for row in status(self.output).values()], ['3', '108000'])


if __name__ == '__main__':
    tap.main()
