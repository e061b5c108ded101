import { afterAll, beforeAll, expect, it } from 'vitest';
import { callRateSchema } from '../../../src-main/contract/headline.ts';
import { counted } from '../../helpers/counted.ts';
import { createMeasuringApp, type MeasuringApp } from '../../helpers/scripted-app.ts';

let scripted: MeasuringApp;
let ref: string;

beforeAll(async () => {
  scripted = createMeasuringApp();
  const group = { variants: ['sequential', 'parallel', 'accelerated'], sweep: { n: [1e4, 1e6] } };
  ref = await scripted.measure(counted(group));
});

afterAll(async () => await scripted.close());

const asked = {
  ...{ workload: 'count', variants: ['sequential', 'accelerated'] as [string, string] },
  ...{ size: 1e6, perSecond: 100, strategy: 'both-stay' as const },
};

it('answers what calls at a rate save, from the same costs as the break-even over calls', async () => {
  const answer = await scripted.call('callRate', { ref, ...asked });
  expect(callRateSchema.parse(answer)).toEqual(answer);
  expect(answer).toMatchObject({ answer: 'saves', winner: 'accelerated', processes: 3 });
  const of = { ref, variants: [...asked.variants], strategy: asked.strategy };
  const { rows } = await scripted.call('breakEvenCalls', of);
  expect(rows.find(({ size }) => size === asked.size)?.answer).toBe('always');
});

it('refuses a variant that the run has not, and a rate that is none', async () => {
  const variants: [string, string] = ['sequential', 'acelerated'];
  await expect(scripted.call('callRate', { ref, ...asked, variants })).rejects.toThrow(
    'the run has no variant "acelerated"',
  );
  await expect(scripted.call('callRate', { ref, ...asked, perSecond: 0 })).rejects.toThrow();
});
