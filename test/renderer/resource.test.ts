import { expect, it } from 'vitest';
import { createResource } from '../../src-renderer/state/resource.ts';

it('something asked for is asked for anew when it changes while an answer is on its way', async () => {
  let stored = { cases: 1, tag: 'old' };
  const held: (() => void)[] = [];
  const resource = createResource(async () => {
    const read = stored;
    await new Promise<void>((done) => held.push(done));
    return read;
  });
  void resource.load();
  held.shift()?.();
  await expect.poll(() => resource.state.value.value).toEqual({ cases: 1, tag: 'old' });
  stored = { cases: 2, tag: 'old' };
  void resource.load();
  stored = { cases: 2, tag: 'new' };
  resource.update((known) => ({ ...known, tag: 'new' }));
  expect(resource.state.value.value).toEqual({ cases: 1, tag: 'new' });
  for (const done of held.splice(0)) done();
  await expect.poll(() => resource.state.value.value).toEqual({ cases: 2, tag: 'new' });
  expect(resource.state.value.loading).toBe(false);
  resource.update((known) => ({ ...known, tag: 'newer' }));
  expect(resource.state.value).toMatchObject({ loading: false, value: { tag: 'newer' } });
  expect(held.length).toBe(0);
});
