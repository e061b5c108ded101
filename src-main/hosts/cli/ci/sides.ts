import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Decide } from '../../../contract/configuration.ts';
import { BreakevenError, type Failure } from '../../../contract/failure.ts';
import { shortCommit } from '../../../contract/revision-text.ts';
import type { ComparedCode } from '../../../core/api/lab-actions.ts';
import { labFileName } from '../../../core/lab/read-lab.ts';
import type { Worktrees } from '../../../core/lab/worktrees.ts';
import type { HostApp } from '../../host-app.ts';

/** What is compared of two commits. */
export type Compared = {
  /** Of the lab. */
  readonly id: string;
  /** As people name it. */
  readonly name: string;
  /** `x@base` and `x@head` of each that both have; those of the head where it is alone. */
  readonly variants: readonly string[];
  /** Why the head is measured alone; null where both are compared. */
  readonly alone: Alone | null;
  /** Sentences about variants that one of the two has. */
  readonly notes: readonly string[];
};

/** What was compared and how it ended. */
export type CiOutcome = {
  readonly trees: Worktrees;
  readonly compared: Compared;
  readonly decide: Decide;
  readonly failOn: ReadonlySet<string>;
  /** Variants whose machine code is the same in both. */
  readonly unchanged: readonly string[];
  readonly notCompiled: ComparedCode['notCompiled'];
  /** Null where nothing had to be measured. */
  readonly run: { readonly runId: string; readonly failure: Failure | null } | null;
};

/** The sentence that says why, for so many cases of the head. */
type Alone = (cases: number) => string;

/**
 * Opens the lab of both commits as one. Where base has none, or one whose contract differs, that of the head alone.
 *
 * @throws BreakevenError `bad-input` where the head has no lab, or one that is wrong.
 */
export async function openSides(app: HostApp, trees: Worktrees): Promise<Compared> {
  const { base, head, labName } = trees;
  const name = labName === '.' ? 'the repository' : labName;
  const has = (lab: string): boolean => existsSync(join(lab, labFileName)) || isFile(lab);
  if (!has(head.lab)) {
    throw new BreakevenError(
      'bad-input',
      `the lab ${name} does not exist in ${shortCommit(head.commit)}`,
    );
  }
  if (!has(base.lab)) {
    const why = `the lab ${name} does not exist in ${shortCommit(base.commit)}: head is measured alone`;
    return await openHead(app, trees, () => why);
  }
  try {
    const { lab, apart } = await app.labs.openVersions(base.lab, head.lab);
    const { id, title, variants } = lab.description;
    return {
      ...{ id, name: title || id, alone: null },
      variants: variants.map((one) => one.id),
      notes: (['base', 'head'] as const).flatMap((side) =>
        apart[side].length === 0 ? [] : [`only the ${side} has ${apart[side].join(', ')}`],
      ),
    };
  } catch (error) {
    if (!(error instanceof BreakevenError) || error.code !== 'bad-input') throw error;
    // What is wrong with the head as well is no matter of the base.
    return await openHead(app, trees, whyAlone(error.message, trees));
  }
}

/** The contract differs, the two share no variant, or the lab of the base is wrong. */
function whyAlone(message: string, { base, head }: Worktrees): Alone {
  if (message.endsWith('their axes, arguments, check or function differ')) {
    return (cases) =>
      `workload.toml changed its inputs between base and head: ${cases} ${cases === 1 ? 'case is' : 'cases are'} not comparable`;
  }
  const said = message.replaceAll(base.lab, 'base').replaceAll(head.lab, 'head');
  return () => `${said}: head is measured alone`;
}

async function openHead(app: HostApp, { head }: Worktrees, alone: Alone): Promise<Compared> {
  const { description } = await app.labs.openOnce(head.lab);
  return {
    ...{ id: description.id, name: description.title || description.id, alone, notes: [] },
    variants: description.variants.map(({ id }) => id),
  };
}

const isFile = (path: string): boolean => /\.\w+$/.test(path) && existsSync(path);
