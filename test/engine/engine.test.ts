import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { EngineEvent, EngineReply } from '../../src-main/contract/engine-protocol.ts';
import { loadAddons } from '../../src-main/engine/addon.ts';
import { createEngine } from '../../src-main/engine/engine.ts';
import { mergeCatalogs, mergeMachines } from '../../src-main/engine/merge.ts';
import type { Provider } from '../../src-main/engine/provider.ts';
import { createScriptedProvider, scriptedCatalog } from '../helpers/scripted-engine.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

function only(device: string): typeof scriptedCatalog {
  return {
    ...scriptedCatalog,
    workloads: scriptedCatalog.workloads.map((workload) => ({
      ...workload,
      variants: workload.variants.filter((variant) => variant.device === device),
    })),
  };
}

describe('catalogs of several addons', () => {
  it('become one that has the variants of all', () => {
    const merged = mergeCatalogs([only('cpu'), only('cuda')]);
    expect(merged.problems).toEqual([]);
    expect(merged.workloads.map(({ id }) => id)).toEqual(['count', 'trouble']);
    expect(merged.workloads[0]?.variants.map(({ id }) => id)).toEqual(
      scriptedCatalog.workloads[0]?.variants.map(({ id }) => id),
    );
    expect(merged.scopes).toEqual(scriptedCatalog.scopes);
  });

  it('name a variant that is there twice, and axes that differ', () => {
    const other = only('cuda');
    const changed = {
      ...other,
      workloads: other.workloads.map((workload) => ({ ...workload, axes: [] })),
    };
    const merged = mergeCatalogs([scriptedCatalog, changed]);
    expect(merged.problems).toContain('variant count/accelerated is there twice');
    expect(merged.problems).toContain('workload count has different axes in different addons');
  });

  it('keep the reason why there is no GPU', () => {
    const cpu = { gpus: [], versions: { openmp: '4.5' }, noGpuReason: null };
    const cuda = { gpus: [], versions: { cuda: '13.0' }, noGpuReason: 'no driver' };
    expect(mergeMachines([cpu, cuda])).toEqual({
      gpus: [],
      versions: { openmp: '4.5', cuda: '13.0' },
      noGpuReason: 'no driver',
    });
    expect(mergeMachines([cpu]).noGpuReason).toBe('no CUDA addon is loaded');
  });
});

describe('loading addons', () => {
  it('reports what is not there and what does not load, with the reason', () => {
    const folder = temporaryFolder();
    try {
      writeFileSync(join(folder, 'breakeven_cpu.node'), 'not a library');
      const { providers, absent } = loadAddons(folder);
      expect(providers).toEqual([]);
      expect(absent.map(({ addon }) => addon)).toEqual([
        'breakeven_cpu.node',
        'breakeven_cuda.node',
      ]);
      expect(absent[0]?.reason).toContain('breakeven_cpu.node');
      expect(absent[1]?.reason).toMatch(/does not exist$/);
    } finally {
    }
  });

  it('says that the folder is not named', () => {
    expect(loadAddons(undefined).absent[0]?.reason).toContain('BREAKEVEN_NATIVE');
  });
});

describe('the engine', () => {
  function start(provider: Provider) {
    const events: EngineEvent[] = [];
    const engine = createEngine([{ name: 'test', provider }], [], (event) => events.push(event));
    const reply = async (id: number): Promise<EngineReply> => {
      return await vi.waitFor(() => {
        const found = events.find((event) => event.type === 'reply' && event.id === id);
        if (found?.type !== 'reply') throw new Error(`there is no reply to ${id}`);
        return found.reply;
      });
    };
    return { engine, reply };
  }

  it('answers with a failure where a provider throws, and goes on', async () => {
    const scripted = createScriptedProvider({ crash: () => {} });
    const provider = {
      ...scripted,
      machine: () => {
        throw new Error('the driver is broken');
      },
    };
    const { engine, reply } = start(provider);
    engine.handle({ type: 'describe', id: 1 });
    expect(await reply(1)).toMatchObject({
      ok: false,
      failure: { message: 'the driver is broken' },
    });
    const cases = [{ workload: 'count', variant: 'accelerated', values: { n: 10, bins: 5000 } }];
    engine.handle({ type: 'estimate', id: 2, cases });
    expect(await reply(2)).toEqual({
      ok: true,
      estimates: [
        {
          hostBytes: 80,
          deviceBytes: 40,
          seconds: 1e-8,
          reason: 'bins is 5000; this variant takes at most 1000',
        },
      ],
    });
  });

  it('estimates nothing where the addon cannot', async () => {
    const { estimate: _, ...provider } = createScriptedProvider({ crash: () => {} });
    const { engine, reply } = start(provider);
    engine.handle({
      type: 'estimate',
      id: 1,
      cases: [{ workload: 'count', variant: 'sequential', values: {} }],
    });
    expect(await reply(1)).toEqual({ ok: true, estimates: [null] });
  });
});
