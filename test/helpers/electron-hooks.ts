import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

/** Gives the double to whatever imports Electron: `node --import` this, then a bundle of the desktop host. */
const double = pathToFileURL(`${import.meta.dirname}/electron-double.ts`).href;

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === 'electron'
      ? { url: double, format: 'module-typescript', shortCircuit: true }
      : nextResolve(specifier, context),
});
