import { describe, expect, it } from 'vitest';
import type { LabWatchEvent } from '../../../src-main/contract/procedures/labs.ts';
import type { ComparisonView } from '../../../src-main/contract/verdict.ts';
import { watchLab } from '../../../src-main/hosts/cli/lab/watch.ts';
import type { VerbContext } from '../../../src-main/hosts/cli/verb.ts';

const view = (verdict: ComparisonView['verdict'], ratio: number): ComparisonView => ({
  ...{ verdict, ratio, ci95: null, against: 'base', reason: 'scripted' },
});

function verdictOf(baseline: ComparisonView, repetitions: number, refining: boolean) {
  return {
    ...{ type: 'verdict', variant: 'fast', medianNs: 1e6, before: null, warnings: [] },
    ...{ version: 1, curve: { axis: 'n', points: [] } },
    ...{ milliseconds: 2500, baseline, repetitions, refining },
  } satisfies LabWatchEvent;
}

/** What a watch prints of these events. */
async function printed(events: readonly LabWatchEvent[]): Promise<string> {
  let out = '';
  const io = {
    ...{ out: (text: string) => (out += text), err: () => {}, cwd: '/', env: {}, colors: false },
    ...{ terminal: false, columns: 100, onInterrupt: () => () => {} },
  };
  const labs = {
    open: async () => ({ description: { id: 'a-lab' } }),
    watch: async ({ onEvent }: { onEvent: (event: LabWatchEvent) => void }) => {
      for (const event of events) onEvent(event);
    },
  };
  const args = { has: () => false, value: () => undefined, values: () => [] };
  const app = async () => ({ labs, api: { catalog: async () => ({ workloads: [] }) } });
  await watchLab({ args, io, app } as unknown as VerbContext, 'a-lab');
  return out;
}

describe('a watched lab', () => {
  it('is faster or slower only when that is decided; before it is a speedup, undecided', async () => {
    const lines = await printed([
      verdictOf(view('inconclusive', 1.075), 2, true),
      verdictOf(view('slower', 1.08), 9, false),
    ]);
    expect(lines.split('\n')).toEqual([
      'fast 1.00 ms; to the baseline 0.930×, undecided (2.5 s after the save, 2 pairs, more follow)',
      'fast 1.00 ms; to the baseline 0.926×, slower (2.5 s after the save, 9 pairs)',
      '',
    ]);
  });

  it('tells of the second pair, of what changes and of the end, and of no other pair', async () => {
    const open = view('inconclusive', 1.02);
    const events = [1, 2, 3, 4].map((pairs) => verdictOf(open, pairs, true));
    const lines = await printed([
      ...events,
      verdictOf(view('equivalent', 1.001), 5, true),
      verdictOf(view('equivalent', 1.001), 6, false),
    ]);
    expect([...lines.matchAll(/(\d+) pairs/g)].map(([, pairs]) => pairs)).toEqual(['2', '5', '6']);
  });
});
