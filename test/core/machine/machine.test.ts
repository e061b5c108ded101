import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { machineSchema } from '../../../src-main/contract/machine.ts';
import { cacheKey, readCatalog } from '../../../src-main/core/engines/catalog-cache.ts';
import { examine } from '../../../src-main/core/machine/doctor.ts';
import {
  cpuTopology,
  describeMachine,
  fingerprintOf,
} from '../../../src-main/core/machine/machine.ts';
import {
  openMpCheck,
  openMpEnvironment,
} from '../../../src-main/core/machine/openmp-environment.ts';
import { preflight } from '../../../src-main/core/machine/preflight.ts';
import { systemFiles } from '../../../src-main/core/machine/system-files.ts';
import { readPresets } from '../../../src-main/core/plan/own-presets.ts';
import { policyOfRepetition } from '../../../src-main/core/plan/shared-samples.ts';
import { scriptedCatalog } from '../../helpers/scripted-engine.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

let root: string;

beforeEach(() => {
  root = temporaryFolder();
});
function put(path: string, text: string): string {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const processor = (id: number, socket: number, core: number): string =>
  `processor\t: ${id}\nmodel name\t: Fast CPU 9000\nphysical id\t: ${socket}\ncore id\t\t: ${core}\n`;

describe('the machine', () => {
  it('counts sockets, cores and threads', () => {
    const all = [0, 1, 2, 3, 4, 5, 6, 7].map((id) => processor(id, id >> 2, (id >> 1) & 1));
    put('proc/cpuinfo', all.join('\n'));
    expect(cpuTopology(systemFiles(root))).toEqual({
      model: 'Fast CPU 9000',
      sockets: 2,
      physicalCores: 4,
      logicalCores: 8,
    });
  });

  it('takes each processor for a core where the kernel does not say', () => {
    put('proc/cpuinfo', 'processor : 0\nBogoMIPS : 100\n\nprocessor : 1\nBogoMIPS : 100\n');
    expect(cpuTopology(systemFiles(root))).toMatchObject({
      sockets: 1,
      physicalCores: 2,
      logicalCores: 2,
    });
  });

  it('has a fingerprint of its models, not of versions', () => {
    const native = { gpus: [], versions: { driver: '580' }, noGpuReason: null };
    const machine = machineSchema.parse(describeMachine(native));
    const newer = describeMachine({ ...native, versions: { driver: '590' } });
    expect(newer.fingerprint).toBe(machine.fingerprint);
    expect(machine.versions).toMatchObject({ driver: '580', node: process.versions.node });
    expect(fingerprintOf({ ...machine, cpuModel: 'another' })).not.toBe(machine.fingerprint);
    expect(fingerprintOf({ ...machine, memoryBytes: machine.memoryBytes + 1000 })).toBe(
      machine.fingerprint,
    );
  });

  const files = (...paths: readonly string[]) => {
    const root = temporaryFolder();
    for (const path of paths) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), '0\n');
    }
    return systemFiles(root);
  };
  const withCores = files('sys/devices/system/cpu/cpu0/topology/thread_siblings_list');

  it('asks for no cores where the system does not say what they are', () => {
    expect(openMpEnvironment(2, {}, files())).not.toHaveProperty('OMP_PLACES');
    expect(openMpEnvironment(2, {}, withCores).OMP_PLACES).toBe('cores');
  });

  it('sets the OpenMP environment and leaves what the user set', () => {
    const own = openMpEnvironment(2, { OMP_WAIT_POLICY: 'active' }, withCores);
    expect(own).toMatchObject({ OMP_WAIT_POLICY: 'active', OMP_PLACES: 'cores' });
    expect(own.OMP_NUM_THREADS).toBe('2');
    const told = openMpCheck(
      { ...own, BREAKEVEN_NATIVE: '/x' },
      { OMP_SCHEDULE: 'static', HOME: '/' },
    );
    expect(told).toMatchObject({ id: 'openmp', status: 'ok' });
    expect(told.found).toMatch(
      /OMP_PLACES=cores OMP_PROC_BIND=close OMP_SCHEDULE=static OMP_WAIT_POLICY=active$/,
    );
    expect(told.found).not.toMatch(/NATIVE|HOME/);
  });

  it.each([
    [
      { OMP_THREAD_LIMIT: '1' },
      /^unset OMP_THREAD_LIMIT: .* more threads than 1 is measured with 1$/,
    ],
    [{ OMP_DYNAMIC: 'TRUE' }, /^unset OMP_DYNAMIC: /],
  ])('warns where %o lets a team have fewer threads than a case', (own, fix) => {
    expect(openMpCheck(openMpEnvironment(2, own), own)).toMatchObject({
      status: 'warning',
      fix: expect.stringMatching(fix),
    });
  });

  it.each([{ OMP_THREAD_LIMIT: '2' }, { OMP_DYNAMIC: 'false' }, { OMP_THREAD_LIMIT: '' }])(
    'does not warn where %o takes no thread away',
    (own) => {
      const check = openMpCheck(openMpEnvironment(2, own), own);
      expect(check).toMatchObject({ status: 'ok', fix: null });
    },
  );
});

