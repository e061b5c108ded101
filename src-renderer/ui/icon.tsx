import { type ScreenId, screens } from '../../src-main/contract/screens.ts';

const paths = {
  folder: 'M2.5 12.5v-9h4l1.5 2h5.5v7z',
  eye: 'M1.8 8C4 4.6 12 4.6 14.2 8 12 11.4 4 11.4 1.8 8M8 9.6a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2',
  play: 'M5 3.5v9l7-4.5z',
  stop: 'M4.5 4.5h7v7h-7z',
  copy: 'M6 6h6.5v6.5H6zM3.5 9.5v-6h6',
  download: 'M8 3v6.5M5.2 7.2 8 10l2.8-2.8M3.5 12.5h9',
  search: 'M7 11.2A4.2 4.2 0 1 0 7 2.8a4.2 4.2 0 0 0 0 8.4M10.2 10.2 13.2 13.2',
  close: 'M4.5 4.5l7 7M11.5 4.5l-7 7',
  table: 'M2.5 3.5h11v9h-11zM2.5 6.5h11M6.5 6.5v6',
  chart: 'M3 3v10h10M5 10.5 7.5 7l2 2 3-4',
  check: 'M3.5 8.5 6.5 11.5 12.5 4.8',
  warning: 'M8 2.8 14 13H2zM8 6.5v3M8 11.2v.1',
  again: 'M12.5 8A4.5 4.5 0 1 1 11 4.6M11.2 2.2v2.6H8.6',
  pin: 'M6 2.5h4M6.5 2.5v4L4.8 8.8h6.4L9.5 6.5v-4M8 8.8v4.7',
  flag: 'M4 14V2.8h7.5L10 5.6l1.5 2.8H4',
  trash: 'M3 4.5h10M6.5 4.5v-2h3v2M4.5 4.5l.6 9h5.8l.6-9M6.8 7v4M9.2 7v4',
  tag: 'M2.5 2.5h5l6 6-5 5-6-6zM5.2 5.3v-.1',
  note: 'M3.5 2.5h9v7.5l-3 3h-6zM12.5 10h-3v3M5.8 5.5h4.4M5.8 8h2.8',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  skip: 'M4 3.5v9L10 8zM12 3.5v9',
  upload: 'M8 10V3.2M5.2 5.8 8 3l2.8 2.8M3.5 12.5h9',
  columns: 'M2.5 3.5h11v9h-11zM6.2 3.5v9M9.8 3.5v9',
  more: 'M4 8v.1M8 8v.1M12 8v.1',
  down: 'M4 6.2 8 10l4-3.8',
  edit: 'M3 13l.6-2.6 7-7 2 2-7 7zM9.2 4.8l2 2',
  save: 'M3 3h8l2 2v8H3zM5.5 3v3.5h4V3M5.5 13V9.5h5V13',
  picture: 'M2.5 3.5h11v9h-11zM2.5 11l3.2-3.4 2.5 2.4 2-1.8 3.3 3M10.5 6v.1',
  right: 'M6 3.5 10.5 8 6 12.5',
} as const;

export type IconName = keyof typeof paths | ScreenId;

const drawings: Readonly<Record<string, string>> = {
  ...paths,
  ...Object.fromEntries(screens.map(({ id, icon }) => [id, icon])),
};

/** A drawing next to a word; it says nothing that the word does not. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  );
}
