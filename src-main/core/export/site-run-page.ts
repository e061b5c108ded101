import type { Machine } from '../../contract/machine.ts';
import type { ReportPage, SiteLink, SitePlace } from '../../contract/report.ts';
import type { RunRow } from '../../contract/run.ts';
import type { RunReport } from '../../contract/run-report.ts';
import { contentHash } from '../store/codec.ts';
import { sourceOf } from './export-run.ts';
import { pageRenderer } from './page-renderer.ts';
import { type ReportMeans, reportPage } from './report-page.ts';
import type { Answer } from './site-figures.ts';

export type SiteOptions = {
  readonly title: string;
  /** Whether run files can be downloaded. */
  readonly samples: boolean;
  /** Names of people and machines are left out of the store. */
  readonly scrubbed: boolean;
};

/** The page of a run, and what other pages of its site need of it. */
export type RunPage = {
  readonly run: Pick<RunRow, 'id' | 'title' | 'createdAt' | 'workloads'>;
  readonly machine: Machine;
  /** Of the whole run. */
  readonly sentence: string | undefined;
  readonly answers: readonly Omit<Answer, 'page'>[];
  /** Names of what it has figures of. */
  readonly kinds: readonly string[];
  /** Each once, in the order of the text. */
  readonly characters: string;
  /** Null: it is in the folder of the next site already. */
  readonly text: string | null;
  readonly workloads: () => ReportPage['workloads'];
};

/** A name of a folder for any text of a run file. */
export function folderName(id: string): string {
  const plain = id.replaceAll(/[^A-Za-z0-9-]+/g, '-').slice(0, 60);
  return plain === id ? id : `${plain}-${contentHash(id).slice(0, 8)}`;
}

type Kind = 'run' | 'workload' | 'machine';

export const pageOf = (kind: Kind, id: string): string => `${kind}/${folderName(id)}/index.html`;

export const linkTo = (root: string, kind: Kind, id: string, text: string): SiteLink => ({
  text,
  href: `${root}${pageOf(kind, id)}`,
});

export function machineName({ hostname, gpus, cpuModel }: Machine): string {
  return `${gpus[0]?.name ?? cpuModel} (${hostname})`;
}

/** The place of a page so many folders below the first one. */
export function placeOf(
  { title, scrubbed }: Pick<SiteOptions, 'title' | 'scrubbed'>,
  depth: 0 | 2,
  ...links: readonly SiteLink[]
): SitePlace {
  const root = '../'.repeat(depth);
  const up = depth === 0 ? [] : [{ text: title, href: `${root}index.html` }];
  return { root, scrubbed, links: [...up, ...links] };
}

/** Each once, in their order. */
function charactersOf(text: string): string {
  const seen = new Set<number>();
  const latin = new Uint8Array(256);
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i) ?? 0;
    if (latin[code] === 1) continue;
    latin[code] = 1;
    seen.add(code);
    if (code > 0xffff) i++;
  }
  return Array.from(seen, (code) => String.fromCodePoint(code)).join('');
}

export function runPage(
  id: string,
  report: RunReport,
  means: Pick<ReportMeans, 'store' | 'comparer' | 'catalog' | 'drawings'>,
  options: SiteOptions,
): RunPage {
  const page = reportPage(sourceOf(means.store, id, report), report, means);
  const { machine, headline, run } = page.detail;
  const text = pageRenderer().renderReport({
    ...page,
    place: placeOf(
      options,
      2,
      linkTo('../../', 'machine', machine.fingerprint, machineName(machine)),
      ...(options.samples ? [{ text: 'Run file', href: `${folderName(id)}.breakeven` }] : []),
    ),
  });
  const { title, createdAt, workloads } = run;
  return {
    ...{ run: { id, title, createdAt, workloads }, machine, sentence: headline?.sentence, text },
    answers: (headline?.workloads ?? []).map(({ workload, values, sentence, answers: each }) => {
      const { scope, pair, winner } = each[0] ?? { scope: undefined, pair: [], winner: null };
      return { headline: { workload, values, sentence }, scope, pair, winner };
    }),
    kinds: page.workloads.map(({ known, where }) =>
      JSON.stringify([machine.fingerprint, known.id, where]),
    ),
    characters: charactersOf(text),
    workloads: () => page.workloads,
  };
}
