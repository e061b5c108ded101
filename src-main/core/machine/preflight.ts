import { availableParallelism, cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Check } from '../../contract/machine.ts';
import { outputOf } from '../util/programs.ts';
import { cpuAllowance, cpuCheck } from './cpu-allowance.ts';
import { type SystemFiles, systemFiles } from './system-files.ts';

/** Load of the last minute, per core, above which other work visibly disturbs what is measured. */
const busyLoadPerCore = 0.5;
/** Part of the cores that are busy right now above which such a load has not ended. */
const busyPart = 0.2;
/** How long is looked at what is busy right now, in milliseconds: ticks of ten that a core books its time in. */
const lookMs = 300;

export type PreflightSources = {
  readonly files?: SystemFiles;
  /** Load average of the last minute. */
  readonly load?: number;
  readonly cores?: number;
  /** How many cores are busy right now. */
  readonly busyCores?: () => Promise<number>;
  /** What `nvidia-smi` answers; absent where there is none. */
  readonly nvidiaSmi?: (parameters: readonly string[]) => Promise<string | undefined>;
};

/** The state of the machine that decides how far its times can be trusted; recorded with each run. */
export async function preflight(sources: PreflightSources = {}): Promise<readonly Check[]> {
  const files = sources.files ?? systemFiles();
  const ask = sources.nvidiaSmi ?? ((parameters) => outputOf('nvidia-smi', parameters));
  const cpus = cpuCheck(cpuAllowance(files));
  return [
    ...(cpus === null ? [] : [cpus]),
    governor(files),
    smt(files),
    await load(sources),
    battery(files),
    ...(await gpuChecks(ask)),
  ];
}

const ok = (id: string, title: string, found: string): Check => ({
  id,
  title,
  status: 'ok',
  found,
  fix: null,
});
const warning = (id: string, title: string, found: string, fix: string | null): Check => ({
  id,
  title,
  status: 'warning',
  found,
  fix,
});

function governor(files: SystemFiles): Check {
  const folder = 'sys/devices/system/cpu';
  const governors = files
    .list(folder)
    .filter((name) => /^cpu\d+$/.test(name))
    .flatMap((name) => files.text(`${folder}/${name}/cpufreq/scaling_governor`) ?? []);
  const kinds = [...new Set(governors)];
  const title = 'CPU governor';
  if (kinds.length === 0) return ok('governor', title, 'decided by the host or the firmware');
  const found = kinds.join(', ');
  if (found === 'performance') return ok('governor', title, found);
  return warning(
    'governor',
    title,
    `${found}: the clock follows the load, so short measurements begin at a low clock`,
    'set it with `sudo cpupower frequency-set -g performance`',
  );
}

function smt(files: SystemFiles): Check {
  const title = 'Simultaneous multithreading';
  const active = files.text('sys/devices/system/cpu/smt/active');
  if (active === undefined) return ok('smt', title, 'not known');
  if (active === '0') {
    // What a guest is told of its processors need not be how the host shares them.
    const isGuest = /^flags.* hypervisor\b/m.test(files.text('proc/cpuinfo') ?? '');
    return ok('smt', title, isGuest ? 'the guest sees none; the host may have it' : 'off');
  }
  return warning(
    'smt',
    title,
    'on: two threads share one core',
    'for more stable times, turn it off with `echo off | sudo tee /sys/devices/system/cpu/smt/control`',
  );
}

/**
 * The one-minute average includes work that has ended, such as a build or the previous run. Where it is high, the current
 * use of the cores decides.
 */
async function load(sources: PreflightSources): Promise<Check> {
  const average = sources.load ?? loadavg()[0] ?? 0;
  const cores = sources.cores ?? availableParallelism();
  const found = `${average.toFixed(2)} over the last minute on ${cores} cores`;
  if (average <= busyLoadPerCore * cores) return ok('load', 'Load', found);
  const busy = await (sources.busyCores ?? busyCores)();
  const now = `${found}, ${busy.toFixed(2)} of them busy now`;
  if (busy <= busyPart * cores) return ok('load', 'Load', now);
  return warning('load', 'Load', now, 'end other programs, or expect wide intervals');
}

/** This process and its engine are idle during it. */
async function busyCores(): Promise<number> {
  const before = cpuTimes();
  await sleep(lookMs);
  const after = cpuTimes();
  const passed = after.all - before.all;
  return passed > 0 ? (cpus().length * (after.busy - before.busy)) / passed : 0;
}

/** Of all cores together, in milliseconds. */
function cpuTimes(): { readonly busy: number; readonly all: number } {
  let idle = 0;
  let all = 0;
  for (const { times } of cpus()) {
    idle += times.idle;
    all += times.user + times.nice + times.sys + times.irq + times.idle;
  }
  return { busy: all - idle, all };
}

function battery(files: SystemFiles): Check {
  const folder = 'sys/class/power_supply';
  const states = files
    .list(folder)
    .filter((name) => files.text(`${folder}/${name}/type`) === 'Battery')
    .map((name) => files.text(`${folder}/${name}/status`) ?? 'Unknown');
  if (states.length === 0) return ok('battery', 'Power', 'no battery');
  if (!states.includes('Discharging')) return ok('battery', 'Power', 'on mains');
  return warning('battery', 'Power', 'on battery', 'plug it in: clocks are lowered on battery');
}

const gpuFields = [
  'index',
  'name',
  'persistence_mode',
  'ecc.mode.current',
  'mig.mode.current',
  'clocks_throttle_reasons.applications_clocks_setting',
] as const;

async function gpuChecks(
  ask: (parameters: readonly string[]) => Promise<string | undefined>,
): Promise<readonly Check[]> {
  const [state = '', busy = ''] = await Promise.all([
    ask([`--query-gpu=${gpuFields.join(',')}`, '--format=csv,noheader']),
    ask(['--query-compute-apps=pid,name', '--format=csv,noheader']),
  ]);
  if (state === '') return [];
  const programs = busy.split('\n').filter((line) => line.trim() !== '');
  const shared: Check =
    programs.length === 0
      ? ok('gpu-processes', 'Other work on the GPU', 'none')
      : warning(
          'gpu-processes',
          'Other work on the GPU',
          `${programs.length === 1 ? '1 process' : `${programs.length} processes`}: ${programs.slice(0, 3).join('; ')}`,
          'end them, or choose another device with --gpu',
        );
  return [...state.split('\n').map(gpuState), shared];
}

function gpuState(line: string): Check {
  const [index = '?', name = 'GPU', persistence = '', ecc = '', mig = '', locked = ''] = line
    .split(',')
    .map((field) => field.trim());
  const found = `persistence ${persistence}, ECC ${ecc}, MIG ${mig}`.toLowerCase();
  const id = `gpu-${index}`;
  const title = `State of ${name}`;
  if (mig === 'Enabled') {
    return warning(id, title, found, 'MIG divides the card: results are those of a part of it');
  }
  if (locked === 'Active') {
    return warning(id, title, `${found}, clocks set by hand`, 'reset them with `nvidia-smi -rac`');
  }
  return ok(id, title, found);
}
