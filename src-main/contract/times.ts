/** Times of day as people read them, always with their zone: `2026-11-22 06:10 UTC`, `2026-11-22 07:10 +01:00`. */

/** Whose clock: `utc` in text that travels (command line, sentences that are stored), `local` in the window. */
export type Zone = 'utc' | 'local';

export type TimeOptions = { readonly seconds?: boolean };

/** Date, time and zone of an ISO 8601 time; a text that is none stays as it is. */
export function timeText(iso: string, zone: Zone = 'utc', options: TimeOptions = {}): string {
  const parts = partsOf(iso, zone);
  return parts === null ? iso : `${parts.date} ${clock(parts, options)}`;
}

/** Time and zone alone, next to times of the same day: `06:10:07 UTC`. */
export function clockText(iso: string, zone: Zone = 'utc'): string {
  const parts = partsOf(iso, zone);
  return parts === null ? iso : clock(parts, { seconds: true });
}

type Parts = { readonly date: string; readonly time: string; readonly zone: string };

function clock({ time, zone }: Parts, { seconds = false }: TimeOptions): string {
  return `${time.slice(0, seconds ? 8 : 5)} ${zone}`;
}

function partsOf(iso: string, zone: Zone): Parts | null {
  const instantMs = Date.parse(iso);
  if (Number.isNaN(instantMs)) return null;
  const minutes = zone === 'utc' ? 0 : -new Date(instantMs).getTimezoneOffset();
  const shifted = new Date(instantMs + minutes * 60_000).toISOString();
  return { date: shifted.slice(0, 10), time: shifted.slice(11, 19), zone: offsetText(minutes) };
}

function offsetText(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const two = (value: number): string => String(value).padStart(2, '0');
  const part = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(part / 60))}:${two(part % 60)}`;
}
