import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it, onTestFinished } from 'vitest';
import { rememberLab } from '../../../src-main/core/lab/lab-registry.ts';
import { runCli } from '../../../src-main/hosts/cli/cli.ts';
import { parseArguments } from '../../../src-main/hosts/cli/parse-arguments.ts';
import { serveMcp } from '../../../src-main/hosts/cli/serve/mcp.ts';
import { flagOf, tools, wordsOf } from '../../../src-main/hosts/cli/serve/tools.ts';
import { allVerbs } from '../../../src-main/hosts/cli/verbs.ts';
import type { HostApp } from '../../../src-main/hosts/host-app.ts';
import { cliSession } from '../../helpers/cli-session.ts';
import { labFolder, saxpyC, saxpySlow } from '../../helpers/lab-folder.ts';
import { repositoryRoot } from '../../helpers/paths.ts';
import { createScriptedApp } from '../../helpers/scripted-app.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

type Comparison = { readonly verdict: string; readonly ratio: number };
type Called = { readonly onprogress?: (message: string) => void; readonly signal?: AbortSignal };

async function clientOver(wire: InstanceType<typeof InMemoryTransport> | StdioClientTransport) {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(wire);
  const call = async (name: string, given: object = {}, { onprogress, signal }: Called = {}) => {
    const result = await client.callTool(
      { name, arguments: { ...given } },
      {
        ...(signal === undefined ? {} : { signal }),
        ...(onprogress === undefined
          ? {}
          : { onprogress: ({ message = '' }: { message?: string }) => onprogress(message) }),
      },
    );
    const [first] = result.content;
    const text = first?.type === 'text' ? first.text : '';
    return { text, document: result.structuredContent, isError: result.isError === true };
  };
  return { client, call };
}

/** A client of an application of this process, and the promise of the end of its server. */
async function connected(app: HostApp) {
  const [mine, its] = InMemoryTransport.createLinkedPair();
  const open: HostApp = { ...app, close: async () => undefined };
  const served = serveMcp(
    {
      io: {
        ...{ out: () => undefined, err: () => undefined, cwd: '/', env: {}, terminal: false },
        ...{ columns: 80, colors: false, onInterrupt: () => () => undefined },
      },
      nested: (words, io) => runCli(words, io, async () => open),
      verbs: allVerbs,
    },
    open,
    its,
  );
  const session = await clientOver(mine);
  onTestFinished(async () => {
    await session.client.close();
    await served;
  });
  const cli = async (...words: string[]) =>
    JSON.parse((await cliSession(open, [...words, '--json'])).stdout);
  return { ...session, served, cli };
}

const measured = { workload: 'count', variants: ['sequential', 'parallel'], title: 'first' };
const sweep = { n: [1000, 1_000_000] };

