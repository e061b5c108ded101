import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { testAddonFolder } from './native-addons.ts';

/** An NVML of one GPU, whose processes and their use are read from the environment; `own` is the process that asks. */
const library = `
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
struct process { unsigned pid; unsigned long long memory; unsigned gi, ci; };
struct use { unsigned pid; unsigned long long at; unsigned sm, memory, encoder, decoder; };
int nvmlInit_v2(void) { return 0; }
int nvmlDeviceGetHandleByUUID(const char *uuid, void **device) { *device = (void *)uuid; return strcmp(uuid, "GPU-1") == 0 ? 0 : 6; }
static unsigned number(const char *word) { return strcmp(word, "own") == 0 ? (unsigned)getpid() : (unsigned)atoi(word); }
int nvmlDeviceGetComputeRunningProcesses_v3(void *device, unsigned *count, struct process *list) {
  unsigned found = 0;
  char text[200];
  strcpy(text, getenv("PROCESSES"));
  if (strcmp(text, "unknown") == 0) return 3;
  for (char *word = strtok(text, " "); word != 0; word = strtok(0, " ")) list[found++].pid = number(word);
  *count = found;
  return 0;
}
int nvmlDeviceGetProcessUtilization(void *device, struct use *list, unsigned *count, unsigned long long since) {
  unsigned found = 0;
  char text[200];
  strcpy(text, getenv("USES"));
  if (strcmp(text, "unknown") == 0) return 3;
  for (char *word = strtok(text, " ="); word != 0; word = strtok(0, " =")) {
    list[found].pid = number(word);
    list[found++].sm = atoi(strtok(0, " ="));
  }
  *count = found;
  return found == 0 ? 6 : 0;
}
`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'nvml-'));
  writeFileSync(join(folder, 'nvml.c'), library);
  const made = join(folder, 'libnvidia-ml.so.1');
  execFileSync('cc', ['-shared', '-fPIC', '-o', made, join(folder, 'nvml.c')]);
});

afterAll(() => rmSync(folder, { recursive: true }));

function ask(processes: string, uses: string, uuid = 'GPU-1'): unknown {
  const addon = join(testAddonFolder, 'breakeven_nvml.node');
  const script = `process.stdout.write(JSON.stringify(require(${JSON.stringify(addon)}).others('${uuid}', 0)))`;
  const env = { ...process.env, LD_LIBRARY_PATH: folder, PROCESSES: processes, USES: uses };
  return JSON.parse(execFileSync(process.execPath, ['-e', script], { env, encoding: 'utf8' }));
}

describe('other processes of a GPU', () => {
  it.each([
    ['alone', 'own', 'own=90', { processes: 0, use: 0 }],
    ['beside one that computes', 'own 1', 'own=60 1=20 1=43', { processes: 1, use: 0.43 }],
    ['beside one that is idle', 'own 1', 'own=100', { processes: 1, use: 0 }],
    ['where nothing was used yet', 'own 1', '', { processes: 1, use: 0 }],
    ['beside one that has ended', 'own', 'own=20 7=80', { processes: 0, use: 0 }],
    ['where nobody says who uses it', 'own 1', 'unknown', { processes: 1 }],
    ['in a container, alone', '999999999', '999999999=90', { processes: 0, use: 0 }],
    [
      'in a container, beside one that computes',
      '999999998 999999999',
      '999999998=50 999999999=30',
      { processes: 1, use: 0.3 },
    ],
    ['where no process is listed', '', '7=80', null],
    ['where the driver lists none', 'unknown', 'unknown', null],
  ])('%s', (_, processes, uses, found) => {
    expect(ask(processes, uses)).toEqual(found);
  });

  it('are not those of the program that measures', async () => {
    const engine = spawn('sleep', ['1000']);
    onTestFinished(() => void engine.kill('SIGKILL'));
    expect(ask(`own ${engine.pid}`, `own=20 ${engine.pid}=60`)).toEqual({ processes: 0, use: 0 });
  });

  it('are not known of another GPU', () => {
    expect(ask('own', 'own=1', 'GPU-2')).toBeNull();
  });
});
