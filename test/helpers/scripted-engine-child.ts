import { createEngine } from '../../src-main/engine/engine.ts';
import { connectParent, watchParent } from '../../src-main/engine/parent.ts';
import { createScriptedProvider } from './scripted-provider.ts';

/** An engine process with scripted variants: everything but the addons is the product's own. It dies for real. */
const parent = connectParent();
if (parent !== null) {
  watchParent();
  const provider = createScriptedProvider({
    crash: () => process.kill(process.pid, 'SIGSEGV'),
  });
  const engine = createEngine([{ name: 'breakeven_cpu', provider }], [], parent.send);
  parent.onRequest(engine.handle);
  parent.send({ type: 'ready' });
}
