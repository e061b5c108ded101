import type { RunRow } from '../../src-main/contract/run.ts';
import type { Catalog } from '../../src-main/contract/workload.ts';
import { commands } from './commands.ts';
import { emptyDraft } from './draft.ts';
import type { App } from './index.ts';

export type PaletteEntry = {
  readonly id: string;
  readonly title: string;
  /** What kind of thing it is, or its keys. */
  readonly aside: string;
  readonly run: () => void;
};

/** All that the palette offers: commands, presets, workloads, recent runs and those that a search found. */
export function paletteEntries(app: App, further: readonly RunRow[]): readonly PaletteEntry[] {
  const recent = app.recent.state.value.value ?? [];
  const known = new Set(recent.map(({ id }) => id));
  const presets = app.presets.state.value.value ?? [];
  return [
    ...commands
      .filter(({ id }) => id !== 'palette')
      .map((command) => ({
        id: command.id,
        title: command.title,
        aside: command.keys[app.client.host],
        run: () => command.run(app),
      })),
    ...workloadEntries(app, app.catalog.state.value.value),
    ...presets.map((preset) => ({
      id: `preset ${preset.id}`,
      title: `Set up ${preset.title}`,
      aside: 'preset',
      run: () => usePreset(app, preset.id),
    })),
    ...[...recent, ...further.filter(({ id }) => !known.has(id))].map((row) => runEntry(app, row)),
  ];
}

/** Fills New run with a preset and goes there. */
export function usePreset(app: App, id: string): void {
  const preset = app.presets.state.value.value?.find((each) => each.id === id);
  if (preset === undefined) return;
  if (app.newRun.fill({ ...preset.configuration }, preset.id)) app.go({ screen: 'new' });
  else app.toast(`No workload of the preset ${id} is in this build.`, { tone: 'bad' });
}

function workloadEntries(app: App, catalog: Catalog | null): readonly PaletteEntry[] {
  return (catalog?.workloads ?? []).map((workload) => ({
    id: `workload ${workload.id}`,
    title: `New run of ${workload.title}`,
    aside: 'workload',
    run: () => {
      if (catalog !== null)
        app.newRun.draft.value = emptyDraft(catalog, workload.id, app.settings.peek().defaults);
      app.go({ screen: 'new' });
    },
  }));
}

function runEntry(app: App, row: RunRow): PaletteEntry {
  return {
    id: `run ${row.id}`,
    title: `Open ${row.title}`,
    aside: row.id,
    run: () => app.go({ screen: 'run', ref: row.id, tab: 'results' }),
  };
}

/**
 * Entries whose words start with, or contain, all words of the query, best first; entries of equal rank keep their order.
 */
export function findEntries(
  entries: readonly PaletteEntry[],
  query: string,
): readonly PaletteEntry[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return entries;
  const ranked = entries.flatMap((entry) => {
    const text = `${entry.title} ${entry.aside}`.toLowerCase();
    const ranks = words.map((word) => rankOf(text, word));
    return ranks.includes(null)
      ? []
      : [{ entry, rank: ranks.reduce<number>((sum, rank) => sum + (rank ?? 0), 0) }];
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry);
}

function rankOf(text: string, word: string): number | null {
  const at = text.indexOf(word);
  if (at < 0) return null;
  return at === 0 || text[at - 1] === ' ' ? 0 : 1;
}
