import { hintFor } from '../../../contract/did-you-mean.ts';
import { BreakevenError, exitCodes } from '../../../contract/failure.ts';
import { schemaVersion } from '../../../contract/run.ts';
import type { HostApp } from '../../host-app.ts';
import { bashScript } from '../completion/bash.ts';
import { fishScript } from '../completion/fish.ts';
import { type CompletedVerb, completedVerbs } from '../completion/words.ts';
import { zshScript } from '../completion/zsh.ts';
import { printJson } from '../io.ts';
import type { Verb } from '../verb.ts';

const scripts: Readonly<Record<string, (verbs: readonly CompletedVerb[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

/** What can be asked for: a script, or the runs that the scripts offer. */
const wanted = [...Object.keys(scripts), 'runs'] as const;

/** As many runs as a reader looks through. */
const maxRuns = 20;

export const completion: Verb = {
  name: 'completion',
  summary: 'print a script by which a shell completes verbs, flags and their values',
  description:
    'The script knows the workloads, variants and axes of this build: make it again after an update. Bash: put it into ~/.local/share/bash-completion/completions/breakeven, or source it. Zsh: put it as _breakeven into a folder of $fpath. Fish: put it into ~/.config/fish/completions/breakeven.fish. "runs" prints what can name a stored run, a line each.',
  positionals: [
    { name: 'shell', required: true, help: 'bash, zsh or fish, or "runs"', choices: wanted },
  ],
  flags: [],
  examples: [
    'completion bash > ~/.local/share/bash-completion/completions/breakeven',
    'completion fish > ~/.config/fish/completions/breakeven.fish',
  ],
  async run({ io, args, app, verbs }) {
    const given = args.positionals[0] ?? '';
    if (given === 'runs') {
      const runs = await runNames(await app());
      if (args.has('json')) printJson(io, { schemaVersion, runs });
      else io.out(runs.map((name) => `${name}\n`).join(''));
      return exitCodes.ok;
    }
    const script = Object.hasOwn(scripts, given) ? scripts[given] : undefined;
    if (script === undefined) {
      throw new BreakevenError('bad-input', `unknown shell "${given}"${hintFor(given, wanted)}`);
    }
    const { api } = await app();
    const [table, catalog, presets] = await Promise.all([
      verbs(),
      api.catalog({}),
      api.presets({}),
    ]);
    const text = script(completedVerbs(table, catalog, presets));
    if (args.has('json')) printJson(io, { schemaVersion, shell: given, script: text });
    else io.out(text);
    return exitCodes.ok;
  },
};

/** The names of the newest runs. */
async function runNames({ api }: HostApp): Promise<readonly string[]> {
  const { rows } = await api.history({ query: '', limit: maxRuns, after: null });
  const names = [
    ...rows.slice(0, 1).map(() => 'latest'),
    ...rows.slice(1, 2).map(() => 'latest~1'),
    ...(rows.some(({ baseline }) => baseline) ? ['baseline'] : []),
    ...rows.map(({ id }) => id),
    ...rows.flatMap(({ tags }) => tags).filter((tag) => !/\s/.test(tag)),
  ];
  return [...new Set(names)];
}
