import * as fc from 'fast-check';
import { machineClass } from '../../../src-main/contract/machine-class.ts';
import { type Case, type Run, sizes } from './random-store.ts';

/** A term of a query, and the same in plain JavaScript. */
export type Term = { readonly text: string; readonly field: string } & (
  | { readonly run: (run: Run) => boolean }
  | { readonly one: (each: Case, run: Run) => boolean; readonly planned?: (run: Run) => boolean }
);

const lower = (text: string): string => text.toLowerCase();
const starts = (text: string, start: string): boolean => lower(text).startsWith(lower(start));
const has = (text: string, part: string): boolean => lower(text).includes(lower(part));

function compared(a: number | null | undefined, operator: string, b: number): boolean {
  if (a === null || a === undefined) return false;
  const is = { ':': a === b, '=': a === b, '<': a < b, '<=': a <= b, '>': a > b, '>=': a >= b };
  return is[operator as keyof typeof is];
}

const operator = fc.constantFrom(':', '=', '<', '<=', '>', '>=');
const numbers = (
  field: string,
  values: readonly number[],
  of: (run: Run) => number | null | undefined,
) =>
  fc.tuple(operator, fc.constantFrom(...values)).map(([sign, value]): Term => {
    return { field, text: `${field}${sign}${value}`, run: (run) => compared(of(run), sign, value) };
  });
const choice = (
  field: string,
  values: readonly string[],
  run: (run: Run, value: string) => boolean,
) =>
  fc.constantFrom(...values).map((value): Term => {
    return { field, text: `${field}:"${value}"`, run: (given) => run(given, value) };
  });
const dated = (field: string, of: (run: Run) => string | null) =>
  fc
    .tuple(
      fc.constantFrom(':', '<', '<=', '>', '>='),
      fc.constantFrom('2024', '2025-01', '2025-01-02', '2025-01-02T10:30', '2030'),
    )
    .map(([sign, date]): Term => {
      // All times that begin with a date are equal to it.
      const order = (at: string): number => (at.startsWith(date) ? 0 : at < date ? -1 : 1);
      const run = (given: Run): boolean => {
        const at = of(given);
        return at !== null && compared(order(at), sign, 0);
      };
      return { field, text: `${field}${sign}${date}`, run };
    });
const ofCase = (
  field: string,
  values: readonly string[],
  one: (each: Case, run: Run, value: string) => boolean,
) =>
  fc.constantFrom(...values).map((value): Term => {
    return { field, text: `${field}:${value}`, one: (each, run) => one(each, run, value) };
  });

const tokens = (text: string): string[] => lower(text).match(/[\p{L}\p{N}]+/gu) ?? [];
const columns = ({ row, plan }: Run): string[] => [
  ...[row.id, row.title, row.note, row.tags.join(' '), row.device],
  [...row.workloads, row.preset ?? '', ...plan.cases.map(({ variant }) => variant)].join(' '),
];

