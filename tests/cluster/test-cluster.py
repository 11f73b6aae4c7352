#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""data/cluster: the job array and the workflow, in a Slurm cluster of two virtual nodes, and without one."""

import csv
import os
import pathlib
import subprocess
import tempfile
import time
import unittest

import slurm
import tap

BUILD = pathlib.Path(os.environ['VENULE_BUILDDIR'])
CLUSTER = pathlib.Path(os.environ['VENULE_SRCDIR']) / 'data/cluster'
REFUSAL = slurm.refusal()
VIDEOS = ['width=320', 'height=160', 'lumen-width=100', 'vessel-offset=0', 'cells=6', '--frames=60']
OPTIONS = ['crop', 'flow', 'pixel-size', 'cell-diameter']
OWN = ['done.json', 'log.txt']  # of the batch: how long it took
ROWS = 6
SECONDS = 240


class Case(unittest.TestCase):
    """Some short videos, in a manifest, and what a straight run makes of them."""

    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.base = pathlib.Path(temporary.name)
        cls.environment = {**os.environ, 'PATH': f'{BUILD / "src/cli"}:{os.environ["PATH"]}', 'LC_ALL': 'C.UTF-8',
                           'LANGUAGE': 'C', 'HOME': temporary.name}
        rows = []
        for number in range(1, ROWS + 1):
            done = subprocess.run([BUILD / 'tests/scene/venule-scene', *VIDEOS, f'--seed={number}', '--output',
                                   cls.base / f'{number}.avi', '--print-options'], capture_output=True, text=True,
                                  check=True)
            found = dict(line[2:].split('=', 1) for line in done.stdout.split())
            # Documents have the number of threads.
            rows.append([f'mouse-{number}', f'{number}.avi', '1', *(found[option] for option in OPTIONS)])
        cls.write('manifest.tsv', rows)
        (cls.base / 'broken.avi').write_bytes((cls.base / '1.avi').read_bytes()[:3000])
        cls.write('broken.tsv', [rows[0], ['broken', 'broken.avi', *rows[1][2:]], rows[2]])
        cls.straight = cls.base / 'straight'
        done = cls.run_program('venule-cli', 'batch', 'manifest.tsv', '--output', cls.straight)
        assert done.returncode == 0, done.stderr

    @classmethod
    def write(cls, name, rows):
        with open(cls.base / name, 'w', encoding='utf-8', newline='') as file:
            csv.writer(file, delimiter='\t', lineterminator='\n').writerows(
                [['id', 'video', 'threads', *(option.replace('-', '_') for option in OPTIONS)], *rows])

    @classmethod
    def run_program(cls, *command):
        return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False,
                              cwd=cls.base, env=cls.environment, stdin=subprocess.DEVNULL, timeout=SECONDS)

    def work(self, *command, status=0):
        done = self.run_program(*command)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr + self.logs())
        return done.stdout

    def setUp(self):
        self.output = self.base / self.id().rsplit('.', maxsplit=1)[-1]

    def logs(self):
        return ''.join(f'\n{log}:\n{log.read_text(errors="replace")[-2000:]}'
                       for log in sorted(self.base.rglob('*.log'))[-8:])

    def states(self):
        with open(self.output / 'status.tsv', encoding='utf-8', newline='') as file:
            return {row['id']: row['state'] for row in csv.DictReader(file, delimiter='\t')}

    def files(self, folder, row):
        return {path.relative_to(folder): path for path in (folder / row).rglob('*')
                if path.is_file() and path.name not in OWN}

    def check_results(self):
        """All rows are done and their files those of the straight run, byte for byte."""
        self.assertEqual(self.states(), {f'mouse-{number}': 'done' for number in range(1, ROWS + 1)}, self.logs())
        for row in self.states():
            expected, found = self.files(self.straight, row), self.files(self.output, row)
            self.assertEqual(sorted(found), sorted(expected))
            self.assertGreater(len(found), 5)
            for name, path in found.items():
                self.assertEqual(path.read_bytes(), expected[name].read_bytes(), name)


