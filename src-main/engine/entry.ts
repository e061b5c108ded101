import { loadAddons } from './addon.ts';
import { createEngine } from './engine.ts';
import { giveWayForMemory } from './give-way.ts';
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