export const terms: readonly fc.Arbitrary<Term>[] = [
  fc
    .constantFrom('0', '1', '2')
    .map(
      (text): Term => ({ field: 'id', text: `id:${text}`, run: ({ row }) => starts(row.id, text) }),
    ),
  choice('title', ['alpha', 'GRÖSSE', '%', '_'], ({ row }, value) => has(row.title, value)),
  choice('note', ['beta', '100%'], ({ row }, value) => has(row.note, value)),
  choice(
    'preset',
    ['quick', 'QUICK', 'none'],
    ({ row }, value) => lower(row.preset ?? '') === lower(value),
  ),
  choice(
    'status',
    ['complete', 'partial', 'failed', 'running'],
    ({ row }, value) => row.status === value,
  ),
  choice('tag', ['lab', 'LAB', 'my lab', 'gone'], ({ row }, value) =>
    row.tags.some((tag) => lower(tag) === lower(value)),
  ),
  choice('tag', ['*lab'], ({ row }) => row.tags.some((tag) => tag.endsWith('lab'))),
  choice('commit', ['88D01E2', '88d0', '3f2a9c10', 'zz'], ({ row, machine }, value) =>
    starts(row.revision?.head ?? machine.versions.commit ?? '', value),
  ),
  choice('host', ['bench-1', 'other', 'ben*'], (run, value) =>
    value === 'ben*' ? starts(run.machine.hostname, 'ben') : run.machine.hostname === value,
  ),
  choice('cpu', ['3000', 'none'], (run, value) => has(run.machine.cpuModel, value)),
  choice('gpu', ['h9', 'A1'], (run, value) =>
    run.machine.gpus.some(({ name }) => has(name, value)),
  ),
  choice('machine', ['f', 'f1'], (run, value) => starts(run.machine.fingerprint, value)),
  choice('class', ['H9', '2 cores', '1x*'], (run, value) => {
    const { title } = machineClass(run.machine);
    return value === '1x*' ? starts(title, '1x') : has(title, value);
  }),
  numbers('cases', [0, 1, 3], ({ row }) => row.cases),
  numbers('ok', [0, 1, 2], ({ row }) => row.ok),
  numbers('failed', [0, 1], ({ row }) => row.failed),
  numbers('skipped', [0, 1], ({ row }) => row.skipped),
  numbers('breakeven', sizes, ({ results }) => results?.breakEven?.at),
  numbers('speedup', [0.5, 2, 3], ({ results }) => results?.speedup?.ratio),
  fc
    .tuple(operator, fc.constantFrom(['900ns', 900], ['1ms', 1e6], ['2s', 2e9]))
    .map(([sign, [text, ns]]): Term => {
      return {
        field: 'median',
        text: `median${sign}${text}`,
        run: ({ results }) => compared(results?.median?.ns, sign, Number(ns)),
      };
    }),
  dated('created', ({ row }) => row.createdAt),
  dated('finished', ({ row }) => row.finishedAt),
  choice('is', ['pinned', 'baseline', 'changed'], (run, value) =>
    value === 'changed' ? run.changed : value === 'pinned' ? run.row.pinned : run.row.baseline,
  ),
  choice('has', ['note', 'tag'], ({ row }, value) =>
    value === 'note' ? row.note !== '' : row.tags.length > 0,
  ),
  fc.constantFrom('histogram', 'MEAN', 'man*').map((value): Term => {
    const fits = (workload: string): boolean =>
      value === 'man*' ? starts(workload, 'man') : workload === lower(value);
    const any = ({ row, cases }: Run) =>
      row.workloads.some(fits) || cases.some(({ workload }) => fits(workload));
    return {
      field: 'workload',
      text: `workload:${value}`,
      one: ({ workload }) => fits(workload),
      planned: any,
    };
  }),
  ofCase('variant', ['sequential', 'CUB', 'omp-*'], ({ variant }, _, value) =>
    value === 'omp-*' ? starts(variant, 'omp-') : variant === lower(value),
  ),
  ofCase('outcome', ['ok', 'failed', 'skipped'], ({ outcome }, _, value) => outcome === value),
  ofCase(
    'kind',
    ['study', 'library', 'fast'],
    ({ index }, run, value) => run.descriptors.get(index)?.variant.kind === value,
  ),
  ofCase(
    'device',
    ['cpu', 'cuda', 'CUDA'],
    ({ index }, run, value) => run.descriptors.get(index)?.variant.device === lower(value),
  ),
  choice('device', ['3000', 'H9'], ({ row }, value) => has(row.device, value)),
  fc
    .tuple(fc.constantFrom(':', '!=', '<', '<=', '>', '>='), fc.constantFrom(...sizes))
    .map(([sign, value]): Term => {
      const one = ({ values }: Case) =>
        sign === '!=' ? values.n !== value : compared(Number(values.n), sign, value);
      return { field: 'n', text: `n${sign}${value}`, one };
    }),
  fc.constant({
    field: 'n',
    text: 'n:1k..5k',
    one: ({ values }: Case) => Number(values.n) >= 1000 && Number(values.n) <= 5000,
  }),
  fc.constant({
    field: 'n',
    text: 'n:10,1M',
    one: ({ values }: Case) => values.n === 10 || values.n === 1e6,
  }),
  fc
    .tuple(fc.constantFrom(':', '!='), fc.constantFrom('uniform', 'HOT', 'z*'))
    .map(([sign, value]): Term => {
      const one = ({ values: { distribution } }: Case): boolean => {
        if (distribution === undefined) return false;
        const equal =
          value === 'z*'
            ? starts(String(distribution), 'z')
            : lower(String(distribution)) === lower(value);
        return equal === (sign === ':');
      };
      return { field: 'distribution', text: `distribution${sign}${value}`, one };
    }),
  fc.constantFrom('alpha', 'BET', 'größe', 'lab', 'cub', 'histo', 'quick').map((word): Term => {
    const run = (given: Run) =>
      columns(given).some((column) =>
        tokens(column).some((token) => token.startsWith(lower(word))),
      );
    return { field: '', text: word, run };
  }),
  fc.constantFrom('alpha beta', 'my lab').map((phrase): Term => {
    const run = (given: Run) =>
      columns(given).some((column) => ` ${tokens(column).join(' ')} `.includes(` ${phrase} `));
    return { field: '', text: `"${phrase}"`, run };
  }),
];

export const term = fc.oneof(...terms);
export const query = fc.record({
  given: fc.array(fc.tuple(fc.boolean(), term), { maxLength: 4 }),
  trash: fc.constantFrom(false, false, true),
});

/** What a query means, one run after the other. */
export function selects(
  given: readonly (readonly [boolean, Term])[],
  trash: boolean,
  run: Run,
): boolean {
  const positive = given
    .filter(([negated, each]) => !negated && 'one' in each)
    .map(([, each]) => each);
  const wantsCase = (each: Case) => positive.every((one) => 'one' in one && one.one(each, run));
  const [only] = positive;
  const cases =
    positive.length === 1 && only !== undefined && 'one' in only && only.planned !== undefined
      ? only.planned(run)
      : positive.length === 0 || run.cases.some(wantsCase);
  const others = given.every(([negated, each]) => {
    if ('run' in each) return each.run(run) !== negated;
    if (!negated) return true;
    return !(each.planned?.(run) ?? run.cases.some((one) => each.one(one, run)));
  });
  return (run.row.trashedAt !== undefined) === trash && cases && others;
}
