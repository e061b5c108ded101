import { createBuildCache } from '../../src-main/core/lab/build-cache.ts';
import { buildLab, neededFor } from '../../src-main/core/lab/build-lab.ts';
import { readLab } from '../../src-main/core/lab/read-lab.ts';
import type { Addon } from '../native/native-addons.ts';
import type { Twin } from './twin-files.ts';
import { writeTwin } from './twin-labs.ts';

/** Compiles the lab of a twin as a run does, and opens it in this process; returns the file of its first variant. */
export async function openTwin(addon: Addon, twin: Twin, folder: string): Promise<string> {
  const lab = readLab(writeTwin(twin, folder));
  const cases = twin.variants.map((variant) => ({
    ...{ workload: twin.lab, variant, values: twin.labSet },
  }));
  const { artifacts, builds } = await buildLab(lab, neededFor(lab, cases), {
    cache: createBuildCache(folder),
  });
  for (const { result } of builds) if (!result.ok) throw new Error(result.log);
  await addon.openLab(lab.description, artifacts);
  return artifacts.variants[twin.variants[0]]?.[0]?.path ?? '';
}
