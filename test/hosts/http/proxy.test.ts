import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { decodeWire } from '../../../src-main/contract/wire.ts';
import { belowBase, readProxyAddress } from '../../../src-main/hosts/http/proxy-address.ts';
import { serveApp } from '../../helpers/http-server.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'].find((path) =>
  existsSync(path),
);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const serveAt = (address: string) => {
  const html = '<script src="./assets/app-1a2b.js"></script>';
  return serveApp({ html, proxy: readProxyAddress(address) });
};

/** Passes two paths on to the server: one whole with its own Host header, one without its base and with that of the browser. */
async function startNginx(port: number, upstream: number): Promise<void> {
  const folder = temporaryFolder();
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    proxy_http_version 1.1;
    location /node/whole/ { proxy_pass http://127.0.0.1:${upstream}; }
    location /node/dropped/ { proxy_pass http://127.0.0.1:${upstream}/; proxy_set_header Host $http_host; }
  }
}
`,
  );
  const child = spawn(nginx ?? '', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: 'ignore',
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/`).then(
          () => true,
          () => false,
        ),
      {
        timeout: 20_000,
      },
    )
    .toBe(true);
}

describe.skipIf(nginx === undefined)('behind nginx (skipped where it is not installed)', () => {
  it.each(['whole', 'dropped'])(
    'is walked below a path that is passed on %s',
    async (way) => {
      const port = await freePort();
      const base = `/node/${way}/`;
      const site = `http://127.0.0.1:${port}`;
      const { server, app, token } = await serveAt(`${site}${base}`);
      await startNginx(port, server.port);
      expect(server.url).toBe(`${site}${base}enter#token=${token}`);

      const entry = await (await fetch(`${site}${base}enter`)).text();
      expect(entry).toContain('<script src="enter.js">');
      const script = await (await fetch(`${site}${base}enter.js`)).text();
      expect(script).toContain("fetch('enter'");
      expect(script).toContain("location.replace('./')");
      const refused = await fetch(`${site}${base}`);
      expect(refused.status).toBe(401);

      const entered = await fetch(`${site}${base}enter`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, Origin: site },
      });
      expect(entered.status).toBe(204);
      const [cookie = '', ...attributes] = (entered.headers.get('set-cookie') ?? '').split('; ');
      expect(attributes).toEqual([`Path=${base}`, 'HttpOnly', 'SameSite=Strict']);

      const known = { Cookie: cookie, Origin: site };
      const page = await (await fetch(`${site}${base}`, { headers: known })).text();
      expect(page).toContain('./assets/app-1a2b.js');
      const asset = await fetch(`${site}${base}assets/app-1a2b.js`, { headers: known });
      expect([await asset.text(), asset.headers.get('cache-control')]).toEqual([
        'start()',
        'private, max-age=31536000, immutable',
      ]);
      const answer = await fetch(`${site}${base}api/history`, {
        method: 'POST',
        headers: { ...known, 'Content-Type': 'application/json' },
        body: JSON.stringify({ input: {} }),
      });
      expect(decodeWire(await answer.text())).toMatchObject({ ok: true, value: { total: 0 } });

      const events = await fetch(`${site}${base}api/events`, { headers: known });
      const reader = events.body?.getReader();
      const next = async (): Promise<string> =>
        new TextDecoder().decode((await reader?.read())?.value);
      expect(await next()).toContain('retry: 1000');
      app.emit({ type: 'history-changed', runId: 'r000001' });
      expect(await next()).toContain('history-changed');
      await reader?.cancel();

      const foreign = { ...known, Origin: 'http://evil.example' };
      expect((await fetch(`${site}${base}`, { headers: foreign })).status).toBe(403);
    },
    60_000,
  );
});

describe('the address of a proxy', () => {
  it('is an origin and a path that ends in a slash', () => {
    expect(readProxyAddress('https://Hub.example/user/ann/proxy/4517')).toEqual({
      origin: 'https://hub.example',
      host: 'hub.example',
      base: '/user/ann/proxy/4517/',
    });
    expect(readProxyAddress('http://login:8080').base).toBe('/');
  });

  it.each('hub.example/x ftp://a/ https://a@b/ https://a/?q https://a/#t https://a/b;c'.split(' '))(
    'is not %s',
    (text) => {
      expect(() => readProxyAddress(text)).toThrow(
        /--address: .* is no address of a proxy; it is http or https/,
      );
    },
  );

  it('is taken from the front of a path alone', () => {
    expect(belowBase('/a/b/api/run', '/a/b/')).toBe('/api/run');
    expect(belowBase('/api/run', '/a/b/')).toBe('/api/run');
    expect(belowBase('/x/a/b/', '/a/b/')).toBe('/x/a/b/');
    expect(belowBase('/assets/a.js', '/')).toBe('/assets/a.js');
  });

  it('of https makes the cookie secure, and gives its own Host no other origin', async () => {
    const { server, token } = await serveAt('https://hub.example/proxy/1/');
    const ask = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${server.port}/enter`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, ...headers },
      });
    const entered = await ask({ Origin: 'https://hub.example' });
    expect(entered.headers.get('set-cookie')).toMatch(/; Path=\/proxy\/1\/; .*; Secure$/);
    expect((await ask({ Origin: 'http://hub.example' })).status).toBe(403);
    const moved = await fetch(`http://127.0.0.1:${server.port}/proxy/1`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([308, '/proxy/1/']);
  });
});
