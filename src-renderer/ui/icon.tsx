const paths = {
  home: 'M3 8.2 8 3.5l5 4.7M4.5 7v6h7V7',
  new: 'M8 3.5v9M3.5 8h9',
  live: 'M2 8.5h2.6l1.7-5 3 9 1.8-4H14',
  history: 'M8 4.5V8l2.4 1.6M3 8a5 5 0 1 1 1.5 3.6M3 8 1.6 6.6M3 8l1.5-1.3',
  compare: 'M5.5 3v10M10.5 3v10M2.5 6.5h6M7.5 9.5h6',
  settings: 'M3 5h5.5M11.5 5H13M3 11h1.5M7.5 11H13M10 3.4v3.2M6 9.4v3.2',
  help: 'M6 6.2a2 2 0 1 1 2.6 1.9c-.5.2-.6.5-.6 1.1M8 11.6v.1M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12',
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
  right: 'M6 3.5 10.5 8 6 12.5',
} as const;

export type IconName = keyof typeof paths;

/** A drawing beside a word; it says nothing that the word does not. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
