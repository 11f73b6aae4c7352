#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench-cluster.py [VIDEOS [FRAMES]]: what a study costs as one command, as a job array, and as a workflow, on the same
processors: the two nodes of the cluster are this machine. Once with everything to compute, and once with nothing, which
leaves the cost of the jobs. PYTHONPATH is tests; VENULE_SRCDIR and VENULE_BUILDDIR say where the rest is."""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

import slurm

BUILD = pathlib.Path(os.environ['VENULE_BUILDDIR'])
CLUSTER = pathlib.Path(os.environ['VENULE_SRCDIR']) / 'data/cluster'
COLUMNS = ['crop', 'flow', 'pixel-size', 'cell-diameter']
SHARDS = 2


def make(folder, videos, frames):
    lines = ['\t'.join(['id', 'video', *COLUMNS])]
    for number in range(videos):
        done = subprocess.run([BUILD / 'tests/scene/venule-scene', f'--frames={frames}', f'--seed={number + 1}',
                               '--output', folder / f'{number}.tif', '--print-options'], capture_output=True,
                              text=True, check=True)
        options = dict(line[2:].split('=', 1) for line in done.stdout.split())
        lines.append('\t'.join([f'v{number}', f'{number}.tif', *(options[column] for column in COLUMNS)]))
    (folder / 'manifest.tsv').write_text('\n'.join(lines) + '\n', encoding='utf-8')


def main(videos=8, frames=300):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        make(folder, videos, frames)
        cluster = slurm.Cluster(folder / 'slurm')
        environment = {**os.environ, **cluster.environment, 'PATH': f'{BUILD / "src/cli"}:{os.environ["PATH"]}'}
        threads = max(1, os.cpu_count() // SHARDS)
        workflow = (f'snakemake --quiet all --forcerun shard --snakefile {CLUSTER}/Snakefile --config '
                    f'manifest=manifest.tsv output=OUT shards={SHARDS} threads={threads}')
        # sbatch --wait looks every few seconds alone.
        array = (f'sbatch --parsable --array=1-{SHARDS} --mem=1G --cpus-per-task={threads} {CLUSTER}/venule.sbatch '
                 'manifest.tsv OUT && while squeue --noheader | grep -q .; do sleep 0.1; done')
        ways = [('one command', 'venule-cli batch manifest.tsv --output OUT'),
                (f'job array of {SHARDS}', array),
                (f'Snakemake on one machine, {SHARDS} shards', f'{workflow} --cores {os.cpu_count()}'),
                (f'Snakemake with Slurm, {SHARDS} shards', f'{workflow} --profile {CLUSTER}/profiles/slurm '
                 "--default-resources mem_mb=1000 runtime=600 slurm_extra=\"''\"")]
        print('| | s | frames/s | nothing to compute, s |\n|---|---|---|---|')
        for number, (way, command) in enumerate(ways):
            taken = []
            for _ in range(2):
                start = time.monotonic()
                subprocess.run(command.replace('OUT', f'results-{number}'), shell=True, check=True, cwd=folder,
                               env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
                taken.append(time.monotonic() - start)
            print(f'| {way} | {taken[0]:.1f} | {videos * frames / taken[0]:.0f} | {taken[1]:.1f} |', flush=True)
        cluster.stop()


if __name__ == '__main__':
    if slurm.refusal():
        sys.exit(slurm.refusal())
    slurm.enter()
    main(*map(int, sys.argv[1:]))
