#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is installed, and where."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

import tap

TOP = pathlib.Path(os.environ['VENULE_SRCDIR'])
BUILD = pathlib.Path(os.environ['VENULE_BUILDDIR'])
ID = 'io.github.venule.Venule'


def run(*command, **options):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, **options)


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.done = run('meson', 'install', '-C', BUILD, '--no-rebuild', '--destdir', cls.folder.name)
        options = json.loads(run('meson', 'introspect', '--buildoptions', BUILD).stdout)
        prefix = next(option['value'] for option in options if option['name'] == 'prefix')
        cls.prefix = pathlib.Path(cls.folder.name + prefix)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_programs(self):
        """the command line is installed, runs and knows its version"""
        self.assertEqual(self.done.returncode, 0, self.done.stdout + self.done.stderr)
        version = json.loads(run('meson', 'introspect', '--projectinfo', BUILD).stdout)['version']
        self.assertEqual(run(self.prefix / 'bin/venule-cli', '--version').stdout.split()[-1], version)
        self.assertTrue((self.prefix / 'share/man/man1/venule-cli.1').exists())

    def test_desktop(self):
        """what the desktop needs is installed with the application"""
        if os.environ['VENULE_HAVE_UI'] != 'true':
            self.skipTest('built without the interface')
        for name in ('bin/venule', f'share/applications/{ID}.desktop', f'share/metainfo/{ID}.metainfo.xml',
                     f'share/mime/packages/{ID}.xml', f'share/glib-2.0/schemas/{ID}.gschema.xml',
                     f'share/icons/hicolor/scalable/apps/{ID}.svg',
                     f'share/icons/hicolor/symbolic/apps/{ID}-symbolic.svg', 'share/man/man1/venule.1',
                     'share/help/C/venule/index.page'):
            self.assertTrue((self.prefix / name).exists(), f'{name} is not installed')

    def test_translations(self):
        """every translation is installed and comes out of the installed program"""
        locale = self.prefix / 'share/locale'
        linguas = (TOP / 'po/LINGUAS').read_text(encoding='utf-8').split()
        self.assertEqual(sorted(path.parts[-3] for path in locale.glob('*/LC_MESSAGES/venule.mo')), sorted(linguas))
        environment = dict(os.environ, LC_ALL='C.UTF-8', LANGUAGE='de', VENULE_LOCALEDIR=str(locale))
        self.assertIn('Aufruf:', run(self.prefix / 'bin/venule-cli', '--help', env=environment).stdout)

    def test_nothing_else(self):
        """no test and no source is installed"""
        installed = [path for path in self.prefix.rglob('*') if path.is_file()]
        self.assertEqual([path.name for path in installed if 'test' in path.name or 'scene' in path.name
                          or path.suffix in ('.c', '.h', '.a', '.py')], [])


if __name__ == '__main__':
    tap.main()
