/**
 * The built interface runs in headless Chromium, served by the built command line over that store. A time begins with
 * the browser's own time stamp of the key or click and ends after the frame that shows the answer was painted. Beside
 * it stand the processor times of the window's and the program's main thread meanwhile: what a machine that others use
 * as well lengthens less.
 *
 * Measured in pieces: `--only` takes names of parts joined by commas, and `--json` keeps the rows of parts that the file
 * holds already. Ctrl+C ends it with a table of what was measured until then.
 */
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { launchOptions, provideChromium } from '../test/helpers/chromium.ts';
import { startServe } from '../test/helpers/serve.ts';
import { openPlace, parts, viewport } from './parts/budget-parts.ts';
import { createRecorder, measuredAt, mergeInto, tableOf } from './parts/budget-report.ts';

export const title =
  'Time from a key to the picture of its answer, over a store of seed-store. Arguments: FOLDER [--count 200] [--only scroll,compare] [--json FILE].';

export async function main(args: readonly string[]): Promise<number> {
  const { values: given, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      count: { type: 'string', default: '200' },
      only: { type: 'string' },
      json: { type: 'string' },
    },
  });
  const [home] = positionals;
  const count = Number(given.count);
  if (home === undefined || !Number.isInteger(count) || count < 4) {
    throw new Error('needs the folder of a store; --count takes a whole number from 4');
  }
  const chosen = given.only === undefined ? [...parts.keys()] : given.only.split(',');
  for (const name of chosen) {
    if (!parts.has(name)) {
      throw new Error(`--only has no part "${name}"; there are: ${[...parts.keys()].join(', ')}`);
    }
  }

  const provided = await provideChromium();
  if ('reason' in provided) throw new Error(`no Chromium: ${provided.reason}`);
  const served = await startServe(home);
  const browser = await chromium.launch({ ...launchOptions(provided), handleSIGINT: false });
  const at = await measuredAt(browser, viewport);
  const recorder = createRecorder();

  const write = () =>
    given.json === undefined
      ? { ...at, rows: recorder.rows() }
      : mergeInto(given.json, at, recorder.rows());
  let ended: Promise<void> | null = null;
  let interrupted = false;
  const end = async () => {
    console.log(tableOf(write(), [...parts.keys()]));
    await Promise.all([browser.close(), served.stop()]);
    if (provided.folder !== null) rmSync(provided.folder, { recursive: true, force: true });
  };
  process.once('SIGINT', () => {
    interrupted = true;
    ended ??= end();
  });

  try {
    for (const [name, part] of parts) {
      if (!chosen.includes(name)) continue;
      recorder.begin(name);
      const place = await openPlace({
        home,
        count,
        chromium: provided,
        browser,
        served,
        keep: recorder.keep,
      });
      await part(place);
      await place.page.context().close();
      write();
      for (const row of recorder.rows().filter((each) => each.part === name)) {
        console.error(`${row.interaction}: p95 ${row.p95Ms.toFixed(1)} ms of ${row.n}`);
      }
    }
  } catch (error) {
    // What is interrupted fails, for its browser is gone.
    if (ended === null) throw error;
  } finally {
    ended ??= end();
    await ended;
  }
  return interrupted ? 130 : 0;
}
