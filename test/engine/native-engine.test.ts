import { afterAll, describe, expect, it, vi } from 'vitest';
import { configurationSchema } from '../../src-main/contract/configuration.ts';
import { createEngineSupervisor } from '../../src-main/core/engines/engine-supervisor.ts';
import { readPresets } from '../../src-main/core/plan/own-presets.ts';
import { makePlan } from '../../src-main/core/plan/planner.ts';
import { createForkEngine } from '../../src-main/hosts/fork-engine.ts';
import { nativeFolder } from '../helpers/paths.ts';

/** The product's own engine over the addons that `npm run build` makes. */
describe('the engine with the built addons', { tags: ['cuda-addon'] }, () => {
  const supervisor = createEngineSupervisor({
    fork: createForkEngine(),
    environment: { BREAKEVEN_NATIVE: nativeFolder },
  });
  afterAll(() => supervisor.restart());

  const quickPlan = async () => {
    const { catalog, absent } = await supervisor.describe();
    const preset = readPresets().find(({ id }) => id === 'quick');
    const configuration = configurationSchema.parse(preset?.configuration);
    return makePlan(configuration, { catalog, absent });
  };

  /** A case of the preset that one repetition takes little time for. */
  const quickCase = async () => {
    const { cases } = await quickPlan();
    const planned = cases.find(
      ({ variant, values }) => variant === 'sequential' && values.n === 16_000,
    );
    if (planned === undefined) throw new Error('the quick preset has no sequential case at 16,000');
    const { skip: _skip, estimate: _estimate, ...engineCase } = planned;
    return engineCase;
  };

  it('describes itself as the contract says, without faults', async () => {
    const { catalog, absent } = await supervisor.describe();
    expect(catalog.problems).toEqual([]);
    expect(catalog.workloads.map(({ id }) => id)).toContain('histogram');
    expect(catalog.criteria.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['precision', 'noise', 'fixed']),
    );
    expect(absent.filter(({ addon }) => addon === 'breakeven_cpu.node')).toEqual([]);
    for (const workload of catalog.workloads) {
      expect(workload.variants.map(({ id }) => id)).toContain(workload.baseline);
      expect(workload.axes.map(({ id }) => id)).toContain(workload.sizeAxis);
    }
  });

  it('knows every name and value of the quick preset, and what its cases need', async () => {
    const { cases } = await quickPlan();
    const questions = cases.map(({ workload, variant, values }) => ({ workload, variant, values }));
    const estimates = await supervisor.estimate(questions);
    for (const [position, estimate] of estimates.entries()) {
      // Each element is at least one int32, pixels and matrices are more.
      const { n, xres, yres } = cases[position]?.values ?? {};
      const elements = Number(n ?? Number(xres) * Number(yres));
      expect(estimate?.hostBytes).toBeGreaterThanOrEqual(4 * elements);
    }
  });

  it('sets every fast variant against all libraries and CUDA studies in the preset of peers', async () => {
    const { catalog } = await supervisor.describe();
    const peers = readPresets().find(({ id }) => id === 'peers');
    const { groups } = configurationSchema.parse(peers?.configuration);
    const primitives = ['histogram', 'exclusive-scan', 'row-ordering', 'min3x3'];
    for (const { id, variants } of catalog.workloads) {
      const named = groups.find(({ workload }) => workload === id)?.variants;
      const wanted = variants.filter(
        ({ kind, device }) =>
          kind === 'fast' || kind === 'library' || (device === 'cuda' && primitives.includes(id)),
      );
      expect(named, id).toEqual(expect.arrayContaining(wanted.map((one) => one.id)));
    }
  });

  it('measures a case and verifies it', async () => {
    const engineCase = await quickCase();
    // Without the limit of the preset, which other programs on the machine can make it reach.
    const fixed = { criterion: 'fixed', parameters: { samples: 7 }, timeLimitS: null };
    const policy = { ...engineCase.policy, ...fixed };
    const phases = new Set<string>();
    const result = await supervisor.run(
      { ...engineCase, policy, repetition: 1 },
      { hangLimitMs: 60_000, onSample: ({ phase }) => phases.add(phase) },
    );
    expect(result).toMatchObject({ outcome: 'ok', stopReason: 'count' });
    expect(result.verification?.passed).toBe(true);
    expect(result.answer?.attributes).toMatchObject({ bins: 8, total: 16_000 });
    const kernel = result.samples.find(({ scope }) => scope === 'kernel');
    expect(kernel).toMatchObject({ repetition: 1 });
    expect(kernel?.timesNs).toHaveLength(7);
    expect(kernel?.timesNs.every((time) => time > 0)).toBe(true);
    expect(phases).toContain('sample');
  });

  it('stops between samples when it is cancelled, and serves on', async () => {
    const engineCase = await quickCase();
    const parameters = { samples: 10_000_000 };
    const policy = { ...engineCase.policy, criterion: 'fixed', parameters, timeLimitS: null };
    const stop = new AbortController();
    const phases: string[] = [];
    const running = supervisor.run(
      { ...engineCase, policy, repetition: 0 },
      { hangLimitMs: 60_000, signal: stop.signal, onSample: ({ phase }) => phases.push(phase) },
    );
    const outcome = running.then(
      () => 'finished',
      (error: unknown) => Reflect.get(Object(error), 'code'),
    );
    await vi.waitFor(() => expect(phases).toContain('sample'), { timeout: 20_000 });
    stop.abort();
    expect(await outcome).toBe('cancelled');
    expect((await supervisor.describe()).catalog.workloads.length).toBeGreaterThan(0);
  });

  it('draws the input of a workload that has something to see in it', async () => {
    const drawn = await supervisor.sketch('row-ordering', { matrix: 'diagonal', n: 2 }, null);
    expect(drawn).toEqual({ width: 2, height: 2, cells: Float64Array.from([1, 0, 0, 1]) });
    expect(await supervisor.sketch('histogram', {}, null)).toBeNull();
  });

  it('says in one sentence what is wrong with an input file', async () => {
    await expect(supervisor.inspectInput('histogram', import.meta.filename)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.not.stringContaining('\n'),
    });
  });
});
