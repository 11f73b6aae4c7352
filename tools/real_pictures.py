# SPDX-License-Identifier: GPL-3.0-or-later
"""Enlarged pictures of what was found in a real frame: what tools/real-frames --pictures draws."""

import subprocess

import accuracy_runs as runs

SCALE = 3
TOP, HEIGHT = 146, 144 # rows of the frame: the lumen and its walls
PEN = {'right': 'lime', 'wrong': 'red', 'missed': 'cyan', 'doubtful': 'gray75'}


def circle(mark, pen, dashed=False):
    """A circle around the middle of a pixel, in the words of ImageMagick."""
    x, y, radius = ((mark.x + 0.5) * SCALE, (mark.y - TOP + 0.5) * SCALE, mark.radius * SCALE)
    dash = 'stroke-dasharray 6 5' if dashed else 'stroke-dasharray none'
    return f'stroke {pen} {dash} circle {x:.1f},{y:.1f} {x + radius:.1f},{y:.1f}'


def marks(comparison):
    """Found cells are drawn whole, labels that nothing was found for dashed."""
    return [*[circle(found, PEN['right']) for found, _ in comparison.right],
            *[circle(found, PEN['wrong']) for found in comparison.wrong],
            *[circle(found, PEN['doubtful']) for found, _ in comparison.excused],
            *[circle(label, PEN['missed'], True) for label in comparison.missed],
            *[circle(label, PEN['doubtful'], True) for label in comparison.unfound]]


def draw(video, frame, comparison, path):
    """The lumen of @frame, three times as large, with green circles for found cells, red ones for false ones, gray ones
    for doubtful ones; dashed: missed (cyan), and doubtful ones that were not found."""
    picture = subprocess.run(['ffmpeg', '-v', 'error', '-i', video, '-vf', f'select=eq(n\\,{frame})', '-frames:v', '1',
                              '-f', 'image2pipe', '-c:v', 'png', '-'], capture_output=True, check=False)
    if picture.returncode != 0:
        raise runs.Failure(f'ffmpeg could not read frame {frame} of '
                           f'{video}:\n{picture.stderr.decode(errors="replace")}')

    drawn = subprocess.run(['convert', 'png:-', '-crop', f'x{HEIGHT}+0+{TOP}', '+repage', '-filter', 'Catrom',
                            '-resize',
                            f'{SCALE}00%', '-normalize', '-type', 'TrueColor', '-colorspace', 'sRGB', '-fill', 'none',
                            '-strokewidth', '1.5', '-draw', ' '.join(marks(comparison)), f'PNG24:{path}'],
                           input=picture.stdout, capture_output=True, check=False)
    if drawn.returncode != 0:
        raise runs.Failure(f'ImageMagick could not draw {path}:\n{drawn.stderr.decode(errors="replace")}')
