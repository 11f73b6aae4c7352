#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The layers of the sources: ui and cli include engine, engine includes kernels, never the other way.

Within the engine and the interface a module includes only those above it in the list of src/engine/meson.build and
src/ui/meson.build, and no two units (a .c file with its headers) include each other, however far around.
"""

import os
import pathlib
import re
import tempfile
import unittest

import tap

TOP = pathlib.Path(os.environ['VENULE_SRCDIR'])
SOURCES = {'.c', '.h', '.cu', '.cuh'}
SIGNED = SOURCES | {'.py', '.sh', '.ui', '.css', '.xml', '.in', '.page', '.yml', '.build', '.txt', '.1'}
FOLDERS = ('src', 'tests', 'tools', 'data', 'help', 'flatpak', 'po', '.ci')
WIDE = ('src', 'tests', 'tools', 'training', 'data', 'help', 'po')
MOST_LINES = 700
MOST_COLUMNS = 120

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)

# The folders of src/ whose headers a layer may include.
MAY_INCLUDE = {
    'kernels': {'kernels'},
    'engine': {'engine', 'kernels'},
    'cli': {'cli', 'engine', 'kernels'},
    'ui': {'ui', 'engine', 'kernels'},
}
TOOLKIT = r'gtk|gdk|gsk|graphene|adwaita|libadwaita|gdk-pixbuf|X11'
PLATFORM = r'glib|glib-object|gio|gobject|gmodule|json-glib|libav\w+|libsw\w+|sqlite3|cairo|pango|tiff'
# Headers of others that a layer must do without.
MUST_NOT_INCLUDE = {
    'kernels': re.compile(rf'^(?:{TOOLKIT}|{PLATFORM})[\w.+-]*(?:/|\.h$)'),
    'engine': re.compile(rf'^(?:{TOOLKIT})[\w.+-]*(?:/|\.h$)'),
    'cli': re.compile(rf'^(?:{TOOLKIT})[\w.+-]*(?:/|\.h$)'),
    'ui': re.compile(r'^(?!)'),
}

# What a precompiled header would bring to a source that forgets it: names, and the headers of which one must be
# included.
PRECOMPILED = {
    'Adwaita': (r'\bAdw[A-Z]|\badw_[a-z]|\bADW_[A-Z]', r'adwaita\.h'),
    'GTK': (r'\bG(?:tk|dk|sk)[A-Z]|\bg(?:tk|dk|sk)_[a-z]', r'adwaita\.h|(?:gtk|gdk|gsk)/'),
    'GIO': (r'\bG(?:Action|Application|AsyncRe|Cancellable|File|List(?:Model|Store)|Menu|Notification|Settings'
            r'|SimpleAction|Subprocess|Task)(?:[A-Z]\w*)?\b|\bG_IO_ERROR'
            r'|\bg_(?:async_result|cancellable|file_(?:new|get_p)|list_(?:model|store)|task)_',
            r'adwaita\.h|(?:gtk|gdk|gsk|gio|json-glib)/'),
    'GLib': (r'\bg_[a-z]|\bg(?:boolean|char|double|pointer|size|u?int(?:8|16|32|64)?)\b',
             r'adwaita\.h|(?:gtk|gdk|gsk|gio|json-glib|pango|glib)/|glib(?:-object)?\.h'),
}


def files(top, folders, suffixes):
    return sorted(path for folder in folders for path in (top / folder).rglob('*')
                  if path.is_file() and path.suffix in suffixes and '__pycache__' not in path.parts)


def wrong_includes(top):
    """The includes that go against the layers, as 'file includes header'."""
    homes = {}
    for path in files(top, ['src'], SOURCES):
        homes.setdefault(path.name, set()).add(path.relative_to(top / 'src').parts[0])
    wrong = []
    for layer, allowed in MAY_INCLUDE.items():
        for path in files(top, [f'src/{layer}'], SOURCES):
            for quote, header in INCLUDE.findall(path.read_text(encoding='utf-8')):
                home = homes.get(header.split('/')[-1], set()) if quote == '"' else set()
                if (home and not home & allowed) or MUST_NOT_INCLUDE[layer].match(header):
                    wrong.append(f'{path.relative_to(top)} includes {header}')
    return wrong


def missing_includes(top):
    """The sources that would not compile without a precompiled header, as 'file needs library'."""
    sources = [path for folder in ('src/engine', 'src/cli', 'src/ui', 'tests/engine', 'tests/ui')
               for path in files(top, [folder], {'.c', '.h'})]
    texts = {path: path.read_text(encoding='utf-8') for path in sources +
             files(top, ['tests/support', 'tests/scene'], {'.h'})}
    named = {}
    for path in texts:
        named.setdefault(path.name, []).append(path)

    def reached(start):
        """The headers of others that a source includes, however far around."""
        seen, todo, others = set(), [start], set()
        while todo:
            path = todo.pop()
            for quote, header in INCLUDE.findall(texts[path]):
                if quote == '<':
                    others.add(header)
                new = set(named.get(header.split('/')[-1], [])) - seen if quote == '"' else set()
                seen |= new
                todo += new
        return others

    wrong = []
    for path in sources:
        code = re.sub(r'/\*.*?\*/|"(?:\\.|[^"\\\n])*"', '', texts[path], flags=re.DOTALL)
        uses = [(library, headers) for library, (names, headers) in PRECOMPILED.items() if re.search(names, code)]
        others = reached(path) if uses else set()
        wrong += [f'{path.relative_to(top)} needs {library}' for library, headers in uses
                  if not any(re.match(headers, header) for header in others)]
    return wrong


def modules(top, layer):
    """The modules of a layer, from the bottom up: the folders that its meson.build names."""
    return re.findall(r"^subdir\('([^']+)'\)", (top / 'src' / layer / 'meson.build').read_text(encoding='utf-8'),
                      re.MULTILINE)


def module_of(path, layer, names):
    """The module that a source of a layer is in: the longest name that fits; none for what lies beside them."""
    folder = path.relative_to(layer).parent.as_posix()
    return max((name for name in names if folder == name or folder.startswith(name + '/')), key=len, default=None)


def upward_includes(top):
    """The includes of modules that are not below the one that includes them, as 'file includes header', and the sources
    that are in no module."""
    wrong = []
    for layer in ('engine', 'ui'):
        names = modules(top, layer)
        home = {}
        for path in files(top, [f'src/{layer}'], SOURCES):
            module = module_of(path, top / 'src' / layer, names)
            if module:
                home[path.name] = names.index(module)
            elif layer == 'engine':
                wrong.append(f'{path.relative_to(top)} is in no module')
        for path in files(top, [f'src/{layer}'], SOURCES):
            here = home.get(path.name, len(names))
            wrong += [f'{path.relative_to(top)} includes {header}'
                      for quote, header in INCLUDE.findall(path.read_text(encoding='utf-8'))
                      if quote == '"' and home.get(header.split('/')[-1], -1) > here]
    return wrong


def twice(top):
    """The names that two sources have."""
    seen = {}
    for path in files(top, ['src/engine', 'src/ui', 'src/cli'], SOURCES):
        seen.setdefault(path.name, []).append(str(path.relative_to(top)))
    return [' and '.join(paths) for paths in seen.values() if len(paths) > 1]


def unit(path):
    """A .c file and its headers are one."""
    return re.sub(r'(-private)?\.(c|h|cu|cuh)$', '', str(path))


def cycles(top):
    """The units that include each other, however far around."""
    sources = files(top, ['src'], SOURCES)
    named = {}
    for path in sources:
        named.setdefault(path.name, []).append(path)
    graph = {}
    for path in sources:
        targets = graph.setdefault(unit(path), set())
        for quote, header in INCLUDE.findall(path.read_text(encoding='utf-8')):
            there = named.get(header.split('/')[-1], []) if quote == '"' else []
            # The kernels' backends have files of the same name: the nearest is meant.
            nearest = max(there, key=lambda other: len(os.path.commonprefix([str(other), str(path)])), default=None)
            if nearest and unit(nearest) != unit(path):
                targets.add(unit(nearest))

    def reached(start):
        seen, todo = set(), [start]
        while todo:
            for target in graph.get(todo.pop(), ()):
                if target not in seen:
                    seen.add(target)
                    todo.append(target)
        return seen

    reach = {name: reached(name) for name in graph}
    groups = {frozenset(other for other in reach[name] if name in reach.get(other, ())) for name in graph
              if name in reach[name]}
    return sorted(' '.join(sorted(os.path.basename(name) for name in group)) for group in groups)


def scripts(top):
    """The sources without a suffix: programs."""
    return [path for folder in FOLDERS for path in sorted((top / folder).rglob('*'))
            if path.is_file() and not path.suffix and path.read_bytes()[:2] == b'#!']


def unsigned(top):
    """The sources without a line that names their licence."""
    return [str(path.relative_to(top)) for path in files(top, FOLDERS, SIGNED) + scripts(top) + [top / 'meson.build']
            if path.exists() and 'SPDX-License-Identifier: ' not in
            '\n'.join(path.read_text(encoding='utf-8').splitlines()[:16])]


def misnamed(top):
    """The sources whose first line says what is in a file of another name."""
    return [f'{path.relative_to(top)} is called {title[1]}' for path in files(top, ['src', 'tests'], SOURCES | {'.cpp'})
            if (title := re.match(r'/\* ([\w-]+\.\w+): ', path.read_text(encoding='utf-8'))) and title[1] != path.name]


def too_long(top):
    """The sources that have more lines than one subject needs."""
    return [f'{path.relative_to(top)} has {count} lines'
            for path in files(top, ('src', 'tests', 'tools'), SOURCES | {'.py'})
            if (count := len(path.read_text(encoding='utf-8').splitlines())) > MOST_LINES]


def too_wide(top):
    """The lines with more than MOST_COLUMNS columns, as 'file:line'."""
    build = [path for path in (top / 'meson.build', top / 'meson_options.txt') if path.exists()]
    programs = [path for path in scripts(top) if 'python' in path.read_text(encoding='utf-8').splitlines()[0]]
    return [f'{path.relative_to(top)}:{number}'
            for path in files(top, WIDE, SOURCES | {'.py', '.build'}) + programs + build
            for number, line in enumerate(path.read_text(encoding='utf-8').splitlines(), 1) if len(line) > MOST_COLUMNS]


class Sources(unittest.TestCase):
    def test_all_layers_are_seen(self):
        """every layer has sources that are looked at"""
        for layer in MAY_INCLUDE:
            self.assertTrue(files(TOP, [f'src/{layer}'], SOURCES), f'src/{layer} has no sources')

    def test_includes(self):
        """no include goes against the layers"""
        self.assertEqual(wrong_includes(TOP), [])

    def test_missing_includes(self):
        """every source includes the library that it uses, whatever is precompiled"""
        self.assertEqual(missing_includes(TOP), [])

    def test_modules(self):
        """no module includes one above it"""
        self.assertEqual(upward_includes(TOP), [])

    def test_names(self):
        """no two sources have the same name"""
        self.assertEqual(twice(TOP), [])

    def test_cycles(self):
        """no sources include each other"""
        self.assertEqual(cycles(TOP), [])

    def test_licence(self):
        """every source names its licence"""
        self.assertEqual(unsigned(TOP), [])

    def test_titles(self):
        """every source is called in its first line as its file is"""
        self.assertEqual(misnamed(TOP), [])

    def test_length(self):
        """no source is so long that it has two subjects"""
        self.assertEqual(too_long(TOP), [])

    def test_width(self):
        """every line fits beside another file on a screen"""
        self.assertEqual(too_wide(TOP), [])


class Checker(unittest.TestCase):
    """The checks above find what they are for."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        self.write('src/kernels/vnk.h')
        self.write('src/engine/model/venule-document.h', '#include <gio/gio.h>')
        self.write('src/cli/venule-cli.h')
        self.write('src/ui/venule-window.h', '#include <gtk/gtk.h>', '#include "venule-document.h"')
        self.write('src/engine/meson.build', "subdir('base')", "subdir('model')")
        self.write('src/ui/meson.build')

    def write(self, name, *lines, licence=True):
        path = self.top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text('\n'.join((['/* SPDX-License-Identifier: X */'] if licence else []) + list(lines)) + '\n',
                        encoding='utf-8')

    def test_good_tree(self):
        """the checks are content with a good tree"""
        checks = [wrong_includes, missing_includes, upward_includes, twice, cycles, unsigned, too_long, too_wide]
        self.assertEqual([check(self.top) for check in checks], [[] for check in checks])

    def test_bad_includes(self):
        """each include against the layers is found"""
        bad = [
            ('engine/a.c', '<gtk/gtk.h>'), ('engine/a.c', '<adwaita.h>'), ('engine/a.h', '<gdk/gdk.h>'),
            ('engine/model/a.c', '"venule-window.h"'), ('engine/a.c', '"../ui/venule-window.h"'),
            ('engine/a.c', '"venule-cli.h"'), ('engine/a.c', '<gdk-pixbuf/gdk-pixbuf.h>'),
            ('kernels/a.c', '<glib.h>'), ('kernels/cuda/a.cu', '<gio/gio.h>'), ('kernels/a.cuh', '<glib-object.h>'),
            ('kernels/a.c', '<libavutil/frame.h>'), ('kernels/a.c', '<sqlite3.h>'), ('kernels/a.c', '<tiffio.h>'),
            ('kernels/a.c', '"venule-document.h"'), ('kernels/a.c', '<cairo.h>'),
            ('cli/a.c', '"venule-window.h"'), ('cli/a.c', '<gtk/gtk.h>'), ('ui/a.c', '"venule-cli.h"'),
        ]
        for name, header in bad:
            with self.subTest(name=name, header=header):
                self.write(f'src/{name}', f'# include {header}')
                self.assertEqual(len(wrong_includes(self.top)), 1)
                (self.top / 'src' / name).unlink()

    def test_bad_missing_includes(self):
        """a library that a source uses and does not include is found, and one that its headers include is not missed"""
        self.write('src/engine/base/a.h', '#include <glib.h>', 'gboolean a (void); /* a GFile */')
        self.write('src/engine/base/a.c', '#include "a.h"', 'g_autoptr (GCancellable) stop = g_cancellable_new ();')
        self.write('src/ui/b.c', 'g_free ("gtk_test");', 'AdwBin *bin;')
        self.write('src/ui/c.c', '#include <adwaita.h>', 'g_free (gtk_widget (GFile));')
        self.assertEqual(missing_includes(self.top), ['src/engine/base/a.c needs GIO', 'src/ui/b.c needs Adwaita',
                                                      'src/ui/b.c needs GLib'])

    def test_bad_modules(self):
        """an include of a module above is found, and a source in none"""
        self.write('src/engine/base/venule-error.c', '#include "venule-document.h"')
        self.assertEqual(upward_includes(self.top), ['src/engine/base/venule-error.c includes venule-document.h'])
        self.write('src/engine/base/venule-error.c')
        self.write('src/engine/venule-stray.c')
        self.assertEqual(upward_includes(self.top), ['src/engine/venule-stray.c is in no module'])

    def test_bad_names(self):
        """a name that two sources have is found"""
        self.write('src/engine/base/venule-window.h')
        self.assertEqual(twice(self.top), ['src/engine/base/venule-window.h and src/ui/venule-window.h'])

    def test_bad_cycles(self):
        """sources that include each other are found, however far around, and a private header is no way out"""
        self.write('src/engine/base/a.c', '#include "b.h"')
        self.write('src/engine/base/b-private.h', '#include "c.h"')
        self.write('src/engine/base/b.h')
        self.write('src/engine/base/c.c', '#include "a.h"')
        self.write('src/engine/base/c.h')
        self.write('src/engine/base/a.h')
        self.assertEqual(cycles(self.top), ['a b c'])

    def test_percent_signs(self):
        """no text of the window can be broken between a number and its percent sign"""
        broken = [str(path) for path in files(TOP, ['src/ui', 'data/ui'], {'.c', '.ui'})
                  if re.search(r'(?<=[0-9df]) %%? ?[^a-z"]', '\n'.join(re.findall(r'_ ?\("[^\n]*|translatable[^\n]*',
                                                                                path.read_text(encoding='utf-8'))))]
        self.assertEqual(broken, [])

    def test_names_in_documents(self):
        """files and functions that a newcomer is sent to are there"""
        sources = files(TOP, ['src', 'tests'], {'.c', '.h', '.cu', '.py', '.build'})
        stems = {path.stem for path in sources}
        text = '\n'.join((TOP / path).read_text(encoding='utf-8') for path in sources)
        dead = []
        for document in ('README.md', 'CONTRIBUTING.md', 'docs/architecture.md'):
            prose = re.sub(r'```.*?```', '', (TOP / document).read_text(encoding='utf-8'), flags=re.DOTALL)
            for quoted in re.findall(r'`([^`]+)`', prose):
                # venule-X-tool stands for many.
                dead += [f'{document}: {name}'
                         for name in re.findall(r'\bvenule-[a-z0-9-]*[a-z0-9]\b(?!-?[A-Z.]*[A-Z])', quoted)
                         if name not in stems and name.removesuffix('-COMMAND') not in stems]
                dead += [f'{document}: {name}'
                         for name in re.findall(r'\b[a-zA-Z]\w*(?=\(\))|\bVenule[A-Z]\w*|\bVENULE_\w+', quoted)
                         if not re.search(rf'\b{name}\b', text)]
        self.assertEqual(dead, [])

    def test_good_includes(self):
        """an include along the layers is no fault"""
        self.write('src/engine/a.c', '#include "vnk.h"', '#include <glib/gi18n-lib.h>', '#include <cairo-pdf.h>')
        self.write('src/kernels/a.c', '#include <math.h>', '#include "vnk.h"', '#include <immintrin.h>')
        self.write('src/cli/a.c', '#include "venule-document.h"', '#include <gio/gio.h>')
        self.assertEqual(wrong_includes(self.top), [])

    def test_missing_licence(self):
        """a source without a licence is found"""
        self.write('src/engine/a.c', 'int a;', licence=False)
        self.write('tools/script', '#!/bin/sh', licence=False)
        self.assertEqual(unsigned(self.top), ['src/engine/a.c', 'tools/script'])

    def test_bad_title(self):
        """a source that was renamed, but for its first line, is found"""
        self.write('src/engine/a.c', '/* a.c: what it is */', licence=False)
        self.write('src/engine/b.c', '/* a.c: what it was */', licence=False)
        self.assertEqual(misnamed(self.top), ['src/engine/b.c is called a.c'])

    def test_long_file(self):
        """a source that is too long is found"""
        self.write('src/engine/a.c', *['int a;'] * (MOST_LINES - 1))
        self.write('src/engine/b.c', *['int b;'] * MOST_LINES)
        self.assertEqual(too_long(self.top), ['src/engine/b.c has 701 lines'])

    def test_wide(self):
        """a line that is too wide is found"""
        self.write('src/engine/a.c', '/* ' + 'µ' * (MOST_COLUMNS - 6) + ' */', '/* ' + 'µ' * (MOST_COLUMNS - 5) + ' */')
        self.write('tools/script', '#!/usr/bin/env python3', '# ' + 'µ' * (MOST_COLUMNS - 1), licence=False)
        self.write('meson.build', '# ' + 'µ' * (MOST_COLUMNS - 1))
        self.assertEqual(too_wide(self.top), ['src/engine/a.c:3', 'tools/script:2', 'meson.build:2'])


if __name__ == '__main__':
    tap.main()