describe('the state of the machine', () => {
  const noGpu = async () => undefined;
  const statusOf = async (load = 0.1, nvidiaSmi: typeof ask = noGpu) => {
    const busyCores = async () => 3;
    const sources = { files: systemFiles(root), load, cores: 4, busyCores, nvidiaSmi };
    const checks = await preflight(sources);
    return Object.fromEntries(checks.map(({ id, status }) => [id, status]));
  };
  const ask = async (_parameters: readonly string[]): Promise<string | undefined> => undefined;

  it('is fine where nothing is known to disturb', async () => {
    expect(await statusOf()).toEqual({ governor: 'ok', smt: 'ok', load: 'ok', battery: 'ok' });
  });

  it('does not take what a guest sees of its processors for what the host has', async () => {
    const found = async (flags: string) => {
      put('sys/devices/system/cpu/smt/active', '0\n');
      put('proc/cpuinfo', `processor\t: 0\nflags\t\t: fpu vme${flags}\n`);
      const checks = await preflight({ files: systemFiles(root), load: 0, nvidiaSmi: noGpu });
      return checks.find(({ id }) => id === 'smt')?.found;
    };
    expect(await found(' hypervisor lahf')).toBe('the guest sees none; the host may have it');
    expect(await found('')).toBe('off');
  });

  it('warns of a governor, SMT, load and battery, each with what to do', async () => {
    put('sys/devices/system/cpu/cpu0/cpufreq/scaling_governor', 'powersave\n');
    put('sys/devices/system/cpu/smt/active', '1\n');
    put('sys/class/power_supply/BAT0/type', 'Battery\n');
    put('sys/class/power_supply/BAT0/status', 'Discharging\n');
    expect(await statusOf(3.5)).toEqual({
      governor: 'warning',
      smt: 'warning',
      load: 'warning',
      battery: 'warning',
    });
    const checks = await preflight({
      files: systemFiles(root),
      load: 3.5,
      cores: 4,
      busyCores: async () => 3,
      nvidiaSmi: ask,
    });
    expect(checks.every(({ fix }) => fix !== null && fix.length > 0)).toBe(true);
  });

  it('does not hold against it a load that has ended, such as the build of the program', async () => {
    const loadWith = async (busy?: number) => {
      const busyCores = busy === undefined ? {} : { busyCores: async () => busy };
      const sources = { files: systemFiles(root), load: 3.5, cores: 4, nvidiaSmi: ask };
      const checks = await preflight({ ...sources, ...busyCores });
      return checks.find(({ id }) => id === 'load');
    };
    expect(await loadWith(0.04)).toMatchObject({
      status: 'ok',
      found: '3.50 over the last minute on 4 cores, 0.04 of them busy now',
    });
    expect(await loadWith(1.5)).toMatchObject({
      status: 'warning',
      found: '3.50 over the last minute on 4 cores, 1.50 of them busy now',
    });
    const looked = /, (\d+\.\d\d) of them busy now$/.exec((await loadWith())?.found ?? '');
    expect(Number(looked?.[1])).toBeGreaterThanOrEqual(0);
    expect(Number(looked?.[1])).toBeLessThanOrEqual(cpus().length);
  });

  it('warns of a divided or shared GPU', async () => {
    const smi = async (parameters: readonly string[]) =>
      parameters[0]?.startsWith('--query-gpu')
        ? '0, NVIDIA X, Enabled, Enabled, Enabled, Not Active'
        : '4711, python3';
    expect(await statusOf(0, smi)).toMatchObject({
      'gpu-0': 'warning',
      'gpu-processes': 'warning',
    });
    const quiet = async (parameters: readonly string[]) =>
      parameters[0]?.startsWith('--query-gpu')
        ? '0, NVIDIA X, Enabled, Enabled, Disabled, Not Active'
        : '';
    expect(await statusOf(0, quiet)).toMatchObject({ 'gpu-0': 'ok', 'gpu-processes': 'ok' });
  });
});

