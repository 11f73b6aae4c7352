# SPDX-License-Identifier: GPL-3.0-or-later
"""Documents as an attacker makes them: values beyond all bounds under correct seals."""

import json
import shutil
import sqlite3
import struct

MASK = (1 << 64) - 1
COLUMNS = (('frame', 'q'), ('time', 'd'), ('x', 'd'), ('y', 'd'), ('radius', 'f'), ('score', 'f'), ('shift_x', 'f'),
           ('shift_y', 'f'), ('doubt', 'f'), ('source', 'B'))
ROW = '<qdQQ'
SEAL = 8


def seal(data):
    """@data as the program would have written it (venule-spots-blob.c)."""
    number = 0x9e3779b97f4a7c15 ^ len(data)
    for at in range(0, len(data), 8):
        number = ((number ^ int.from_bytes(data[at:at + 8], 'little')) * 0xff51afd7ed558ccd) & MASK
        number ^= number >> 32
    return data + number.to_bytes(SEAL, 'little')


def unpack_places(blob):
    n, at, places = (len(blob) - SEAL) // struct.calcsize('<' + ''.join(code for _, code in COLUMNS)), 0, {}
    for name, code in COLUMNS:
        places[name] = list(struct.unpack_from(f'<{n}{code}', blob, at))
        at += n * struct.calcsize('<' + code)
    return places


def pack_places(places):
    return seal(b''.join(struct.pack(f'<{len(places[name])}{code}', *places[name]) for name, code in COLUMNS))


# ---- What is done to a document: functions of its database ----

def sql(text, *values):
    return lambda database: database.execute(text, values)


def both(*changes):
    def change(database):
        for one in changes:
            one(database)
    return change


def place(column, index, value):
    """A place of the first track."""
    def change(database):
        path, blob = database.execute('SELECT id, spots FROM path ORDER BY id LIMIT 1').fetchone()
        places = unpack_places(blob)
        places[column][index] = value
        database.execute('UPDATE path SET spots = ? WHERE id = ?', (pack_places(places), path))
    return change


def places(column, function):
    """All places of all tracks."""
    def change(database):
        for path, blob in database.execute('SELECT id, spots FROM path').fetchall():
            found = unpack_places(blob)
            found[column] = [function(value) for value in found[column]]
            database.execute('UPDATE path SET spots = ? WHERE id = ?', (pack_places(found), path))
    return change


def member(table, column, *names_and_value):
    """A member of JSON text, down through objects by their names."""
    *names, last, value = names_and_value

    def change(database):
        root = json.loads(database.execute(f'SELECT {column} FROM {table}').fetchone()[0])
        at = root
        for name in names:
            at = at[name]
        at[last] = value
        database.execute(f'UPDATE {table} SET {column} = ?', (json.dumps(root),))
    return change


def frame_times(function):
    def change(database):
        blob = database.execute('SELECT frames FROM video').fetchone()[0]
        rows = [list(struct.unpack_from(ROW, blob, at)) for at in range(0, len(blob) - SEAL, struct.calcsize(ROW))]
        for i, row in enumerate(rows):
            row[1] = function(i)
        database.execute('UPDATE video SET frames = ?', (seal(b''.join(struct.pack(ROW, *row) for row in rows)),))
    return change


def make(base, path, change):
    shutil.copy(base, path)
    with sqlite3.connect(path) as database:
        # One of an earlier program, whose values have no checksum: it is they that are to be judged.
        database.execute("UPDATE document SET program = '0.0.9'")
        change(database)
    database.close()
