import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import type { HeadlineAnswer } from '../../src-main/contract/headline.ts';
import type { Workload } from '../../src-main/contract/workload.ts';
import { WorkloadAnswer } from '../../src-renderer/views/run/results/headline.tsx';

it('names the values of the workload in the answer of every timing scope', () => {
  const answers = ['total', 'kernel'].map((scope) => ({ scope, text: `text of ${scope}` }));
  const facet = {
    known: { id: 'histogram' } as Workload,
    where: { bins: 256 },
    detail: {
      headline: {
        sentence: 'of the run',
        workloads: [
          {
            ...{ workload: 'histogram', axis: 'n', values: { bins: 256 }, bestKnown: null },
            ...{ answers: answers as HeadlineAnswer[], sentence: 'histogram, bins=256: text' },
          },
        ],
      },
    } as unknown as Parameters<typeof WorkloadAnswer>[0]['facet']['detail'],
  };
  const html = renderToString(h(WorkloadAnswer, { facet, scope: 'kernel' }));
  expect(html.replaceAll(/<[^>]*>/g, '')).toBe('histogram, bins=256, kernel: text of kernel.');
});
