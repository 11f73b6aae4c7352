# SPDX-License-Identifier: GPL-3.0-or-later
"""A Slurm cluster of two virtual nodes in namespaces of its own, whose end is that of the test."""

import os
import pathlib
import shutil
import socket
import subprocess
import sys
import time

INSIDE = 'VENULE_SLURM_NAMESPACE'
NAMESPACES = ['unshare', '--net', '--uts', '--pid', '--mount', '--fork', '--mount-proc', '--kill-child']
NAME = 'venule-test'
ADDRESS = '10.77.0.1'   # Slurm takes none of 127/8
CONFIGURATION = """
ClusterName=venule
SlurmctldHost={name}({address})
SlurmctldPort=16817
AuthType=auth/none
CredType=cred/none
SlurmUser=root
SlurmdUser=root
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/%n.pid
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
GresTypes=gpu
NodeName=node[1-2] NodeAddr={address} NodeHostname={name} Port=[16818-16819] CPUs={cores} RealMemory=4000 Gres=gpu:1
PartitionName=main Nodes=ALL Default=YES State=UP
"""


def refusal():
    """Why there can be no cluster here; empty: there can."""
    missing = [program for program in ('slurmctld', 'slurmd', 'sbatch', 'ip', 'unshare') if not _find(program)]
    if missing:
        return f'{", ".join(missing)} not installed: slurmctld, slurmd, slurm-client, iproute2 (tools/setup cluster)'
    if os.geteuid() != 0:
        return 'only root can start the daemons of Slurm'
    tried = subprocess.run([*NAMESPACES, 'true'], capture_output=True, text=True, check=False)
    return tried.stderr.strip() or 'unshare is refused here' if tried.returncode else ''


def enter():
    """Runs the program again in namespaces of its own, of which it is the first process."""
    if INSIDE not in os.environ:
        os.environ[INSIDE] = 'yes'
        os.execvp('unshare', [*NAMESPACES, sys.executable, *sys.argv])


def _find(program):
    return shutil.which(program, path=os.environ['PATH'] + ':/usr/sbin:/sbin')


class Cluster:
    """Runs from here on, with its files in @folder. Each node has a card that is a null device."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        (self.folder / 'state').mkdir(parents=True)
        self.environment = {'SLURM_CONF': str(self.folder / 'slurm.conf')}
        for name, text in (('slurm', CONFIGURATION.format(name=NAME, address=ADDRESS, folder=self.folder,
                                                          cores=os.cpu_count())),
                           ('cgroup', 'CgroupPlugin=cgroup/v1\n'),
                           ('gres', 'AutoDetect=off\nNodeName=node[1-2] Name=gpu File=/dev/null\n')):
            (self.folder / f'{name}.conf').write_text(text, encoding='utf-8')
        socket.sethostname(NAME)
        for command in (['mount', '-t', 'tmpfs', 'none', '/sys/fs/cgroup'],
                        [_find('ip'), 'address', 'add', ADDRESS, 'dev', 'lo'],
                        [_find('ip'), 'link', 'set', 'lo', 'up']):
            subprocess.run(command, check=True)
        self.daemons = [self._start('slurmctld', '-D'), *(self._start('slurmd', '-D', '-N', node)
                                                           for node in ('node1', 'node2'))]
        self._wait()

    def _start(self, program, *words):
        log = self.folder / f'{program}-{words[-1]}.log'
        with open(log, 'wb') as file:
            return subprocess.Popen([_find(program), *words], stdin=subprocess.DEVNULL, stdout=file,
                                    stderr=subprocess.STDOUT, env={**os.environ, **self.environment})

    def _wait(self):
        while all(daemon.poll() is None for daemon in self.daemons):
            done = subprocess.run(['sinfo', '--noheader', '--format=%T %D'], capture_output=True, text=True,
                                  check=False, env={**os.environ, **self.environment})
            if done.stdout.strip() == 'idle 2':
                return
            time.sleep(0.1)
        logs = '\n'.join(log.read_text(errors='replace')[-2000:] for log in sorted(self.folder.glob('*.log')))
        raise RuntimeError(f'the cluster did not start\n{logs}')

    def stop(self):
        for daemon in reversed(self.daemons):
            daemon.terminate()
            daemon.wait()
