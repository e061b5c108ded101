import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComparedCode, LabActions } from '../../src-main/core/api/lab-actions.ts';
import type { Lab } from '../../src-main/core/lab/lab.ts';
import type { HostApp } from '../../src-main/hosts/host-app.ts';
import { gitFolder } from './git-folder.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A repository whose root is a lab: what is compiled of it, `countLabs` says. */
export function countLab(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'workload.toml'), '');
  gitFolder(folder);
  return folder;
}

/** Labs whose two versions are those of the scripted workload `count`. */
export function countLabs(
  { labs }: Pick<HostApp, 'labs'>,
  compared: ComparedCode = { same: [], notCompiled: [] },
): LabActions {
  const variants = ['sequential', 'parallel'].flatMap((id) =>
    ['base', 'head'].map((side) => ({ id: `${id}@${side}` })),
  );
  const lab = { description: { id: 'count', title: 'Count', variants } } as unknown as Lab;
  return {
    ...labs,
    openVersions: async () => ({ lab, apart: { base: ['old'], head: [] } }),
    compare: async () => compared,
  };
}
