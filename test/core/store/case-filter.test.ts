import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Descriptor } from '../../../src-main/contract/run.ts';
import type { Values } from '../../../src-main/contract/workload.ts';
import { caseFilter, type FilteredCase } from '../../../src-main/core/store/case-filter.ts';
import { openStore, type Store } from '../../../src-main/core/store/store.ts';
import { failureOf } from './failure-of.ts';
import { descriptor, finished, newRun, planned, temporaryHome } from './fixtures.ts';

const given: readonly (readonly [string, string, Values])[] = [
  ['histogram', 'sequential', { n: 1000, bins: 8, distribution: 'uniform' }],
  ['histogram', 'cub', { n: 1_000_000, bins: 8, distribution: 'uniform' }],
  ['histogram', 'cub', { n: 4_000_000, bins: 16, distribution: 'zipf', freshInput: true }],
  ['mean', 'thrust', { n: 2 ** 20 }],
  ['mean', 'omp-static', { n: 16, threads: 2 }],
];

const cases: readonly FilteredCase[] = given.map(([workload, variant, values], index) => ({
  ...{ index, workload, variant, values },
  outcome: index === 4 ? 'failed' : 'ok',
}));

const descriptors: ReadonlyMap<number, Descriptor> = new Map(
  given.map(([workload, variant], index) => [
    index,
    descriptor(workload, variant, /cub|thrust/.test(variant) ? 'cuda' : 'cpu'),
  ]),
);

const fitting = (query: string): readonly number[] =>
  cases.filter(caseFilter(query, cases, descriptors).fits).map(({ index }) => index);

describe('a query of cases', () => {
  it.each<[string, readonly number[]]>([
    ['n>=1e6 variant:cub', [1, 2]],
    ['variant:CUB,thrust', [1, 2, 3]],
    ['variant:omp-*', [4]],
    ['-variant:cub', [0, 3, 4]],
    ['variant!=cub', [0, 3, 4]],
    ['n:1k', [0]],
    ['n:1k,1M', [0, 1]],
    ['n:1,000,000', [1]],
    ['n:16..1000', [0, 4]],
    ['n!=16', [0, 1, 2, 3]],
    ['n<1000', [4]],
    ['n<=1000', [0, 4]],
    ['n>2^20', [2]],
    ['distribution:uni*', [0, 1]],
    ['distribution:*if*', [0, 1]],
    ['distribution:u*i*m', [0, 1]],
    ['distribution:UNIFORM*', [0, 1]],
    ['distribution:*', [0, 1, 2]],
    ['distribution:uniform*m', []],
    ['distribution:*for*rm', []],
    ['distribution:.*', []],
    ['distribution!=zipf', [0, 1]],
    ['-distribution:zipf', [0, 1, 3, 4]],
    ['freshinput:true', [2]],
    ['outcome:failed', [4]],
    ['-outcome:failed workload:mean', [3]],
    ['device:cuda kind:study', [1, 2, 3]],
    ['', [0, 1, 2, 3, 4]],
  ])('%s', (query, indices) => {
    expect(fitting(query)).toEqual(indices);
  });

  it('takes a pattern of nothing but stars and letters in no time', () => {
    const [first] = cases;
    const long = { ...first, values: { n: 1, distribution: 'a'.repeat(100) } } as FilteredCase;
    const { fits } = caseFilter(`distribution:${'*a'.repeat(40)}*b`, [long], descriptors);
    expect(fits(long)).toBe(false);
    const found = caseFilter(`distribution:${'*a'.repeat(40)}*`, [long], descriptors);
    expect(found.fits(long)).toBe(true);
  });

  it('asks of the input alone where only that is wanted', () => {
    const { fitsInput } = caseFilter('n>=1e6 variant:cub -outcome:ok', cases, descriptors);
    expect(cases.filter(fitsInput).map(({ index }) => index)).toEqual([1, 2, 3]);
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
    ['n:', 'has no value after ":"'],
  ])('%s is refused', (query, sentence) => {
    expect(failureOf(() => fitting(query))).toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining(sentence),
    });
  });
});

describe('the query bar of history', () => {
  let store: Store;
  let remove: () => void;

  beforeAll(() => {
    const temporary = temporaryHome();
    remove = temporary.remove;
    store = openStore(temporary.home);
    // A run for each case: the runs that history finds are the cases that fit.
    for (const [index, [workload, variant, values]] of given.entries()) {
      const id = `r${index}`;
      store.createRun(newRun([planned(0, { workload, variant, values })], { id }));
      store.saveCase(
        id,
        finished(0, {
          planned: { workload, variant, values },
          device: descriptors.get(index)?.variant.device ?? 'cpu',
          result: { outcome: index === 4 ? 'failed' : 'ok' },
        }),
      );
      store.finishRun(id, 'complete');
    }
  });

  afterAll(() => {
    store.close();
    remove();
  });

  it.each([
    ['n>=1e6 variant:cub'],
    ['variant:CUB,thrust'],
    ['-variant:cub'],
    ['variant!=cub'],
    ['n:1k,1M'],
    ['n:16..1000'],
    ['n!=16'],
    ['distribution:uni*'],
    ['distribution!=zipf'],
    ['-distribution:zipf'],
    ['freshinput:true'],
    ['outcome:failed'],
    ['device:cuda'],
  ])('means the same by %s', (query) => {
    const { rows } = store.history({ query, limit: 10 });
    expect(fitting(query).map((index) => `r${index}`)).toEqual(rows.map(({ id }) => id).sort());
  });
});
