import type { FunctionComponent } from 'preact';
import type { ScreenId } from '../../src-main/contract/screens.ts';
import type { Route } from '../state/route.ts';

export type ScreenView = FunctionComponent<{ readonly route: Route }>;

const files = import.meta.glob<{ readonly screen: ScreenView }>('./*.tsx', { eager: true });

/** What a screen shows: the file of this folder that is named like it exports `screen`. */
export function screenView(id: ScreenId): ScreenView | null {
  return files[`./${id}.tsx`]?.screen ?? null;
}
