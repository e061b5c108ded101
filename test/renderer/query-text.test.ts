import { describe, expect, it } from 'vitest';
import { facetValues, toggleFacet } from '../../src-renderer/state/query-text.ts';

describe('facets', () => {
  it.each([
    ['', 'workload', 'tally', 'workload:tally'],
    ['n>=1M', 'tag', 'my lab', 'n>=1M tag:"my lab"'],
    ['workload:tally n>=1', 'workload', 'total', 'workload:tally,total n>=1'],
    ['workload:tally,total', 'workload', 'tally', 'workload:total'],
    ['a tag:"my lab" b', 'tag', 'my lab', 'a b'],
    ['-status:failed', 'status', 'failed', '-status:failed status:failed'],
  ])('write themselves into a query: %j %s %s', (query, field, value, expected) => {
    expect(toggleFacet(query, field, value)).toBe(expected);
  });

  it('read what a query asks for', () => {
    expect(facetValues('x tag:a,"b c" -tag:d', 'tag')).toEqual(['a', 'b c']);
    expect(facetValues('-tag:d', 'tag')).toEqual([]);
  });
});
