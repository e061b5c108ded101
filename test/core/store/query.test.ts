import { describe, expect, it } from 'vitest';
import { filterOf } from '../../../src-main/core/store/filter.ts';
import { parseQuery } from '../../../src-main/core/store/query.ts';
import { failureOf } from './failure-of.ts';

const vocabulary = { axes: ['bins', 'n'] };

describe('the query bar, read', () => {
  it('reads fields, comparisons, negation, lists, quotes and words', () => {
    expect(
      parseQuery(
        'workload:histogram n>=1M  tag:"my lab",x -status:failed "exact words" -noise fast',
      ),
    ).toEqual([
      field('workload', ':', ['histogram'], 'workload:histogram'),
      field('n', '>=', ['1M'], 'n>=1M'),
      field('tag', ':', ['my lab', 'x'], 'tag:"my lab",x'),
      { ...field('status', ':', ['failed'], '-status:failed'), negated: true },
      { type: 'text', negated: false, text: 'exact words', exact: true },
      { type: 'text', negated: true, text: 'noise', exact: false },
      { type: 'text', negated: false, text: 'fast', exact: false },
    ]);
  });

  it('takes blanks around comparisons, any case of a field, and = for :', () => {
    expect(parseQuery('N >= 2^20 bins=8 n<1e3')).toEqual([
      field('n', '>=', ['2^20'], 'N >= 2^20'),
      field('bins', ':', ['8'], 'bins=8'),
      field('n', '<', ['1e3'], 'n<1e3'),
    ]);
  });

  it('reads n* as a field, and changed as what it is short for, but not in quotes', () => {
    expect(parseQuery('n*<1e5 -changed "changed"')).toEqual([
      field('breakeven', '<', ['1e5'], 'n*<1e5'),
      { ...field('is', ':', ['changed'], '-changed'), negated: true },
      { type: 'text', negated: false, text: 'changed', exact: true },
    ]);
  });

  it('leaves nothing of blanks and marks alone', () => {
    expect(parseQuery('   ')).toEqual([]);
    expect(parseQuery('- -- *')).toEqual([]);
  });

  it('says in one sentence what is wrong', () => {
    expect(failureOf(() => parseQuery('tag:"lab'))).toEqual({
      code: 'bad-input',
      message: 'The quote that opens at letter 5 of the query tag:"lab is not closed.',
    });
    expect(failureOf(() => parseQuery('a\0b'))).toMatchObject({ code: 'bad-input' });
    expect(failureOf(() => parseQuery('tag: n>5')).message).toBe('"tag:" has no value after ":".');
  });
});

describe('the query bar, as SQL', () => {
  it('keeps what was typed out of the SQL', () => {
    const nasty = `x'; DROP TABLE run; --`;
    for (const query of [
      `title:"${nasty}"`,
      `"${nasty}"`,
      `tag:"${nasty}"`,
      `workload:"${nasty}"`,
      `bins:"${nasty}"`,
    ]) {
      const filter = filterOf(query, vocabulary);
      expect(filter.sql).not.toContain('DROP');
      expect(JSON.stringify(filter.parameters).toUpperCase()).toContain('DROP');
    }
  });

  it.each([
    [
      'status:done',
      '"status:done": status is running, complete, partial, cancelled or failed, not "done".',
    ],
    ['n>=many', '"n>=many": "many" is no number; 1000, 1e6, 2^20, 1M and 64Ki are.'],
    ['n:1..x', '"n:1..x": "x" is no number; 1000, 1e6, 2^20, 1M and 64Ki are.'],
    [
      'n:7,100,000,5',
      '"n:7,100,000,5": "7,100,000,5" may be read in more than one way; write each number without commas.',
    ],
    [
      'created>soon',
      '"created>soon": "soon" is no date; write 2025, 2025-03, 2025-03-14 or 2025-03-14T09:30 (UTC).',
    ],
    ['tag>lab', '"tag>lab" compares a text; write tag:value, or a number or date with >.'],
    ['is:new', '"is:new": is is pinned, baseline, changed or trash, not "new".'],
    ['outcome:bad', '"outcome:bad": outcome is ok, skipped or failed, not "bad".'],
  ])('refuses %s', (query, message) => {
    expect(failureOf(() => filterOf(query, vocabulary))).toEqual({ code: 'bad-input', message });
  });

  it('finds an axis whatever its case', () => {
    const filter = filterOf('freshInput:true', { axes: ['freshInput', 'n'] });
    expect(filter.parameters).toEqual(['freshInput', 'true']);
    expect(filterOf('FRESHINPUT:true', { axes: ['freshInput'] })).toEqual(filter);
  });

  it('names fields and axes for one that does not exist', () => {
    const { message } = failureOf(() => filterOf('wrkload:mean', vocabulary));
    expect(message).toMatch(
      /^No stored run has a field or axis "wrkload"; fields are .*, workload, .*, axes are bins, n\.$/,
    );
    expect(filterOf('width>=3', { axes: [] }).parameters).toEqual(['width', 3]);
  });
});

function field(name: string, operator: string, values: readonly string[], source: string) {
  return { type: 'field', negated: false, field: name, operator, values, source };
}