describe('tools of serve --mcp', () => {
  it('are listed as they are, with fields that are flags and positionals of their verbs', async () => {
    const { client } = await connected(createScriptedApp());
    const { tools: listed } = await client.listTools();
    expect(listed.map(({ name }) => name)).toEqual(Object.keys(tools));
    const verbs = await allVerbs();
    for (const { name, description, inputSchema, annotations } of listed) {
      const tool = tools[name];
      const verb = verbs.find((one) => one.name === tool?.words[0]);
      const flags = Object.keys(inputSchema.properties ?? {}).filter(
        (field) => tool?.positionals.includes(field) !== true,
      );
      expect(verb?.flags.map((flag) => flag.name)).toEqual(
        expect.arrayContaining(flags.map(flagOf)),
      );
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(annotations?.readOnlyHint).toBe(tool?.measures === false);
      expect(description?.length).toBeGreaterThan(20);
      for (const property of Object.values(inputSchema.properties ?? {})) {
        if (name === 'run') expect(property).toMatchObject({ description: expect.any(String) });
      }
    }
  });

  it('answer with the sentence first and the document that --json prints', async () => {
    const { call, cli } = await connected(createScriptedApp());
    const said: string[] = [];
    const onprogress = (message: string) => void said.push(message);
    const run = await call('run', { ...measured, sweep }, { onprogress });
    expect(run.document).toEqual(await cli('show', 'latest'));
    expect(run.document).toMatchObject({ headline: { sentence: run.text.split('\n')[0] } });
    expect(said).toEqual(expect.arrayContaining([expect.stringMatching(/^\[1\/\d+\] count /)]));
    const pairs = [
      ['list_workloads', { workload: 'count' }, ['list', '--workload', 'count']],
      ['list_labs', {}, ['lab', 'list']],
      ['show_run', { run: 'first' }, ['show', 'first']],
      ['break_even', { run: 'first' }, ['break-even', 'first']],
      [
        'break_even',
        { run: 'first', by: 'machine', with: ['first', 'latest'] },
        ['break-even', 'first', '--by', 'machine', '--with', 'first', '--with', 'latest'],
      ],
      [
        'compare',
        { contender: 'first:parallel', baseline: 'first:sequential' },
        ['compare', 'first:parallel', 'first:sequential'],
      ],
      ['history', { limit: 1 }, ['history', '--limit', '1']],
    ] as const;
    for (const [name, given, words] of pairs) {
      const { document, text, isError } = await call(name, given);
      expect([name, isError, document]).toEqual([name, false, await cli(...words)]);
      expect(text).not.toBe('');
    }
    const { text } = await call('compare', pairs[5][1]);
    expect(text).toMatch(/^1 of 2 cases slower, 1 faster: .*\.\n\ncontender: /);
    expect(await call('break_even', { run: 'first', by: 'energy' })).toMatchObject({
      ...{ isError: true, text: expect.stringContaining('no case has an energy; run --energy') },
    });
    expect(await call('run', { ...measured, energy: 3 })).toMatchObject({
      ...{ isError: true, text: expect.stringContaining('run.energy: got 3') },
    });
  });

  it('compare two variants until it is decided', async () => {
    const { call } = await connected(createScriptedApp());
    const given = { base: 'count:sequential', head: 'count:sequential', set: { n: 1e6 } };
    const { document } = await call('ab', { ...given, pairs: 5 });
    expect(document).toMatchObject({ pairs: 5, cases: [{ base: { variant: 'sequential@base' } }] });
  });

  it('run no lab that is not known or not trusted, and say in one sentence how it is trusted', async () => {
    const app = createScriptedApp({}, { trustedLabsOnly: 'as-saved' });
    const { call } = await connected(app);
    for (const [name, given] of [
      ['check_lab', { lab: 'saxpy' }],
      ['ab', { base: 'saxpy', head: 'saxpy' }],
    ] as const) {
      expect(await call(name, given)).toMatchObject({
        isError: true,
        text: 'no lab "saxpy" is known here; "breakeven lab trust <folder>" adds one',
      });
    }
    const folder = labFolder();
    rememberLab(app.home, 'saxpy', folder);
    const digest = (await app.labs.seen('saxpy')).untrusted?.digest.slice(0, 12);
    for (const [name, given] of [
      ['check_lab', { lab: 'saxpy' }],
      ['list_workloads', { workload: 'saxpy' }],
      ['run', { workload: 'saxpy' }],
      ['ab', { base: 'saxpy:omp', head: 'saxpy:sequential' }],
      ['ab', { base: 'saxpy', head: 'saxpy' }],
    ] as const) {
      expect(await call(name, given)).toMatchObject({
        isError: true,
        text: expect.stringMatching(
          new RegExp(
            `^the lab "saxpy" is not trusted here: .*lab trust ${folder} --digest ${digest}$`,
          ),
        ),
      });
    }
  });

  it('measure one at a time; a cancelled run is stopped and keeps what was measured', async () => {
    const { call, cli } = await connected(createScriptedApp());
    const stop = new AbortController();
    const begun = Promise.withResolvers<void>();
    const onprogress = (message: string) => {
      if (message.includes('trouble slow')) begun.resolve();
    };
    const slow = { workload: 'trouble', variants: ['good', 'slow'], repetitions: 1 };
    const run = call('run', slow, { onprogress, signal: stop.signal });
    const cancelled = expect(run).rejects.toThrow(/abort/i);
    await begun.promise;
    for (const name of ['run', 'ab'] as const) {
      const given = name === 'ab' ? { base: 'count:parallel', head: 'count:sequential' } : measured;
      expect(await call(name, given)).toMatchObject({
        isError: true,
        text: expect.stringMatching(
          /^"breakeven run --workload=trouble .* is under way since \d.* UTC, and measurements go one at a time: wait for its end or cancel it$/,
        ),
      });
    }
    expect((await call('history')).document).toMatchObject({ runs: [{ status: 'running' }] });
    stop.abort();
    await cancelled;
    // The next one begins once the machine is free.
    await expect
      .poll(async () => (await call('run', measured)).isError, { timeout: 30_000 })
      .toBe(false);
    expect(await cli('history', 'workload:trouble')).toMatchObject({
      runs: [{ status: 'cancelled', ok: 1 }],
    });
  });

  it('refuse inputs that are no inputs in one sentence, and take no word for a flag', async () => {
    const app = createScriptedApp();
    const { call } = await connected(app);
    const long = 'x'.repeat(5000);
    let deep: object = {};
    for (let i = 0; i < 100; i += 1) deep = { deep };
    const wrong: readonly (readonly [string, object, RegExp])[] = [
      ['nothing', {}, /^there is no tool "nothing"; there are list_workloads, /],
      ['__proto__', {}, /^there is no tool "__proto__"/],
      ['run', { ...measured, out: '/tmp/x' }, /^run: got .*, must be without out$/],
      ['run', { ...measured, home: '/tmp/x' }, /^run: got .*, must be without home$/],
      ['run', { ...measured, input: '/etc/passwd' }, /must be without input$/],
      ['run', { ...measured, repetitions: '3' }, /^run\.repetitions: got "3", must be a number$/],
      ['run', { ...measured, set: deep }, /nest too deeply/],
      ['run', { ...measured, title: long }, /^run\.title: .* at most 200 characters/],
      ['run', { workload: '../../etc' }, /^run\.workload: got "\.\.\/\.\.\/etc", must be /],
      ['run', { workload: '--json' }, /^run\.workload: got "--json"/],
      ['run', { workload: 'count', variants: ['a,--out=/tmp'] }, /^run\.variants\.0: got /],
      ['run', { workload: 'count', set: { 'n=1 --out': 1 } }, /^run\.set/],
      ['check_lab', { lab: '/etc' }, /^check_lab\.lab: got "\/etc", must be /],
      ['check_lab', {}, /^check_lab\.lab: is missing; /],
      ['ab', { base: '../a', head: '../b' }, /^ab\.base: got "\.\.\/a", must be /],
      ['show_run', { run: '--home=/tmp' }, /^"--home=\/tmp" is not a reference to a run; /],
      ['show_run', { run: '../../etc/passwd' }, /is not a reference to a run; /],
      ['show_run', { run: long }, /^show_run\.run: /],
      ['source', { run: '--restore', variant: '--out=/tmp' }, /^No run is called "--restore"; /],
    ];
    for (const [name, given, sentence] of wrong) {
      const { text, isError } = await call(name, given);
      expect([name, given, isError, text.includes('\n')]).toEqual([name, given, true, false]);
      expect(text).toMatch(sentence);
      expect(text.length).toBeLessThan(4100);
    }
    expect(app.calls).not.toContain('startRun');
  });

  it('make command lines whose values stay values', async () => {
    const verb = (await allVerbs()).find(({ name }) => name === 'run');
    const given = { workload: 'count', title: '--json --out=/tmp', tag: ['a', '--no-samples'] };
    const words = wordsOf('run', tools.run ?? expect.fail(), given, []);
    const args = parseArguments(words.slice(1), {
      ...{ verb: 'run', flags: verb?.flags ?? [], positionals: [] },
    });
    expect(args.names.toSorted()).toEqual(['tag', 'title', 'workload']);
    expect(args.values('tag')).toEqual(['a', '--no-samples']);
  });
});

