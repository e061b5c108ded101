/**
 * The screens of the window in the order of its rail; Ctrl and the place of a screen opens it. `icon` is a path in a box of 16
 * by 16. The view of a screen is the file of its id in `src-renderer/screens`.
 */
export const screens = [
  { id: 'home', title: 'Home', icon: 'M3 8.2 8 3.5l5 4.7M4.5 7v6h7V7' },
  { id: 'new', title: 'New run', icon: 'M8 3.5v9M3.5 8h9' },
  { id: 'live', title: 'Live', icon: 'M2 8.5h2.6l1.7-5 3 9 1.8-4H14' },
  {
    id: 'history',
    title: 'History',
    icon: 'M8 4.5V8l2.4 1.6M3 8a5 5 0 1 1 1.5 3.6M3 8 1.6 6.6M3 8l1.5-1.3',
  },
  { id: 'changes', title: 'Changes', icon: 'M2 11h4.5V5H14M11.5 2.5 14 5l-2.5 2.5' },
  { id: 'compare', title: 'Compare', icon: 'M5.5 3v10M10.5 3v10M2.5 6.5h6M7.5 9.5h6' },
  {
    id: 'labs',
    title: 'Own code',
    icon: 'M6 4.5 2.5 8 6 11.5M10 4.5 13.5 8 10 11.5M8.8 3.2 7.2 12.8',
  },
  {
    id: 'settings',
    title: 'Settings',
    icon: 'M3 5h5.5M11.5 5H13M3 11h1.5M7.5 11H13M10 3.4v3.2M6 9.4v3.2',
  },
  {
    id: 'help',
    title: 'Help',
    icon: 'M6 6.2a2 2 0 1 1 2.6 1.9c-.5.2-.6.5-.6 1.1M8 11.6v.1M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12',
  },
] as const;

export type ScreenId = (typeof screens)[number]['id'];
