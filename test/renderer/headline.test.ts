import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import type { HeadlineAnswer } from '../../src-main/contract/headline.ts';
import type { Workload } from '../../src-main/contract/workload.ts';
import { ShortAnswer } from '../../src-renderer/views/run/results/headline.tsx';

it('tells the answer of the scope that is shown, its first part before what is folded', () => {
  const answers = ['total', 'call', 'kernel'].map((scope) => ({
    scope,
    text: `row-ordering of ${scope} is faster; at n = 4096 it is not`,
  }));
  const facet = {
    known: { id: 'histogram' } as Workload,
    where: { bins: 256 },
    detail: {
      headline: {
        workloads: [
          {
            ...{ workload: 'histogram', axis: 'n', values: { bins: 256 }, bestKnown: null },
            ...{ answers: answers as HeadlineAnswer[], sentence: 'histogram, bins=256: text' },
          },
        ],
      },
    } as unknown as Parameters<typeof ShortAnswer>[0]['facet']['detail'],
  };
  const html = renderToString(h(ShortAnswer, { facet, scope: 'kernel' }));
  const [summary = '', folded = ''] = html.split('</summary>');
  // A name with a hyphen is not read as two.
  expect(summary).toContain('<span class="whole">row-ordering</span> of kernel is faster …');
  expect(folded).toContain('<p>at n = 4096 it is not.</p>');
  expect(folded.replaceAll(/<[^>]*>/g, ' ')).toMatch(
    /end to end +row-ordering +of total.* device call +row-ordering +of call/,
  );
  expect(folded).not.toContain('of kernel');
});
