import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { processShortage } from '../../../src-main/core/machine/process-room.ts';
import { systemFiles } from '../../../src-main/core/machine/system-files.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const status = (uid: number, threads: number, capabilities = '0000000000000000') =>
  `Name:\tnode\nUid:\t${uid}\t${uid}\t${uid}\t${uid}\nThreads:\t${threads}\nCapEff:\t${capabilities}\n`;
const limits = (processes: number | string) =>
  `Limit                     Soft Limit           Hard Limit           Units\nMax processes             ${processes}                  99                  processes\n`;

/** A machine with the threads of user 7: this process with 6, another with 10, and one of user 8 with 500. */
function machine(given: Readonly<Record<string, string>>) {
  const root = temporaryFolder();
  const files = {
    'proc/loadavg': '0.1 0.2 0.3 1/516 4711',
    'proc/self/status': status(7, 6),
    'proc/self/limits': limits(40),
    'proc/10/status': status(7, 6),
    'proc/11/status': status(7, 10),
    'proc/12/status': status(8, 500),
    'proc/self/mountinfo': '',
    ...given,
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return systemFiles(root);
}

describe('a shortage of processes', () => {
  it('is none where the limit of the user leaves enough beside their threads', () => {
    expect(processShortage(machine({}))).toBeNull();
    expect(processShortage(machine({ 'proc/self/limits': limits(32) }))).toBeNull();
    expect(processShortage(machine({ 'proc/self/limits': limits('unlimited') }))).toBeNull();
  });

  it('is told with the limit and what it leaves', () => {
    expect(processShortage(machine({ 'proc/self/limits': limits(31) }))).toBe(
      'the limit of 31 processes and threads of this user (ulimit -u) leaves 15, and 16 are needed',
    );
    expect(processShortage(machine({ 'proc/self/limits': limits(12) }))).toContain(' leaves 0,');
  });

  it('does not count again the threads that this process has by now', () => {
    const later = {
      'proc/self/status': status(7, 11),
      'proc/10/status': status(7, 11),
    };
    expect(processShortage(machine({ ...later, 'proc/self/limits': limits(32) }))).toBeNull();
    expect(processShortage(machine({ ...later, 'proc/self/limits': limits(31) }))).toContain(
      'leaves 10, and 11 are needed',
    );
  });

  it('is none for whom the limit does not bind', () => {
    const few = { 'proc/self/limits': limits(12) };
    expect(processShortage(machine({ ...few, 'proc/self/status': status(0, 6) }))).toBeNull();
    const able = status(7, 6, '0000000001000000');
    expect(processShortage(machine({ ...few, 'proc/self/status': able }))).toBeNull();
  });

  it('comes from a control group as well', () => {
    const group = (max: string) => ({
      'proc/self/mountinfo': '35 31 0:32 / /sys/fs/cgroup rw,relatime - cgroup2 cgroup2 rw',
      'proc/self/cgroup': '0::/job',
      'sys/fs/cgroup/job/pids.max': max,
      'sys/fs/cgroup/job/pids.current': '90',
    });
    expect(processShortage(machine(group('max')))).toBeNull();
    expect(processShortage(machine(group('106')))).toBeNull();
    expect(processShortage(machine(group('100')))).toBe(
      'the limit of 100 processes and threads of the control group /job leaves 10, and 16 are needed',
    );
  });
});
