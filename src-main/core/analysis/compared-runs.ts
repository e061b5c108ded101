import type { Decide } from '../../contract/configuration.ts';
import { hintFor } from '../../contract/did-you-mean.ts';
import { badInput } from '../../contract/failure.ts';
import type { Machine } from '../../contract/machine.ts';
import type { Descriptor, RunRow, StoredCase } from '../../contract/run.ts';
import { parseRunVariant, settleSame } from '../store/reference.ts';
import type { Store } from '../store/store.ts';

/** One side of a comparison: a run, or one variant of it. */
export type ComparedSide = {
  readonly ref: string;
  readonly run: RunRow;
  readonly variant: string | null;
  readonly machine: Machine;
  readonly cases: readonly StoredCase[];
  /** Those of the run that are not of this side among them. */
  readonly allCases: readonly StoredCase[];
  readonly descriptors: ReadonlyMap<number, Descriptor>;
  readonly decide: Decide | undefined;
};

/**
 * The sides that references name, each `<run>` or `<run>:<variant>`.
 *
 * @throws BreakevenError `not-found` or `bad-input` for what is not there, `bad-input` for a side that is named twice.
 */
export function readSides(
  store: Pick<Store, 'run' | 'descriptors' | 'resolve'>,
  refs: readonly string[],
  workload?: string,
): readonly ComparedSide[] {
  const sides = settleSame(store, refs).map((ref) => readSide(store, ref, workload));
  refuseTwice(sides);
  return sides;
}

function readSide(
  store: Pick<Store, 'run' | 'descriptors'>,
  ref: string,
  workload: string | undefined,
): ComparedSide {
  const { run: runRef, variant } = parseRunVariant(ref);
  const { run, machine, cases, plan } = store.run(runRef);
  const own = cases.filter((stored) => workload === undefined || stored.workload === workload);
  const chosen = own.filter((stored) => variant === null || stored.variant === variant);
  if (variant !== null && chosen.length === 0) {
    const known = [...new Set(own.map((stored) => stored.variant))];
    throw badInput(`run ${run.id} has no variant "${variant}"${hintFor(variant, known)}`);
  }
  const { decide } = plan.configuration;
  const descriptors = store.descriptors(run.id);
  return { ref, run, variant, machine, cases: chosen, allCases: cases, descriptors, decide };
}

/** A side says nothing about itself. */
function refuseTwice(sides: readonly ComparedSide[]): void {
  const names = sides.map(
    ({ run, variant }) => `${run.id}${variant === null ? '' : `:${variant}`}`,
  );
  const twice = sides.find((_, i) => names.indexOf(names[i] ?? '') < i);
  if (twice === undefined) return;
  const { run, variant, cases } = twice;
  const what = variant === null ? `run ${run.id}` : `${variant} of run ${run.id}`;
  const [one = 'one', other = 'another'] = new Set(cases.map((stored) => stored.variant));
  const way = variant === null ? `${run.id}:${one} and ${run.id}:${other}` : `${run.id}:<another>`;
  throw badInput(
    `${what} would be compared with itself; name another run, or two variants of this one (${way})`,
  );
}
