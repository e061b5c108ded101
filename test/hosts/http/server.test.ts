import { request } from 'node:http';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { configurationSchema } from '../../../src-main/contract/configuration.ts';
import { decodeWire } from '../../../src-main/contract/wire.ts';
import { inputLimitBytes } from '../../../src-main/hosts/dispatch.ts';
import { startServer } from '../../../src-main/hosts/http/server.ts';
import { type Answer, answerTo, ask, serveApp } from '../../helpers/http-server.ts';
import { createScriptedApp, quickPreset } from '../../helpers/scripted-app.ts';

type Served = Awaited<ReturnType<typeof serveApp>>;

const serve = () => serveApp({});

const json = { 'Content-Type': 'application/json' };
const call = (
  { server, token }: Served,
  name: string,
  input: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  ask(
    server.port,
    {
      method: 'POST',
      path: `/api/${name}`,
      headers: { ...json, Authorization: `Bearer ${token}`, ...headers },
    },
    JSON.stringify({ input }),
  );

describe('the first load', () => {
  it('takes the token from the address into a cookie that scripts cannot read', async () => {
    const { server, token } = await serve();
    const { pathname, search } = new URL(server.url);
    expect([pathname, search]).toEqual(['/enter', '']);
    const entry = await ask(server.port, { path: pathname });
    expect(entry.status).toBe(200);
    expect(entry.text).toContain('<script src="enter.js">');
    expect((await ask(server.port, { path: '/enter.js' })).text).toContain('location.hash');
    expect(`${entry.text}${JSON.stringify(entry.headers)}`).not.toContain(token);

    const first = await ask(server.port, {
      ...{ method: 'POST', path: pathname },
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(first.status).toBe(204);
    const [cookie = ''] = first.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/);
    expect(cookie.startsWith(`breakeven-${server.port}=${token};`)).toBe(true);

    const pair = cookie.split(';')[0] ?? '';
    const page = await ask(server.port, { path: '/', headers: { Cookie: `other=1; ${pair}` } });
    expect(page.status).toBe(200);
    expect(page.text).toBe('<title>Breakeven</title>');
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self';.*frame-ancestors 'none'$/,
    );
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    expect(page.headers['referrer-policy']).toBe('no-referrer');
    expect(page.headers['cache-control']).toBe('no-store');
    const script = await ask(server.port, {
      path: '/assets/app-1a2b.js',
      headers: { Cookie: pair },
    });
    expect(script.headers['cache-control']).toContain('immutable');
  });

  it('makes a new token for each server, long enough not to be guessed', async () => {
    const [a, b] = await Promise.all([serve(), serve()]);
    expect(a.token).not.toBe(b.token);
    expect(Buffer.from(a.token, 'base64url')).toHaveLength(32);
  });

  it.each(['/', '/index.html', '/assets/app-1a2b.js', '/?token=wrong', '/enter/', '/api/events'])(
    'refuses %s without the token',
    async (path) => {
      const { server } = await serve();
      const answer = await ask(server.port, { path });
      expect(answer.status).toBe(401);
      expect(answer.headers['set-cookie']).toBeUndefined();
      expect(answer.text).not.toContain('<title>');
    },
  );

  it('lets no token in that stands where a log or another site could read it', async () => {
    const { server, token } = await serve();
    const asked = [
      { path: `/?token=${token}` },
      { path: `/enter?token=${token}` },
      { method: 'POST', path: `/enter?token=${token}` },
      { method: 'POST', path: '/enter', headers: { Authorization: `Bearer ${token}x` } },
      { method: 'PUT', path: '/enter' },
    ];
    const answers = await Promise.all(asked.map((each) => ask(server.port, each)));
    expect(answers.map(({ status }) => status)).toEqual([401, 200, 401, 401, 405]);
    expect(answers.flatMap(({ headers }) => headers['set-cookie'] ?? [])).toEqual([]);
  });
});

it.each(['//', 'http://[', '//[/enter'])('refuses the target %s with 400', async (path) => {
  const { server } = await serve();
  const { status, text } = await ask(server.port, { path });
  expect(status).toBe(400);
  expect(text).toMatch(/must be an address/);
});

describe('calls', () => {
  it('answers with the value of the procedure', async () => {
    const { status, text } = await call(await serve(), 'history', {});
    expect(status).toBe(200);
    expect(decodeWire(text)).toEqual({ ok: true, value: { rows: [], total: 0 } });
  });

  it('sends bytes', async () => {
    const started = await serve();
    const configuration = configurationSchema.parse(quickPreset.configuration);
    const { api } = started.app;
    const { id } = await api.savePreset({ title: 'Mine', summary: '', configuration });
    const { text } = await call(started, 'exportPreset', { id });
    const { file } = await api.exportPreset({ id });
    expect(file.bytes.length).toBeGreaterThan(100);
    expect(decodeWire(text)).toEqual({ ok: true, value: { file } });
  });

  it.each([
    ['history', { limit: 1000 }, 400, 'history.limit: '],
    ['history', { limit: '5' }, 400, 'history.limit: '],
    ['history', null, 400, 'history: '],
    ['run', { ref: '' }, 400, 'run.ref: '],
    ['run', { ref: 'nothing' }, 404, 'No run is called "nothing"'],
    ['toString', {}, 404, 'there is no procedure "toString"'],
    ['__proto__', {}, 404, 'there is no procedure "__proto__"'],
    ['nothing', {}, 404, 'there is no procedure "nothing"'],
  ])('refuses %s(%j) with %i', async (name, input, status, sentence) => {
    const answer = await call(await serve(), name, input);
    expect(answer.status).toBe(status);
    const reply = JSON.parse(answer.text);
    expect(reply.ok).toBe(false);
    expect(reply.failure.message).toContain(sentence);
  });

  it('keeps the stack of a defect to itself', async () => {
    const started = await serve();
    started.app.fail('catalog', new TypeError('it is not a function'));
    const answer = await call(started, 'catalog', {});
    expect(answer.status).toBe(500);
    expect(JSON.parse(answer.text)).toEqual({
      ok: false,
      failure: { code: 'internal', message: 'it is not a function' },
    });
  });

  it('refuses bodies that are not JSON, not declared so, without input, or too long', async () => {
    const { server, token } = await serve();
    const post = (body: string, type = 'application/json'): Promise<Answer> =>
      ask(
        server.port,
        {
          method: 'POST',
          path: '/api/history',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': type },
        },
        body,
      );
    expect((await post('{')).text).toContain('not JSON');
    expect((await post('{"input":{}}', 'text/plain')).text).toContain('application/json');
    expect((await post('[]')).text).toContain('must be {\\"input\\": ...}');
    const long = await post(JSON.stringify({ input: { query: 'x'.repeat(inputLimitBytes) } }));
    expect(long.status).toBe(400);
    expect(long.text).toContain('a request may have 1048576 bytes');
  });

  it('refuses other methods', async () => {
    const { server, token } = await serve();
    const headers = { Authorization: `Bearer ${token}` };
    expect((await ask(server.port, { path: '/api/history', headers })).status).toBe(405);
    expect((await ask(server.port, { method: 'PUT', path: '/', headers })).status).toBe(405);
    expect(
      (await ask(server.port, { method: 'OPTIONS', path: '/api/history', headers })).status,
    ).toBe(405);
  });
});

describe('who is refused', () => {
  it.each([
    [{ Host: 'evil.example' }, 403],
    [{ Host: '127.0.0.1' }, 403],
    [{ Host: '127.0.0.1:1' }, 403],
    [{ Origin: 'https://evil.example' }, 403],
    [{ Origin: 'null' }, 403],
    [{ Origin: 'http://127.0.0.1:1' }, 403],
    [{ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors' }, 403],
    [{ 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors' }, 403],
    [{ Authorization: 'Bearer wrong' }, 401],
    [{ Authorization: '' }, 401],
    [{ Authorization: '', Cookie: 'breakeven=wrong' }, 401],
  ])('a call with %j gets %i and nothing happens', async (headers, status) => {
    const started = await serve();
    const answer = await call(started, 'catalog', {}, headers);
    expect(answer.status).toBe(status);
    expect(started.app.calls).toEqual([]);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual(
      [],
    );
  });

  it('a wrong bearer token is not saved by a right cookie', async () => {
    const started = await serve();
    const { server, token } = started;
    const cookie = { Cookie: `breakeven-${server.port}=${token}` };
    expect(
      (await call(started, 'catalog', {}, { ...cookie, Authorization: 'Bearer x' })).status,
    ).toBe(401);
  });

  it('our own page and localhost are let in', async () => {
    const started = await serve();
    const { port } = started.server;
    const own = { Origin: `http://127.0.0.1:${port}`, 'Sec-Fetch-Site': 'same-origin' };
    expect((await call(started, 'catalog', {}, own)).status).toBe(200);
    const local = { Host: `localhost:${port}`, Origin: `http://localhost:${port}` };
    expect((await call(started, 'catalog', {}, local)).status).toBe(200);
  });

  it('two Host headers, or two origins, are refused whichever is ours', async () => {
    const { server, token } = await serve();
    const own = `127.0.0.1:${server.port}`;
    for (const lines of [
      [`Host: ${own}`, 'Host: evil.example'],
      ['Host: evil.example', `Host: ${own}`],
      [`Host: ${own}`, `Origin: http://${own}`, 'Origin: http://evil.example'],
    ]) {
      const text = await answerTo(
        server.port,
        [
          'GET / HTTP/1.1',
          ...lines,
          `Authorization: Bearer ${token}`,
          'Connection: close',
          '',
          '',
        ].join('\r\n'),
      );
      expect(text, lines.join()).toMatch(/^HTTP\/1\.1 40[03] /);
    }
  });

  it('a procedure is called by its name alone, and nothing is resolved', async () => {
    const started = await serve();
    for (const name of ['x/../catalog', '../api/catalog', './catalog', '%63atalog', 'catalog/']) {
      const answer = await call(started, name, {});
      expect([name, answer.status, answer.text]).toEqual([
        name,
        404,
        expect.stringContaining('there is no procedure'),
      ]);
    }
  });

  it('deeply nested input is refused in one sentence', async () => {
    const started = await serve();
    for (const deep of [
      '['.repeat(5e4) + ']'.repeat(5e4),
      `${'{"a":'.repeat(5e4)}1${'}'.repeat(5e4)}`,
    ]) {
      const { port } = started.server;
      const headers = { ...json, Authorization: `Bearer ${started.token}` };
      const options = { method: 'POST', path: '/api/plan', headers };
      const { status, text } = await ask(port, options, `{"input":${deep}}`);
      expect([status, JSON.parse(text).failure.message]).toEqual([
        400,
        'plan: lists and objects nest too deeply in it',
      ]);
    }
  });

  it('no path leads out of the folder', async () => {
    const { server, token } = await serve();
    for (const path of ['/../secret', '/..%2f..%2fetc/passwd', '/%2e%2e/x.json', '//etc/x.json']) {
      const answer = await ask(server.port, {
        path,
        headers: { Authorization: `Bearer ${token}` },
      });
      expect(answer.status).toBe(404);
    }
  });
});

describe('events', () => {
  it('come as they happen, to a window that has the cookie', async () => {
    const { app, server, token } = await serve();
    const received = await new Promise<string>((resolve, reject) => {
      const sent = request(
        {
          host: '127.0.0.1',
          port: server.port,
          path: '/api/events',
          headers: { Cookie: `breakeven-${server.port}=${token}` },
        },
        (response) => {
          expect(response.headers['content-type']).toBe('text/event-stream; charset=utf-8');
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => {
            text += chunk;
            if (text.includes('history-changed')) {
              response.destroy();
              resolve(text);
            } else {
              app.emit({ type: 'history-changed', runId: 'r1' });
            }
          });
        },
      );
      sent.on('error', reject);
      sent.end();
    });
    expect(received).toContain('data: {"type":"history-changed","runId":"r1"}\n\n');
  });
});

describe('the port', () => {
  it('that is taken is named in one sentence', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void other.close());
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await expect(startServer({ app: createScriptedApp(), port })).rejects.toThrow(
      `cannot listen on port ${port}: another program uses it`,
    );
  });

  it('is bound on loopback alone', async () => {
    const { server } = await serve();
    const { networkInterfaces } = await import('node:os');
    const outside = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .find((address) => address.family === 'IPv4' && !address.internal);
    if (outside === undefined) return expect(server.url).toContain('http://127.0.0.1:');
    await expect(
      new Promise((resolve, reject) => {
        request({ host: outside.address, port: server.port, timeout: 2000 }, resolve)
          .on('error', reject)
          .end();
      }),
    ).rejects.toThrow('ECONNREFUSED');
  });
});
