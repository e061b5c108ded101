import { resolve } from 'node:path';
import type { Configuration, Decide } from '../../../contract/configuration.ts';
import { badInput } from '../../../contract/failure.ts';
import { shortCommit } from '../../../contract/revision-text.ts';
import { verdicts } from '../../../contract/verdict.ts';
import { versionId, versionOf } from '../../../contract/versions.ts';
import { makeWorktrees, type Worktrees } from '../../../core/lab/worktrees.ts';
import { withVersions } from '../../../core/plan/versioned-catalog.ts';
import { mostPairs } from '../../../core/run/stop.ts';
import type { HostApp } from '../../host-app.ts';
import { buildSides } from '../ab/sides.ts';
import { axesOfCases } from '../case-names.ts';
import { finish } from '../ci/finish.ts';
import { type Compared, openSides } from '../ci/sides.ts';
import { configure } from '../configure.ts';
import { type Arguments, flagsOf, scopeFlag } from '../flags.ts';
import { gateFlags, outcomeKinds, readFailOn, readTell, usualTell } from '../gate.ts';
import { readBounded, secondsOf } from '../numbers.ts';
import type { Verb, VerbContext } from '../verb.ts';
import { abortOnInterrupt, waitFlag } from '../wait.ts';
import { watchRun } from '../watch-run.ts';

const kinds = [...verdicts, ...outcomeKinds];
const usualTime = '5m';
const usualFailOn = ['slower', 'failed'];

export const ci: Verb = {
  name: 'ci',
  summary: 'compare two commits of a lab on this machine; a gate for continuous integration',
  description: `Checks out base and head into temporary folders, compiles the lab of each, and measures every variant that both have in turn, A B B A, in fresh processes, until each pair is decided or --time is over. A variant whose machine code is the same in both is not measured. The question of a gate is whether the head is slower by more than --tell: exit code 4 where it is, 0 where it is known not to be, and 5 where neither is known, so that a gate never passes for want of power. Variants that are not changed are measured once where several sizes are swept, for the break-evens of both commits. The run goes to the trash unless --keep-run says otherwise. The lab's code runs as you (docs/ci.md).`,
  positionals: [],
  flags: [
    ...flagsOf({
      'lab <dir>': 'folder of the lab inside a git repository',
      'base <commit>': 'the commit to compare against: a branch, a tag or a hash',
      'head <commit>': 'the commit under test; HEAD by default',
      'build <command>': 'run this command at the root of both first',
      'variants <ids>': 'only these variants, joined by commas',
      'set <axis=value>': { repeat: true, help: 'a value for an axis' },
      'sweep <axis=list>': { repeat: true, help: 'values for an axis' },
    }),
    scopeFlag('timing scope that is judged; kernel by default'),
    ...flagsOf({
      'tell <share>': `the smallest slowdown that matters; ${100 * usualTell}% by default`,
      'pairs <n>': `at most this many pairs of a case, up to ${mostPairs}`,
      'time <s>': `time budget, such as 90s: no pair starts after it; ${usualTime} by default`,
      'measure-unchanged': 'measure identical machine code too: an A/A check of this runner',
      'summary <file>': 'also write the result as Markdown to this file',
      'keep-run': 'keep the run in the history',
      'tag <word>': { repeat: true, help: 'a tag to find the run by' },
    }),
    ...gateFlags(kinds).map((flag) =>
      flag.name === 'fail-on'
        ? { ...flag, help: `${flag.help}; ${usualFailOn.join(',')} by default` }
        : flag,
    ),
    waitFlag,
  ],
  examples: [
    'ci --lab bench/saxpy --base origin/main',
    'ci --lab bench/saxpy --base origin/main --sweep n=1e4,1e6 --tell 3% --summary out.md',
    'ci --lab bench/app --base v1.2 --build "make -j2" --time 10m',
    'ci --lab bench/saxpy --base HEAD~1 --keep-run --json',
  ],
  endings: ['caseFailed', 'failOn', 'unanswered', 'busy', 'cancelled'],
  async run(context) {
    const { args, io } = context;
    const lab = args.value('lab');
    const base = args.value('base');
    if (lab === undefined) throw badInput('ci needs --lab, a folder');
    if (base === undefined) throw badInput('ci needs --base, a commit');
    const failOn = args.has('fail-on')
      ? readFailOn(args, 'kind', kinds)
      : new Set<string>(usualFailOn);
    const decide = decideOf(args, failOn);
    const refs = { base, head: args.value('head') ?? 'HEAD' };
    const trees = await makeWorktrees(resolve(io.cwd, lab), refs);
    try {
      if (trees.dirty && refs.head === 'HEAD') {
        context.note('changes that are not committed are not measured');
      }
      const build = args.value('build');
      if (build !== undefined) {
        context.note(
          `building ${shortCommit(trees.base.commit)} and ${shortCommit(trees.head.commit)}`,
        );
        await buildSides(build, [trees.base.root, trees.head.root]);
      }
      return await judge(context, trees, decide, failOn);
    } finally {
      await trees.remove();
    }
  },
};

