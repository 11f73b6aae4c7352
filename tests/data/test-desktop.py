#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The files that tell the desktop about Venule."""

import json
import os
import pathlib
import sqlite3
import struct
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ET

import tap

TOP = pathlib.Path(os.environ['VENULE_SRCDIR'])
BUILD = pathlib.Path(os.environ['VENULE_BUILDDIR'])
ID = 'io.github.venule.Venule'
ICON = TOP / f'data/icons/hicolor/scalable/apps/{ID}.svg'
SYMBOLIC = TOP / f'data/icons/hicolor/symbolic/apps/{ID}-symbolic.svg'
SVG = '{http://www.w3.org/2000/svg}'


class Desktop(unittest.TestCase):
    def check(self, *command, **options):
        """Runs @command, which must end well; gives what it printed."""
        run = subprocess.run(command, capture_output=True, text=True, check=False, **options)
        self.assertEqual(run.returncode, 0, f'{" ".join(map(str, command))}\n{run.stdout}{run.stderr}')
        return run.stdout

    def test_desktop_entry(self):
        """the desktop entry is valid"""
        said = self.check(tap.needs(self, 'desktop-file-validate'), BUILD / f'data/{ID}.desktop')
        self.assertEqual(said.strip(), '')

    def test_metainfo(self):
        """the metainfo is valid"""
        self.check(tap.needs(self, 'appstreamcli'), 'validate', '--no-net', BUILD / f'data/{ID}.metainfo.xml')

    def test_metainfo_lengths(self):
        """the metainfo fits the cards of software centres"""
        root = ET.parse(BUILD / f'data/{ID}.metainfo.xml').getroot()
        self.assertLessEqual(len(root.findtext('name')), 15)
        self.assertIn(len(root.findtext('summary')), range(10, 36))
        screenshots = root.findall('screenshots/screenshot')
        self.assertTrue(screenshots)
        for screenshot in screenshots:
            self.assertTrue(screenshot.findtext('caption'))
            image = screenshot.findtext('image')
            self.assertTrue((TOP / image.split('/main/')[1]).is_file(), f'{image} is not in the repository')
        self.assertIsNotNone(root.find('content_rating'))
        version = json.loads(self.check('meson', 'introspect', '--projectinfo', BUILD))['version']
        self.assertEqual(root.find('releases/release').get('version'), version)

    def test_settings(self):
        """the schema of the settings compiles without a warning"""
        self.check(tap.needs(self, 'glib-compile-schemas'), '--strict', '--dry-run', TOP / 'data')

    def test_settings_found(self):
        """a program in the build folder finds the settings"""
        environment = dict(os.environ, GSETTINGS_SCHEMA_DIR=str(BUILD / 'data'), GSETTINGS_BACKEND='memory')
        keys = self.check(tap.needs(self, 'gsettings'), 'list-keys', ID, env=environment).split()
        self.assertIn('show-contours', keys)

    def test_settings_are_used(self):
        """every setting is used by the application"""
        sources = '\n'.join(path.read_text(encoding='utf-8') for path in (TOP / 'src/ui').rglob('*.c'))
        keys = [key.get('name') for key in ET.parse(TOP / f'data/{ID}.gschema.xml').getroot().iter('key')]
        self.assertGreater(len(keys), 10)
        self.assertEqual([key for key in keys if f'"{key}"' not in sources], [])

    def test_mime_type(self):
        """a project is known by its content, another database is not"""
        update = tap.needs(self, 'update-mime-database')
        gio = tap.needs(self, 'gio')
        with tempfile.TemporaryDirectory() as folder:
            packages = pathlib.Path(folder, 'mime/packages')
            packages.mkdir(parents=True)
            packages.joinpath(f'{ID}.xml').write_bytes((BUILD / f'data/{ID}.xml').read_bytes())
            self.check(update, packages.parent)
            environment = dict(os.environ, XDG_DATA_HOME=folder, GIO_USE_VFS='local', HOME=folder)
            types = {}
            for name, application_id in (('project', 0x56454e55), ('other', 0), ('named.venule', 0)):
                path = pathlib.Path(folder, name)
                with sqlite3.connect(path) as database:
                    database.execute(f'PRAGMA application_id = {application_id}')
                    database.execute('CREATE TABLE a (b)')
                self.assertEqual(struct.unpack('>I', path.read_bytes()[68:72])[0], application_id)
                said = self.check(gio, 'info', '-a', 'standard::content-type', path, env=environment)
                types[name] = said.split('standard::content-type: ')[1].strip()
        self.assertEqual(types['project'], 'application/x-venule')
        self.assertNotEqual(types['other'], 'application/x-venule')
        self.assertEqual(types['named.venule'], 'application/x-venule')

    def test_mime_type_is_opened(self):
        """the desktop entry opens the type of projects"""
        entry = (BUILD / f'data/{ID}.desktop').read_text(encoding='utf-8')
        self.assertRegex(entry, r'(?m)^MimeType=application/x-venule;')

    def test_icons_are_well_formed(self):
        """the icons are well-formed and have the sizes of their folders"""
        for icon, size in ((ICON, 128), (SYMBOLIC, 16)):
            self.check(tap.needs(self, 'xmllint'), '--noout', '--nonet', icon)
            self.assertEqual(ET.parse(icon).getroot().get('viewBox'), f'0 0 {size} {size}')

    def test_icon_is_drawn(self):
        """the icon draws at every size, in many colours and with clear corners"""
        rsvg, convert = tap.needs(self, 'rsvg-convert'), tap.needs(self, 'convert')
        for size in (32, 64, 128):
            with tempfile.NamedTemporaryFile(suffix='.png') as picture:
                self.check(rsvg, '-w', str(size), '-h', str(size), ICON, '-o', picture.name)
                said = self.check(convert, picture.name, '-format', '%k %[fx:u.p{0,0}.a] %[fx:u.p{w/2,h/2}.a]', 'info:')
            colours, corner, centre = map(float, said.split())
            self.assertGreater(colours, 200)
            self.assertEqual((corner, centre), (0, 1))

    def test_symbolic_is_filled(self):
        """the symbolic icon has filled shapes only, which GTK can colour"""
        for element in ET.parse(SYMBOLIC).getroot().iter():
            self.assertIn(element.tag, {f'{SVG}svg', f'{SVG}path', f'{SVG}circle'})
            self.assertIsNone(element.get('stroke'))

    def test_flatpak(self):
        """flatpak-builder reads the manifest, which asks for a screen and a GPU and nothing else"""
        said = self.check(tap.needs(self, 'flatpak-builder'), '--show-manifest', TOP / f'flatpak/{ID}.yml')
        manifest = json.loads(said)
        self.assertEqual(manifest['id'], ID)
        self.assertEqual(set(manifest['finish-args']),
                         {'--share=ipc', '--socket=fallback-x11', '--socket=wayland', '--device=dri'})
        self.assertIn('-Dcuda=disabled', manifest['modules'][-1]['config-opts'])


if __name__ == '__main__':
    tap.main()
