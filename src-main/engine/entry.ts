import { writeFileSync } from 'node:fs';
import { loadAddons } from './addon.ts';
import { createEngine } from './engine.ts';
import { connectParent, watchParent } from './parent.ts';

/**
 * The engine process: the only one that loads native measuring code. It is disposable; a crash, a hang or a broken
 * CUDA context costs the case that ran. `BREAKEVEN_NATIVE` names the folder of the addons.
 */
const parent = connectParent();
if (parent === null) {
  process.stderr.write('This is the measuring process of Breakeven; it is started by the app.\n');
  process.exitCode = 2;
} else {
  watchParent();
  giveWayForMemory();
  const { providers, absent } = loadAddons(process.env.BREAKEVEN_NATIVE);
  const engine = createEngine(providers, absent, parent.send);
  parent.onRequest(engine.handle);
  parent.send({ type: 'ready' });
}

/**
 * Makes the kernel's out-of-memory killer choose this process and its children first: the code that it runs may allocate
 * without limit. A process may raise its own score without privileges, and not lower it again.
 */
function giveWayForMemory(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000');
  } catch {
    // A system without it, or one that lets nobody write there, chooses by itself.
  }
}
