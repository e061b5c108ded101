import type { Read } from '../../src-main/contract/axis-values.ts';
import type { App } from './index.ts';

/** One line of text, or one of several options. */
export type QuestionField = {
  readonly label: string;
  readonly help?: string;
  readonly value?: string;
  readonly suggestions?: readonly string[];
  readonly options?: readonly { readonly id: string; readonly title: string }[];
  /** Without it any text that is not empty will do. */
  readonly read?: (text: string) => Read<unknown>;
};

/** What a dialog asks before something is done. */
export type Question = {
  readonly title: string;
  readonly text?: string;
  readonly fields?: readonly QuestionField[];
  /** What the button does: "Save the view". */
  readonly confirm: string;
  /** Something is gone for good then. */
  readonly danger?: boolean;
  /** Gets the texts of the fields. */
  readonly done: (...texts: string[]) => void;
};

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
