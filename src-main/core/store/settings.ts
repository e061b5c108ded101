import { join } from 'node:path';
import { defaultFigureOptions } from '../../contract/figure.ts';
import { type StoredSettings, settingsSchema } from '../../contract/procedures/settings.ts';
import { defaultMargins } from '../../stats/decide.ts';
import { changeNamedFile, textOf } from './changed-file.ts';

const { widthMm, heightMm, dpi, fontPt } = defaultFigureOptions;

export const defaultSettings: StoredSettings = {
  theme: 'system',
  density: 'comfortable',
  scope: 'total',
  margins: { ...defaultMargins },
  defaults: { repetitions: null, timeLimitS: null, gpu: null },
  columns: null,
  historyCase: null,
  figure: { widthMm, heightMm, dpi, fontPt, language: null },
};

const fileOf = (home: string): string => join(home, 'settings.json');

/** The settings in the home folder. What is missing or not allowed there is as it is by default. */
export function readSettings(home: string): StoredSettings {
  const stored = readJson(fileOf(home));
  let settings = defaultSettings;
  for (const [name, value] of Object.entries(stored)) {
    const parsed = settingsSchema.safeParse({ ...settings, [name]: value });
    if (parsed.success) settings = parsed.data;
  }
  return settings;
}

/** Changes what `change` names and returns all. @throws BreakevenError `environment` when it cannot be written. */
export function saveSettings(home: string, change: Partial<StoredSettings>): StoredSettings {
  let settings = defaultSettings;
  changeNamedFile('The settings', fileOf(home), () => {
    settings = { ...readSettings(home), ...change };
    return `${JSON.stringify(settings, null, 2)}\n`;
  });
  return settings;
}

function readJson(file: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(textOf(file) ?? 'null');
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}