function decideOf(args: Arguments, failOn: ReadonlySet<string>): Decide {
  const pairs = args.value('pairs');
  const scope = args.value('scope');
  const asksSlower = [...failOn].every((kind) => usualFailOn.includes(kind) || kind === 'skipped');
  return {
    tell: readTell(args),
    pairs:
      pairs === undefined
        ? mostPairs
        : readBounded('--pairs', pairs, { min: 5, max: mostPairs, whole: true }),
    budgetS: secondsOf('--time', args.value('time') ?? usualTime),
    ...(asksSlower ? { question: 'slower' as const } : {}),
    ...(scope === undefined ? {} : { scope }),
  };
}

async function judge(
  context: VerbContext,
  trees: Worktrees,
  decide: Decide,
  failOn: ReadonlySet<string>,
): Promise<number> {
  const { args, io } = context;
  const app = await context.app();
  const { signal, off } = abortOnInterrupt(io, app);
  const compared = await openSides(app, trees).finally(off);
  for (const text of compared.notes) context.note(text);
  const asked = await configurationOf(context, app, compared, trees);
  const plan = await app.api.plan({ configuration: asked });
  // Cases of a plan are in the order in which they are measured, variants of a group are not.
  const ids = [asked.groups[0]?.variants ?? []].flat();
  const { same, notCompiled } = await app.labs.compare(compared.id, plan, signal);
  const unchanged = args.has('measure-unchanged') ? [] : same;
  const measured = measuredVariants(ids, unchanged, plan.cases.length > ids.length);
  const outcome = { trees, compared, decide, failOn, unchanged, notCompiled };
  if (measured.length === 0) return await finish(context, app, { ...outcome, run: null });
  const [group] = asked.groups;
  if (group === undefined) throw badInput('ci needs a lab with variants');
  const sides: [string, string] = [trees.base.ref, trees.head.ref];
  const configuration = {
    ...{ ...asked, groups: [{ ...group, variants: measured }] },
    ...(compared.alone === null ? { decide: { ...decide, sides } } : {}),
  };
  const start = () => app.api.startRun({ configuration });
  const axesOf = axesOfCases(plan.cases, (await app.api.catalog({})).workloads);
  const { runId, failure } = await watchRun(app, start, io, args.has('quiet'), axesOf);
  const status = await finish(context, app, { ...outcome, run: { runId, failure } });
  if (!args.has('keep-run')) await app.api.trashRuns({ refs: [runId] });
  return status;
}

/** Changed variants in both versions; where sizes are swept the others in one, for the break-evens with them. */
function measuredVariants(
  ids: readonly string[],
  unchanged: readonly string[],
  severalSizes: boolean,
): string[] {
  const isSame = (id: string) => unchanged.includes(versionOf(id)?.id ?? '');
  const changed = ids.filter((id) => !isSame(id));
  const once = unchanged.map((id) => versionId(id, 'base')).filter((id) => ids.includes(id));
  return changed.length === 0 ? [] : [...changed, ...(severalSizes ? once : [])];
}

async function configurationOf(
  { args, io }: VerbContext,
  app: HostApp,
  { id, variants, name }: Compared,
  { base, head }: Worktrees,
): Promise<Configuration> {
  const wanted = args.value('variants');
  const ids = wanted === undefined || wanted === 'all' ? null : wanted.split(',');
  const chosen = variants.filter((one) => ids?.includes(versionOf(one)?.id ?? one) ?? true);
  const strange = ids?.find((one) => !chosen.some((id) => (versionOf(id)?.id ?? id) === one));
  if (strange !== undefined) throw badInput(`base and head have no variant "${strange}" in common`);
  const named = { workload: id, variants: chosen.join(',') };
  const group = { workload: id, variants: chosen, set: {}, sweep: {} };
  const catalog = withVersions(await app.api.catalog({}), { groups: [group] });
  const made = configure({
    args: { ...args, value: (name) => named[name as keyof typeof named] ?? args.value(name) },
    ...{ axisFlags: [], catalog, presets: [], cwd: io.cwd },
  });
  const commits = `${shortCommit(base.commit)} ${shortCommit(head.commit)}`;
  return { ...made, title: `ci ${name} ${commits}` };
}
