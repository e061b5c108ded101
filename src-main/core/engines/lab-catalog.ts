import type { EngineDescription } from '../../contract/engine-protocol.ts';
import type { LabParameter, LabVariant, OpenedLab } from '../../contract/lab.ts';
import type { Axis, Variant } from '../../contract/workload.ts';

/** How the engine's reason begins for what it has no compiled file of. */
export const notBuilt = 'it is not built';

/** Why a variant that the engine does not list cannot run: no addon of its device is loaded, nearly always for want of one. */
export const needsCudaAddon = 'no NVIDIA GPU that can be used here: breakeven doctor says why';

/**
 * What the engine says, with every variant of each open lab: one that nothing was compiled of is taken for available, because
 * its file is compiled when a run begins; one that only an absent addon runs is unavailable, with the reason.
 */
export function withLabVariants(
  description: EngineDescription,
  opened: readonly OpenedLab[],
  isTried: (lab: string, variant: string) => boolean,
): EngineDescription {
  const { catalog } = description;
  const labs = new Map(opened.map((one) => [one.description.id, one.description]));
  const workloads = catalog.workloads.map((workload) => {
    const lab = labs.get(workload.id);
    if (lab === undefined) return workload;
    const variants = workload.variants.map((variant) =>
      variant.reason?.startsWith(notBuilt) === true && !isTried(workload.id, variant.id)
        ? { ...variant, available: true, reason: null }
        : variant,
    );
    const known = new Map(variants.map((variant) => [variant.id, variant]));
    const all = lab.variants.map((variant) => known.get(variant.id) ?? absentOf(variant));
    return { ...workload, variants: all };
  });
  return { ...description, catalog: { ...catalog, workloads } };
}

/** A variant of a lab that no loaded addon runs. */
function absentOf({ id, title, summary, axes }: LabVariant): Variant {
  return {
    ...{ id, title, summary, device: 'cuda', kind: 'study', source: 'own code' },
    parameters: axes.map(axisOf),
    ...{ scopes: [], available: false, reason: needsCudaAddon },
  };
}

function axisOf(axis: LabParameter): Axis {
  const { id, title, help, unit } = axis;
  const common = { id, title, help, role: 'variant' as const };
  if (axis.kind === 'choice') {
    const choices = (axis.values ?? []).map((value) => ({ id: String(value), help: '' }));
    return { ...common, type: 'choice', default: String(axis.default), choices };
  }
  const { min = 0, max = 0, scale = 'linear' } = axis;
  const range = { min, max, default: Number(axis.default), scale };
  return { ...common, type: 'integer', ...range, ...(unit === undefined ? {} : { unit }) };
}
