import { createHash } from 'node:crypto';
import { cpus } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { BreakevenError } from '../../contract/failure.ts';
import type { CaseResult, Policy, SpanSamples, Verification } from '../../contract/run.ts';
import type { StopRule } from '../../contract/workload.ts';
import type { ExpectedAnswer, ProviderEvent } from '../provider.ts';
import type { Computation, Cost } from './script-variant.ts';
import { makeStop, type Stop } from './stop-rules.ts';

const warmUpRuns = 3;
const warmUpNs = 0.05e9;
const warmUpCapNs = 2e9;
/** Below this a computation is repeated inside one sample, until the sample lasts `repeatedNs`. */
const shortNs = 10e3;
const repeatedNs = 10e6;
const mostDoubled = 2 ** 24;
const hashedAtOnce = 2 ** 28;
const eventPeriodNs = 1e8;
/** Shares of the case's time limit at which sampling of a span ends. */
const kernelShare = 0.6;
const totalShare = 1;

export type Bench = {
  readonly computation: Computation;
  readonly expected: ExpectedAnswer;
  readonly policy: Policy;
  readonly stopRules: readonly StopRule[];
  readonly round: number;
  readonly cost: Cost;
  /** First run of the variant in this process: its first run is the cold start. */
  readonly first: boolean;
  readonly onEvent: (event: ProviderEvent) => void;
  readonly isCancelled: () => boolean;
};

/** Verifies two runs, the second of which shows what the first one spoiled, and times nothing. */
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
  const { policy, stopRules } = bench;
  // Throws for a policy that cannot be had before anything is done.
  const stopKernel = makeStop(policy, stopRules, true);
  const stopTotal = makeStop(policy, stopRules, false);
  const first = await verifyFirst(bench);
  if (!first.verification.passed) return wrongAnswer(bench, first, 'before timing');
  const typicalNs = await warmUp(bench, first.ns);
  const repeats = typicalNs < shortNs ? await findRepeats(bench, false) : 1;
  const totalRepeats = repeats === 1 ? 1 : await findRepeats(bench, true);
  const limitNs = policy.timeLimitS === null ? Number.POSITIVE_INFINITY : 1e9 * policy.timeLimitS;
  const start = performance.now();
  const over = (share: number) => (performance.now() - start) * 1e6 > share * limitNs;
  const kernel = await samplePass(bench, { whole: false, repeats }, stopKernel, () =>
    over(kernelShare),
  );
  const total = await samplePass(bench, { whole: true, repeats: totalRepeats }, stopTotal, () =>
    over(totalShare),
  );
  const last = await verify(bench);
  if (!last.verification.passed) return wrongAnswer(bench, last, 'after timing');
  return {
    ...verified(bench, first),
    samples: [
      spanSamples(bench, 'kernel', kernel),
      spanSamples(bench, 'call', kernel),
      spanSamples(bench, 'total', total),
    ],
    coldStartNs: bench.first ? first.ns : null,
    stopReason: kernel.reason,
  };
}

/** What a sample is: of which span, and of how many runs. */
type SampleKind = { readonly whole: boolean; readonly repeats: number };

type Pass = {
  readonly repeats: number;
  readonly timesNs: readonly number[];
  readonly cpuNs: readonly number[];
  readonly reason: string;
};

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

/** Returns the least time of a run. */
async function warmUp(bench: Bench, firstNs: number): Promise<number> {
  phase(bench, 'warm-up');
  let spent = firstNs >= warmUpCapNs ? warmUpCapNs : 0;
  let least = firstNs;
  for (let runs = 0; spent < warmUpCapNs && (runs < warmUpRuns || spent < warmUpNs); runs += 1) {
    await checkCancelled(bench);
    const { ns } = await bench.computation.run(false, 1);
    spent += Math.max(1, ns);
    least = Math.min(least, ns);
  }
  return least;
}

/** How often a short computation runs inside one sample: doubled until a sample is long enough to scale it from. */
async function findRepeats(bench: Bench, whole: boolean): Promise<number> {
  for (let repeats = 16; ; repeats *= 2) {
    await checkCancelled(bench);
    // The shortest of three: one that was interrupted would make every sample too short.
    let least = Number.POSITIVE_INFINITY;
    for (let again = 0; again < 3; again += 1) {
      least = Math.min(least, (await bench.computation.run(whole, repeats)).ns);
    }
    if (least < repeatedNs / 8 && repeats < mostDoubled) continue;
    return Math.max(1, Math.ceil(repeatedNs / Math.max(least / repeats, 0.1)));
  }
}

/** At least one sample; between two of them other messages of this process are seen. */
async function samplePass(
  bench: Bench,
  { whole, repeats }: SampleKind,
  stop: Stop,
  over: () => boolean,
): Promise<Pass> {
  const span = whole ? 'total' : 'kernel';
  phase(bench, 'sample', span);
  const timesNs: number[] = [];
  const cpuNs: number[] = [];
  let sent = 0;
  let sentAt = performance.now();
  for (;;) {
    await checkCancelled(bench);
    const times = await bench.computation.run(whole, repeats);
    timesNs.push(times.ns / repeats);
    cpuNs.push(times.cpuNs / repeats);
    const reason = stop(timesNs) ?? (over() ? 'time-limit' : null);
    if (reason !== null || (performance.now() - sentAt) * 1e6 > eventPeriodNs) {
      bench.onEvent({ span, phase: 'sample', timesNs: Float64Array.from(timesNs.slice(sent)) });
      sent = timesNs.length;
      sentAt = performance.now();
    }
    if (reason !== null) return { repeats, timesNs, cpuNs, reason };
  }
}

function spanSamples({ round }: Bench, span: string, pass: Pass): SpanSamples {
  return {
    span,
    round,
    timesNs: Float64Array.from(pass.timesNs),
    cpuNs: Float64Array.from(pass.cpuNs),
    repeats: pass.repeats,
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

function phase(bench: Bench, name: ProviderEvent['phase'], span = 'kernel'): void {
  bench.onEvent({ span, phase: name, timesNs: new Float64Array(0) });
}

async function checkCancelled(bench: Bench): Promise<void> {
  await setImmediate();
  if (bench.isCancelled()) throw new BreakevenError('cancelled', 'the case was cancelled');
}
