import type { SampleResult } from '../../src-main/contract/procedures/files.ts';
import type { Client } from '../client.ts';
import type { Curation } from './curation.ts';
import { importRunFile, type RunFile } from './import-files.ts';
import type { Resource } from './resource.ts';
import type { Route } from './route.ts';
import { attempt, type Toasts } from './toasts.ts';

/** Results that were measured elsewhere, brought into the store. */
export type Imports = {
  importFiles(files: readonly RunFile[]): Promise<void>;
  /** Stores a result that comes with the product and opens it. */
  openSample(id: string): Promise<void>;
};

export function createImports({
  client,
  samples,
  curation,
  go,
  toast,
}: {
  readonly client: Client;
  readonly samples: Resource<readonly SampleResult[]>;
  readonly curation: Curation;
  readonly go: (route: Route) => void;
  readonly toast: Toasts['toast'];
}): Imports {
  return {
    async importFiles(files) {
      for (const file of files) {
        await attempt(toast, `${file.name} was not imported`, async () => {
          const { run: row, already } = await importRunFile(client, file);
          const openIt = () => go({ screen: 'run', ref: row.id, tab: 'results' });
          if (!already) {
            toast(`${file.name} is stored as “${row.title}”.`, {
              tone: 'good',
              action: { label: 'Open', run: openIt },
            });
          } else if (row.trashedAt === undefined) {
            toast(
              `${file.name} was not imported: its run is stored already, as “${row.title}”. To import the file again, delete that run permanently first.`,
              { tone: 'bad', action: { label: 'Open it', run: openIt } },
            );
          } else {
            toast(`${file.name} was not imported: its run “${row.title}” is in the trash.`, {
              tone: 'bad',
              action: {
                label: 'Bring it back',
                run: () => void curation.restore([row.id]).then(openIt),
              },
            });
          }
        });
      }
    },
    async openSample(id) {
      await attempt(toast, 'The sample result was not opened', async () => {
        const { runId } = await client.call('openSample', { id });
        void samples.load();
        go({ screen: 'run', ref: runId, tab: 'results' });
      });
    },
  };
}
