import type { App } from '../state/index.ts';

/** Asks for tags of runs: those to add, and with a minus in front those to take away. */
export function askTags(app: App, ids: readonly string[], title: string): void {
  if (ids.length === 0) return;
  app.asking.value = {
    title,
    confirm: 'Change the tags',
    fields: [
      {
        label: 'Tags',
        help: 'Joined by commas; a minus in front takes a tag away: lab, -draft.',
        suggestions: app.history.facets.value?.tag.map(({ value }) => value) ?? [],
      },
    ],
    done: (text) => {
      const words = text.split(',').map((word) => word.trim());
      const add = words.filter((word) => word !== '' && !word.startsWith('-'));
      const remove = words.filter((word) => word.length > 1 && word.startsWith('-'));
      void app.curation.tag(
        ids,
        [...new Set(add)],
        remove.map((word) => word.slice(1)),
      );
    },
  };
}
