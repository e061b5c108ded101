import { connect } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { CounterPass } from '../../../src-main/contract/counters.ts';
import { maxCountersLength } from '../../../src-main/contract/limits.ts';
import { securityHeaders } from '../../../src-main/hosts/content-security.ts';
import { inputLimitBytes, inputLimitOf } from '../../../src-main/hosts/dispatch.ts';
import type { ServerLimits } from '../../../src-main/hosts/http/limits.ts';
import { answerTo, ask, serveApp } from '../../helpers/http-server.ts';
import { createScriptedApp } from '../../helpers/scripted-app.ts';

const token = 'a-token-of-a-test-that-nobody-else-knows-0123';

const serve = (limits: Partial<ServerLimits>, app = createScriptedApp()) =>
  serveApp({ app, token, limits });

function call(port: number, name: string, body = '{"input":{}}', bearer = token) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${bearer}` };
  return ask(port, { method: 'POST', path: `/api/${name}`, headers }, body);
}

it('a client that does not finish its request is cut off', async () => {
  const { port } = await serve({ headersMs: 20, requestMs: 40, checkMs: 10 });
  const cutOff = /^(?:HTTP\/1\.1 408 |reset)/;
  expect(await answerTo(port, 'GET / HTTP/1.1\r\nHost: ', true)).toMatch(cutOff);
  const head = [
    ...['POST /api/catalog HTTP/1.1', `Host: 127.0.0.1:${port}`, 'Content-Length: 9'],
    ...['Content-Type: application/json', `Authorization: Bearer ${token}`, '', '{'],
  ];
  expect(await answerTo(port, head.join('\r\n'), true)).toMatch(cutOff);
});

it('more calls than may be under way are put off, and are answered when others have ended', async () => {
  const app = createScriptedApp();
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  let reached = (): void => undefined;
  const arrived = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const { catalog } = app.api;
  const slow = async (input: Parameters<typeof catalog>[0]) => {
    reached();
    await gate;
    return catalog(input);
  };
  const { port } = await serve({ calls: 1 }, { ...app, api: { ...app.api, catalog: slow } });
  const first = call(port, 'catalog');
  await arrived;
  expect(await call(port, 'presets')).toMatchObject({ status: 503 });
  release();
  expect((await first).status).toBe(200);
  expect((await call(port, 'presets')).status).toBe(200);
});

it('more connections than there may be are closed at once', async () => {
  const { port } = await serve({ connections: 1 });
  const held = connect(port, '127.0.0.1');
  await new Promise((resolve) => held.on('connect', resolve));
  await expect(call(port, 'catalog')).rejects.toThrow(/ECONNRESET|socket hang up/);
  held.destroy();
});

it('serves clients with the token however many connections without it are held open', async () => {
  const { port } = await serve({ connections: 4, unauthenticated: 2 });
  const held = await Promise.all(
    Array.from({ length: 3 }, () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      onTestFinished(() => void socket.destroy());
      const closed = new Promise((resolve) => socket.once('close', resolve));
      return new Promise<(typeof closed)[]>((resolve) =>
        socket.on('connect', () => resolve([closed])),
      );
    }),
  );
  await Promise.race(held.flat());
  // What has shown the token stays, whoever comes after it.
  const known = connect(port, '127.0.0.1');
  onTestFinished(() => void known.destroy());
  const begun = new Promise((resolve) => known.once('data', resolve));
  let cut = false;
  known.once('close', () => {
    cut = true;
  });
  known.write(
    `GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  await begun;
  for (let each = 0; each < 4; each += 1) {
    await answerTo(port, 'GET / HTTP/1.1\r\nHost: nobody\r\n\r\n', true);
    expect((await call(port, 'catalog')).status).toBe(200);
  }
  expect(cut).toBe(false);
});

it('a client that does not read its events is disconnected', async () => {
  const app = createScriptedApp();
  const { port } = await serve({ backlogBytes: 100_000 }, app);
  const socket = connect(port, '127.0.0.1');
  const begun = new Promise((resolve) => socket.once('data', resolve));
  const closed = new Promise((resolve) => socket.on('close', resolve));
  socket.on('error', () => undefined);
  socket.write(
    `GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  await begun;
  socket.pause();
  const runId = 'r'.repeat(200_000);
  // The system takes some megabytes for a reader that is slow.
  for (let i = 0; i < 200; i += 1) app.emit({ type: 'history-changed', runId });
  socket.resume();
  await closed;
});

it('the token stands in no answer and no log, whatever goes wrong', async () => {
  const said: string[] = [];
  const methods = ['log', 'info', 'warn', 'error', 'debug'] as const;
  for (const name of methods) {
    const spy = vi.spyOn(console, name).mockImplementation((...parts) => {
      said.push(parts.map(String).join(' '));
    });
    onTestFinished(() => spy.mockRestore());
  }
  const app = createScriptedApp();
  const catalog = async () => Promise.reject(new Error('a defect'));
  const { port } = await serve({}, { ...app, api: { ...app.api, catalog } });
  const answers = [
    await call(port, 'catalog'),
    await call(port, 'presets', '{'),
    await call(port, 'nothing'),
    await call(port, 'presets', '{"input":{}}', `${token}x`),
  ];
  expect(answers.map(({ status }) => status)).toEqual([500, 400, 404, 401]);
  expect(said.join('\n')).toContain('a defect');
  for (const text of [...said, ...answers.map((each) => each.text)]) {
    expect(text).not.toContain(token);
  }
});

it('every answer has the headers that bind a browser', async () => {
  const { port } = await serve({ calls: 0 });
  const bearer = `Authorization: Bearer ${token}`;
  const host = `Host: 127.0.0.1:${port}`;
  const post = ['POST /api/catalog HTTP/1.1', 'Content-Length: 0'];
  for (const [status, ...lines] of [
    ['401', 'GET / HTTP/1.1', host],
    ['403', 'GET / HTTP/1.1', 'Host: evil.example'],
    ['404', 'GET /gone HTTP/1.1', host, bearer],
    ['405', 'PUT / HTTP/1.1', host, bearer],
    ['200', 'GET /enter HTTP/1.1', host],
    ['200', 'GET /enter.js HTTP/1.1', host],
    ['204', 'POST /enter HTTP/1.1', host, bearer],
    ['401', 'GET / HTTP/1.1', host, 'Accept: text/html'],
    ['503', ...post, host, bearer],
  ] as const) {
    const text = await answerTo(port, [...lines, 'Connection: close', '', ''].join('\r\n'), true);
    expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    for (const [name, value] of Object.entries(securityHeaders)) {
      expect(text, `${status} ${name}`).toContain(`${name}: ${value}\r\n`);
    }
  }
});

const counters: CounterPass = {
  ...{ provider: 'ncu', version: null, at: '2026-01-02T03:04:05.000Z', file: 'a.csv' },
  ...{ range: true, executions: 1, clockLocked: null, kernels: [], scaled: 1, refused: null },
};

it('counters may be as long as the procedure takes them, and nothing else', async () => {
  const { port } = await serve({}, createScriptedApp({ importCounters: async () => counters }));
  const text = '"1",'.repeat(maxCountersLength / 4);
  const input = { ref: 'latest', index: 0, name: 'a.csv', text };
  expect((await call(port, 'importCounters', JSON.stringify({ input }))).status).toBe(200);
  expect(inputLimitOf('importCounters')).toBe(17_048_576);
  expect(inputLimitOf('history')).toBe(inputLimitBytes);
});
