import type { ScopeSamples } from '../../contract/run.ts';

/**
 * A variant on the processor that neither allocates nor works outside its loop has its kernel as device call: engines
 * report the samples once for each of the two. They are stored and listed once.
 */
export function isKernelCopy(part: ScopeSamples, parts: readonly ScopeSamples[]): boolean {
  if (part.scope !== 'call' || part.timesNs.length === 0) return false;
  const kernel = parts.find(
    ({ scope, repetition }) => scope === 'kernel' && repetition === part.repetition,
  );
  return (
    kernel !== undefined &&
    kernel.repeats === part.repeats &&
    kernel.launchIncluded === part.launchIncluded &&
    areSame(kernel.timesNs, part.timesNs) &&
    areSame(kernel.clocksHz, part.clocksHz) &&
    areSame(kernel.cpuNs, part.cpuNs)
  );
}

export function withoutKernelCopies(parts: readonly ScopeSamples[]): readonly ScopeSamples[] {
  return parts.filter((part) => !isKernelCopy(part, parts));
}

/** Bit by bit: a clock that could not be read is no number. */
function areSame(a: Float64Array | undefined, b: Float64Array | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return a.length === b.length && a.every((value, i) => Object.is(value, b[i]));
}
