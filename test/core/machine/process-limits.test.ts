import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { coreShare, cpuAllowance, cpuCheck } from '../../../src-main/core/machine/cpu-allowance.ts';
import { watchMemory } from '../../../src-main/core/machine/memory-deaths.ts';
import { hostMemory, memoryEnvironment } from '../../../src-main/core/machine/memory-limit.ts';
import { preflight } from '../../../src-main/core/machine/preflight.ts';
import { systemFiles } from '../../../src-main/core/machine/system-files.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

let root: string;

beforeEach(() => {
  root = temporaryFolder();
});
function put(path: string, text: string | number): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${text}\n`);
}

const unified = '/sys/fs/cgroup rw - cgroup2 cgroup2 rw';
const mounts = (...lines: string[]) =>
  put(
    'proc/self/mountinfo',
    ['23 1 0:2 / / rw - ext4 /dev/vda rw', ...lines.map((line) => `31 23 0:28 ${line}`)].join('\n'),
  );
/** Two cores with two threads each. */
function processors(): void {
  const blocks = [0, 1, 2, 3].map(
    (id) => `processor\t: ${id}\nphysical id\t: 0\ncore id\t\t: ${id >> 1}\n`,
  );
  put('proc/cpuinfo', blocks.join('\n'));
}
const affinity = (list: string) =>
  put('proc/self/status', `Name:\tnode\nCpus_allowed_list:\t${list}`);
const allowance = () => cpuAllowance(systemFiles(root));

describe('threads that may run at the same time', () => {
  beforeEach(() => {
    processors();
    affinity('0-3');
    mounts(`/ ${unified}`);
    put('proc/self/cgroup', '0::/');
  });

  it('are those of the whole machine where nothing limits them', () => {
    expect(allowance()).toMatchObject({ threads: 4, cores: 2, machine: 4, quota: null });
    expect(cpuCheck(allowance())).toBeNull();
  });

  it('are those of the affinity, which is said', () => {
    affinity('2');
    expect(allowance()).toMatchObject({ threads: 1, cores: 1, machine: 4 });
    expect(cpuCheck(allowance())).toMatchObject({
      status: 'warning',
      found: '1 of 4: the CPU affinity is 2',
    });
    // Both threads of one core, and CPUs that the machine does not have.
    affinity('2-3,64-127');
    expect(allowance()).toMatchObject({ threads: 2, cores: 1 });
    affinity('0,2');
    expect(allowance()).toMatchObject({ threads: 2, cores: 2 });
  });

  it('are locked by the core, of which two threads have one', () => {
    expect(coreShare(systemFiles(root))).toEqual({ cores: [0, 2], others: [] });
    affinity('3,64-127');
    expect(coreShare(systemFiles(root))).toEqual({ cores: [2], others: [0] });
    put('proc/cpuinfo', 'processor\t: 0\n\nprocessor\t: 1\n\nprocessor\t: 2\n');
    affinity('1');
    expect(coreShare(systemFiles(root))).toEqual({ cores: [1], others: [0, 2] });
  });

  it('are those of the quota, in whole CPUs', () => {
    put('proc/self/cgroup', '0::/job');
    put('sys/fs/cgroup/job/cpu.max', '350000 100000');
    expect(allowance()).toMatchObject({ threads: 3, cores: 2 });
    put('sys/fs/cgroup/job/cpu.max', '50000 100000');
    expect(allowance()).toMatchObject({ threads: 1, cores: 1 });
    expect(cpuCheck(allowance())?.found).toBe(
      '1 of 4: the control group /job has a quota of 0.5 CPUs',
    );
    put('sys/fs/cgroup/job/cpu.max', 'max 100000');
    expect(allowance()).toMatchObject({ threads: 4, quota: null });
  });

  it('are those of the narrowest group around', () => {
    put('proc/self/cgroup', '0::/slice/job');
    put('sys/fs/cgroup/slice/job/cpu.max', '300000 100000');
    put('sys/fs/cgroup/slice/cpu.max', '200000 100000');
    expect(allowance()).toMatchObject({ threads: 2, quota: { cpus: 2, group: '/slice' } });
  });

  it('are those of the quota of the first version', () => {
    mounts('/ /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu,cpuacct');
    put('proc/self/cgroup', '4:memory:/other\n3:cpu,cpuacct:/job\n0::/');
    put('sys/fs/cgroup/cpu/cpu.cfs_quota_us', '-1');
    put('sys/fs/cgroup/cpu/cpu.cfs_period_us', '100000');
    put('sys/fs/cgroup/cpu/job/cpu.cfs_quota_us', '200000');
    put('sys/fs/cgroup/cpu/job/cpu.cfs_period_us', '100000');
    expect(allowance()).toMatchObject({ threads: 2, quota: { cpus: 2, group: '/job' } });
  });

  it('are seen from inside a container, which knows its group by its host path', () => {
    mounts('/docker/abc /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu');
    put('proc/self/cgroup', '3:cpu:/docker/abc/job');
    put('sys/fs/cgroup/cpu/job/cpu.cfs_quota_us', '100000');
    put('sys/fs/cgroup/cpu/job/cpu.cfs_period_us', '100000');
    expect(allowance().threads).toBe(1);
    // A group that is not below the mount: its mount point alone is seen.
    put('proc/self/cgroup', '3:cpu:/docker/abcdef/job');
    expect(allowance().threads).toBe(4);
  });

  it('are part of the state of the machine that a run records', async () => {
    affinity('0');
    const nvidiaSmi = async () => undefined;
    const state = await preflight({ files: systemFiles(root), load: 0, nvidiaSmi });
    expect(state[0]).toMatchObject({ id: 'cpus', title: 'Usable CPUs', status: 'warning' });
  });
});

describe('memory that a new process may take', () => {
  const memory = () => hostMemory(systemFiles(root));
  beforeEach(() => {
    put('proc/meminfo', 'MemTotal: 100000 kB\nMemAvailable:   64000 kB');
    mounts(`/ ${unified}`);
    put('proc/self/cgroup', '0::/slice/job');
  });

  it('is that of the machine without a limit', () => {
    put('sys/fs/cgroup/slice/job/memory.max', 'max');
    put('sys/fs/cgroup/slice/job/memory.current', 5000);
    expect(memory()).toEqual({ bytes: 65_536_000, limit: null });
  });

  it('ends at the tightest group around, which is named', () => {
    put('sys/fs/cgroup/slice/job/memory.max', 40 * 2 ** 20);
    put('sys/fs/cgroup/slice/job/memory.current', 2 ** 20);
    put('sys/fs/cgroup/slice/memory.max', 32 * 2 ** 20);
    put('sys/fs/cgroup/slice/memory.current', 4 * 2 ** 20);
    put('sys/fs/cgroup/slice/memory.stat', 'anon 1\ninactive_file 1048576');
    expect(memory()).toEqual({
      bytes: 29 * 2 ** 20,
      limit: 'the limit of 32.0 MiB of the control group /slice',
    });
    put('sys/fs/cgroup/slice/memory.current', 64 * 2 ** 20);
    expect(memory().bytes).toBe(0);
  });

  it('ends at a group of the first version, whose unlimited ones state a number', () => {
    mounts(
      '/ /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory',
      '/ /x rw - cgroup cgroup rw,cpu',
    );
    put('proc/self/cgroup', '4:memory:/job\n3:cpu:/');
    put('sys/fs/cgroup/memory/memory.limit_in_bytes', '9223372036854771712');
    put('sys/fs/cgroup/memory/memory.usage_in_bytes', 1);
    expect(memory().limit).toBeNull();
    put('sys/fs/cgroup/memory/job/memory.limit_in_bytes', 3 * 2 ** 20);
    put('sys/fs/cgroup/memory/job/memory.usage_in_bytes', 2 * 2 ** 20);
    put('sys/fs/cgroup/memory/job/memory.stat', 'inactive_file 7\ntotal_inactive_file 5');
    expect(memory()).toEqual({
      bytes: 2 ** 20 + 5,
      limit: 'the limit of 3.00 MiB of the control group /job',
    });
    expect(memoryEnvironment(systemFiles(root)).BREAKEVEN_MEMORY_GROUPS).toBe(
      [join(root, 'sys/fs/cgroup/memory/job'), join(root, 'sys/fs/cgroup/memory')].join('\n'),
    );
  });
});

describe('the end of a process', () => {
  const watch = () => watchMemory(() => 7, systemFiles(root));
  beforeEach(() => {
    put('proc/meminfo', 'MemAvailable:   64000 kB');
    mounts(`/ ${unified}`);
    put('proc/self/cgroup', '0::/job');
    put('sys/fs/cgroup/job/memory.max', 32 * 2 ** 20);
    put('sys/fs/cgroup/job/memory.current', 0);
    put('sys/fs/cgroup/job/memory.events', 'max 3\noom 1\noom_kill 4');
  });

  it('is put down to memory where its group counts one kill more', () => {
    const memory = watch();
    put('proc/7/status', 'VmRSS:\t 20480 kB');
    memory.look();
    put('sys/fs/cgroup/job/memory.events', 'max 3\noom 2\noom_kill 5');
    expect(memory.explain('signal SIGKILL')).toBe(
      'the system ended it because memory ran out (the limit of 32.0 MiB of the control group /job); it held 20.0 MiB when last looked at',
    );
    // Another signal is the program's own.
    expect(memory.explain('signal SIGSEGV')).toBe('signal SIGSEGV');
  });

  it('is put down to memory where the machine counts one, and in the first version', () => {
    put('proc/vmstat', 'oom_kill 0');
    const memory = watch();
    put('proc/vmstat', 'oom_kill 1');
    expect(memory.explain('signal SIGKILL')).toMatch(/^the system ended it because memory ran out/);
    mounts('/ /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory');
    put('proc/self/cgroup', '4:memory:/job');
    put('sys/fs/cgroup/memory/job/memory.oom_control', 'under_oom 0\noom_kill 0');
    const first = watch();
    put('sys/fs/cgroup/memory/job/memory.oom_control', 'under_oom 0\noom_kill 1');
    expect(first.explain('signal SIGKILL')).toMatch(/^the system ended it because memory ran out/);
  });

  it('is put down to memory where it had nearly all of it, and to nothing else where it had little', () => {
    const memory = watch();
    put('proc/7/status', 'VmRSS:\t 8192 kB');
    memory.look();
    expect(memory.explain('signal SIGKILL')).toBe('signal SIGKILL');
    put('proc/7/status', 'VmRSS:\t 31000 kB');
    memory.look();
    put('proc/7/status', 'VmRSS:\t 1 kB');
    memory.look();
    expect(memory.explain('signal SIGKILL')).toMatch(/^it was ended, most likely because memory/);
  });
});
