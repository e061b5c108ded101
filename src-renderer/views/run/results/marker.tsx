import { readNumber } from '../../../../src-main/contract/axis-values.ts';
import {
  type Strategy,
  strategies,
  strategyTexts,
} from '../../../../src-main/contract/headline.ts';
import { type Pair, pairOf, sharedSizes } from '../../../state/pair.ts';
import type { Facetted } from '../../../state/run-summary.ts';
import { useView } from '../../../state/workspace.ts';
import { Select, TextInput } from '../../../ui/field.tsx';
import { useCall } from '../../../ui/use-call.ts';

/** The size that is marked, as it is written and as a number; without one the largest that both variants have. */
export function useMark(facet: Facetted | null, pair: Pair | null) {
  const [text, set] = useView('n', { quiet: true });
  const sizes = facet === null || pair === null ? [] : sharedSizes(facet, pair);
  const [min = 1, max = 1] = [sizes[0], sizes.at(-1)];
  const read = text === '' ? null : readNumber('n', text, { min, max, whole: false });
  return {
    text: text === '' ? String(sizes.at(-1) ?? '') : text,
    size: read === null ? sizes.at(-1) : read.ok ? read.value : undefined,
    error: read === null || read.ok ? null : read.error,
    sizes,
    mark: (size: number | string) => set(String(size)),
    /** A whole number within what both variants have. */
    drag: (size: number) => set(String(Math.min(max, Math.max(min, Math.round(size))))),
  };
}

/** What the answer means for calls of one size at a rate: marked on the curve, or written here. */
export function Marker({ facet, scope }: { readonly facet: Facetted; readonly scope: string }) {
  const [chosenPair] = useView('pair');
  const pair = pairOf(facet, scope, chosenPair);
  const { text, size, error, sizes, mark } = useMark(facet, pair);
  const [rateText, setRate] = useView('rate', { quiet: true });
  const [stays, setStays] = useView('stays');
  if (pair === null || sizes.length === 0) return null;
  // Copies count as they do in the timing scope that the panes around it show.
  const shown = scope === 'call' || scope === 'kernel' ? 'both-stay' : 'copy-each-time';
  const strategy = (pair.devices ? strategies.find((id) => id === stays) : undefined) ?? shown;
  const rate = readNumber('calls a second', rateText === '' ? '1' : rateText, {
    ...{ min: 1e-6, max: 1e12, whole: false },
  });
  const axis = facet.known.sizeAxis;
  return (
    <section class="marker" aria-label="At one size">
      <p class="marker-question">
        <label for="marker-size">{axis} =</label>
        <TextInput
          id="marker-size"
          numeric
          value={text}
          error={error ?? undefined}
          onInput={mark}
        />
        <label for="marker-rate">called</label>
        <TextInput
          id="marker-rate"
          numeric
          value={rateText === '' ? '1' : rateText}
          onInput={setRate}
        />
        <span>{rate.ok && rate.value === 1 ? 'time' : 'times'} a second</span>
        {pair.devices ? (
          <Select
            id="marker-strategy"
            label="What stays on the device"
            value={strategy}
            options={strategies.map((id) => ({ id, title: strategyTexts[id].label }))}
            onChange={setStays}
          />
        ) : null}
      </p>
      <p id="marker-size-error" class="marker-answer" aria-live="polite">
        {error ??
          (!rate.ok ? (
            rate.error
          ) : size === undefined ? null : (
            <Saving {...{ facet, pair, size, strategy }} perSecond={rate.value} />
          ))}
      </p>
    </section>
  );
}

type Props = {
  readonly facet: Facetted;
  readonly pair: Pair;
  readonly size: number;
  readonly strategy: Strategy;
  readonly perSecond: number;
};

/** As the processes that measured both variants tell. */
function Saving({ facet: { detail, known, where: values }, pair, ...asked }: Props) {
  const variants: [string, string] = [pair.from, pair.to];
  const input = { ref: detail.run.id, workload: known.id, values, variants, ...asked };
  const { value, failure } = useCall('callRate', input, detail);
  return <>{failure?.message ?? value?.sentence}</>;
}
