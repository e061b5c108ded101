import { exitCodes } from '../../../contract/failure.ts';
import { schemaVersion } from '../../../contract/run.ts';
import { flagsOf } from '../flags.ts';
import { printJson } from '../io.ts';
import { readBounded } from '../numbers.ts';
import type { Verb } from '../verb.ts';

export const serve: Verb = {
  name: 'serve',
  summary: 'the same interface in a browser of this machine',
  description:
    'Listens on 127.0.0.1 only and requires the token in the printed address. For a remote machine, forward the port: ssh -L 4517:127.0.0.1:4517 machine; or let a proxy show it and name its --address.',
  positionals: [],
  flags: [
    ...flagsOf({
      'port <n>': 'port to listen on; 0 (default) takes a free one',
      'address <url>':
        'where a proxy shows the pages, path included; the proxy may pass the path on or drop it',
      'new-token': 'make another token; addresses and pages with the old one no longer work',
      open: 'open the browser',
    }),
    {
      ...{ name: 'mcp', value: null, not: ['port', 'address', 'new-token', 'open', 'json'] },
      help: 'answer one program over standard input and output (Model Context Protocol) instead',
    },
  ],
  examples: [
    'serve',
    'serve --port 4517 --open',
    'serve --port 4517 --address https://hub.example/user/ann/proxy/4517/',
    'serve --mcp',
  ],
  async run(context) {
    const { io, args, app, note } = context;
    if (args.has('mcp')) {
      const { serveMcp } = await import('../serve/mcp.ts');
      await serveMcp(context, await app({ trustedLabsOnly: 'as-saved' }));
      return exitCodes.ok;
    }
    const port = readBounded('--port', args.value('port') ?? '0', {
      min: 0,
      max: 65_535,
      whole: true,
    });
    const address = args.value('address');
    const { readProxyAddress } = await import('../../http/proxy-address.ts');
    const proxy = address === undefined ? undefined : readProxyAddress(address);
    const { startServer } = await import('../../http/server.ts');
    const stopped = new Promise<void>((resolve) => io.onInterrupt(resolve));
    const { storeToken } = await import('../../http/token.ts');
    const opened = await app({ trustedLabsOnly: true });
    opened.stayOpen();
    const { home } = await opened.api.storage({});
    const token = storeToken(home, args.has('new-token'));
    const server = await startServer({ app: opened, port, token, proxy });
    if (args.has('json')) printJson(io, { schemaVersion, url: server.url });
    else io.out(`${server.url}\n`);
    note('Serving until Ctrl-C. The address contains the token: do not share it.');
    const { openBrowser } = await import('../../http/open-browser.ts');
    const opening = args.has('open') ? await openBrowser(server.url, home) : null;
    if (opening !== null) {
      note(opening.problem ?? 'If the browser shows no page, open the printed address in it.');
    }
    await stopped;
    opening?.close();
    await server.close();
    return exitCodes.ok;
  },
};
