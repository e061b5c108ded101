import { expect, it } from 'vitest';
import {
  cpuTimesOf,
  interferenceBetween,
  pressureOf,
} from '../../src-main/engine/interference-counters.ts';

it('reads stolen time out of all CPU time, guest time counted once', () => {
  const text = 'cpu  100 0 50 800 20 0 10 20 7 7\ncpu0 1 1 1 1 1 1 1 1 1 1\n';
  expect(cpuTimesOf(text)).toEqual({ cpuS: 10, stolenS: 0.2 });
  expect(cpuTimesOf('')).toEqual({});
  expect(cpuTimesOf('cpu  1 2 3\n')).toEqual({});
});

it('reads how long some thread waited for a CPU', () => {
  const text = 'some avg10=1.00 avg60=0.00 avg300=0.00 total=2500000\nfull avg10=0 total=7\n';
  expect(pressureOf(text)).toEqual({ waitingS: 2.5 });
  expect(pressureOf('')).toEqual({});
});

it('gives differences, of what both moments have', () => {
  const before = { clockS: 1, cpuS: 10, stolenS: 0.5 };
  const after = { clockS: 3, cpuS: 14, stolenS: 0.75, waitingS: 9 };
  expect(interferenceBetween(before, after)).toEqual({
    ...{ seconds: 2, usableCpus: expect.any(Number) },
    ...{ cpuS: 4, stolenS: 0.25 },
  });
});
