/** How far two runs of an unchanged program lie apart, by several locations of the medians of their processes. */
import { locationOf } from '../src-main/stats/location.ts';
import { mean, median } from '../src-main/stats/order.ts';
import * as recorded from '../test/simulations/recorded-aa.ts';

export const title =
  'Median distance of two runs of one program (percent), by location of the processes: mean, faster four fifths, median, faster half; every recorded table. Arguments: none.';
const half = (logs: readonly number[]): number =>
  mean(logs.toSorted((a, b) => a - b).slice(0, Math.ceil(logs.length / 2)));
const middle = (logs: readonly number[]): number => median(Float64Array.from(logs));
const locations = [mean, (logs: readonly number[]) => locationOf(logs).center, middle, half];

export function main(): void {
  for (const name of recorded.recordedNames()) {
    const all = recorded.readRecorded(recorded.recordedTable(name));
    for (const [device, scope] of recorded.scopesOf(all)) {
      const pairs = recorded.acrossRuns(recorded.casesOf(all, device, scope));
      const apart = locations.map((at) => {
        const of = (run: recorded.RecordedRun): number =>
          at(run.processes.map(({ medianNs }) => Math.log(medianNs)));
        const off = pairs.map(({ contender, baseline }) => Math.abs(of(contender) - of(baseline)));
        return (100 * middle(off)).toFixed(2);
      });
      console.log(`| ${name} | ${device} ${scope} | ${apart.join(' | ')} |`);
    }
  }
}
