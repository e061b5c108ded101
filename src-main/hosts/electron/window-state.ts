import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Rectangle } from 'electron';
import { z } from 'zod';

const stateSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  maximized: z.boolean(),
});
export type WindowState = z.infer<typeof stateSchema>;

export const smallestWindow = { width: 900, height: 600 } as const;
const firstWindow = { width: 1280, height: 800 } as const;

/** The state that a window was left in; null where there is none that can be read. */
export function readWindowState(path: string): WindowState | null {
  try {
    const parsed = stateSchema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Keeps the state for the next start. A place that cannot be written costs the comfort, nothing else. */
export function writeWindowState(path: string, state: WindowState): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.part`, JSON.stringify(state));
    renameSync(`${path}.part`, path);
  } catch (error) {
    console.error(`the window's place was not kept in ${path}:`, error);
  }
}

/**
 * Where to put a window: where it was, if enough of its title bar is still on a screen (one may have been unplugged),
 * else in the middle of the first. Never larger than the screen it is on.
 */
export function placeWindow(
  state: WindowState | null,
  workAreas: readonly Rectangle[],
): Partial<Rectangle> & { readonly width: number; readonly height: number } {
  const area = state === null ? undefined : screenOf(state, workAreas);
  if (state === null || area === undefined) {
    const [first] = workAreas;
    return {
      width: Math.min(firstWindow.width, first?.width ?? firstWindow.width),
      height: Math.min(firstWindow.height, first?.height ?? firstWindow.height),
    };
  }
  const width = Math.min(Math.max(state.width, smallestWindow.width), area.width);
  const height = Math.min(Math.max(state.height, smallestWindow.height), area.height);
  return {
    width,
    height,
    x: clamp(state.x, area.x, area.x + area.width - width),
    y: clamp(state.y, area.y, area.y + area.height - height),
  };
}

/** The screen that shows most of the window's title bar, if any shows enough of it to be grasped. */
function screenOf(state: WindowState, workAreas: readonly Rectangle[]): Rectangle | undefined {
  const shown = workAreas
    .filter(({ y, height }) => state.y >= y - 10 && state.y <= y + height - 40)
    .map((area) => {
      const left = Math.max(state.x, area.x);
      const right = Math.min(state.x + state.width, area.x + area.width);
      return { area, width: right - left };
    });
  const widest = shown.sort((a, b) => b.width - a.width)[0];
  return widest !== undefined && widest.width >= 100 ? widest.area : undefined;
}

function clamp(value: number, from: number, to: number): number {
  return Math.max(from, Math.min(value, to));
}
