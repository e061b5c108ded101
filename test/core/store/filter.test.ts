import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldNames } from '../../../src-main/core/store/filter.ts';
import { failureOf } from './failure-of.ts';
import { query, selects, term, terms } from './query-terms.ts';
import { type Run, randomStore } from './random-store.ts';

const stores = [1, 2, 3].map((seed) => ({
  seed,
  made: null as ReturnType<typeof randomStore> | null,
}));

describe.each(stores)('a query of history over random store $seed', (place) => {
  beforeAll(() => {
    place.made = randomStore(place.seed);
  });
  afterAll(() => place.made?.close());
  const made = () => {
    if (place.made === null) throw new Error('the store was not made');
    return place.made;
  };

  it('selects the runs that its terms select one by one in JavaScript, in any combination', () => {
    fc.assert(
      fc.property(query, ({ given, trash }) => {
        const { store, all } = made();
        const text = given.map(([negated, { text }]) => `${negated ? '-' : ''}${text}`).join(' ');
        const { rows, total } = store.history({
          query: `${text}${trash ? ' is:trash' : ''}`,
          limit: 200,
        });
        const expected = all.filter((run) => selects(given, trash, run)).map(({ row }) => row.id);
        expect(rows.map(({ id }) => id).sort()).toEqual(expected.sort());
        expect(total).toBe(expected.length);
      }),
      { numRuns: 300, seed: place.seed },
    );
  });

  it('has each single term select the same', () => {
    for (const [i, each] of terms.entries()) {
      for (const one of fc.sample(each, { numRuns: 12, seed: i })) {
        for (const negated of [false, true]) {
          const found = made().store.history({
            query: `${negated ? '-' : ''}${one.text}`,
            limit: 200,
          });
          const expected = made().all.filter((run) => selects([[negated, one]], false, run));
          expect([one.text, negated, found.total]).toEqual([one.text, negated, expected.length]);
        }
      }
    }
  });

  it('selects cases of a run as it selects them in history', () => {
    const ofCases = fc.array(
      fc.tuple(
        fc.boolean(),
        term.filter((one) => 'one' in one),
      ),
      { minLength: 1, maxLength: 3 },
    );
    const inputOnly = new Set(['workload', 'n', 'distribution']);
    fc.assert(
      fc.property(ofCases, (given) => {
        const { store, all } = made();
        const text = given.map(([negated, { text }]) => `${negated ? '-' : ''}${text}`).join(' ');
        const selected = store.selectCases(
          all.map(({ row }) => row.id),
          text,
        );
        const indexes = (run: Run, of: typeof given) =>
          run.cases
            .filter((each) =>
              of.every(([negated, one]) => 'one' in one && one.one(each, run) !== negated),
            )
            .map(({ index }) => index);
        for (const run of all) {
          const found = selected.get(run.row.id);
          expect([...(found?.cases ?? [])].sort()).toEqual(indexes(run, given));
          const inputs = given.filter(([, { field }]) => inputOnly.has(field));
          expect([...(found?.inputs ?? [])].sort()).toEqual(indexes(run, inputs));
        }
      }),
      { numRuns: 100, seed: place.seed },
    );
  });

  it('compares the median of a chosen case', () => {
    const { store, all } = made();
    const chosen = { query: 'variant:sequential n<5k', scope: 'kernel' };
    const { rows } = store.history({ query: 'median<30ns', chosen, limit: 200 });
    const expected = all.filter(({ row, cases }) => {
      const first = cases.find(
        ({ variant, values, outcome }) =>
          variant === 'sequential' && Number(values.n) < 5000 && outcome === 'ok',
      );
      return row.trashedAt === undefined && (first?.metrics.kernel?.medianNs ?? Infinity) < 30;
    });
    expect(rows.map(({ id }) => id).sort()).toEqual(expected.map(({ row }) => row.id).sort());
  });
});

it('has a term here for each field', () => {
  const covered = new Set(terms.flatMap((each) => fc.sample(each, 5).map(({ field }) => field)));
  expect(fieldNames.filter((name) => !covered.has(name))).toEqual([]);
});

describe('a query of cases', () => {
  let made: ReturnType<typeof randomStore>;
  beforeAll(() => {
    made = randomStore(4);
  });
  afterAll(() => made.close());
  const selected = (query: string) =>
    made.store.selectCases(
      made.all.map(({ row }) => row.id),
      query,
    );

  it('takes a pattern of nothing but stars and letters in no time', () => {
    expect(
      [...selected(`distribution:${'*a'.repeat(40)}*b`).values()].some(
        ({ cases }) => cases.size > 0,
      ),
    ).toBe(false);
  });

  it.each([
    ['cub', 'says nothing of a case; write a field, such as variant:cub'],
    ['(((((', '"(((((" says nothing of a case; write a field, such as variant:cub or n>=1M.'],
    ['n:1k || n:1M', '"||" says nothing of a case'],
    ['-', '"-" says nothing of a case'],
    ['m>3', 'No case has a field or axis "m"; fields are workload, variant, outcome'],
    ['status:ok', 'No case has a field or axis "status"'],
    ['variant>cub', '"variant>cub" compares a text; write variant:value.'],
    ['n>x', '"n>x": "x" is no number'],
    ['outcome:fine', 'outcome is ok, skipped or failed'],
    ['device:H9', 'device is cpu, cuda'],
    ['n:', 'has no value after ":"'],
  ])('%s is refused', (query, sentence) => {
    expect(failureOf(() => selected(query))).toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining(sentence),
    });
  });
});
