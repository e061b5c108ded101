import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { valueText } from '../../src-main/contract/axis-values.ts';
import type { CompareSide, RunsComparison } from '../../src-main/contract/procedures/compare.ts';
import type {
  ReportFigure,
  ReportPage,
  ReportTable,
  SiteLink,
  SitePage,
  SitePlace,
} from '../../src-main/contract/report.ts';
import { timeText } from '../../src-main/contract/times.ts';
import { scopeName } from '../../src-main/contract/timing-scopes.ts';
import { forestRows } from '../state/forest.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Section } from '../ui/page.tsx';
import { Table, TableBox } from '../ui/table-box.tsx';
import { Environment as Differences } from '../views/compare/environment.tsx';
import { judgedColumns, nameOf, timeOf } from '../views/compare/rows.tsx';
import { Environment } from '../views/run/environment.tsx';
import { FurtherAnswers, Quality, toldOf } from '../views/run/results/headline.tsx';
import filter from './filter.mjs?raw';
import styles from './report.css?inline';

/** The script of a site, and its style sheet but for its fonts. */
export { filter, styles };

/** A complete HTML document of one run. */
export function renderReport(page: ReportPage): string {
  const { place, fonts, version } = page;
  return documentOf(
    <Report page={page} />,
    { title: page.detail.run.title, version, place },
    fonts,
  );
}

/** A complete HTML document about several runs. */
export function renderSitePage(page: SitePage): string {
  const { place, title, lead, version } = page;
  const content = (
    <main class="site">
      <header class="page-head">
        <h1>{title}</h1>
        <Place place={place} />
        <p class="under">{lead}</p>
      </header>
      {page.tables.map((table) => (
        <Listing key={table.title} table={table} />
      ))}
      {page.figures.map((figure, at) => (
        <Figure key={at} figure={figure} lang="en" />
      ))}
    </main>
  );
  return documentOf(content, { title, version, place }, '', `${place.root}filter.js`);
}

/**
 * It loads no file but the style sheet and the script of its site; its content security policy enforces that, also
 * where a text of a run were read as markup. Neither the fonts nor the styles contain text of a run.
 *
 * @param script of a page that has one
 */
function documentOf(
  content: ComponentChildren,
  { title, version, place }: Pick<SitePage, 'title' | 'version'> & Pick<ReportPage, 'place'>,
  fonts = '',
  script?: string,
): string {
  const scripts = script === undefined ? '' : " script-src 'self';";
  const policy = `default-src 'none'; style-src ${place === undefined ? "'unsafe-inline'" : "'self'"};${scripts} font-src data:; base-uri 'none'; form-action 'none'`;
  const document = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={policy} />
        <meta name="viewport" content="width=device-width" />
        <meta name="generator" content={`Breakeven ${version}`} />
        <title>{title}</title>
        {place === undefined ? (
          <style dangerouslySetInnerHTML={{ __html: `${fonts}\n${styles}` }} />
        ) : (
          <link rel="stylesheet" href={`${place.root}style.css`} />
        )}
        {script === undefined ? null : <script defer src={script} />}
      </head>
      <body>{content}</body>
    </html>
  );
  return `<!doctype html>\n${renderToString(document)}\n`;
}

function Place({ place: { links, scrubbed } }: { readonly place: SitePlace }) {
  return (
    <nav class="under" aria-label="Site">
      {links.map((link) => (
        <Cell key={link.href} cell={link} />
      ))}
      {scrubbed ? null : (
        <span>this page contains names of people and machines; --public removes them</span>
      )}
    </nav>
  );
}

function Cell({ cell }: { readonly cell: string | SiteLink }) {
  return typeof cell === 'string' ? cell : <a href={cell.href}>{cell.text}</a>;
}

