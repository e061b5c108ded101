import type { Read } from '../../src-main/contract/axis-values.ts';

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