describe('the process of serve --mcp', { timeout: 60_000 }, () => {
  // Other programs on the machine may measure.
  const env = { BREAKEVEN_LOCK: `mcp-${process.pid}` };
  const started = (home: string) => [
    ...[join(repositoryRoot, 'dist', 'main', 'cli.js'), 'serve', '--mcp', '--home', home],
  ];

  it('serves the client of the SDK, and stores a run that it leaves', async () => {
    const home = temporaryFolder();
    const wire = new StdioClientTransport({
      ...{ command: process.execPath, args: started(home), stderr: 'ignore' },
    });
    const { client, call } = await clientOver(wire);
    expect((await call('list_workloads', { workload: 'histogram' })).document).toMatchObject({
      workloads: [{ id: 'histogram' }],
    });
    const begun = Promise.withResolvers<void>();
    const onprogress = (message: string) => {
      if (message.startsWith('[1/')) begun.resolve();
    };
    const given = { workload: 'histogram', variants: ['sequential'], sweep: { n: '1e3..1e7:x10' } };
    const left = expect(call('run', given, { onprogress })).rejects.toThrow();
    await begun.promise;
    await client.close();
    await left;
    const args = [...started(home).slice(0, 1), 'history', '--json', '--home', home];
    const listing = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    let out = '';
    listing.stdout.on('data', (text) => (out += text));
    await once(listing, 'close');
    expect(JSON.parse(out)).toMatchObject({ total: 1, runs: [{ status: 'cancelled' }] });
  });

  it('takes an agent from an empty folder to a faster verified kernel', {
    timeout: 240_000,
  }, async () => {
    const home = temporaryFolder();
    const four = saxpyC.replace(
      /for .*/,
      'for (uint32_t i = 0; i + 4 <= n; i += 4)\n    for (uint32_t k = i; k < i + 4; ++k) y[k] = a * x[k] + y[k];',
    );
    const rest = '  for (uint32_t i = n & ~3u; i < n; ++i) y[i] = a * x[i] + y[i];\n}\n';
    const files = { 'sequential.c': saxpySlow, 'four.c': four, 'omp.c': null };
    const folder = labFolder(files);
    const [cli = ''] = started(home);
    // A person trusts the folder once.
    execFileSync(process.execPath, [cli, 'lab', 'trust', folder, '--saved', '--home', home]);
    const args = started(home);
    const wire = new StdioClientTransport({
      command: process.execPath,
      args,
      env,
      stderr: 'ignore',
    });
    const { client, call } = await clientOver(wire);
    const check = async () => (await call('check_lab', { lab: 'saxpy' })).text;
    expect(await check()).toMatch(
      /^1 wrong, 1 verified\.\n(.*\n)*four +wrong .*n=1: wrong answer in the first run: nothing was written to y\n/,
    );
    writeFileSync(join(folder, 'four.c'), four.replace(/}\n$/, rest));
    expect(await check()).toMatch(/^2 verified\.\n/);
    const given = { set: { n: 1e4 } };
    const run = await call('run', { workload: 'saxpy', ...given, repetitions: 3 });
    expect(run.document).toMatchObject({ run: { status: 'complete', ok: 2, failed: 0 } });
    const { run: stored } = run.document as { run: { id: string } };
    const source = await call('source', { run: stored.id, variant: 'four' });
    expect(source.text).toContain('n & ~3u');
    const sides = { base: 'saxpy:sequential', head: 'saxpy:four' };
    const ab = await call('ab', { ...sides, ...given, pairs: 5 });
    const [pair] = (ab.document as { cases: { comparison: Comparison }[] }).cases;
    // Beside other programs most pairs can be disturbed, and then no verdict is given.
    expect(['faster', 'inconclusive'], ab.text).toContain(pair?.comparison.verdict);
    expect(pair?.comparison.ratio).toBeLessThan(0.5);
    await client.close();
  });

  it.each([
    ['the end of its input', '', 0],
    ['a message that is too long', 'x'.repeat(2 ** 20 + 1), 0],
  ])('prints the protocol alone and ends well at %s', async (_, last, status) => {
    const child = spawn(process.execPath, started(temporaryFolder()));
    let [out, err] = ['', ''];
    child.stdout.on('data', (text) => (out += text));
    child.stderr.on('data', (text) => (err += text));
    const say = (message: object) =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const clientInfo = { name: 'raw', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    say({ id: 1, method: 'initialize', params });
    say({ method: 'notifications/initialized' });
    say({ id: 2, method: 'tools/call', params: { name: 'list_workloads', arguments: {} } });
    child.stdin.write('no message\n');
    while (!out.includes('"id":2')) await once(child.stdout, 'data');
    child.stdin.end(last);
    const [code] = await once(child, 'close');
    expect(code).toBe(status);
    for (const line of out.trimEnd().split('\n')) {
      expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
    }
    expect(err.includes('exceeded maximum size')).toBe(last !== '');
  });
});
