#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The manual: valid, linked, and complete."""

import os
import pathlib
import re
import subprocess
import unittest
import xml.etree.ElementTree as ET

import tap

BUILD = pathlib.Path(os.environ['VENULE_BUILDDIR'])
TOP = pathlib.Path(os.environ['VENULE_SRCDIR'])
HELP = TOP / 'help'
PAGES = sorted((HELP / 'C').glob('*.page'))
MALLARD = '{http://projectmallard.org/1.0/}'
# Options of analyze that the man page names in the sections of other commands.
OF_OTHERS = {'convert': {'crop', 'flow', 'pixel-size', 'fps', 'cell-diameter'}, 'devices': {'device'}}


def text(page):
    return ' '.join(''.join(ET.parse(HELP / f'C/{page}.page').getroot().itertext()).split())


class Help(unittest.TestCase):
    def check(self, *command):
        run = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertEqual(run.stdout.strip(), '')

    def test_valid(self):
        """every page is valid Mallard"""
        tap.needs(self, 'xmllint')
        self.assertGreater(len(PAGES), 10)
        self.check(tap.needs(self, 'yelp-check'), 'validate', *PAGES)

    def test_links(self):
        """every link leads somewhere and every page is reached"""
        for what in ('links', 'orphans', 'ids'):
            self.check(tap.needs(self, 'yelp-check'), what, HELP / 'C')

    def test_installed(self):
        """every page is installed"""
        listed = re.findall(r"'([\w-]+\.page)'", (HELP / 'meson.build').read_text(encoding='utf-8'))
        self.assertEqual(sorted(listed), [page.name for page in PAGES])

    def test_steps(self):
        """the six steps lead from one to the next"""
        steps = ['calibrate', 'vessel', 'cells', 'run', 'correct', 'export']
        for number, (step, after) in enumerate(zip(steps, steps[1:] + [None]), 1):
            page = ET.parse(HELP / f'C/{step}.page').getroot()
            namespace = {'m': 'http://projectmallard.org/1.0/'}
            self.assertTrue(page.findtext('m:title', namespaces=namespace).startswith(f'{number}. '))
            following = page.find('m:info/m:link[@type="next"]', namespace)
            self.assertEqual(following.get('xref') if following is not None else None, after)

    def test_quantities(self):
        """every quantity of the field is defined"""
        defined = text('quantities')
        for quantity in ('Rolling leukocyte', 'Rolling velocity', 'Rolling flux', 'Rolling flux fraction', 'Adherent',
                         'Centreline velocity', 'Wall shear rate', 'at least 30 s', 'ε · (2 − ε)', '/ 1.6',
                         '8 · v_mean'):
            self.assertIn(quantity, defined)

    def test_columns(self):
        """the manual has every column and every quantity of the tables"""
        exporter = (TOP / 'src/engine/export/venule-export-tables.c').read_text(encoding='utf-8')
        headers = re.findall(r'header\w*\[\] = \{(.*?)NULL\s*\}', exporter, re.DOTALL)
        names = {name.replace('UNIT', 'um') for header in headers for name in re.findall(r'"(\w+)"', header)
                 if '_px' not in name}
        names |= {'x_px', 'y_px', 'radius_px'}
        self.assertGreater(len(names), 35)
        codes = {code.text for code in ET.parse(HELP / 'C/csv.page').getroot().iter(
            '{http://projectmallard.org/1.0/}code')}
        self.assertEqual(names - codes, set())

    def test_summary(self):
        """the manual has every quantity of summary.csv"""
        table = (TOP / 'src/engine/measure/venule-quantity.c').read_text(encoding='utf-8')
        keys = re.findall(r'\[VENULE_QUANTITY_\w+\] = \{ "(\w+)"', table)
        self.assertGreater(len(keys), 50)
        section = ET.parse(HELP / 'C/csv.page').getroot().find(f'{MALLARD}section[@id="summary"]')
        rows = {code.text for row in section.iter(f'{MALLARD}tr')
                for code in row.find(f'{MALLARD}td').iter(f'{MALLARD}code')}
        self.assertEqual(set(keys) - rows, set())

    def described_keys(self):
        glyphs = {'←': 'left', '→': 'right', '↑': 'up', '↓': 'down', '−': 'minus', '+': 'plus', ',': 'comma',
                  '.': 'period', '?': 'question', 'esc': 'escape', '<': 'less', '>': 'greater', 'pgup': 'page_up',
                  'pgdn': 'page_down', 'enter': 'return'}
        page = ET.parse(HELP / 'C/keyboard.page').getroot()
        single = [[key] for cell in page.iter(f'{MALLARD}p') for key in cell.findall(f'{MALLARD}key')]
        together = [list(keys) for keys in page.iter(f'{MALLARD}keyseq')]
        return {'+'.join(glyphs.get(key.text.lower(), key.text.lower()) for key in keys) for keys in single + together}

    def test_shortcuts(self):
        """the manual has every key of the shortcuts window"""
        described = self.described_keys()
        overlay = ET.parse(TOP / 'data/ui/help-overlay.ui').getroot()
        shown = [key for element in overlay.iter('property') if element.get('name') == 'accelerator'
                 for key in element.text.split()]
        self.assertGreater(len(shown), 15)
        for key in shown:
            self.assertIn(key.lower().replace('<', '').replace('>', '+'), described)

    def test_keys(self):
        """the manual has every key of the program"""
        window = (TOP / 'src/ui/window/venule-window-keys.c').read_text(encoding='utf-8')
        application = (TOP / 'src/ui/app/venule-application.c').read_text(encoding='utf-8')
        keys = re.findall(r'^  \{ "([^"]+)", "win\.', window, re.MULTILINE)
        for line in re.findall(r'\{ "(?:win|app)\.[\w-]+", \{ (.*?) \} \}', application):
            keys += re.findall(r'"([^"]+)"', line)
        self.assertGreater(len(keys), 80)
        # The keypad's, and what is the same key or "with Shift" of another, are not told apart.
        wanted = {key.lower().replace('control', 'ctrl').replace('<', '').replace('>', '+')
                  for key in keys if 'KP_' not in key and '<Alt><Shift>' not in key} - {'ctrl+equal'}
        self.assertEqual(wanted - self.described_keys(), set())

    def test_man_pages(self):
        """the man pages are set without a warning"""
        for page in ('venule', 'venule-cli'):
            run = subprocess.run([tap.needs(self, 'groff'), '-K', 'utf8', '-t', '-man', '-ww', '-T', 'utf8',
                                  str(TOP / f'data/man/{page}.1')], capture_output=True, text=True, check=False)
            self.assertEqual((run.returncode, run.stderr), (0, ''))
            self.assertIn('EXIT STATUS' if page == 'venule-cli' else 'SYNOPSIS', re.sub('.\b', '', run.stdout))

    def test_options(self):
        """the man page has every option of every command, and no other"""
        page = (TOP / 'data/man/venule-cli.1').read_text(encoding='utf-8').replace('\\-', '-')
        sections = dict(re.findall(r'^\.SH ([A-Z]+)\n(.*?)(?=^\.SH)', page, re.DOTALL | re.MULTILINE))
        commands = re.findall(r'^  ([a-z]+) +\S', self.said('--help').split('Options:')[0], re.MULTILINE)
        self.assertGreater(len(commands), 10)
        for command in commands:
            # Each line of the help begins with its option, or is of no option.
            options = set(re.findall(r'^ +(?:-\w, )?--([a-z-]+)', self.said(command, '--help'), re.MULTILINE))
            options = options - {'help'} if command != 'devices' else {'no-speed'}
            described = set(re.findall(r'--([a-z-]+)', sections[command.upper()]))
            if command in ('analyze', 'export'):
                described |= set(re.findall(r'^\.BI? --([a-z-]+)', sections['MEASURES'], re.MULTILINE))
            self.assertEqual(options - described, set(), command)
            self.assertEqual(described - options - OF_OTHERS.get(command, set()), set(), command)

    def said(self, *arguments):
        return subprocess.run([BUILD / 'src/cli/venule-cli', *arguments], capture_output=True, text=True, check=True,
                              env=dict(os.environ, LANGUAGE='en')).stdout


if __name__ == '__main__':
    tap.main()