class Slurm(Case):
    """venule.sbatch, and the workflow with the profile for Slurm."""

    @classmethod
    def setUpClass(cls):
        if REFUSAL:
            return
        super().setUpClass()
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cluster = slurm.Cluster(folder.name)
        cls.addClassCleanup(cluster.stop)
        cls.environment.update(cluster.environment)

    def setUp(self):
        if REFUSAL:
            self.skipTest(REFUSAL)
        super().setUp()

    def submit(self, *options, manifest='manifest.tsv'):
        return ['sbatch', '--parsable', '--mem=1G', '--cpus-per-task=1', *options, CLUSTER / 'venule.sbatch', manifest,
                self.output]

    def wait(self, job):
        """How the tasks of @job have ended."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            states = self.work('squeue', '--noheader', '--states=all', '--format=%T', '--array',
                               f'--jobs={job}').split()
            if not set(states) & {'PENDING', 'RUNNING', 'COMPLETING', 'CONFIGURING'}:
                return sorted(states)
            time.sleep(0.5)
        self.fail(f'{states}{self.logs()}')

    def test_array_from_one(self):
        """a job array that begins at 1 analyses all videos, as one command does"""
        self.assertEqual(self.wait(self.work(*self.submit('--array=1-3')).strip()), ['COMPLETED'] * 3)
        self.check_results()

    def test_array_from_zero(self):
        """one that begins at 0 does so, too, with cards, some tasks at a time and more tasks than videos"""
        self.assertEqual(self.wait(self.work(*self.submit('--array=0-6%2', '--gres=gpu:1')).strip()),
                         ['COMPLETED'] * 7)
        self.check_results()

    def test_array_with_steps(self):
        """one with steps does so, too"""
        self.assertEqual(self.wait(self.work(*self.submit('--array=2-8:3')).strip()), ['COMPLETED'] * 3)
        self.check_results()

    def test_array_with_holes(self):
        """one with holes, which would leave videos out, is refused"""
        job = self.work(*self.submit('--array=1,2,4')).strip()
        self.assertEqual(self.wait(job), ['FAILED'] * 3)
        self.assertIn('--array=1-3', (self.base / f'venule-{job}-4.log').read_text(encoding='utf-8'))
        self.assertFalse(self.output.exists())

    def test_cut_off(self):
        """what a cancelled job left is computed by the same job, and nothing else"""
        job = self.work(*self.submit('--array=1'), '--jobs=1').strip()
        end = time.monotonic() + SECONDS
        while not (self.output / 'status.tsv').exists() or 'done' not in self.states().values():
            self.assertLess(time.monotonic(), end, self.logs())
            time.sleep(0.02)
        self.work('scancel', job)
        self.assertEqual(self.wait(job), ['CANCELLED'])
        self.assertLess(list(self.states().values()).count('done'), ROWS)
        before = {path: path.stat() for row, state in self.states().items() if state == 'done'
                  for path in self.files(self.output, row).values()}
        self.assertEqual(self.wait(self.work(*self.submit('--array=1-2')).strip()), ['COMPLETED'] * 2)
        self.check_results()
        for path, stat in before.items():
            self.assertEqual((path.stat().st_ino, path.stat().st_mtime_ns), (stat.st_ino, stat.st_mtime_ns), path)

    def test_broken_video(self):
        """a broken video ends its task and the gathering with 4, and the others are there and gathered"""
        job = self.work(*self.submit('--array=1-3', manifest='broken.tsv')).strip()
        gather = self.work('sbatch', '--parsable', f'--dependency=afterany:{job}', '--mem=1G', '--output=gather.log',
                           '--wrap', f'venule-cli batch broken.tsv --output "{self.output}" --gather').strip()
        self.assertEqual(self.wait(job), ['COMPLETED', 'COMPLETED', 'FAILED'])
        self.assertEqual(self.wait(gather), ['FAILED'])
        self.assertIn('ExitCode=4:0', self.work('scontrol', 'show', 'job', gather))
        self.check_broken()

    def check_broken(self):
        self.assertEqual(self.states(), {'mouse-1': 'done', 'broken': 'failed', 'mouse-3': 'done'}, self.logs())
        with open(self.output / 'comparison/recordings.csv', encoding='utf-8', newline='') as file:
            self.assertEqual(len(list(csv.DictReader(file))), 2, self.logs())

    # ---- Snakemake ----

    def snakemake(self, *options, manifest='manifest.tsv', shards=2):
        return [tap.needs(self, 'snakemake'), '--snakefile', CLUSTER / 'Snakefile', '--profile',
                CLUSTER / 'profiles/slurm', '--default-resources', 'mem_mb=1000', 'runtime=10', "slurm_extra=''",
                *options, '--config', f'manifest={manifest}', f'output={self.output.name}', f'shards={shards}',
                'threads=1']

    def test_workflow(self):
        """the workflow submits its shards and gathers them, with a broken video, too"""
        self.work(*self.snakemake(manifest='broken.tsv'))
        self.check_broken()

    def test_workflow_cards(self):
        """the workflow asks for cards where it is told to"""
        self.work(*self.snakemake('--set-resources', 'shard:slurm_extra=--gres=gpu:1'))
        self.check_results()
        self.assertIn('gpu:1', self.work('scontrol', 'show', 'job'))

    def test_workflow_cancelled(self):
        """a shard that Slurm ends is submitted again"""
        command = [str(word) for word in [*self.snakemake(shards=1), 'options=--jobs=1']]
        with subprocess.Popen(command, cwd=self.base, env=self.environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as running:
            end = time.monotonic() + SECONDS
            while not (self.output / 'status.tsv').exists() or 'done' not in self.states().values():
                self.assertLess(time.monotonic(), end, self.logs())
                time.sleep(0.02)
            self.work('scancel', '--name=venule-shard', '--state=RUNNING')
            errors = running.communicate(timeout=SECONDS)[1]
        self.assertEqual(running.returncode, 0, errors + self.logs())
        self.assertIn('Trying to restart job', errors)
        self.check_results()


class Workflow(Case):
    """The workflow without a cluster."""

    def test_one_machine(self):
        """the workflow runs on one machine, and again when the manifest has changed"""
        command = [tap.needs(self, 'snakemake'), '--snakefile', CLUSTER / 'Snakefile', '--cores', '2', '--config',
                   'manifest=manifest.tsv', f'output={self.output.name}', 'shards=3', 'threads=1']
        self.work(*command)
        self.check_results()
        times = {path: path.stat().st_mtime_ns for row in self.states()
                 for path in self.files(self.output, row).values()}
        self.assertIn('Nothing to be done', self.run_program(*command).stderr)
        os.utime(self.base / 'manifest.tsv')
        self.work(*command)
        self.assertEqual(times, {path: path.stat().st_mtime_ns for path in times})

    def test_lint(self):
        """Snakemake finds nothing to criticise in it"""
        self.work(tap.needs(self, 'snakemake'), '--snakefile', CLUSTER / 'Snakefile', '--lint', '--config',
                  'manifest=manifest.tsv', 'output=o', 'shards=2')


if __name__ == '__main__':
    if not REFUSAL:
        slurm.enter()
    tap.main()
