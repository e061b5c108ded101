import { parentPort, workerData } from 'node:worker_threads';
import { toFailure } from '../../contract/failure.ts';
import type { SiteOfRuns } from '../export/site-of-runs.ts';
import { type SiteReply, siteOfFolder } from './site-of-folder.ts';

/** Makes the site that it is told of. */
const { from, site }: { readonly from: string; readonly site: SiteOfRuns } = workerData;
const reply: SiteReply = await siteOfFolder(from, site).then(
  (files) => ({ files }),
  (error: unknown) => ({ failure: toFailure(error) }),
);
parentPort?.postMessage(reply);
