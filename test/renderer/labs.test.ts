import { describe, expect, it } from 'vitest';
import { BreakevenError } from '../../src-main/contract/failure.ts';
import type { RunBuildView } from '../../src-main/contract/procedures/labs.ts';
import {
  createLabs,
  newestVersion,
  watchFault,
  watchFigure,
} from '../../src-renderer/state/labs.ts';
import { createNewRun } from '../../src-renderer/state/new-run.ts';
import { createResource } from '../../src-renderer/state/resource.ts';
import type { Route } from '../../src-renderer/state/route.ts';
import { namedBuilds, orderedSources, sourceRow } from '../../src-renderer/state/run-code.ts';
import { callerOf, createScriptedApp } from '../helpers/scripted-app.ts';
import { scriptedLabs } from '../helpers/scripted-labs.ts';

/** The state over scripted labs, with what it told and where it led. */
async function labsState() {
  const app = createScriptedApp((api, emit) => scriptedLabs({ api, emit, folders: true }));
  const client = {
    host: 'browser' as const,
    onEvent: () => () => {},
    call: callerOf(app),
  };
  const catalog = createResource(() => client.call('catalog', {}));
  await catalog.load();
  const newRun = createNewRun(client, catalog);
  const toasts: string[] = [];
  const routes: Route[] = [];
  const labs = createLabs({
    ...{ client, catalog, newRun },
    startRun: async () => void toasts.push('started'),
    toast: (text) => void toasts.push(text),
    go: (route) => void routes.push(route),
  });
  app.onEvent((event) => {
    if (event.type === 'lab-activity') labs.receive(event.activity);
  });
  await labs.list.load();
  const stateOf = (id: string, variant: string) =>
    labs.list.state.value.value?.labs
      .find((lab) => lab.id === id)
      ?.variants.find((one) => one.id === variant)?.state;
  return { app, labs, newRun, toasts, routes, stateOf };
}

describe('own code', () => {
  it('is checked, and shows what was found', async () => {
    const { labs, stateOf, toasts } = await labsState();
    expect(stateOf('sgemm', 'naive')).toBe('unchecked');
    await labs.check('sgemm');
    expect(stateOf('sgemm', 'naive')).toBe('verified');
    expect(labs.activity.value).toBeNull();
    expect(toasts).toEqual([]);
    await labs.check('stencil');
    expect(toasts).toEqual([
      'The check did not end: workload.toml:3: sise is unknown; did you mean "size"?',
    ]);
  });

  it('is silent about a check that was stopped', async () => {
    const { app, labs, toasts } = await labsState();
    app.fail('checkLab', new BreakevenError('cancelled', 'the check was stopped'));
    await labs.check('saxpy');
    expect(toasts).toEqual([]);
  });

  it('is opened as a workload of the form of a new run', async () => {
    const { app, labs, newRun, routes, toasts } = await labsState();
    await labs.run('saxpy');
    expect(routes).toEqual([{ screen: 'new' }]);
    expect(newRun.draft.value?.groups.map(({ workload }) => workload)).toEqual(['saxpy']);
    expect(newRun.draft.value?.groups[0]?.variants).toContain('omp');
    app.fail('openLab', new BreakevenError('busy', 'the machine measures'));
    await labs.run('saxpy');
    expect(toasts).toEqual(['The lab was not opened: the machine measures']);
    expect(routes).toHaveLength(1);
    expect(labs.opening.value).toBeNull();
  });

  it('of a watch is kept as a run of one size, and measured over the sizes of its curve', async () => {
    const { app, labs, newRun, toasts } = await labsState();
    await labs.keep();
    await labs.measure();
    expect([toasts, newestVersion(labs.activity.value)]).toEqual([[], null]);
    await labs.watch({ id: 'saxpy', set: { n: 1e6 } });
    expect(newestVersion(labs.activity.value)?.version).toBe(2);
    await labs.keep();
    expect(app.calls).toContain('queueRun');
    await labs.measure();
    expect(newRun.draft.value?.groups[0]).toMatchObject({
      workload: 'saxpy',
      axes: { n: { text: '3906, 15625, 62500, 250000, 1e6' } },
    });
    expect(toasts).toEqual([
      'saxpy: omp #2 is measured as a run and appears in History.',
      'started',
    ]);
    // A fault is the newest: what is saved is no version that was measured.
    const { events } = labs.activity.value ?? { events: [] };
    expect(newestVersion({ events: events.slice(1) })).toBeNull();
  });

  it('of a watch is drawn with ten versions at most, the older the paler', () => {
    const event = (version: number) => ({
      ...{ type: 'verdict' as const, variant: 'omp', version, medianNs: 1e3 * version },
      curve: { axis: 'n', points: [{ size: 10, medianNs: 1e3 * version, baselineNs: 5e3 }] },
      ...{ baseline: null, before: null, warnings: [], milliseconds: 1, repetitions: 5 },
      refining: false,
    });
    const events = Array.from({ length: 12 }, (_, i) => ({
      ...{ at: '', event: event(12 - i), excerpt: null },
    }));
    const series = watchFigure({ events })?.series ?? [];
    expect(series.map(({ label }) => label)).toEqual([
      ...Array.from({ length: 10 }, (_, i) => `#${12 - i}`),
      'baseline',
    ]);
    const faded = series.slice(0, 10).map((one) => one.faded ?? 1);
    expect(faded).toEqual(faded.toSorted((a, b) => b - a));
    expect(new Set(faded).size).toBe(10);
    expect(watchFigure({ events })?.y.label).toBe('Time (µs)');
    expect(series.at(-1)).toMatchObject({ points: [{ x: 10, y: 5 }] });
    expect(watchFigure({ events: [] })).toBeNull();
  });

  it('is asked for again by a window that comes back', async () => {
    const { app, labs } = await labsState();
    await app.api.watchLab({ id: 'saxpy', set: {} });
    labs.receive(null);
    const before = app.calls.filter((name) => name === 'labs').length;
    await labs.look();
    expect(labs.activity.value?.id).toBe('saxpy');
    expect(app.calls.filter((name) => name === 'labs')).toHaveLength(before + 1);
  });

  it('is made, trusted and shown where folders can be chosen', async () => {
    const { app, labs, toasts } = await labsState();
    await labs.make('mine', 'c');
    await labs.trust({});
    await labs.show('mine');
    expect(toasts).toEqual(['The lab mine is made.', 'The lab trusted is trusted.']);
    expect(labs.list.state.value.value?.labs.map(({ id }) => id)).toContain('mine');
    expect(app.calls).toContain('openLabFolder');
    const refused = new BreakevenError('bad-input', 'only the desktop app does');
    for (const name of ['newLab', 'trustLab', 'openLabFolder'] as const) app.fail(name, refused);
    await labs.make('mine', 'c');
    await labs.trust({});
    await labs.show('mine');
    expect(toasts.slice(2)).toEqual([
      'The lab was not made: only the desktop app does',
      'The code is not trusted: only the desktop app does',
      'The folder was not shown: only the desktop app does',
    ]);
  });
});

