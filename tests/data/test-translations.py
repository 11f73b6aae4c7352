#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The translations: no text is left out, and they come out of the program."""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

import tap

TOP = pathlib.Path(os.environ['VENULE_SRCDIR'])
BUILD = pathlib.Path(os.environ['VENULE_BUILDDIR'])
LINGUAS = [word for line in (TOP / 'po/LINGUAS').read_text(encoding='utf-8').splitlines()
           for word in line.split('#')[0].split()]


def run(*command, **options):
    return subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False, **options)


def lines(name):
    path = TOP / 'po' / name
    return [line for line in path.read_text(encoding='utf-8').split() if line] if path.exists() else []


class Translations(unittest.TestCase):
    def template(self, folder):
        """Extracts every text anew into @folder, as the build does."""
        template = pathlib.Path(folder, 'venule.pot')
        sources = pathlib.Path(folder, 'POTFILES')
        sources.write_text('\n'.join(lines('POTFILES')) + '\n', encoding='utf-8')
        done = run(tap.needs(self, 'xgettext'), '--from-code=UTF-8', '--add-comments', '--keyword=_', '--keyword=N_',
                   '--keyword=C_:1c,2', '--keyword=NC_:1c,2', '--keyword=g_dcgettext:2', '--keyword=g_dngettext:2,3',
                   '--keyword=g_dpgettext2:2c,3', f'--files-from={sources}', f'--directory={TOP}',
                   f'--output={template}')
        self.assertEqual(done.returncode, 0, done.stderr)
        return template

    def test_potfiles(self):
        """every file with texts is in POTFILES or POTFILES.skip (tools/update-po)"""
        listed = lines('POTFILES') + lines('POTFILES.skip')
        self.assertEqual(sorted(set(listed)), sorted(listed))
        needed = run(TOP / 'tools/update-po', '--list').stdout.split()
        self.assertGreater(len(needed), 4)
        self.assertEqual(set(needed) - set(listed), set(), 'have texts and are not listed')
        self.assertEqual(set(listed) - set(needed), set(), 'are listed and have no texts')

    def test_potfiles_is_checked(self):
        """a file with a new text would be missed"""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (('src/ui/a.c', 'g_print (_("A"));'), ('src/ui/b.c', 'g_print ("%d", a_ (1));'),
                               ('src/ui/c.c', 'ngettext ("a", "b", n)'), ('src/cli/d.c', ' N_("D")'),
                               ('data/ui/e.ui', '<property name="label" translatable="yes">E</property>'),
                               ('data/ui/f.ui', '<property name="label">F</property>')):
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding='utf-8')
            found = run(TOP / 'tools/update-po', '--list', folder).stdout.split()
        self.assertEqual(found, ['data/ui/e.ui', 'src/cli/d.c', 'src/ui/a.c', 'src/ui/c.c'])

    def test_languages(self):
        """every translation is in LINGUAS"""
        self.assertTrue(LINGUAS)
        self.assertEqual(sorted(LINGUAS), sorted(path.stem for path in (TOP / 'po').glob('*.po')))

    def test_msgfmt(self):
        """msgfmt finds no fault, also in the placeholders"""
        for language in LINGUAS:
            done = run(tap.needs(self, 'msgfmt'), '-c', '-o', '/dev/null', TOP / f'po/{language}.po')
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_complete(self):
        """every text of the sources is translated, and no translation is doubtful"""
        msgmerge, msgattrib = tap.needs(self, 'msgmerge'), tap.needs(self, 'msgattrib')
        with tempfile.TemporaryDirectory() as folder:
            template = self.template(folder)
            for language in LINGUAS:
                merged = pathlib.Path(folder, f'{language}.po')
                done = run(msgmerge, '--quiet', '--output-file', merged, TOP / f'po/{language}.po', template)
                self.assertEqual(done.returncode, 0, done.stderr)
                for option in ('--untranslated', '--only-fuzzy'):
                    open_texts = run(msgattrib, option, '--no-obsolete', '--no-wrap', merged).stdout
                    missing = re.findall(r'(?m)^msgid (".+")$', open_texts)
                    self.assertEqual(missing, [], f'{language} ({option})')

    def test_texts_are_whole(self):
        """no text is cut where a macro such as G_GINT64_FORMAT stands in it"""
        with tempfile.TemporaryDirectory() as folder:
            texts = re.findall(r'(?m)^msgid (".*"(?:\n".*")*)$', self.template(folder).read_text(encoding='utf-8'))
        texts = [''.join(line[1:-1] for line in text.split('\n')) for text in texts]
        self.assertGreater(len(texts), 100)
        self.assertEqual([text for text in texts if re.search(r'(^|[^%])(%%)*%$', text)], [])

    def test_numbers_have_their_grammar(self):
        """a text with a number of tracks or cells has a form for each grammatical number"""
        with tempfile.TemporaryDirectory() as folder:
            entries = self.template(folder).read_text(encoding='utf-8').split('\n\n')
        counting = [entry for entry in entries if re.search(r'(?m)^msgid ".*%u (tracks|cells|spots|marks)\b', entry)]
        self.assertEqual([entry for entry in counting if 'msgid_plural' not in entry], [])

    def test_spoken(self):
        """the program speaks German from its build folder"""
        environment = dict(os.environ, LC_ALL='C.UTF-8', LANGUAGE='de', VENULE_LOCALEDIR=str(BUILD / 'po'))
        german = run(BUILD / 'src/cli/venule-cli', '--help', env=environment)
        english = run(BUILD / 'src/cli/venule-cli', '--help', env=dict(environment, LANGUAGE='en'))
        self.assertEqual((german.returncode, english.returncode), (0, 0), german.stderr + english.stderr)
        self.assertIn('Usage:', english.stdout)
        self.assertIn('Aufruf:', german.stdout)
        self.assertNotIn('Usage:', german.stdout)

    def test_devices(self):
        """what computes is named in the language of the person, with the form of its number"""
        with tempfile.TemporaryDirectory() as folder:
            catalogue = pathlib.Path(folder, 'de/LC_MESSAGES/venule.mo')
            catalogue.parent.mkdir(parents=True)
            done = run(tap.needs(self, 'msgfmt'), '-o', catalogue, '-', input='\n'.join((
                'msgid ""',
                'msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=n != 1;\\n"',
                'msgid "CPU, %d thread"', 'msgid_plural "CPU, %d threads"',
                'msgstr[0] "Prozessor, %d Faden"', 'msgstr[1] "Prozessor, %d Fäden"', '')))
            self.assertEqual(done.returncode, 0, done.stderr)
            environment = dict(os.environ, LC_ALL='C.UTF-8', LANGUAGE='de', VENULE_LOCALEDIR=folder)
            shown = run(BUILD / 'src/cli/venule-cli', 'devices', '--no-speed', env=environment).stdout
        self.assertRegex(shown, r'Prozessor, (1 Faden|\d+ Fäden), ')

    def test_documents(self):
        """what a document keeps of its video is in no language: it is shown in the person's, and written in English"""
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            video = folder / 'cut.mkv'
            video.write_bytes((TOP / 'data/sample/sample.mkv').read_bytes()[:400000])
            catalogue = folder / 'de/LC_MESSAGES/venule.mo'
            catalogue.parent.mkdir(parents=True)
            done = run(tap.needs(self, 'msgfmt'), '-o', catalogue, '-', input='\n'.join((
                'msgid ""',
                'msgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=n != 1;\\n"',
                'msgid "timestamps of %u frames"', 'msgstr "Zeitstempel von %u Bildern"',
                'msgid "The header promises about %lld frames, %lld can be decoded: the file may have been cut off."',
                'msgstr "Zugesagt sind %lld Bilder, lesbar %lld."', '')))
            self.assertEqual(done.returncode, 0, done.stderr)
            german = dict(os.environ, LC_ALL='C.UTF-8', LANGUAGE='de', VENULE_LOCALEDIR=name, XDG_CACHE_HOME=name)
            english = dict(german, LANGUAGE='en')
            settings = (TOP / 'data/sample/analyze.args').read_text(encoding='utf-8').split()
            words = (BUILD / 'src/cli/venule-cli', 'analyze', video, *settings, '--device=cpu',
                     '--formats=settings', '--output', folder / 'out')

            shown = run(*words, '--project', folder / 'cut.venule', env=german)
            self.assertEqual(shown.returncode, 3, shown.stderr)
            self.assertIn('Zugesagt sind 90 Bilder, lesbar 9.', shown.stderr)
            # The table is kept for the next time, and speaks the language of that.
            self.assertIn('promises about 90 frames, 9 can', run(*words, env=english).stderr)
            for environment in german, english:
                out = folder / environment['LANGUAGE']
                done = run(words[0], 'export', folder / 'cut.venule', '--formats=settings', '--output', out,
                           env=environment)
                self.assertEqual(done.returncode, 3, done.stderr)
                source = json.loads(next(out.glob('analysis.json')).read_text(encoding='utf-8'))['source']
                self.assertEqual(source['frame_rate_from'], 'timestamps of 9 frames')
                self.assertIn('The header promises about 90 frames, 9 can be decoded: the file may have been cut off.',
                              source['findings'])
                info = json.loads(run(words[0], 'info', video, env=environment).stdout)
                self.assertEqual(info['rate_origin'], 'timestamps of 9 frames')
                self.assertEqual(info['findings'], source['findings'])

    def test_desktop_entry(self):
        """the desktop entry and the metainfo are translated"""
        self.assertIn('\nComment[de]=', (BUILD / 'data/io.github.venule.Venule.desktop').read_text(encoding='utf-8'))
        self.assertIn('<summary xml:lang="de">',
                      (BUILD / 'data/io.github.venule.Venule.metainfo.xml').read_text(encoding='utf-8'))


if __name__ == '__main__':
    tap.main()
