import { createHash } from 'node:crypto';
import { cpus } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import type { EngineCase } from '../../contract/engine-protocol.ts';
import { BreakevenError } from '../../contract/failure.ts';
import type { Interference } from '../../contract/interference.ts';
import type { CaseResult, Policy, ScopeSamples, Verification } from '../../contract/run.ts';
import type { StoppingCriterion } from '../../contract/workload.ts';
import { makeCriterion } from '../../stats/stopping/make-criterion.ts';
import type { ExpectedAnswer, ProviderEvent } from '../provider.ts';
import { chooseBatch, shortestBatchNs } from './batch.ts';
import { interferenceBetween, readSystemCounters } from './interference-counters.ts';
import { interleave, openStream, type Stream } from './interleave.ts';
import { createSampleBatches } from './sample-batches.ts';
import type { Computation, Cost } from './script-variant.ts';

const warmUpRuns = 3;
/** In the first repetition, and in later ones: each is a process of its own, but the machine is awake. */
const warmUpNs = 0.05e9;
const warmUpAgainNs = 0.02e9;
const warmUpCapNs = 2e9;
const hashedAtOnce = 2 ** 28;
/** Parts of the case's time limit for each timing scope. */
const kernelShare = 0.5;
const totalShare = 0.4;

export type Bench = {
  readonly computation: Computation;
  readonly expected: ExpectedAnswer;
  readonly policy: Policy;
  /** Of the catalog. */
  readonly criteria: readonly StoppingCriterion[];
  readonly repetition: number;
  /** By timing scope: executions in one sample, as an earlier repetition chose them. */
  readonly batch: EngineCase['batch'];
  readonly processSd: EngineCase['processSd'];
  readonly cost: Cost;
  /** First run of the variant in this process: its first run is the cold start. */
  readonly first: boolean;
  readonly onEvent: (event: ProviderEvent) => void;
  readonly isCancelled: () => boolean;
  readonly nowNs: () => number;
};

/** Verifies two runs, the second of which shows whether the first one corrupted the state, and times nothing. */
export async function verifyAlone(bench: Bench): Promise<CaseResult> {
  const first = await verifyFirst(bench);
  if (!first.verification.passed) return wrongAnswer(bench, first, 'in the first run');
  await bench.computation.run(false, 1);
  const again = await verify(bench);
  if (!again.verification.passed) return wrongAnswer(bench, again, 'in the second run');
  return { ...verified(bench, first), coldStartNs: bench.first ? first.ns : null };
}

/** Verifies, warms up, samples and verifies again, as the native library does for its own variants. */
export async function measure(bench: Bench): Promise<CaseResult> {
  const { policy, computation } = bench;
  const criterion = (headline: boolean, scope: string, batch: number) =>
    makeCriterion(policy, bench.criteria, {
      headline,
      // The clock's step is divided among the executions of one sample, as their time is.
      resolutionNs: computation.clockResolutionNs / batch,
      batch,
      processSd: bench.processSd?.[scope],
    });
  // Throws for an invalid policy before anything is done.
  criterion(true, 'kernel', 1);
  const first = await verifyFirst(bench);
  if (!first.verification.passed) return wrongAnswer(bench, first, 'before timing');
  const typicalNs = await warmUp(bench, first.ns);
  const repeats = await batchOf(bench, 'kernel', typicalNs);
  const totalRepeats = await batchOf(bench, 'total', typicalNs);
  const kernel = openStream({
    ...{ scope: 'kernel', repeats, share: kernelShare },
    criterion: criterion(true, 'kernel', repeats),
  });
  const total = openStream({
    ...{ scope: 'total', repeats: totalRepeats, share: totalShare },
    criterion: criterion(false, 'total', totalRepeats),
  });
  // The output is that of the last sample: no further run is needed to verify it.
  const before = readSystemCounters();
  for await (const ended of sampleInTurns(bench, [kernel, total])) {
    const found = await verify(bench);
    const when = ended === total ? 'after timing end to end' : 'after timing';
    if (!found.verification.passed) return wrongAnswer(bench, found, when);
  }
  return {
    ...verified(bench, first),
    samples: [
      scopeSamples(bench, 'kernel', kernel),
      scopeSamples(bench, 'call', kernel),
      scopeSamples(bench, 'total', total),
    ],
    coldStartNs: bench.first ? first.ns : null,
    stopReason: kernel.reason,
    interference: {
      ...interferenceBetween(before, readSystemCounters()),
      ...threadsOf(kernel),
    },
  };
}

