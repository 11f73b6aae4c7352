#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands of the repository."""

import contextlib
import json
import os
import pathlib
import subprocess
import tempfile
import unittest
import unittest.mock

import tap

BUILD = pathlib.Path(os.environ['VENULE_BUILDDIR'])
TOP = pathlib.Path(os.environ['VENULE_SRCDIR'])


def run(*command, **options):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False,
                          stdin=subprocess.DEVNULL, **options)


class Summary(unittest.TestCase):
    """tools/test-summary"""

    def summary(self, *programs):
        """The exit status and the last line for the log of @programs."""
        with tempfile.NamedTemporaryFile('w', suffix='.json') as log:
            log.write('\n'.join(json.dumps(program) for program in programs))
            log.flush()
            done = run(TOP / 'tools/test-summary', log.name)
        return done.returncode, done.stdout.splitlines()[-1]

    def test_cases_are_counted(self):
        """cases are counted, not programs"""
        tap_output = '1..3\nok 1 /a\n# a remark\nok 2 /b # SKIP no GPU\nok 3 - c\n'
        self.assertEqual(self.summary({'name': 'x', 'result': 'OK', 'stdout': tap_output},
                                      {'name': 'y', 'result': 'OK', 'stdout': 'no cases'}),
                         (0, '3 passed, 0 failed, 1 skipped'))

    def test_failed_case(self):
        """a failed case fails the run"""
        self.assertEqual(self.summary({'name': 'x', 'result': 'FAIL', 'stdout': '1..2\nok 1 /a\nnot ok 2 /b\n'}),
                         (1, '1 passed, 1 failed, 0 skipped'))

    def test_crash(self):
        """a crash after good cases is a failure"""
        self.assertEqual(self.summary({'name': 'x', 'result': 'ERROR', 'returncode': -11, 'stdout': '1..2\nok 1 /a\n'}),
                         (1, '1 passed, 1 failed, 0 skipped'))

    def test_timeout(self):
        """a program that hangs is a failure"""
        self.assertEqual(self.summary({'name': 'x', 'result': 'TIMEOUT', 'stdout': ''},
                                      {'name': 'y', 'result': 'OK'}), (1, '1 passed, 1 failed, 0 skipped'))

    def test_nothing_ran(self):
        """no case at all is a failure"""
        self.assertEqual(self.summary(), (1, '0 passed, 0 failed, 0 skipped'))
        self.assertEqual(self.summary({'name': 'x', 'result': 'SKIP'}), (1, '0 passed, 0 failed, 1 skipped'))

    def test_no_log(self):
        """a log that is not there is a failure"""
        done = run(TOP / 'tools/test-summary', '/nowhere/testlog.json')
        self.assertEqual((done.returncode, done.stdout.splitlines()[-1]), (1, '0 passed, 0 failed, 0 skipped'))


class Pictures(unittest.TestCase):
    """tools/pictures"""

    def test_it_finds_what_it_uses(self):
        """it finds the tests' driver by itself"""
        with tempfile.TemporaryDirectory() as folder:
            tools = pathlib.Path(folder) / 'tools'
            tools.mkdir()
            (tools / 'pictures').write_text((TOP / 'tools/pictures').read_text(encoding='utf-8'), encoding='utf-8')
            (pathlib.Path(folder) / 'tests').symlink_to(TOP / 'tests')
            bare = {name: value for name, value in os.environ.items() if not name.startswith(('VENULE_', 'PYTHONPATH'))}
            done = run('python3', tools / 'pictures', env=bare)
        self.assertEqual((done.returncode, done.stderr.strip()),
                         (1, 'tools/pictures: build Venule first (tools/build)'))


