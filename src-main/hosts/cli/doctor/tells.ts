import { tellsText, usuallyTells } from '../../../contract/verdict.ts';
import type { HostApp } from '../../host-app.ts';

/** What two runs of this machine tell, by the newest run and the one like it before; that needs two such runs. */
export async function tellsHere({ api }: Pick<HostApp, 'api'>): Promise<string> {
  const better = 'breakeven ab, which measures two versions side by side, tells 1 to 3 %';
  const comparison = await api.compareRuns({ refs: ['same~1', 'latest'] }).catch(() => null);
  const views = (comparison?.rows ?? []).flatMap(({ cells }) => cells[1]?.comparison ?? []);
  const usual = usuallyTells(views);
  if (usual === null)
    return `What two runs tell here shows after two runs of one configuration; ${better}.`;
  return `Two runs here (latest and same~1): ${tellsText(usual.tells)}; ${better}.`;
}
