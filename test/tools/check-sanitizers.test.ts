import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sanitized } from '../../src-main/tools/check-sanitizers.ts';
import { repositoryRoot } from '../helpers/paths.ts';

it('runs the readers and all CPU variants over a build with both sanitizers, which do not go on', () => {
  expect(sanitized.map(({ title }) => title)).toEqual(['readers', 'CPU variants']);
  for (const { file } of sanitized) expect(existsSync(join(repositoryRoot, file))).toBe(true);
  const presets = JSON.parse(
    readFileSync(join(repositoryRoot, 'native', 'CMakePresets.json'), 'utf8'),
  ) as { configurePresets: { name: string; cacheVariables: Record<string, string> }[] };
  const preset = presets.configurePresets.find(({ name }) => name === 'sanitizers');
  expect(preset?.cacheVariables.CMAKE_CXX_FLAGS).toMatch(
    /-fsanitize=address,undefined -fno-sanitize-recover=undefined/,
  );
  // A part of the workloads would leave variants out.
  expect(preset?.cacheVariables).not.toHaveProperty('BREAKEVEN_WORKLOADS');
});
