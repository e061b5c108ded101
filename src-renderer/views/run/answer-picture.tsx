import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Input, RunDetail } from '../../../src-main/contract/api.ts';
import { valueText } from '../../../src-main/contract/axis-values.ts';
import type { PictureView } from '../../../src-main/contract/inspection.ts';
import type { Values } from '../../../src-main/contract/workload.ts';
import { inWords } from '../../state/case-attributes.ts';
import { useApp } from '../../state/context.ts';
import { useView } from '../../state/workspace.ts';
import { Button } from '../../ui/button.tsx';
import { LabelledSelect } from '../../ui/field.tsx';
import { saveFile } from '../../ui/files.ts';
import { Empty, Loaded, Section } from '../../ui/page.tsx';
import { useCall } from '../../ui/use-call.ts';
import { useWhere } from './choices.tsx';

/** A picture is looked at, not measured: larger ones are computed at this many pixels a side at most. */
const maxPixels = 768;

type Props = {
  readonly detail: RunDetail;
  readonly workload: string;
  /** The axes that hold its size in pixels. */
  readonly width: string;
  readonly height: string;
  readonly about: string;
  readonly differs: string;
};

/** The answer of a variant as a picture, computed when it is looked at, and where it differs from another one's. */
export function AnswerPicture({ detail, workload, width, height, about, differs }: Props) {
  const app = useApp();
  const known = app.catalog.state.value.value?.workloads.find(({ id }) => id === workload);
  const here = (known?.variants ?? []).filter(({ available }) => available).map(({ id }) => id);
  const measured = [
    ...new Set(
      detail.cases.filter((each) => each.workload === workload).map(({ variant }) => variant),
    ),
  ];
  const variants = [
    ...measured.filter((id) => here.includes(id)),
    ...here.filter((id) => !measured.includes(id)),
  ];
  const [wanted, setVariant] = useView('variant');
  const variant = variants.find((id) => id === wanted) ?? variants[0] ?? '';
  const [other, setAgainst] = useView('against');
  const against = other !== variant && variants.includes(other) ? other : '';
  const { where, choices } = useWhere(detail, workload);
  const first = detail.cases.find((each) => each.workload === workload);
  const asked = onlyInput({ ...first?.values, ...where }, known?.axes.map(({ id }) => id) ?? []);
  const set = smaller(asked, width, height);
  if (variants.length === 0) {
    return <Empty>No variant of {workload} can run here, so its picture cannot be drawn.</Empty>;
  }
  return (
    <PictureSection
      title="Picture"
      request={{ workload, variant, set, ...(against === '' ? {} : { against }) }}
      text={against === '' ? about : differs}
      whole={set === asked ? null : `${asked[width]} × ${asked[height]}`}
      name={against === '' ? `${workload} by ${variant}` : `${variant} compared with ${against}`}
    >
      <LabelledSelect
        label="Variant"
        id="picture-variant"
        value={variant}
        options={variants}
        onChange={setVariant}
      />
      <LabelledSelect
        label="Difference from"
        id="picture-against"
        value={against}
        options={[
          { id: '', title: 'none: show the picture itself' },
          ...variants.filter((id) => id !== variant),
        ]}
        onChange={setAgainst}
      />
      {choices}
    </PictureSection>
  );
}

type ShownProps = {
  readonly text: string;
  /** The run's own size, where the picture is drawn with fewer pixels. */
  readonly whole: string | null;
  readonly name: string;
};

/** A picture, computed when nothing is being measured, with the fields that choose it and a way to save it. */
export function PictureSection({
  title,
  request,
  instead,
  children,
  ...shown
}: ShownProps & {
  readonly title: string;
  readonly request: Input<'picture'> | null;
  /** Why there is none. */
  readonly instead?: string | undefined;
  readonly children: ComponentChildren;
}) {
  const active = useApp().live.progress.value?.status === 'running';
  const asked = useCall('picture', active ? null : request);
  const what = title.toLowerCase();
  // One of another choice says something wrong of this one.
  const drawn = asked.loading ? { ...asked, value: null } : asked;
  return (
    <Section
      title={title}
      aside={
        <Button
          icon="download"
          disabled={drawn.value === null}
          onClick={() => drawn.value !== null && saveFile(drawn.value)}
        >
          Save PNG
        </Button>
      }
    >
      <div class="figure-controls">{children}</div>
      {instead !== undefined || active ? (
        <p class="note">{instead ?? `A run is active; the ${what} is drawn after it ends.`}</p>
      ) : (
        <Loaded of={drawn} what={`the ${what}`} failed={`The ${what} cannot be drawn`}>
          {(picture) => <Shown picture={picture} {...shown} />}
        </Loaded>
      )}
    </Section>
  );
}

/** A picture with what it shows, in words and numbers. */
function Shown({ picture, text, whole, name }: ShownProps & { readonly picture: PictureView }) {
  const [address, setAddress] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(
      new Blob([new Uint8Array(picture.bytes)], { type: picture.mime }),
    );
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return (
    <div class="answer-picture">
      {address === '' ? null : (
        <img src={address} width={picture.width} height={picture.height} alt={`${name}. ${text}`} />
      )}
      <div class="answer-facts">
        <p>{text}</p>
        {whole === null ? null : (
          <p class="note">
            Computed again with fewer pixels than the run's {whole}; counts are of these. "picture"
            on the command line computes them all.
          </p>
        )}
        <dl class="facts">
          <dt>Pixels</dt>
          <dd>
            {picture.width} × {picture.height}
          </dd>
          {Object.entries(picture.attributes)
            .filter(([attribute]) => attribute !== 'pixels')
            .map(([attribute, value]) => (
              <div key={attribute} class="fact">
                <dt>{inWords(attribute)}</dt>
                <dd>{valueText(value)}</dd>
              </div>
            ))}
        </dl>
      </div>
    </div>
  );
}

/** Two variants are compared on one input: what only one of them takes is left to its default. */
function onlyInput(values: Values, axes: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([id]) => axes.includes(id)));
}

/** The same picture with few enough pixels. */
function smaller(values: Values, width: string, height: string): Values {
  const [w, h] = [Number(values[width]), Number(values[height])];
  const factor = Math.min(1, maxPixels / Math.max(w, h));
  if (!(factor < 1)) return values;
  return {
    ...values,
    [width]: Math.max(1, Math.round(w * factor)),
    [height]: Math.max(1, Math.round(h * factor)),
  };
}
