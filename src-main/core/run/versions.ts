import { agree } from '../../contract/case-names.ts';
import { hintFor } from '../../contract/did-you-mean.ts';
import { badInput } from '../../contract/failure.ts';
import type { LabArtifact, LabVariant, OpenedLab } from '../../contract/lab.ts';
import type { PlannedCase } from '../../contract/run.ts';
import { otherSide, type VersionSide, versionId, versionOf } from '../../contract/versions.ts';
import type { Lab } from '../lab/lab.ts';

export type LabVersions = {
  /** One lab with two versions of each variant that both have. */
  readonly lab: Lab;
  /** Variants that only one of the two has. */
  readonly apart: Readonly<Record<VersionSide, readonly string[]>>;
};

/**
 * Two labs as one, whose variants are the versions of those that both have. Inputs and expected answers are those of the
 * head, which are the same: their contracts are equal.
 *
 * @throws BreakevenError `bad-input` for labs of different contracts, or without a variant in common.
 */
export function labOfVersions(base: Lab, head: Lab): LabVersions {
  const [one, other] = [base.description, head.description];
  if (one.contract !== other.contract) {
    throw badInput(
      `${base.path} and ${head.path} cannot be compared: their axes, arguments, check or function differ`,
    );
  }
  const heads = new Map(other.variants.map((variant) => [variant.id, variant]));
  const shared = one.variants.filter(({ id }) => heads.has(id));
  const [first] = shared;
  if (first === undefined) {
    throw badInput(`${base.path} and ${head.path} have no variant in common`);
  }
  const made = shared.flatMap((variant) =>
    (
      [
        ['base', variant, base],
        ['head', heads.get(variant.id) ?? variant, head],
      ] as const
    ).map(([side, of, lab]) => ({ lab, of, id: versionId(of.id, side), side })),
  );
  const baseline = heads.has(one.baseline) && shared.some(({ id }) => id === one.baseline);
  const ids = new Set(shared.map(({ id }) => id));
  return {
    lab: versionedLab(head, versionId(baseline ? one.baseline : first.id, 'base'), made),
    apart: {
      base: one.variants.flatMap(({ id }) => (ids.has(id) ? [] : [id])),
      head: other.variants.flatMap(({ id }) => (ids.has(id) ? [] : [id])),
    },
  };
}

type Version = {
  readonly lab: Lab;
  readonly of: LabVariant;
  readonly id: string;
  readonly side: VersionSide;
};

/** A lab whose variants are these versions. */
function versionedLab(head: Lab, baseline: string, made: readonly Version[]): Lab {
  return {
    ...head,
    description: {
      ...head.description,
      baseline,
      variants: made.map(({ of, id, side }) => versionDescription(of, id, side)),
    },
    sources: new Map(
      made.flatMap(({ lab, of, id }) => {
        const source = lab.sources.get(of.id);
        return source === undefined ? [] : [[id, source] as const];
      }),
    ),
    origins: new Map(made.map(({ id, lab }) => [id, lab])),
  };
}

/**
 * A lab of one variant as the base and another, or the same, as the head.
 *
 * @throws BreakevenError `bad-input` for a variant that it does not have.
 */
export function labOfVariants(lab: Lab, base: string, head: string): Lab {
  const { id, variants } = lab.description;
  const version = (given: string, side: VersionSide): Version => {
    const of = variants.find((variant) => variant.id === given);
    if (of !== undefined) return { lab, of, id: versionId(given, side), side };
    const hint = hintFor(
      given,
      variants.map((variant) => variant.id),
    );
    throw badInput(`the lab ${id} has no variant "${given}"${hint}`);
  };
  const made = [version(base, 'base'), version(head, 'head')];
  return versionedLab(lab, versionId(base, 'base'), made);
}

/** A variant of a lab as the head, and its baseline as the base: both under the id of the variant. */
export function labAgainstBaseline(lab: Lab, id: string): Lab {
  const { description, sources } = lab;
  const side = (of: string): Lab => ({
    ...lab,
    description: {
      ...description,
      baseline: id,
      variants: description.variants.filter((one) => one.id === of).map((one) => ({ ...one, id })),
    },
    sources: new Map([...sources].filter(([one]) => one === of).map(([, own]) => [id, own])),
  });
  return labOfVersions(side(description.baseline), side(id)).lab;
}

function versionDescription(variant: LabVariant, id: string, side: VersionSide): LabVariant {
  return { ...variant, id, title: `${variant.title} (${side})` };
}

/**
 * An opened lab in which a variant stands next to its version before, and next to the baseline where that is another
 * variant: all of them are measured in the same processes.
 */
export function openedWithBefore(
  { description, artifacts }: OpenedLab,
  variant: LabVariant,
  before: LabArtifact | null,
): OpenedLab {
  const [head, base] = [versionId(variant.id, 'head'), versionId(variant.id, 'base')];
  const others = description.variants.filter(
    ({ id }) => id === description.baseline && id !== variant.id,
  );
  const earlier = before === null ? [] : [versionDescription(variant, base, 'base')];
  return {
    description: {
      ...description,
      baseline: description.baseline === variant.id ? head : description.baseline,
      variants: [versionDescription(variant, head, 'head'), ...others, ...earlier],
    },
    artifacts: {
      ...artifacts,
      variants: {
        ...artifacts.variants,
        [head]: artifacts.variants[variant.id] ?? [],
        ...(before === null ? {} : { [base]: [before] }),
      },
    },
  };
}

/**
 * What is measured of the other version of a case. Both begin with as many executions in a sample, so that the overhead of
 * a sample counts alike; undefined for a case that is no version.
 */
export function twinOf<Measured>(
  { variant, workload, inputKey, values }: PlannedCase,
  cases: readonly PlannedCase[],
  measured: ReadonlyMap<number, Measured>,
): Measured | undefined {
  const version = versionOf(variant);
  if (version === null) return undefined;
  const other = versionId(version.id, otherSide(version.side));
  const twin = cases.find(
    (one) =>
      one.variant === other &&
      one.workload === workload &&
      one.inputKey === inputKey &&
      agree(one.values, values),
  );
  return twin === undefined ? undefined : measured.get(twin.index);
}
