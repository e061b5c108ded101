import { hintFor } from '../../contract/did-you-mean.ts';
import { badInput } from '../../contract/failure.ts';
import type { Catalog, Workload } from '../../contract/workload.ts';

/** @throws BreakevenError `bad-input` for a workload that is not in the catalog, with the nearest one. */
export function findWorkload({ workloads }: Pick<Catalog, 'workloads'>, id: string): Workload {
  const match = workloads.find((workload) => workload.id === id);
  if (match !== undefined) return match;
  const known = workloads.map((workload) => workload.id);
  throw badInput(`unknown workload "${id}"${hintFor(id, known)}`);
}
