import type os from 'node:os';
import { afterEach, expect, it, vi } from 'vitest';
import { userName } from '../../../src-main/core/util/user-name.ts';

vi.mock('node:os', async (original) => {
  const real = await original<typeof os>();
  return { ...real, userInfo: vi.fn(real.userInfo) };
});

afterEach(() => vi.restoreAllMocks());

it('is the number of a user without a name, as in a container', async () => {
  const { userInfo } = await import('node:os');
  vi.mocked(userInfo).mockImplementation(() => {
    throw new Error('uv_os_get_passwd returned ENOENT');
  });
  expect(userName()).toBe(String(process.getuid?.()));
});
