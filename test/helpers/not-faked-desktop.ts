import { compareProcedures } from '../../src-main/contract/procedures/compare.ts';
import { detailProcedures } from '../../src-main/contract/procedures/detail.ts';
import { fileProcedures } from '../../src-main/contract/procedures/files.ts';
import { historyProcedures } from '../../src-main/contract/procedures/history.ts';
import { settingsProcedures } from '../../src-main/contract/procedures/settings.ts';
import { trendProcedures } from '../../src-main/contract/procedures/trends.ts';
import { notFaked } from './not-faked.ts';

const groups = {
  ...historyProcedures,
  ...detailProcedures,
  ...compareProcedures,
  ...fileProcedures,
  ...settingsProcedures,
  ...trendProcedures,
};

/** The procedures of the desktop's screens, for fakes that play none of them. */
export const notFakedDesktop = notFaked([
  ...(Object.keys(groups) as (keyof typeof groups)[]),
  'exportFigures',
]);
