import { takesText } from '../../contract/axis-values.ts';
import type { Axis, Catalog, Workload } from '../../contract/workload.ts';
import type { HostApp, OpenOptions } from '../host-app.ts';
import type { Ending } from './exit-codes.ts';
import type { Arguments, Flag, Positional } from './flags.ts';
import type { CliIo } from './io.ts';

export type VerbContext = {
  readonly args: Arguments;
  readonly io: CliIo;
  /** Every verb, in the order of the help. */
  verbs(): Promise<readonly Verb[]>;
  /** Prints the help of a verb; returns the exit status. */
  helpOf(verb: string): Promise<number>;
  /** Opens the application on first use, with these options; the same one afterwards. */
  app(options?: Omit<OpenOptions, 'home'>): Promise<HostApp>;
  /** Runs another command line over the same application; returns its exit status. */
  nested(words: readonly string[], io: CliIo): Promise<number>;
  /** A line for people on standard error; nothing under `--quiet`. */
  note(text: string): void;
  /** Axes that were given as flags of their own (`--bins 8`), as assignments. */
  readonly axisFlags: readonly { readonly axis: Axis; readonly text: string }[];
};

/** One verb: its description makes the help and the parser, `run` does the work and returns the exit status. */
export type Verb = {
  readonly name: string;
  /** One line for the list of verbs. */
  readonly summary: string;
  /** More for the verb's own help. */
  readonly description?: string;
  readonly positionals: readonly Positional[];
  readonly flags: readonly Flag[];
  /** Each is a command line without the word `breakeven`. */
  readonly examples: readonly string[];
  /** How it can end besides what every verb can: its help has the codes. */
  readonly endings?: readonly Ending[];
  /** Takes each axis of the catalog as a flag too. */
  readonly takesAxes?: boolean;
  run(context: VerbContext): Promise<number>;
};

/** The flag of an axis: `freshInput` is `--fresh-input`. */
export function axisFlag(axis: Axis): Flag {
  const name = axis.id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return { name, value: 'value', help: axis.help };
}

/** Every axis of every workload and variant once, in catalog order; workloads may mean different things by one. */
export function allAxes(catalog: Catalog): readonly Axis[] {
  const axes = new Map<string, Axis>();
  for (const workload of catalog.workloads) {
    for (const axis of axesOfWorkload(workload)) {
      const known = axes.get(axis.id);
      const help = known === undefined || known.help === axis.help ? axis.help : variedHelp(axis);
      axes.set(axis.id, { ...(known ?? axis), help });
    }
  }
  return [...axes.values()];
}

export function axesOfWorkload(workload: Workload): readonly Axis[] {
  return [...workload.axes, ...workload.variants.flatMap((variant) => variant.parameters)];
}

export type AxisGroup = { readonly title: string; readonly axes: readonly Axis[] };

/** The axes by the workloads that have them, those of all first: the text that those share. */
export function axisGroups({ workloads, ...catalog }: Catalog): readonly AxisGroup[] {
  const owners = (axis: Axis): string =>
    workloads
      .filter((one) => axesOfWorkload(one).some(({ id }) => id === axis.id))
      .map(({ id }) => id)
      .join(', ');
  const all = workloads.map(({ id }) => id).join(', ');
  const groups = [...Map.groupBy(allAxes({ ...catalog, workloads }), owners)];
  return groups
    .sort(([a], [b]) => Number(b === all) - Number(a === all))
    .map(([ids, axes]) => ({
      title: `Axes of ${ids === all && workloads.length > 1 ? 'every workload' : ids}`,
      axes,
    }));
}

/** The axes of one workload in its own words, with what each takes and what it is where nothing is given. */
export function axesInFull(workload: Workload): AxisGroup {
  const axes = [...Map.groupBy(axesOfWorkload(workload), ({ id }) => id).values()];
  return {
    title: `Axes of ${workload.id}`,
    axes: axes.flatMap((same) =>
      same.slice(0, 1).map((axis) => {
        // Variants may bound or preset a parameter of one name differently.
        const texts = [...new Set(same.map(takesText))];
        const helps = [...new Set(same.map(({ help }) => help))];
        return { ...axis, help: `${helps.join(' ')} Takes ${texts.join(', or ')}.` };
      }),
    ),
  };
}

function variedHelp(axis: Axis): string {
  return `${axis.title || axis.id}: what it means depends on the workload, see "list".`;
}