/** What is needed to say whether the script got the CPU that it asked for: it computes with one thread. */
function threadsOf({ timesNs, cpuNs, repeats }: Stream): Interference {
  const passed = sumOf(timesNs);
  if (!(passed > 0)) return {};
  return {
    effectiveThreads: sumOf(cpuNs) / passed,
    measuredS: (repeats * passed) / 1e9,
    threads: 1,
  };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

type Verified = { readonly verification: Verification; readonly sha256: string };

async function verifyFirst(bench: Bench): Promise<Verified & { readonly ns: number }> {
  phase(bench, 'verify');
  await checkCancelled(bench);
  const { ns } = await bench.computation.run(true, 1);
  return { ns, ...(await verify(bench)) };
}

async function verify({ computation, expected }: Bench): Promise<Verified> {
  const output = await computation.output();
  const hash = createHash('sha256');
  // One update takes less than 2 GiB.
  for (let at = 0; at < output.length; at += hashedAtOnce) {
    hash.update(output.subarray(at, at + hashedAtOnce));
  }
  const sha256 = hash.digest('hex');
  const passed = sha256 === expected.sha256;
  const message = passed
    ? `all ${output.byteLength} bytes are the reference's`
    : `the digest of the answer is ${sha256}, expected ${expected.sha256}`;
  return { sha256, verification: { rule: 'exact', passed, message, maxError: null } };
}

/** The run that was verified is the first one of it. Returns the minimum time of a run. */
async function warmUp(bench: Bench, firstNs: number): Promise<number> {
  phase(bench, 'warm-up');
  const { warmUpS } = bench.policy;
  const usual = bench.repetition === 0 ? warmUpNs : warmUpAgainNs;
  const enough = warmUpS === undefined ? usual : 1e9 * warmUpS;
  const cap = Math.max(warmUpCapNs, enough);
  let spent = firstNs;
  let shortest = firstNs;
  for (let runs = 1; spent < cap && (runs < warmUpRuns || spent < enough); runs += 1) {
    await checkCancelled(bench);
    const { ns } = await bench.computation.run(false, 1);
    spent += Math.max(1, ns);
    shortest = Math.min(shortest, ns);
  }
  return shortest;
}

/** Executions in one sample; as an earlier repetition chose it, so that all samples of a case are of one kind. */
async function batchOf(
  bench: Bench,
  scope: 'kernel' | 'total',
  typicalNs: number,
): Promise<number> {
  const given = bench.batch?.[scope];
  if (given !== undefined) return given;
  const { computation } = bench;
  // The whole takes as long as the kernel that it contains.
  if (typicalNs >= 2 * shortestBatchNs(computation.clockResolutionNs)) return 1;
  return await chooseBatch(async (executions) => {
    await checkCancelled(bench);
    return (await computation.run(scope === 'total', executions)).ns;
  }, computation.clockResolutionNs);
}

/** Between two samples other messages of this process are seen. */
async function* sampleInTurns(bench: Bench, streams: readonly Stream[]): AsyncGenerator<Stream> {
  const { computation, nowNs, policy } = bench;
  phase(bench, 'sample');
  const batches = createSampleBatches(bench.onEvent, nowNs);
  const limitNs = policy.timeLimitS === null ? Number.POSITIVE_INFINITY : 1e9 * policy.timeLimitS;
  const take = async ({ scope, repeats, timesNs, cpuNs }: Stream) => {
    await checkCancelled(bench);
    const times = await computation.run(scope === 'total', repeats);
    timesNs.push(times.ns / repeats);
    cpuNs.push(times.cpuNs / repeats);
    batches.add(scope, times.ns / repeats);
  };
  yield* interleave(streams, { take, nowNs, limitNs });
  batches.flush();
}

function scopeSamples({ repetition }: Bench, scope: string, stream: Stream): ScopeSamples {
  return {
    scope,
    repetition,
    timesNs: Float64Array.from(stream.timesNs),
    cpuNs: Float64Array.from(stream.cpuNs),
    repeats: stream.repeats,
    launchIncluded: false,
  };
}

function verified(bench: Bench, { verification, sha256 }: Verified): CaseResult {
  return {
    outcome: 'ok',
    reason: null,
    samples: [],
    coldStartNs: null,
    stopReason: null,
    verification,
    answer: { sha256, facts: { ...bench.expected.facts } },
    ...bench.cost,
    facts: {
      device: cpus()[0]?.model ?? 'CPU',
      runtime: bench.computation.runtime,
      clockResolutionNs: bench.computation.clockResolutionNs,
    },
    warnings: [],
  };
}

function wrongAnswer(bench: Bench, found: Verified, when: string): CaseResult {
  return {
    ...verified(bench, found),
    outcome: 'failed',
    reason: `wrong answer ${when}: ${found.verification.message}`,
    answer: { sha256: found.sha256, facts: {} },
  };
}

function phase(bench: Bench, name: ProviderEvent['phase'], scope = 'kernel'): void {
  bench.onEvent({ scope, phase: name, timesNs: new Float64Array(0) });
}

async function checkCancelled(bench: Bench): Promise<void> {
  await setImmediate();
  if (bench.isCancelled()) throw new BreakevenError('cancelled', 'the case was cancelled');
}
