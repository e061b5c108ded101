import { describe, expect, it, vi } from 'vitest';
import { BreakevenError } from '../../src-main/contract/failure.ts';
import { encodeWire } from '../../src-main/hosts/http/encode-wire.ts';
import { bridgeClient, httpClient } from '../../src-renderer/client.ts';

const json = (value: unknown, status = 200) =>
  new Response(encodeWire(value), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  });

function clientOf(answer: () => Promise<Response>) {
  const fetch = vi.fn(answer);
  const source = {
    onmessage: null,
    onopen: null,
    onerror: null,
    close: vi.fn(),
  } as unknown as EventSource;
  return { fetch, source, client: httpClient({ fetch, openEvents: () => source }) };
}

describe('over HTTP', () => {
  it('posts the input and gives the value, bytes and all', async () => {
    const files = [{ name: 'a.csv', mime: 'text/csv', bytes: new Uint8Array([1, 2, 255]) }];
    const { fetch, client } = clientOf(async () => json({ ok: true, value: { files } }));
    await expect(client.call('exportRun', { ref: 'latest', format: 'csv' })).resolves.toEqual({
      files,
    });
    expect(fetch).toHaveBeenCalledWith('api/exportRun', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"input":{"ref":"latest","format":"csv"}}',
    });
  });

  it('gives a failure as it came', async () => {
    const failure = { code: 'busy', message: 'another run is active' };
    const { client } = clientOf(async () => json({ ok: false, failure }, 409));
    const error = await client.call('progress', {}).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(BreakevenError);
    expect(error).toMatchObject(failure);
  });

  it('says what to do when nobody answers, or a door is shut', async () => {
    const lost = clientOf(() => Promise.reject(new TypeError('fetch failed')));
    await expect(lost.client.call('progress', {})).rejects.toThrow(/connection .* is lost/);
    const shut = clientOf(
      async () => new Response('Open the address that was printed.\n', { status: 401 }),
    );
    await expect(shut.client.call('progress', {})).rejects.toThrow(
      'Open the address that was printed.',
    );
  });

  it('sends a request again that a busy server has not read in time, once', async () => {
    const answers = [408, 200, 408, 408].map((status) =>
      status === 200 ? json({ ok: true, value: null }) : new Response('', { status }),
    );
    const { fetch, client } = clientOf(async () => answers.shift() ?? json(null));
    await expect(client.call('progress', {})).resolves.toBeNull();
    await expect(client.call('progress', {})).rejects.toThrow('The server answered 408.');
    expect(fetch).toHaveBeenCalledTimes(4);
  });

  it('passes events on over one connection, and says when it breaks and comes back', () => {
    const { client, source } = clientOf(async () => json(null));
    const events: unknown[] = [];
    const states: boolean[] = [];
    const off = client.onEvent(
      (event) => events.push(event),
      (connected) => states.push(connected),
    );
    source.onopen?.(new Event('open'));
    source.onmessage?.(
      new MessageEvent('message', { data: '{"type":"history-changed","runId":"r1"}' }),
    );
    source.onerror?.(new Event('error'));
    off();
    expect(events).toEqual([{ type: 'history-changed', runId: 'r1' }]);
    expect(states).toEqual([true, false]);
    expect(source.close).toHaveBeenCalledOnce();
  });
});

it('over the bridge of the desktop window calls by name and opens the reply', async () => {
  const invoke = vi.fn(async (name: string) =>
    name === 'progress'
      ? ({ ok: true, value: null } as const)
      : ({ ok: false, failure: { code: 'not-found', message: 'no such run' } } as const),
  );
  const client = bridgeClient({
    invoke,
    drop: async ({ name }) =>
      name === 'saxpy'
        ? { ok: true, value: { id: 'saxpy' } }
        : { ok: false, failure: { code: 'not-found', message: 'no lab' } },
    onEvent: () => () => undefined,
  });
  expect(client.host).toBe('desktop');
  await expect(client.call('progress', {})).resolves.toBeNull();
  await expect(client.call('run', { ref: 'x' })).rejects.toThrow('no such run');
  expect(invoke).toHaveBeenLastCalledWith('run', { ref: 'x' });
  expect(await client.drop?.(new File([], 'saxpy'))).toEqual({ id: 'saxpy' });
  await expect(client.drop?.(new File([], 'other'))).rejects.toThrow('no lab');
  expect(httpClient().drop).toBeUndefined();
});
