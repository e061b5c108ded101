import type { SpanSamples } from '../../contract/run.ts';
import { numberOf, textOf } from '../export/csv.ts';
import type { Row } from './import-csv.ts';

type Growing = {
  readonly case: number;
  readonly span: string;
  readonly round: number;
  readonly repeats: number;
  readonly launchIncluded: boolean;
  readonly times: Doubles;
  readonly clocks: Doubles;
  readonly cpu: Doubles;
};

/** Collects the samples of a table that lists them by case, span and round, as `samplesCsv` does. */
export function createSampleReader() {
  const parts: Growing[] = [];
  let places: ReadonlyMap<string, number> | undefined;

  return {
    row(row: Row): void {
      places ??= placesOf(row);
      const at = (id: string) => row.fields[places?.get(id) ?? -1] ?? { text: '', quoted: false };
      const number = (id: string) => {
        const value = numberOf(at(id));
        return value === undefined ? row.fail(id, `"${at(id).text}" is no number`) : value;
      };
      const index = number('case') ?? row.fail('case', 'it is empty');
      const round = number('round') ?? row.fail('round', 'it is empty');
      const span = textOf(at('span')) ?? row.fail('span', 'it is empty');
      let part = parts.at(-1);
      if (part === undefined || part.case !== index || part.span !== span || part.round !== round) {
        part = {
          case: index,
          span,
          round,
          repeats: number('repeats') ?? 1,
          launchIncluded: at('launch_included').text === 'true',
          times: createDoubles(),
          clocks: createDoubles(),
          cpu: createDoubles(),
        };
        parts.push(part);
      }
      if (number('sample') !== part.times.length()) {
        row.fail('sample', `${at('sample').text} stands where ${part.times.length()} is expected`);
      }
      part.times.push(number('time_ns') ?? Number.NaN);
      part.clocks.push(number('clock_hz') ?? Number.NaN);
      part.cpu.push(number('cpu_ns') ?? Number.NaN);
    },

    result(): ReadonlyMap<number, readonly SpanSamples[]> {
      const byCase = new Map<number, SpanSamples[]>();
      for (const part of parts) {
        const samples = byCase.get(part.case) ?? [];
        samples.push(samplesOf(part));
        byCase.set(part.case, samples);
      }
      return byCase;
    },
  };
}

function placesOf({ columns }: Row): ReadonlyMap<string, number> {
  // An axis may have the id of a field; its column is then another.
  return new Map(
    columns.flatMap(({ role, id }, i) => (role === 'field' ? [[id, i] as const] : [])),
  );
}

/** Values beside the times that are all missing were never taken. */
function samplesOf(part: Growing): SpanSamples {
  const clocks = part.clocks.values();
  const cpu = part.cpu.values();
  return {
    span: part.span,
    round: part.round,
    timesNs: part.times.values(),
    ...(clocks.every(Number.isNaN) ? {} : { clocksHz: clocks }),
    ...(cpu.every(Number.isNaN) ? {} : { cpuNs: cpu }),
    repeats: part.repeats,
    launchIncluded: part.launchIncluded,
  };
}

type Doubles = {
  push(value: number): void;
  length(): number;
  values(): Float64Array<ArrayBuffer>;
};

function createDoubles(): Doubles {
  let room = new Float64Array(16);
  let n = 0;
  return {
    push(value) {
      if (n === room.length) {
        const larger = new Float64Array(2 * n);
        larger.set(room);
        room = larger;
      }
      room[n] = value;
      n += 1;
    },
    length: () => n,
    values: () => room.slice(0, n),
  };
}
