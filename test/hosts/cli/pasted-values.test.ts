import { describe, expect, it } from 'vitest';
import { linearTicks, logTicks } from '../../../src-main/charts/ticks.ts';
import { fieldText, takesText, valueText } from '../../../src-main/contract/axis-values.ts';
import { caseName, valuesText } from '../../../src-main/contract/case-names.ts';
import { boundText, parseNumber } from '../../../src-main/contract/numbers.ts';
import type { Axis } from '../../../src-main/contract/workload.ts';
import { crossingSentence } from '../../../src-main/core/analysis/break-even/sentences.ts';
import { valuesText as figureText } from '../../../src-main/core/figures/values-text.ts';
import { readScalar, readSweep, splitAssignment } from '../../../src-main/hosts/cli/sweeps.ts';
import { valuesOf } from '../../../src-renderer/state/resolve.ts';
import { awkwardNumbers } from '../../helpers/awkward-numbers.ts';
import { cliSession } from '../../helpers/cli-session.ts';
import { createScriptedApp } from '../../helpers/scripted-app.ts';

const n: Axis = {
  id: 'n',
  title: 'Values',
  help: '',
  role: 'input',
  type: 'real',
  min: -1e30,
  max: 1e30,
  default: 1,
  scale: 'log',
};

/** What `--set` and a field of the form make of a printed value; the field reads it as `--sweep` does. */
function pasted(text: string): readonly unknown[] {
  const field = valuesOf(n, { kind: 'number', text });
  const set = splitAssignment('set', `n=${text}`);
  if (field.ok) expect(readSweep(n, text)).toEqual(field.value);
  else expect(() => readSweep(n, text)).toThrow(field.error);
  return [readScalar(n, set.value)];
}

describe('a value that was printed', () => {
  it('is the same value where it is pasted, whichever place printed it', () => {
    for (const value of awkwardNumbers(5000, 3)) {
      const [, word = ''] = caseName({ variant: 'plain', values: { n: value } }).split('n=');
      const [, title = ''] = figureText({ n: value }).split(' = ');
      const texts = [valueText(value), fieldText(value), boundText(value), word, title];
      for (const text of texts) expect(pasted(text), text).toEqual([value]);
    }
  });

  it('is told of a case as --set takes it', () => {
    const values = { n: 131_072, distribution: 'uniform', freshInput: true, gpu: '' };
    expect(valuesText(values)).toBe('n=131,072 distribution=uniform freshInput=true');
    const { axis, value } = splitAssignment('set', valuesText(values, ['n']));
    expect([axis, readScalar(n, value)]).toEqual(['n', 131_072]);
  });

  it('stands on the axes of figures so that it is read back', () => {
    const room = { length: 900, gap: 4, extent: (text: string) => text.length * 6 };
    const ends = awkwardNumbers(400, 5).filter((value) => value > 0);
    for (let at = 0; at + 1 < ends.length; at += 2) {
      const [low, high] = [ends[at] ?? 1, ends[at + 1] ?? 1].sort((a, b) => a - b);
      if (low === undefined || high === undefined || high < low * 1.01 || high > 1e17) continue;
      for (const style of ['plain', 'si'] as const) {
        // Prefixes of parts (milli and below) are for times.
        if (style === 'si' && low < 1) continue;
        for (const ticks of [
          linearTicks(low, high, { ...room, style }),
          logTicks(low, high, { ...room, style }),
        ]) {
          for (const { value, text } of ticks) {
            if (text !== '') expect(parseNumber(text), `${text} at ${value}`).toBe(value);
          }
        }
      }
    }
  });

  it('is read out of the sentence of a break-even', () => {
    const place = { small: 'a', large: 'b', axis: 'n', scope: 'call', at: 152_261 };
    const sentence = crossingSentence({ ...place, ci95: [150_012, 154_388] }, [
      { x: 200_000, sign: 1 },
      { x: 1_048_576, sign: 0 },
      { x: 4_194_304, sign: 1 },
    ]);
    const told = sentence.match(/\d[\d,]*\d/g)?.filter((text) => text !== '95');
    expect(told?.map((text) => pasted(text)[0])).toEqual([
      152_300, 150_000, 154_400, 4_194_304, 1_048_576,
    ]);
  });

  it('stands in the table of a run', async () => {
    const app = createScriptedApp();
    const run = await cliSession(app, 'run --workload count --set n=1,048,576 --long');
    expect(run.code).toBe(0);
    const cell = /^sequential +(\S+) /m.exec(run.stdout)?.[1] ?? '';
    expect([cell, ...pasted(cell)]).toEqual(['1,048,576', 1_048_576]);
  });

  it('is a range of an axis too', () => {
    const [, low = '', high = ''] =
      /from (\S+) to (\S+), default/.exec(takesText({ ...n, min: 1, max: 2 ** 31 - 1 })) ?? [];
    expect([low, high].map((text) => pasted(text)[0])).toEqual([1, 2 ** 31 - 1]);
  });
});

describe('a sweep', () => {
  it.each([
    ['n=1,000,000', [1_000_000]],
    ['n=1000,10000', [1000, 10_000]],
    ['n=1e3,1e4,1e6', [1000, 10_000, 1_000_000]],
    ['n=1,000..4,000:x2', [1000, 2000, 4000]],
  ])('of --sweep %s', (text, values) => {
    expect(readSweep(n, splitAssignment('sweep', text).value)).toEqual(values);
  });

  it('is refused where its commas may mean two things', () => {
    expect(() => readSweep(n, '7,100,000,5')).toThrow(
      'n: "7,100,000" in "7,100,000,5" may be one value or several; write 7100000 for one, or "; " between several',
    );
  });
});