class EachTest(unittest.TestCase):
    """tools/each-test"""

    def setUp(self):
        # tools/test, which may have started this, says one.
        environment = unittest.mock.patch.dict(os.environ)
        environment.start()
        os.environ.pop('VENULE_TEST_SEED', None)
        self.addCleanup(environment.stop)

    @contextlib.contextmanager
    def build(self, **scripts):
        """A build folder whose tests are shell scripts."""
        with tempfile.TemporaryDirectory() as folder:
            told = []
            pathlib.Path(folder, 'meson-info').mkdir()
            for name, script in scripts.items():
                path = pathlib.Path(folder, 'tests', 'folder' if name == 'last' else 'other', name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(f'#!/bin/sh\n{script}\n', encoding='utf-8')
                path.chmod(0o755)
                told.append({'name': name, 'cmd': [str(path)], 'env': {'WORD': 'given'}, 'workdir': None,
                             'suite': ['venule:unit'], 'protocol': 'tap'})
            pathlib.Path(folder, 'meson-info/intro-tests.json').write_text(json.dumps(told), encoding='utf-8')
            yield folder

    def each_test(self, *options, **scripts):
        """The exit status and the lines for these tests."""
        with self.build(**scripts) as folder:
            done = run(TOP / 'tools/each-test', '--jobs=2', *options[:1], folder, *options[1:])
        return done.returncode, done.stdout.splitlines()

    CASES = '[ "$1" = -l ] && printf "/a/b\\n/a/c\\n" && exit; '

    def test_each_case_by_itself(self):
        """each case runs in a process of its own, with the environment of its test"""
        status, lines = self.each_test(first=self.CASES + '[ "$1 $WORD" = "-p given" ] && echo "ok 1 $2"',
                                       last='echo "ok 1 /x # SKIP no card"')
        self.assertEqual((status, lines[-1]), (0, '2 passed, 0 failed, 1 skipped, 0 not ended'))
        self.assertTrue(lines[-4].startswith('first: 2 passed;'), lines)
        self.assertEqual(lines[-2], 'skipped: 1 (no card)')

    def test_a_failed_case_takes_no_other_with_it(self):
        """a case that crashes or hangs takes no other with it, and is named"""
        status, lines = self.each_test('--limit=1', first=self.CASES + 'case $2 in /a/b) echo boom; kill -9 $$ ;; esac',
                                       last=self.CASES + 'case $2 in /a/c) sleep 60 ;; esac')
        self.assertEqual((status, lines[-1]), (1, '2 passed, 1 failed, 0 skipped, 1 not ended'))
        self.assertIn('boom', lines)
        self.assertIn('failed: first /a/b', lines[-2])
        self.assertIn('not ended: last /a/c', lines[-3])

    def test_a_folder(self):
        """tests can be named by their folder, and what there is not is refused"""
        status, lines = self.each_test('--limit=9', 'tests/folder', first='exit 1', last='exit 0')
        self.assertEqual((status, lines[-1]), (0, '1 passed, 0 failed, 0 skipped, 0 not ended'))
        self.assertEqual(self.each_test('--limit=9', 'tests/nowhere', first='exit 0')[0], 1)

    def test_parts(self):
        """each case is in one of the parts"""
        for which, passed in ((1, 2), (2, 1)):
            lines = self.each_test(f'--part={which}/2', first=self.CASES + 'exit 0', last='exit 0')[1]
            self.assertEqual(lines[-1], f'{passed} passed, 0 failed, 0 skipped, 0 not ended')
        self.assertEqual(self.each_test('--part=3/2', first='exit 0')[0], 2)

    def test_taken_up_again(self):
        """what has passed is not run again, what has failed is"""
        with tempfile.TemporaryDirectory() as folder:
            kept = f'--json={folder}/kept'
            script = self.CASES + f'[ $2 = /a/b ] || [ -e {folder}/now ] || exit 1; [ ! -e {folder}/$2 ] || exit 2; ' \
                                  f'mkdir -p {folder}/$2'
            with self.build(first=script) as build:
                self.assertEqual(run(TOP / 'tools/each-test', kept, '--resume', build).returncode, 1)
                pathlib.Path(folder, 'now').touch()
                done = run(TOP / 'tools/each-test', kept, '--resume', build)
                self.assertEqual(done.stdout.splitlines()[-1], '2 passed, 0 failed, 0 skipped, 0 not ended',
                                 done.stdout)
                self.assertIn('(1 of an earlier run)', done.stdout)
                # What was built since is another program.
                os.utime(pathlib.Path(build, 'tests/other/first'))
                self.assertEqual(run(TOP / 'tools/each-test', kept, '--resume', build).returncode, 1)

    def test_seed(self):
        """each case is given the seed that tools/test says"""
        os.environ['VENULE_TEST_SEED'] = 'R02Sab'
        lines = self.each_test(first=self.CASES + '[ "$1" = --seed=R02Sab ]', last='[ $# = 0 ]')[1]
        self.assertEqual(lines[-1], '3 passed, 0 failed, 0 skipped, 0 not ended')

    def test_several_in_one_process(self):
        """of cases that run together each is told, and one that fails fails all"""
        script = self.CASES + ('[ "$*" = "-p /a/b -p /a/c" ] || exit 3; '
                               'echo "ok 1 /a/b"; echo "ok 2 /a/c # SKIP no card"; exit ')
        self.assertEqual(self.each_test('--together=4', first=script + '0')[1][-1],
                         '1 passed, 0 failed, 1 skipped, 0 not ended')
        self.assertEqual(self.each_test('--together=4', first=script + '9')[1][-1],
                         '0 passed, 2 failed, 0 skipped, 0 not ended')


class Commands(unittest.TestCase):
    def test_scripts_parse(self):
        """every script is executable and has no syntax error"""
        scripts = [path for path in [*(TOP / 'tools').iterdir(), TOP / '.ci/run']
                   if path.is_file() and path.read_bytes().startswith(b'#!/usr/bin/env bash')]
        self.assertGreater(len(scripts), 4)
        for script in scripts:
            self.assertTrue(os.access(script, os.X_OK), f'{script} is not executable')
            done = run('bash', '-n', script)
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_no_video(self):
        """tools/run says which video it cannot read, and builds nothing for it"""
        done = run(TOP / 'tools/run', '/nowhere/a.avi')
        self.assertEqual(done.returncode, 1)
        self.assertIn('/nowhere/a.avi', done.stderr)

    def test_run_without_a_display(self):
        """tools/run without a display analyses the sample and says where the results lie"""
        if BUILD != TOP / 'build':
            self.skipTest(f'tools/run builds in {TOP}/build')
        with tempfile.TemporaryDirectory() as folder:
            environment = {name: value for name, value in os.environ.items()
                           if name not in ('DISPLAY', 'WAYLAND_DISPLAY', 'CI')}
            done = run(TOP / 'tools/run', cwd=folder, env=environment)
            self.assertEqual(done.returncode, 0, done.stderr)
            for name in ('spots.csv', 'tracks.csv', 'summary.csv', 'velocity-histogram.pdf', 'velocity-histogram.svg',
                         'velocity-histogram.png', 'annotated.mp4', 'analysis.json'):
                path = pathlib.Path(folder, 'venule-results/sample', name)
                self.assertGreater(path.stat().st_size, 100)
                self.assertIn(str(path), done.stdout)

    def test_run_on_a_video_that_was_cut_off(self):
        """tools/run says where the results of a video lie that ends too early, and ends as venule-cli does"""
        if BUILD != TOP / 'build':
            self.skipTest(f'tools/run builds in {TOP}/build')
        options = [line for line in (TOP / 'data/sample/analyze.args').read_text(encoding='utf-8').split()
                   if line.startswith('--')]
        with tempfile.TemporaryDirectory() as folder:
            video = pathlib.Path(folder, 'short.mkv')
            video.write_bytes((TOP / 'data/sample/sample.mkv').read_bytes()[:600_000])
            environment = {name: value for name, value in os.environ.items()
                           if name not in ('DISPLAY', 'WAYLAND_DISPLAY', 'CI')}
            done = run(TOP / 'tools/run', video, *options, cwd=folder, env=environment)
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertIn('was cut off', done.stderr)
            self.assertIn(str(pathlib.Path(folder, 'venule-results/short/tracks.csv')), done.stdout)

    def test_setup_usage(self):
        """tools/setup knows its sections"""
        self.assertEqual(run(TOP / 'tools/setup', 'all').returncode, 2)

    def test_setup_elsewhere(self):
        """tools/setup says what to do on a system that is not Debian"""
        with tempfile.TemporaryDirectory() as folder:
            for program in ('bash', 'dirname', 'env'):
                os.symlink(tap.needs(self, program), pathlib.Path(folder, program))
            done = run(TOP / 'tools/setup', 'run', env={'PATH': folder})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('not a Debian system', done.stderr)

    def test_setup_without_root(self):
        """tools/setup names the missing packages to a person who may not install them"""
        with tempfile.TemporaryDirectory() as folder:
            for program in ('bash', 'dirname', 'env', 'grep'):
                os.symlink(tap.needs(self, program), pathlib.Path(folder, program))
            for program, body in (('apt-get', 'exit 1'), ('dpkg-query', 'echo gcc installed'), ('id', 'echo 1000')):
                path = pathlib.Path(folder, program)
                path.write_text(f'#!/usr/bin/env bash\n{body}\n', encoding='utf-8')
                path.chmod(0o755)
            done = run(TOP / 'tools/setup', 'run', env={'PATH': folder})
        self.assertEqual(done.returncode, 1)
        self.assertIn('apt-get install', done.stderr)
        self.assertIn(' meson', done.stderr)
        self.assertNotIn(' gcc', done.stderr)

    def test_setup_fails(self):
        """tools/setup shows why apt-get failed"""
        with tempfile.TemporaryDirectory() as folder:
            for program in ('bash', 'dirname', 'env', 'grep', 'mktemp', 'tail', 'rm'):
                os.symlink(tap.needs(self, program), pathlib.Path(folder, program))
            for program, body in (('apt-get', 'echo E: no mirror; exit 100'), ('dpkg-query', 'exit 1'),
                                  ('id', 'echo 0')):
                path = pathlib.Path(folder, program)
                path.write_text(f'#!/usr/bin/env bash\n{body}\n', encoding='utf-8')
                path.chmod(0o755)
            done = run(TOP / 'tools/setup', 'test', env={'PATH': folder})
        self.assertEqual(done.returncode, 1)
        self.assertIn('E: no mirror', done.stderr)
        self.assertIn('Check that this machine reaches a mirror', done.stderr)


if __name__ == '__main__':
    tap.main()
