import type { Configuration } from '../../src-main/contract/configuration.ts';
import { BreakevenError } from '../../src-main/contract/failure.ts';
import type { Plan, RunStatus } from '../../src-main/contract/run.ts';
import type { Catalog } from '../../src-main/contract/workload.ts';
import { fakePolicy } from './fake-presets.ts';
import type { FakeRun } from './fake-results.ts';
import { fakeCase, fakePlan, fakeRow } from './fake-runs.ts';

export type FakeStored = {
  /** The newest first; emptying the trash takes some away. */
  readonly stored: FakeRun[];
  /** @throws BreakevenError `not-found` */
  readonly find: (named: string) => FakeRun;
  /** Every word of the query, as a part of the run's texts; `a:b,c` asks for one of several. */
  readonly rows: (query: string) => readonly FakeRun[];
  /** A small finished run. */
  readonly addRun: (title: string) => FakeRun;
  /** A run that has no case yet. */
  readonly begin: (configuration: Configuration) => FakeRun;
};

/** The runs of a made-up application. */
export function fakeStored(
  catalog: Catalog,
  { runs, pictures }: { readonly runs: number; readonly pictures: boolean },
): FakeStored {
  const stored: FakeRun[] = [];
  let nextId = 1;
  const keep = (createdAt: string, plan: Plan, status: RunStatus, cases: FakeRun['cases']) => {
    const id = `r${String(nextId).padStart(6, '0')}`;
    nextId += 1;
    const run: FakeRun = { row: fakeRow(id, createdAt, plan, status, cases), plan, cases };
    stored.unshift(run);
    return run;
  };
  const find = (named: string): FakeRun => {
    const ref = named.replace(/:.*$/, '');
    const found = ref === 'latest' ? stored[0] : stored.find(({ row }) => row.id.startsWith(ref));
    if (found === undefined) throw new BreakevenError('not-found', `there is no run "${ref}"`);
    return found;
  };
  const add = (configuration: Configuration, createdAt: string, brokenAt: number): FakeRun => {
    const plan = fakePlan(configuration, catalog);
    const cases = plan.cases.map((planned, i) => fakeCase(planned, createdAt, i === brokenAt));
    return keep(createdAt, plan, brokenAt >= 0 ? 'partial' : 'complete', cases);
  };
  const plainPolicy = { ...fakePolicy, parameters: { ...fakePolicy.parameters } };
  if (pictures) {
    add(
      {
        title: 'The fractal',
        groups: [
          { workload: 'mandelbrot', variants: ['plain', 'split'], set: { xres: 512 }, sweep: {} },
        ],
        policy: plainPolicy,
        orderSeed: 1,
      },
      '2026-10-31T00:00:00.000Z',
      -1,
    );
  }
  for (let i = 0; i < runs; i += 1) {
    const at = new Date(Date.UTC(2026, 10, 1) + i * 420_000).toISOString();
    add(
      {
        title: i % 3 === 0 ? `Threads against the device, part ${i}` : `Tally sweep ${i}`,
        groups: [
          {
            workload: 'tally',
            variants: 'all',
            set: { bins: 8 },
            sweep: { n: [1e3, 1e4, 1e5, 1e6, 1e7] },
          },
        ],
        policy: plainPolicy,
        orderSeed: i,
        ...(i % 2 === 0 ? { tags: ['lab'] } : {}),
      },
      at,
      i % 5 === 4 ? 3 : -1,
    );
  }

  const rows = (query: string): readonly FakeRun[] => {
    const words = query
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '' && word !== 'is:trash');
    const inTrash = query.includes('is:trash');
    return stored.filter(({ row }) => {
      if ((row.trashedAt !== undefined) !== inTrash) return false;
      const text = [
        row.title,
        row.id,
        row.note,
        row.pinned ? 'is:pinned' : '',
        row.baseline ? 'is:baseline' : '',
        `status:${row.status}`,
        ...row.tags.map((tag) => `tag:${tag}`),
        ...row.workloads.map((id) => `workload:${id}`),
      ]
        .join(' ')
        .toLowerCase();
      return words.every((word) => {
        const [, field, values] = /^(\w+):(.+)$/.exec(word) ?? [];
        return field === undefined || values === undefined
          ? text.includes(word)
          : values.split(',').some((value) => text.includes(`${field}:${value}`));
      });
    });
  };
  const addRun = (title: string): FakeRun =>
    add(
      {
        title,
        groups: [{ workload: 'tally', variants: 'all', set: {}, sweep: { n: [1e3, 1e5] } }],
        policy: plainPolicy,
        orderSeed: 1,
      },
      new Date().toISOString(),
      -1,
    );
  const begin = (configuration: Configuration): FakeRun =>
    keep(new Date().toISOString(), fakePlan(configuration, catalog), 'running', []);
  return { stored, find, rows, addRun, begin };
}