function build(part: Partial<Omit<RunBuildView, 'build'>>, hash: string): RunBuildView {
  return {
    ...{ workload: 'saxpy', variant: 'omp', role: 'variant', machineCode: [], ...part },
    build: {
      ...{ hash: hash.padEnd(64, '0'), command: '', compiler: '', log: '' },
      ...{ registers: null, spillBytes: null, sharedBytes: null },
      sources: ['workload.toml', 'omp.c', 'a.h'].map((name) => ({ name, sha256: name })),
    },
  };
}

describe('the code of a run', () => {
  it('has a name for each build', () => {
    const builds = [
      build({}, 'a'),
      build({}, 'b'),
      build({ role: 'reference' }, 'c'),
      build({ role: 'generate' }, 'd'),
    ];
    expect(namedBuilds(builds).map(({ id, title }) => [id, title])).toEqual([
      ['variant-a00000000000', 'omp, build 1'],
      ['variant-b00000000000', 'omp, build 2'],
      ['reference-c00000000000', 'reference'],
      ['generate-d00000000000', 'generator'],
    ]);
    const two = [build({}, 'a'), build({ workload: 'sgemm' }, 'b')];
    expect(namedBuilds(two).map(({ title }) => title)).toEqual(['omp (saxpy)', 'omp (sgemm)']);
  });

  it('shows the file itself first and the descriptor last', () => {
    expect(orderedSources(build({}, 'a')).map(({ name }) => name)).toEqual([
      ...['omp.c', 'a.h', 'workload.toml'],
    ]);
  });

  it('is named by a row of a comparison', () => {
    expect(sourceRow('Source of omp (saxpy)')).toEqual({ variant: 'omp' });
    expect(sourceRow('Compiler flags')).toBeNull();
  });
});

it('knows that the newest version of a variant failed in a watch', () => {
  const fault = { type: 'fault', variant: 'omp', reason: 'undeclared' };
  const verdict = { type: 'verdict', variant: 'omp' };
  const activity = (...events: readonly object[]) =>
    ({ id: 'saxpy', events: events.map((event) => ({ event })) }) as never;
  expect(watchFault(activity({ type: 'ready' }, fault, verdict), 'saxpy', 'omp')).toBe(true);
  expect(watchFault(activity(verdict, fault), 'saxpy', 'omp')).toBe(false);
  expect(watchFault(activity(fault), 'saxpy', 'other')).toBe(false);
  expect(watchFault(activity(fault), 'other', 'omp')).toBe(false);
  expect(watchFault(null, 'saxpy', 'omp')).toBe(false);
});
