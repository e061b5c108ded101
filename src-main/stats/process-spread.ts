import type { Metric } from '../contract/run.ts';
import { type Device, type PriorTable, priorFor, shippedPriors } from './priors.ts';

/** A time of each class of the priors, in nanoseconds: of a case that was not measured yet it is not known which applies. */
const timesOfClasses = [1e3, 1e6, 1e9];

/** The timing scopes that every variant has. */
const wholeScopes = ['kernel', 'call', 'total'];

/**
 * By timing scope: the standard deviation of the log median between processes (0.01 is 1 %), of what the machine varies by and what the
 * processes of the case show so far. Before the first process it is the smallest one that is usual of the device.
 *
 * @param metrics of the earlier repetitions of the case; undefined before the first one
 */
export function processSpread(
  device: Device,
  metrics: Readonly<Record<string, Metric>> | undefined,
  priors: PriorTable = shippedPriors,
): Record<string, number> {
  const spread: Record<string, number> = {};
  for (const scope of new Set([...wholeScopes, ...Object.keys(metrics ?? {})])) {
    const metric = metrics?.[scope];
    const usual = (nanoseconds: number) => priorFor(priors, device, scope, nanoseconds).processes;
    if (metric === undefined) {
      spread[scope] = Math.min(...timesOfClasses.map((time) => usual(time).sd));
      continue;
    }
    const { sd, degrees } = usual(metric.medianNs);
    const own = metric.processSd == null ? 0 : (metric.processes ?? 1) - 1;
    const variance = degrees * sd ** 2 + own * (metric.processSd ?? 0) ** 2;
    spread[scope] = Math.sqrt(variance / (degrees + own));
  }
  return spread;
}
