import {
  type FigureSpec,
  type Language,
  languageNames,
  languages,
} from '../../../src-main/contract/figure.ts';
import { type Composition, presetOf, sizePresets } from '../../state/composition.ts';
import { Field, SelectField, TextField } from '../../ui/field.tsx';

type Props = {
  readonly composition: Composition;
  readonly errors: Readonly<Record<string, string>>;
  readonly change: (composition: Composition) => void;
  /** The figure as it is by itself: what stands in empty fields. */
  readonly spec: FigureSpec | null;
};

type ComposerFormProps = Props & {
  /** The figure with everything that it could show. */
  readonly whole: FigureSpec | null;
};

/** Size, resolution, fonts, colours, texts and axes. */
export function ComposerForm({ composition, errors, change, spec, whole }: ComposerFormProps) {
  const set = (part: Partial<Composition>) => change({ ...composition, ...part });
  const number = (id: 'width' | 'height' | 'dpi' | 'font', label: string) => (
    <TextField
      id={`compose-${id}`}
      label={label}
      error={errors[id]}
      value={composition[id]}
      numeric
      {...(id === 'height' ? { placeholder: 'as needed' } : {})}
      onInput={(text) => set({ [id]: text })}
    />
  );
  const tick = (id: 'title' | 'caption' | 'legend', label: string) => (
    <label class="chip">
      <input
        type="checkbox"
        checked={composition[id]}
        onChange={() => set({ [id]: !composition[id] })}
      />
      {label}
    </label>
  );
  return (
    <div class="composer-form">
      <SelectField
        id="compose-preset"
        label="Size"
        value={presetOf(composition)}
        options={[
          ...sizePresets.map(({ id, title }) => ({ id: id as string, title })),
          { id: '', title: 'Own size' },
        ]}
        onChange={(id) => {
          const preset = sizePresets.find((each) => each.id === id);
          if (preset !== undefined) {
            set({
              width: String(preset.widthMm),
              height: String(preset.heightMm ?? ''),
              font: String(preset.fontPt),
            });
          }
        }}
      />
      <div class="composer-pair">
        {number('width', 'Width (mm)')}
        {number('height', 'Height (mm)')}
        {number('dpi', 'Resolution (dpi)')}
        {number('font', 'Font size (pt)')}
      </div>
      <SelectField
        id="compose-palette"
        label="Palette"
        value={composition.palette}
        options={[
          { id: 'colour', title: 'Colour (Okabe and Ito)' },
          { id: 'grey', title: 'Grey, distinguished by dash and marker' },
        ]}
        onChange={(palette) => set({ palette })}
      />
      <LanguageField
        id="compose-language"
        value={composition.language}
        change={(language) => set({ language })}
      />
      <fieldset class="chips">
        <legend class="visually-hidden">Parts of the picture</legend>
        {tick('title', 'Title')}
        {tick('legend', 'Legend')}
        {tick('caption', 'Caption')}
      </fieldset>
      <ContentFields composition={composition} change={change} spec={spec} whole={whole} />
      <TextField
        id="compose-title"
        label="Title"
        value={composition.titleText}
        placeholder={spec?.title ?? ''}
        onInput={(titleText) => set({ titleText })}
      />
      <Field id="compose-caption" label="Caption">
        <textarea
          id="compose-caption"
          class="input"
          rows={3}
          placeholder={spec?.caption}
          value={composition.captionText}
          onInput={(event) => set({ captionText: event.currentTarget.value })}
        />
      </Field>
      {(['x', 'y'] as const).map((axis) => (
        <AxisFields
          key={axis}
          axis={axis}
          composition={composition}
          errors={errors}
          change={change}
          spec={spec}
        />
      ))}
    </div>
  );
}

type LanguageFieldProps = {
  readonly id: string;
  readonly value: Language | '';
  readonly change: (language: Language | '') => void;
};

/** The language of a figure: its titles, legend and caption, with a decimal comma. */
export function LanguageField({ id, value, change }: LanguageFieldProps) {
  return (
    <SelectField
      id={id}
      label="Language"
      value={value}
      options={[
        { id: '', title: 'English' },
        ...languages.map((one) => ({ id: one, title: languageNames[one] })),
      ]}
      onChange={change}
    />
  );
}

/** Which series and which break-evens the figure has. */
function ContentFields({
  composition,
  change,
  spec,
  whole,
}: Pick<Props, 'composition' | 'change' | 'spec'> & { readonly whole: FigureSpec | null }) {
  const { hidden } = composition;
  const series = whole?.series ?? [];
  const bands = whole?.bandChoices ?? [];
  // Ticked is what the figure shows, which has no break-even of a series that is left out.
  const drawn = (spec?.bands ?? []).flatMap(({ key }) => key ?? []);
  const turned = (list: readonly string[], key: string) =>
    list.includes(key) ? list.filter((each) => each !== key) : [...list, key];
  const left = series.filter(({ key }) => !hidden.includes(key)).length;
  return (
    <>
      {series.length < 2 ? null : (
        <fieldset class="picks">
          <legend>Series</legend>
          {series.map(({ key, label }) => (
            <label key={key}>
              <input
                type="checkbox"
                checked={!hidden.includes(key)}
                // A figure has one series at least.
                disabled={left === 1 && !hidden.includes(key)}
                onChange={() => change({ ...composition, hidden: turned(hidden, key) })}
              />{' '}
              {label}
            </label>
          ))}
        </fieldset>
      )}
      {bands.length === 0 ? null : (
        <fieldset class="picks">
          <legend>Break-evens</legend>
          {bands.map(({ key, label }) => (
            <label key={key}>
              <input
                type="checkbox"
                checked={drawn.includes(key)}
                onChange={() => change({ ...composition, breakEvens: turned(drawn, key) })}
              />{' '}
              {label}
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}

function AxisFields({
  axis,
  composition,
  errors,
  change,
  spec,
}: Props & { readonly axis: 'x' | 'y' }) {
  const draft = composition[axis];
  const set = (part: Partial<typeof draft>) =>
    change({ ...composition, [axis]: { ...draft, ...part } });
  const id = `compose-${axis}`;
  const category = spec?.[axis].scale === 'category';
  return (
    <fieldset class="composer-axis">
      <legend>{axis === 'x' ? 'Horizontal axis' : 'Vertical axis'}</legend>
      <TextField
        id={`${id}-label`}
        label="Label"
        value={draft.label}
        placeholder={spec?.[axis].label ?? ''}
        onInput={(label) => set({ label })}
      />
      {category ? null : (
        <div class="composer-triple">
          <SelectField
            id={`${id}-scale`}
            label="Scale"
            value={draft.scale}
            options={[
              { id: 'auto', title: `as it is${spec === null ? '' : ` (${spec[axis].scale})`}` },
              { id: 'log', title: 'logarithmic' },
              { id: 'linear', title: 'linear' },
            ]}
            onChange={(scale) => set({ scale })}
          />
          {(['min', 'max'] as const).map((end) => (
            <TextField
              key={end}
              id={`${id}-${end}`}
              label={end === 'min' ? 'From' : 'To'}
              error={errors[`${axis}-${end}`]}
              value={draft[end]}
              placeholder="data"
              numeric
              onInput={(text) => set({ [end]: text })}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}