describe('the doctor', () => {
  it('names what is missing with the way to get it', async () => {
    const checks = await examine({ home: join(root, 'home'), engine: 'the engine stopped: x' });
    const byId = new Map(checks.map((check) => [check.id, check]));
    expect(byId.get('node')).toMatchObject({ status: 'ok' });
    expect(byId.get('store')).toMatchObject({ status: 'ok' });
    expect(byId.get('engine')).toMatchObject({
      status: 'missing',
      found: 'the engine stopped: x',
      fix: 'try again; if it stays so, build it with `npm run build`',
    });
    const unbuilt = 'nothing can be measured here (x); build it with `npm run build`';
    vi.stubEnv('BREAKEVEN_NATIVE', root);
    const lacking = await examine({ home: join(root, 'home'), engine: unbuilt });
    vi.unstubAllEnvs();
    expect(lacking.find(({ id }) => id === 'engine')).toMatchObject({
      found: 'nothing can be measured here (x)',
      fix: 'build it with `npm run build`',
    });
    for (const { status, fix } of checks.filter((check) => check.status === 'missing')) {
      expect([status, fix]).toEqual([status, expect.any(String)]);
    }
  });

  it('says that the store cannot be written', async () => {
    const home = join(put('file', ''), 'below');
    const checks = await examine({ home, engine: 'x' });
    expect(checks.find(({ id }) => id === 'store')).toMatchObject({ status: 'missing' });
  });

  it('counts variants and reports addons that do not load', async () => {
    const engine = {
      catalog: scriptedCatalog,
      machine: { gpus: [], versions: {}, noGpuReason: 'no driver' },
      absent: [{ addon: 'breakeven_cuda.node', reason: 'not built' }],
    };
    const checks = await examine({ home: root, engine });
    const byId = new Map(checks.map((check) => [check.id, check]));
    expect(byId.get('engine')?.found).toMatch(/^2 workloads, 15 of 16 variants can run here$/);
    expect(byId.get('addon-breakeven_cuda.node')).toMatchObject({
      status: 'warning',
      found: 'not built',
    });
    expect(byId.get('gpu')).toMatchObject({ status: 'warning', found: 'no driver' });
  });
});

describe('the kept description of the engine', () => {
  const description = {
    catalog: scriptedCatalog,
    machine: { gpus: [], versions: {}, noGpuReason: null },
    absent: [],
  };

  it('is asked for again when an addon changes, or when it is damaged', async () => {
    const nativeFolder = join(root, 'native');
    const addon = put('native/breakeven_cpu.node', 'one');
    let asked = 0;
    const sources = {
      home: join(root, 'home'),
      nativeFolder,
      describe: async () => {
        asked += 1;
        return description;
      },
    };
    expect(await readCatalog(sources)).toEqual(description);
    expect(await readCatalog(sources)).toEqual(description);
    expect(asked).toBe(1);
    const key = cacheKey(nativeFolder);
    utimesSync(addon, 1, 1);
    expect(cacheKey(nativeFolder)).not.toBe(key);
    await readCatalog(sources);
    expect(asked).toBe(2);
    put('home/catalog-cache.json', '{"key":');
    expect(await readCatalog(sources)).toEqual(description);
    expect(asked).toBe(3);
  });

  it('is given even where it cannot be kept', async () => {
    const home = join(put('file', ''), 'below');
    const sources = { home, nativeFolder: root, describe: async () => description };
    expect(await readCatalog(sources)).toEqual(description);
  });
});

describe('presets', () => {
  it('are all sound, and quick keeps to half a second a case', () => {
    const presets = readPresets();
    expect(presets.map(({ id }) => id)).toEqual(expect.arrayContaining(['quick', 'ull-histogram']));
    for (const { id, configuration } of presets) expect(configuration.preset).toBe(id);
    // Samples are of the case: its processes share them.
    for (const [id, samples] of [
      ['udelar-scan', 50],
      ['udelar-row-ordering', 20],
      ['ull-histogram', 10_000],
      ['ime-min3x3', 250],
    ] as const) {
      const policy = presets.find((one) => one.id === id)?.configuration.policy;
      if (policy === undefined) throw new Error(`there is no preset ${id}`);
      const shared = Array.from({ length: 5 }, (_, r) => policyOfRepetition(policy, r).parameters);
      expect(shared.reduce((sum, one) => sum + Number(one.samples), 0)).toBe(samples);
      expect(policy.repetitions).toBe(5);
    }
    const quick = presets.find(({ id }) => id === 'quick')?.configuration.policy;
    expect(
      (quick?.timeLimitS ?? Number.NaN) * (quick?.maxRepetitions ?? Number.NaN),
    ).toBeLessThanOrEqual(0.5);
  });

  it('that are not as they should be are named', () => {
    put('presets/odd.json', '{"title": "Odd", "summary": "x", "configuration": {"groups": []}}');
    expect(() => readPresets(join(root, 'presets'))).toThrow(/odd\.json: configuration\.groups: /);
    put('presets/odd.json', '{"title": ');
    expect(() => readPresets(join(root, 'presets'))).toThrow(/odd\.json cannot be read: /);
  });
});
