import { caseName, varyingAxes } from '../../../src-main/contract/case-names.ts';
import { neededText } from '../../../src-main/contract/change-text.ts';
import type { RunRow } from '../../../src-main/contract/run.ts';
import { scopeName } from '../../../src-main/contract/timing-scopes.ts';
import { useApp } from '../../state/context.ts';
import { hrefOf } from '../../state/route.ts';
import { byNews } from '../../state/trends.ts';
import { plural } from '../../ui/format.ts';
import { Section } from '../../ui/page.tsx';
import { useCall } from '../../ui/use-call.ts';
import { ChangeOf } from '../changes/table.tsx';

const shown = 5;
/** As many histories as are read at once; the tab of the run reads all. */
const read = 40;

/** Which cases of the newest run are no longer as they were, over all runs that measured the same. */
export function Changed({ row }: { readonly row: RunRow }) {
  const app = useApp();
  const rests = app.live.progress.value?.status !== 'running' && app.elsewhere.run.value === null;
  const { value } = useCall(
    'trends',
    rests && row.status !== 'running' && row.ok > 0 ? { ref: row.id, limit: read } : null,
  );
  if (value === null || value.trends.length === 0) return null;
  const { trends, total } = value;
  const changed = trends.filter(({ state }) => state === 'changed').sort(byNews);
  const few = trends.filter(({ state }) => state === 'too-few').length;
  const axes = varyingAxes(trends).map(({ id }) => id);
  const scope = trends[0]?.scope ?? '';
  const href = hrefOf({ screen: 'run', ref: row.id, tab: 'history', view: { scope } });
  return (
    <Section
      title="What changed"
      aside={
        <>
          <a href={href}>All histories</a> <a href="#/changes">All changes</a>
        </>
      }
    >
      <p>
        {few === trends.length
          ? `${row.title}: ${neededText(trends)} to tell a change.`
          : `${row.title}: ${changed.length} of ${plural(trends.length, 'case')} changed in ${scopeName(scope)} time${
              total > trends.length ? `, ${total - trends.length} not read` : ''
            }.`}
      </p>
      {changed.length === 0 ? null : (
        <ul class="recent">
          {changed.slice(0, shown).map((trend) => {
            const step = trend.changePoints.at(-1);
            return (
              <li key={trend.caseIndex}>
                <a href={href} title={trend.sentence}>
                  <span class="grow">
                    {trend.workload} {caseName(trend, axes)}
                  </span>
                  {step === undefined ? null : <ChangeOf step={step} />}
                </a>
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}
