import type { RunDetail } from '../../../../src-main/contract/api.ts';
import { agree } from '../../../../src-main/contract/case-names.ts';
import { numberText } from '../../../../src-main/contract/numbers.ts';
import { nearest, pairOf } from '../../../state/pair.ts';
import { hasCode } from '../../../state/run-code.ts';
import { sizesOf } from '../../../state/run-summary.ts';
import { useView } from '../../../state/workspace.ts';
import { LabelledSelect, Segmented } from '../../../ui/field.tsx';
import { CasePage } from '../case/case-views.tsx';
import { useFacet } from '../choices.tsx';
import { useMark } from '../results/marker.tsx';
import { Distribution, Phases } from './distribution.tsx';
import { Roofline } from './roofline.tsx';
import { Source } from './source.tsx';
import { Verdicts } from './verdicts.tsx';
import { Waterfall } from './waterfall.tsx';

const panes = [
  { id: 'distribution', title: 'Distribution' },
  { id: 'phases', title: 'Phases' },
  { id: 'roofline', title: 'Roofline' },
  { id: 'verdicts', title: 'Verdicts' },
  { id: 'case', title: 'One case' },
  { id: 'source', title: 'Source' },
] as const;

type Props = { readonly detail: RunDetail; readonly shown: RunDetail; readonly scope: string };

/** Why the times are as they are: two variants at the marked size part by part, then the evidence. */
export function Why({ detail, shown, scope }: Props) {
  const [wanted, choose] = useView('pane');
  const [chosenPair] = useView('pair');
  const { facet, workload, sizeAxis, choices } = useFacet(detail, shown);
  const pair = facet === null ? null : pairOf(facet, scope, chosenPair);
  const { size, sizes: shared, mark } = useMark(facet, pair);
  const sizes = facet === null || shared.length > 0 ? shared : sizesOf(facet);
  const at = nearest(sizes, size ?? sizes.at(-1) ?? 1);
  const offered = panes.filter(({ id }) => id !== 'source' || hasCode(detail));
  const pane = offered.find(({ id }) => id === wanted)?.id ?? 'distribution';
  const all = facet?.where ?? {};
  const where = sizeAxis === undefined || at === undefined ? all : { ...all, [sizeAxis]: at };
  const main = (
    <>
      <div class="figure-controls">
        {choices}
        {sizes.length < 2 || at === undefined ? null : (
          <LabelledSelect
            label={sizeAxis ?? ''}
            id="marked-size"
            value={String(at)}
            options={sizes.map((one) => ({ id: String(one), title: numberText(one) }))}
            onChange={mark}
          />
        )}
      </div>
      {facet === null || pair === null || at === undefined ? null : (
        <Waterfall facet={facet} pair={pair} size={at} scope={scope} />
      )}
      <Segmented label="Evidence" choices={offered} chosen={pane} choose={choose} />
      {pane === 'phases' ? (
        <Phases detail={detail} workload={workload} where={where} />
      ) : pane === 'roofline' ? (
        <Roofline detail={detail} workload={workload} scope={scope} all={all} where={where} />
      ) : pane === 'verdicts' ? (
        <Verdicts detail={shown} />
      ) : pane === 'case' ? (
        <CasePage
          detail={shown}
          about={shown.cases.find(
            (each) =>
              each.workload === workload && each.variant === pair?.to && agree(each.values, where),
          )}
        />
      ) : (
        <Distribution detail={detail} workload={workload} scope={scope} where={where} />
      )}
    </>
  );
  if (pane !== 'source') return main;
  return (
    <div class="beside">
      <div class="beside-main">{main}</div>
      <aside class="drawer docked" aria-label="Source">
        <Source detail={detail} />
      </aside>
    </div>
  );
}
