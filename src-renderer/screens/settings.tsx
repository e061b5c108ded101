import { readNumber } from '../../src-main/contract/axis-values.ts';
import { useApp } from '../state/context.ts';
import { standardSettings } from '../state/settings.ts';
import { SelectField } from '../ui/field.tsx';
import { Page, Section } from '../ui/page.tsx';
import { LanguageField } from '../views/composer/form.tsx';
import { NumberSetting } from '../views/settings/number-setting.tsx';
import { Storage } from '../views/settings/storage.tsx';

/** How the window looks, what runs and figures begin with, and where results are kept. */
export function screen() {
  const app = useApp();
  const settings = app.settings.value;
  const scopes = app.catalog.state.value.value?.scopes ?? [];
  const gpus = app.doctor.state.value.value?.machine.gpus ?? [];
  const { margins, defaults, figure } = settings;
  const percent = (name: string, text: string) =>
    readNumber(name, text, { min: 0, max: 50, whole: false });
  return (
    <Page title="Settings" wide>
      <div class="sections">
        <Section title="Appearance">
          <div class="fields">
            <SelectField
              id="theme"
              label="Theme"
              value={settings.theme}
              options={[
                { id: 'system', title: 'As the system' },
                { id: 'light', title: 'Light' },
                { id: 'dark', title: 'Dark' },
              ]}
              onChange={(theme) => app.changeSettings({ theme })}
            />
            <SelectField
              id="density"
              label="Density"
              value={settings.density}
              options={[
                { id: 'comfortable', title: 'Comfortable' },
                { id: 'compact', title: 'Compact' },
              ]}
              onChange={(density) => app.changeSettings({ density })}
            />
            {scopes.length === 0 ? null : (
              <SelectField
                id="standard-scope"
                label="Default timing scope"
                help={scopes.find(({ id }) => id === settings.scope)?.help}
                value={settings.scope}
                options={scopes.map(({ id, title }) => ({ id, title }))}
                onChange={(scope) => app.changeSettings({ scope })}
              />
            )}
          </div>
        </Section>
        <Section title="Verdicts">
          <div class="fields">
            <NumberSetting
              id="margin-difference"
              label="Faster or slower beyond (%)"
              help="Faster or slower: the interval of the ratio lies wholly beyond this."
              value={Number((margins.difference * 100).toPrecision(6))}
              read={(text) => percent('difference', text)}
              keep={(value) =>
                app.changeSettings({ margins: { ...margins, difference: value / 100 } })
              }
              check={(value) =>
                value / 100 < margins.same
                  ? null
                  : `must be below the ${margins.same * 100} % of “equivalent”`
              }
            />
            <NumberSetting
              id="margin-same"
              label="Equivalent within (%)"
              help="Equivalent: the interval of the ratio lies wholly within this."
              value={Number((margins.same * 100).toPrecision(6))}
              read={(text) => percent('same', text)}
              keep={(value) => app.changeSettings({ margins: { ...margins, same: value / 100 } })}
              check={(value) =>
                value / 100 > margins.difference
                  ? null
                  : `must be above the ${margins.difference * 100} % of “faster or slower”`
              }
            />
          </div>
        </Section>
        <Section title="New runs begin with">
          <div class="fields">
            <NumberSetting
              id="default-repetitions"
              label="Repetitions"
              help="Empty: the built-in default."
              value={defaults.repetitions}
              read={(text) => readNumber('repetitions', text, { min: 1, max: 50, whole: true })}
              keep={(repetitions) => app.changeSettings({ defaults: { ...defaults, repetitions } })}
              clear={() => app.changeSettings({ defaults: { ...defaults, repetitions: null } })}
            />
            <NumberSetting
              id="default-limit"
              label="Time limit per case (s)"
              help="Empty: the built-in default."
              value={defaults.timeLimitS}
              read={(text) =>
                readNumber('time limit', text, { min: 0.001, max: 1e6, whole: false })
              }
              keep={(timeLimitS) => app.changeSettings({ defaults: { ...defaults, timeLimitS } })}
              clear={() => app.changeSettings({ defaults: { ...defaults, timeLimitS: null } })}
            />
            <SelectField
              id="default-gpu"
              label="GPU"
              help={
                gpus.length === 0
                  ? 'No CUDA device was found here.'
                  : 'The GPU of variants that need one.'
              }
              value={defaults.gpu ?? ''}
              options={[
                { id: '', title: 'The first one' },
                ...gpus.map(({ uuid, index, name }) => ({ id: uuid, title: `${index}: ${name}` })),
                ...(defaults.gpu === null || gpus.some(({ uuid }) => uuid === defaults.gpu)
                  ? []
                  : [{ id: defaults.gpu, title: `${defaults.gpu} (not here)` }]),
              ]}
              onChange={(gpu) =>
                app.changeSettings({ defaults: { ...defaults, gpu: gpu === '' ? null : gpu } })
              }
            />
          </div>
        </Section>
        <Section title="Figures begin with">
          <div class="fields">
            {(
              [
                ['widthMm', 'Width (mm)', 20, 600],
                ['heightMm', 'Height (mm)', 20, 600],
                ['dpi', 'Resolution (dpi)', 50, 1200],
                ['fontPt', 'Font size (pt)', 5, 30],
              ] as const
            ).map(([key, label, min, max]) => (
              <NumberSetting
                key={key}
                id={`figure-${key}`}
                label={label}
                {...(key === 'heightMm'
                  ? { help: 'Empty: the height that the content needs.' }
                  : {})}
                value={figure[key]}
                read={(text) => readNumber(label, text, { min, max, whole: false })}
                keep={(value) => app.changeSettings({ figure: { ...figure, [key]: value } })}
                clear={() =>
                  app.changeSettings({ figure: { ...figure, [key]: standardSettings.figure[key] } })
                }
              />
            ))}
            <LanguageField
              id="figure-language"
              value={figure.language ?? ''}
              change={(language) =>
                app.changeSettings({ figure: { ...figure, language: language || null } })
              }
            />
          </div>
        </Section>
        <Storage />
      </div>
    </Page>
  );
}