function Report({
  page: { detail, workloads, language, tables, difference, version, place },
}: {
  readonly page: ReportPage;
}) {
  const { run, machine } = detail;
  const { preflight: _, ...measuredOn } = machine;
  return (
    <main>
      <header class="page-head">
        <h1>{run.title}</h1>
        {place === undefined ? null : <Place place={place} />}
        <div class="under">
          <StatusBadge of={run} />
          <code>{run.id}</code>
          <span>
            <time dateTime={run.createdAt}>{timeText(run.createdAt, 'utc')}</time> on {run.device}
          </span>
          <span>report by Breakeven {version}</span>
        </div>
        {run.note === '' ? null : <p class="under">{run.note}</p>}
      </header>
      <Section title="Answer">
        <p class="answer">{detail.headline?.sentence ?? 'This run has not ended.'}</p>
        <p class="quality">
          <Quality detail={detail} />
        </p>
      </Section>
      {workloads.length < 2 ? null : (
        <Section title="Contents">
          {workloads.map((part, at) => (
            <a key={at} href={`#part-${at + 1}`}>
              {partName(part)}
            </a>
          ))}
        </Section>
      )}
      {workloads.map(({ known, where, figures }, at) => (
        <div key={at} id={`part-${at + 1}`}>
          <Section title={partName({ known, where })}>
            {detail.headline?.workloads.length === 1 ? null : (
              <p class="strong">{toldOf({ detail, known, where })?.sentence}</p>
            )}
            <FurtherAnswers facet={{ detail, known, where }} open />
            {figures.map((figure) => (
              <Figure key={figure.title} figure={figure} lang={language ?? 'en'} />
            ))}
          </Section>
        </div>
      ))}
      {difference === null ? null : <Difference comparison={difference} />}
      {tables.map((table) => (
        <div key={table.title} lang={language ?? 'en'}>
          <Listing table={table} />
        </div>
      ))}
      <Environment detail={{ machine: measuredOn, run }} />
    </main>
  );
}

/** `Histogram, bins = 256`: by the values that tell it from other parts of its workload. */
const partName = ({ known, where }: Pick<ReportPage['workloads'][number], 'known' | 'where'>) =>
  [
    known.title,
    ...Object.entries(where).map(([axis, value]) => `${axis} = ${valueText(value)}`),
  ].join(', ');

type Props = { readonly figure: ReportFigure; readonly lang: string };

function Figure({ figure: { title, caption, svg }, lang }: Props) {
  return (
    <figure lang={lang}>
      <h3>{title}</h3>
      {/* Made by core/figures, which escapes every text in it. */}
      <div dangerouslySetInnerHTML={{ __html: svg }} />
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

type ListingProps = { readonly table: ReportTable<string | SiteLink> };

function Listing({ table: { title, columns, rows, notes } }: ListingProps) {
  const groups: { readonly title: string; readonly from: number; count: number }[] = [];
  columns.forEach(({ group = '' }, from) => {
    const last = groups.at(-1);
    if (last !== undefined && group !== '' && last.title === group) last.count += 1;
    else groups.push({ title: group, from, count: 1 });
  });
  const classOf = (i: number) => (columns[i]?.align === 'right' ? 'number' : '');
  return (
    <Section title={title}>
      <TableBox label={title}>
        <table class="table dense">
          <thead>
            {groups.every((group) => group.title === '') ? null : (
              <tr>
                {groups.map((group) =>
                  group.title === '' ? (
                    <td key={group.from} />
                  ) : (
                    <th key={group.from} scope="colgroup" colSpan={group.count} class="over number">
                      {group.title}
                    </th>
                  ),
                )}
              </tr>
            )}
            <tr>
              {columns.map((column, i) => (
                <th key={i} scope="col" class={classOf(i)}>
                  {column.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={at}>
                {row.map((cell, i) => (
                  <td key={i} class={classOf(i)}>
                    <Cell cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
      <p class="notes">{notes.join(' ')}</p>
    </Section>
  );
}

function Difference({ comparison }: { readonly comparison: RunsComparison }) {
  const rows = forestRows(comparison);
  const [before, after] = comparison.sides;
  return (
    <>
      <Section
        title={`Difference to ${before?.run.title ?? ''} (${before?.run.id ?? ''}), ${scopeName(comparison.scope)} time`}
      >
        {rows.length === 0 ? (
          <p>The two runs have no case in common.</p>
        ) : (
          <Table
            label="Differences, largest change first"
            kind="dense"
            rows={rows}
            columns={[
              ['Case', ({ row }) => nameOf(row)],
              [before?.run.id, ({ baseline }) => timeOf(baseline), 'number'],
              [after?.run.id, ({ contender }) => timeOf(contender), 'number'],
              ...judgedColumns,
            ]}
          />
        )}
        <p class="notes">
          Speedup is the time of {before?.run.id} divided by the time of {after?.run.id}: above 1,{' '}
          {after?.run.id} is faster. The largest change is first.
        </p>
      </Section>
      <Differences comparison={comparison} nameOf={sideName} />
    </>
  );
}

const sideName = ({ run }: CompareSide) => `${run.title} ${run.id}`;
