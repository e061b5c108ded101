import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { buildNative } from '../../src-main/tools/native-build.ts';
import { temporaryFolder } from '../helpers/temporary-folder.ts';

it('configures a folder when it is asked for something else than last time', async () => {
  const folder = temporaryFolder();
  const log = join(folder, 'log');
  const script = `#!/bin/sh\necho "$1" >> ${log}\n[ "$1" != -S ] || { mkdir -p "$4"; : > "$4/CMakeCache.txt"; }\n`;
  writeFileSync(join(folder, 'cmake'), script);
  chmodSync(join(folder, 'cmake'), 0o755);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH}`);
  const buildFolder = join(folder, 'build');
  const common = { cudaArchitectures: undefined, buildFolder, outputFolder: join(folder, 'out') };
  await buildNative(common);
  await buildNative(common);
  await buildNative({ ...common, warningsAreErrors: true });
  rmSync(join(buildFolder, 'CMakeCache.txt'));
  await buildNative({ ...common, warningsAreErrors: true });
  // The clone was moved.
  writeFileSync(
    join(buildFolder, 'CMakeCache.txt'),
    'CMAKE_HOME_DIRECTORY:INTERNAL=/elsewhere/native\n',
  );
  writeFileSync(join(buildFolder, 'object.o'), '');
  await buildNative(common);
  vi.unstubAllEnvs();
  const steps = readFileSync(log, 'utf8').trim().split('\n');
  expect(steps.join(' ')).toBe('-S --build --build -S --build -S --build -S --build');
  expect(existsSync(join(buildFolder, 'object.o'))).toBe(false);
});
