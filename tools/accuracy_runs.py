# SPDX-License-Identifier: GPL-3.0-or-later
"""Made videos, their analysis and its comparison with the truth: what tools/accuracy and tools/accuracy-curves do."""

import dataclasses
import json
import pathlib
import subprocess

TOP = pathlib.Path(__file__).resolve().parent.parent
SCENES = TOP / 'tests' / 'scene' / 'scenes'
ORDER = ['sparse', 'dense', 'shaky', 'slow-camera', 'tilted', 'reversed', 'double16', 'adherent', 'sample', 'empty']


class Failure(Exception):
    """A program that did not do what it was asked."""


@dataclasses.dataclass
class Video:
    """A made video on the disk."""
    scene: str
    seed: int
    name: pathlib.Path # of its files, without their endings
    vessel: list       # options of "venule-cli analyze" for the true vessel
    info: dict         # what "venule-cli info" says of it

    @property
    def frames(self):
        return self.info['frames']

    def path(self, ending):
        return pathlib.Path(f'{self.name}{ending}')


def seeds_of(text):
    """The numbers of a list such as 1,2 or 201-205."""
    seeds = []
    for part in text.split(','):
        first, _, last = part.partition('-')
        seeds += range(int(first), int(last or first) + 1)
    return seeds


def named(pattern):
    return sorted(path.stem for path in SCENES.glob(f'{pattern}.scene'))


def groups():
    """The names that stand for several scenes. On the unseen ones nothing is tuned; kinds are what other laboratories
    see."""
    kinds = named('unseen-kind-*')
    return {'seen': ORDER, 'unseen': [scene for scene in named('unseen-*') if scene not in kinds],
            'kinds': named('kind-*'), 'unseen-kinds': kinds}


def scenes_of(text):
    """The scenes of a list of names, in which those of groups stand for all of theirs."""
    scenes = []
    for name in text.split(','):
        scenes += groups().get(name, [name])
    for scene in scenes:
        if not (SCENES / f'{scene}.scene').exists():
            raise Failure(f'there is no scene “{scene}” in {SCENES}')
    return scenes


def call(command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failure(f'{" ".join(map(str, command))} failed:\n{done.stderr}')
    return done.stdout


class Bench:
    """The programs of a build and a folder to work in."""

    def __init__(self, build, folder, frames=None):
        build = pathlib.Path(build)
        self.cli = build / 'src' / 'cli' / 'venule-cli'
        self.scene = build / 'tests' / 'scene' / 'venule-scene'
        self.ablate = build / 'tests' / 'ablation' / 'venule-ablate'
        self.published = build / 'tests' / 'published' / 'venule-published'
        self.curves = build / 'tests' / 'scene' / 'venule-curves'
        self.folder = pathlib.Path(folder)
        self.frames = frames

    def make(self, scene, seed, keys=()):
        """A video of the scene, with some keys (key=value) changed."""
        label = '-'.join([scene, *(key.replace('=', '-').replace(' ', '').replace('/', '') for key in keys), str(seed)])
        video = Video(scene, seed, self.folder / label, [], {})
        count = ['--frames', self.frames] if self.frames and not any(key.startswith('frames=') for key in keys) else []
        call([self.scene, SCENES / f'{scene}.scene', *keys, '--seed', seed, '--output', video.path('.mkv'),
              '--truth', video.path('-truth.csv'), '--args', video.path('.args'), *count])
        video.vessel = video.path('.args').read_text(encoding='utf-8').splitlines()
        video.info = json.loads(call([self.cli, 'info', video.path('.mkv')]))
        return video

    def analyse(self, video, options=(), published=False, variant='', program=None):
        """The analysis of a video, by “venule-cli analyze” or @program, and its comparison with the truth, as the JSON
        of “venule-cli evaluate --details”."""
        output = video.path(variant)
        if published:
            output.mkdir(exist_ok=True)
            call([self.published, video.path('.mkv'), '--output', output / 'spots.csv',
                  *[option for option in video.vessel if not option.startswith('--pixel-size')]])
        else:
            call([*(program or [self.cli, 'analyze']), video.path('.mkv'), *video.vessel, '--output', output, '--quiet',
                  *options])

        # Without tracks there are no velocities, to which the size of a pixel would matter.
        idle = ('--cell-diameter', '--pixel-size') if published else '--cell-diameter'
        given = [option for option in video.vessel if not option.startswith(idle)]
        tracks = [] if published else ['--tracks', output / 'tracks.csv']
        result = json.loads(call([self.cli, 'evaluate', '--truth', video.path('-truth.csv'),
                                  '--spots', output / 'spots.csv', *tracks, *given, '--details']))
        return {'scene': video.scene, 'seed': video.seed, 'frames': video.frames,
                'false_a_frame': result['false_positives'] / video.frames,
                **result}

    @staticmethod
    def forget(video):
        """Videos are large; the tables beside them may stay."""
        video.path('.mkv').unlink()
