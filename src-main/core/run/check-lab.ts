import { hintFor } from '../../contract/did-you-mean.ts';
import { badInput } from '../../contract/failure.ts';
import type { CheckedVariant } from '../../contract/procedures/labs.ts';
import type { CaseResult, Plan } from '../../contract/run.ts';
import type { Values, Variant } from '../../contract/workload.ts';
import type { Measuring } from '../engines/engines.ts';
import { needsCudaAddon } from '../engines/lab-catalog.ts';
import { usualDefines } from '../lab/build-lab.ts';
import { contentOf } from '../lab/file-content.ts';
import type { Lab } from '../lab/lab.ts';
import { madeLazily } from '../lab/languages.ts';
import { addedAxes } from '../lab/names.ts';
import type { OpenLabs } from '../lab/open-labs.ts';
import { calledAs } from '../lab/shim.ts';
import { oneEach } from './engine-tasks.ts';

export type CheckRequest = {
  /** Folder, file, or id of a remembered lab. */
  readonly ref: string;
  readonly variants?: readonly string[] | undefined;
  readonly onProgress?: ((variant: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Longest silence of an engine that verifies one case, in seconds. */
  readonly hangLimitS?: number | undefined;
  /** What takes longer than `waitToldMs`, in one sentence, once. */
  readonly onWait?: ((what: string) => void) | undefined;
};

export const defaultCaseLimitS = 120;
const waitToldMs = 5000;

/** Says what is waited for, where it takes long. */
async function telling<T>(
  { onWait }: Pick<CheckRequest, 'onWait'>,
  what: string,
  work: Promise<T>,
): Promise<T> {
  const timer = setTimeout(() => onWait?.(what), waitToldMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

/** Compiles and verifies variants at the sizes of the lab, without timing them. */
export async function checkLab(
  lab: Lab,
  { labs, measuring }: { readonly labs: OpenLabs; readonly measuring: Measuring },
  request: CheckRequest,
): Promise<readonly CheckedVariant[]> {
  const { variants, onProgress, signal } = request;
  const { description } = lab;
  const known = description.variants.map(({ id }) => id);
  for (const id of variants ?? []) {
    if (known.includes(id)) continue;
    throw badInput(`unknown variant "${id}" of ${description.id}${hintFor(id, known)}`);
  }
  const { catalog } = await measuring.describe();
  const here = catalog.workloads.find(({ id }) => id === description.id)?.variants ?? [];
  const wanted = known.filter((id) => variants?.includes(id) ?? true);
  const obstacles = new Map(
    wanted.map((id) => [id, obstacleOf(here.find((one) => one.id === id))]),
  );
  const runnable = wanted.filter((id) => obstacles.get(id) === null);
  const compiling = `${description.id}: its files are being compiled`;
  const compiled = await telling(request, compiling, compileOnly(lab, obstacles, labs, signal));
  const draft =
    runnable.length === 0
      ? null
      : await measuring.plan(oneEach(description.id, runnable, {}, lab.sizes), { quiet: true });
  const plan =
    draft === null
      ? null
      : await telling(
          request,
          compiling,
          labs.prepare(withoutRefused(draft), signal === undefined ? {} : { signal }),
        );
  await measuring.supervisor.restart();
  const checked: CheckedVariant[] = [];
  for (const id of wanted) {
    onProgress?.(id);
    checked.push(compiled.get(id) ?? (await checkVariant(id, plan, { labs, measuring }, request)));
  }
  return checked.map((one) =>
    withLazy(
      withRounding(withCall(withHint(besideReference(one, checked, lab), lab), lab), lab),
      lab,
    ),
  );
}

/** How a reference in Python writes, which is easily done wrongly. */
function withHint(one: CheckedVariant, { reference }: Lab): CheckedVariant {
  const [, name] = /the reference writes nothing to (\w+)/.exec(one.reason ?? '') ?? [];
  if (reference.language !== 'python' || name === undefined) return one;
  const hint = `${name}[:] = ... writes into it, ${name} = ... makes a new array`;
  return { ...one, reason: `${one.reason}: ${hint}` };
}

/** Parameters that are others than the workload's end a process, or make a wrong answer. */
function withCall(one: CheckedVariant, lab: Lab): CheckedVariant {
  const source = lab.sources.get(one.id);
  const call = source === undefined || one.state !== 'wrong' ? null : calledAs(source, lab);
  if (call === null) return one;
  const scalars =
    source?.language === 'fortran' ? ', each scalar with the attribute value' : ' from C';
  return { ...one, reason: `${one.reason}; it is called as ${call}${scalars}` };
}

/** Where few elements of floating-point code differ, a product and a sum may be rounded once in it and twice in the reference. */
function withRounding(one: CheckedVariant, { sources }: Lab): CheckedVariant {
  const source = sources.get(one.id);
  const [, differ, of] = /; (\d+) of (\d+) elements differ/.exec(one.reason ?? '') ?? [];
  const isFew = Number(differ) <= Number(of) / 100;
  if (source === undefined || one.state !== 'wrong' || !isFew) return one;
  if (!/^(?:c|cpp|cuda)$/.test(source.language)) return one;
  if (source.flags.some((flag) => /contract|fmad/.test(flag))) return one;
  if (!/\b(?:float|double)\b/.test(contentOf(source.path).text)) return one;
  const flag = source.language === 'cuda' ? '--fmad=false' : '-ffp-contract=off';
  const hint = `flags = ["${flag}"] in its block shows whether rounding decides them`;
  return { ...one, reason: `${one.reason}; ${hint}` };
}

/** What only the first call does is in no timed one. */
function withLazy(one: CheckedVariant, { sources }: Lab): CheckedVariant {
  const source = sources.get(one.id);
  if (source === undefined || !/^(?:c|cpp|cuda)$/.test(source.language)) return one;
  const lazy = madeLazily(contentOf(source.path).text);
  if (lazy === null) return one;
  const { name, function: own } = source;
  const warning = `${name}:${lazy.line}: the first call makes ${lazy.name}, so its time is in no timed call; in void ${own}_setup it is the attribute setupNs`;
  return { ...one, warnings: [...one.warnings, warning] };
}

/** What ends the engine where the reference ends it as well is no fault of the variant. */
function besideReference(
  one: CheckedVariant,
  all: readonly CheckedVariant[],
  { sources, reference }: Lab,
): CheckedVariant {
  const own = all.find(({ id }) => sources.get(id)?.path === reference.path);
  const alike = own !== undefined && own.id !== one.id && own.reason === one.reason;
  if (!alike || one.reason?.includes('the engine stopped') !== true) return one;
  return { ...one, reason: `${one.reason}; so it does with the reference, ${own.id}` };
}

/** Why no engine of this machine runs a variant whatever its code is: no CUDA addon, or no GPU; null where one may. */
function obstacleOf(described: Variant | undefined): string | null {
  if (described === undefined) return needsCudaAddon;
  if (described.device === 'cpu' || described.available) return null;
  return described.reason ?? 'it is not available on this machine';
}

const unavailable = (id: string, reason: string, log: string): CheckedVariant => ({
  ...{ id, state: 'unavailable', reason, warnings: [], log, cases: 0, flags: '' },
});

/** Variants that no engine of this machine runs: whether their files compile shows all the same. */
async function compileOnly(
  lab: Lab,
  obstacles: ReadonlyMap<string, string | null>,
  labs: OpenLabs,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, CheckedVariant>> {
  const variants = lab.description.variants.filter(
    ({ id }) => (obstacles.get(id) ?? null) !== null,
  );
  if (variants.length === 0) return new Map();
  const needed = new Map(
    variants.map((one) => [one.id, [usualDefines(lab.description, one)]] as const),
  );
  const { builds } = await labs.build(lab, needed, signal === undefined ? {} : { signal });
  const found = builds.flatMap(({ variant: id, result }): [string, CheckedVariant][] => {
    if (id === null) return [];
    const obstacle = obstacles.get(id);
    if (result.ok) return [[id, unavailable(id, `it compiles; ${obstacle}`, result.record.log)]];
    const { reason, log } = result;
    if (result.missing === true) return [[id, unavailable(id, `${reason}; ${obstacle}`, log)]];
    return [[id, { ...unavailable(id, reason, log), state: 'not-compiled' }]];
  });
  return new Map(found);
}

/** Without sizes that `where` or a file of data excludes, unless these are all of a variant. */
function withoutRefused(plan: Plan): Plan {
  const possible = new Set(
    plan.cases.flatMap(({ skip, variant }) => (skip === undefined ? [variant] : [])),
  );
  const cases = plan.cases.filter(
    ({ skip, variant }) => skip === undefined || !possible.has(variant),
  );
  return { ...plan, cases };
}

async function checkVariant(
  id: string,
  plan: Plan | null,
  { labs, measuring }: { readonly labs: OpenLabs; readonly measuring: Measuring },
  request: CheckRequest,
): Promise<CheckedVariant> {
  const { signal, hangLimitS = defaultCaseLimitS } = request;
  const cases = plan?.cases.filter(({ variant }) => variant === id) ?? [];
  const [first] = cases;
  if (first === undefined) return unavailable(id, needsCudaAddon, '');
  const own = labs.buildsOf(first).find(({ role }) => role === 'variant');
  const build = { log: own?.build.log ?? '', flags: own?.flags ?? '' };
  const unbuilt = cases.find(({ skip }) => skip !== undefined);
  if (unbuilt?.skip !== undefined) {
    return {
      id,
      state: labs.lacksTools(first) ? 'unavailable' : 'not-compiled',
      ...{ reason: unbuilt.skip, warnings: [] },
      ...build,
      log: labs.logOf(first),
      cases: 0,
    };
  }
  const said: string[] = [];
  const leftOut: { readonly values: Values; readonly reason: string }[] = [];
  for (const [done, planned] of cases.entries()) {
    const { estimate: _estimate, skip: _skip, ...engineCase } = planned;
    const options = { hangLimitMs: 1000 * hangLimitS, ...(signal === undefined ? {} : { signal }) };
    const what = `${id} ${valuesText(planned.values)}: the answer is waited for, at most ${hangLimitS} s (--hang-limit)`;
    const asked = measuring.supervisor.once({ ...engineCase, repetition: 0 }, false, options);
    const { result } = await telling(request, what, asked);
    if (result.outcome === 'skipped') {
      leftOut.push({ values: planned.values, reason: result.reason ?? 'it is skipped' });
      continue;
    }
    const fault = faultOf(result, planned.values);
    if (fault !== null) {
      return { id, state: 'wrong', reason: fault, warnings: [], ...build, cases: done };
    }
    said.push(...result.warnings);
  }
  const [refused] = leftOut;
  const verified = cases.length - leftOut.length;
  if (refused !== undefined && verified === 0) {
    const reason = `${valuesText(refused.values)}: ${refused.reason}`;
    return { id, state: 'unavailable', reason, warnings: [], ...build, cases: 0 };
  }
  // At a size or two there may be nothing to do.
  const empty = said.filter((text) => text.startsWith('nothing is verified: '));
  const [nothing] = empty;
  if (nothing !== undefined && empty.length === verified) {
    return { id, state: 'wrong', reason: nothing, warnings: [], ...build, cases: 0 };
  }
  const reasons = leftOut.map(({ reason }) => reason);
  return {
    ...{ id, state: 'verified', reason: null, ...build, cases: verified },
    warnings: [...eachOnce(said, verified), ...eachOnce(reasons, cases.length)],
    ...(refused === undefined ? {} : { leftOut: refused.reason }),
  };
}

/** What cases say, with how many of them do where others do not. */
function eachOnce(said: readonly string[], cases: number): readonly string[] {
  return [...Map.groupBy(said, (text) => text)].map(([text, { length }]) =>
    length === cases ? text : `at ${length} of ${cases} sizes: ${text}`,
  );
}

function faultOf(result: CaseResult, values: Values): string | null {
  if (result.outcome === 'ok' && result.verification?.passed !== false) return null;
  const said = result.reason ?? result.verification?.message ?? 'its answer is wrong';
  return `${valuesText(values)}: ${said}`;
}

/** Without the axes that the harness adds. */
function valuesText(values: Values): string {
  return Object.entries(values)
    .filter(([id]) => !addedAxes.includes(id))
    .map(([id, value]) => `${id}=${value}`)
    .join(' ');
}
