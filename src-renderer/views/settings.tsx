import { useApp } from '../state/context.ts';
import type { Settings as Values } from '../state/settings.ts';
import { Field, Select } from '../ui/field.tsx';
import { Page, Section } from '../ui/page.tsx';

/** How the window looks and what it shows first. Kept by this browser or window. */
export function Settings() {
  const app = useApp();
  const settings = app.settings.value;
  const change = (part: Partial<Values>) => {
    app.settings.value = { ...settings, ...part };
  };
  const spans = app.catalog.state.value.value?.spans ?? [];
  return (
    <Page title="Settings">
      <Section title="Appearance">
        <div class="fields">
          <Field id="theme" label="Theme">
            <Select
              id="theme"
              value={settings.theme}
              options={[
                { id: 'system', title: 'As the system' },
                { id: 'light', title: 'Light' },
                { id: 'dark', title: 'Dark' },
              ]}
              onChange={(theme) => change({ theme })}
            />
          </Field>
          <Field id="density" label="Density">
            <Select
              id="density"
              value={settings.density}
              options={[
                { id: 'comfortable', title: 'Comfortable' },
                { id: 'compact', title: 'Compact' },
              ]}
              onChange={(density) => change({ density })}
            />
          </Field>
        </div>
      </Section>
      {spans.length === 0 ? null : (
        <Section title="Results">
          <div class="fields">
            <Field
              id="standard-span"
              label="Span shown first"
              help={spans.find(({ id }) => id === settings.span)?.help}
            >
              <Select
                id="standard-span"
                value={settings.span}
                options={spans.map(({ id, title }) => ({ id, title }))}
                onChange={(span) => change({ span })}
              />
            </Field>
          </div>
        </Section>
      )}
    </Page>
  );
}
