import { type JSONObject, Server, type ServerContext } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';
import { hintFor } from '../../../contract/did-you-mean.ts';
import { BreakevenError, badInput, exitCodes, toFailure } from '../../../contract/failure.ts';
import { timeText } from '../../../contract/times.ts';
import { productVersion } from '../../../core/util/product-version.ts';
import type { HostApp } from '../../host-app.ts';
import type { CliIo } from '../io.ts';
import type { Verb, VerbContext } from '../verb.ts';
import { flagOf, type Tool, tools, wordsOf } from './tools.ts';

/** Longest message of a client, in bytes. */
const longestMessage = 2 ** 20;
/** Longest document and text of an answer, in characters: more is no use to whoever reads it in one piece. */
const longestAnswer = 100_000;
/** How often a client hears of a call that goes on, in milliseconds: it gives up after a minute without news. */
const newsMs = 5000;

const instructions = `Breakeven measures which implementation of a problem is fastest, and from which size on: every answer is verified, times come from several fresh processes, and verdicts have intervals. Own code is a lab: a folder that the user makes with "breakeven lab new <folder>" and trusts with "breakeven lab trust <folder>"; with --saved each later version is trusted too. Edit its files, then check_lab, run, and compare or ab. Measurements go one at a time, and anything else that runs on the machine disturbs them.`;

type Wire = NonNullable<NonNullable<Parameters<typeof serveStdio>[1]>['transport']>;

/** Answers a client until it goes away or the process is interrupted; what it measures then is stopped and stored. */
export async function serveMcp(
  { io, nested, verbs }: Pick<VerbContext, 'io' | 'nested' | 'verbs'>,
  app: HostApp,
  wire: Wire = new StdioServerTransport(process.stdin, process.stdout, {
    maxBufferSize: longestMessage,
  }),
): Promise<void> {
  const stopping = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  const listed = await toolList(verbs);
  /** What compiles or measures now. */
  let alone: string | null = null;

  async function call(name: string, given: unknown, request: Request): Promise<Answer> {
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;
    if (tool === undefined) {
      throw badInput(`there is no tool "${name.slice(0, 60)}"${hintFor(name, Object.keys(tools))}`);
    }
    const labs = app.labs.list().map(({ id }) => id);
    const words = wordsOf(name, tool, given, labs);
    // A lab is compiled where it is opened.
    if (!tool.measures && !words.some((word) => word.startsWith('--lab=')))
      return await run(words, request);
    if (alone !== null) throw new BreakevenError('busy', alone);
    const since = timeText(new Date().toISOString(), 'utc', { seconds: true });
    alone = `"breakeven ${words.join(' ').slice(0, 200)}" is under way since ${since}, and measurements go one at a time: wait for its end or cancel it`;
    try {
      return await run(words, request);
    } finally {
      alone = null;
    }
  }

  /** Runs a verb and gathers its text, its document, and what it says on standard error. */
  async function run(words: readonly string[], { signal, news }: Request): Promise<Answer> {
    const out: string[] = [];
    const said: string[] = [];
    let document: object = {};
    const face: CliIo = {
      out: (text) => void out.push(text),
      err(text) {
        const line = text.trim();
        if (line === '') return;
        said.push(line);
        news(line);
      },
      // Labs are named by ids: no folder has one of those names here.
      cwd: '/dev/null',
      env: io.env,
      ...{ terminal: false, columns: 100, colors: false },
      onInterrupt(listener) {
        if (signal.aborted) queueMicrotask(listener);
        signal.addEventListener('abort', listener, { once: true });
        return () => signal.removeEventListener('abort', listener);
      },
      onDocument: (made) => {
        document = made;
      },
    };
    const status = await nested(words, face);
    if ('error' in document) return failed(said.at(-1) ?? 'it failed');
    const notes =
      status === exitCodes.ok
        ? []
        : said.filter((line) => /^(?:breakeven:|note |failed )/.test(line));
    return answerOf(words, document, [out.join(''), ...notes]);
  }

  const wireServer = (): Server => {
    const server = new Server(
      { name: 'breakeven', version: productVersion() },
      { capabilities: { tools: {} }, instructions },
    );
    server.setRequestHandler('tools/list', () => ({ tools: [...listed] }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const news = newsTo(mcpReq);
      const signal = AbortSignal.any([mcpReq.signal, stopping.signal]);
      const work = call(params.name, params.arguments, { signal, news: news.say }).catch(
        (error: unknown) => failed(toFailure(error).message),
      );
      underWay.add(work);
      return await work.finally(() => {
        news.end();
        underWay.delete(work);
      });
    });
    return server;
  };

  const handle = serveStdio(wireServer, {
    transport: wire,
    onerror: ({ message }) => io.err(`breakeven: ${message}\n`),
  });
  const closed = new Promise<void>((resolve) => {
    const { onclose } = wire;
    wire.onclose = () => {
      onclose?.();
      resolve();
    };
  });
  const off = io.onInterrupt(() => void handle.close());
  await closed;
  off();
  stopping.abort();
  await Promise.allSettled(underWay);
}

type Request = {
  readonly signal: AbortSignal;
  /** Tells the client how far it is. */
  readonly news: (line: string) => void;
};

type Answer = {
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
};

const failed = (sentence: string): Answer => ({
  content: [{ type: 'text', text: sentence.replace(/^breakeven: /, '') }],
  isError: true,
});

/** The sentence of the answer, the text of the verb, and its document where a client can take it. */
function answerOf(words: readonly string[], document: object, texts: readonly string[]): Answer {
  const sentence = sentenceOf(document) ?? '';
  const said = texts[0]?.startsWith(sentence) === true;
  const whole = [...(said ? [] : [`${sentence}\n`]), ...texts].join('\n').trimEnd();
  const text =
    whole.length <= longestAnswer
      ? whole
      : `${whole.slice(0, longestAnswer)}\n${whole.length - longestAnswer} characters are left out.`;
  const length = JSON.stringify(document).length;
  if (length <= longestAnswer) {
    return { content: [{ type: 'text', text }], structuredContent: { ...document } };
  }
  const left = `The document has ${length} characters and is left out; "breakeven ${words.join(' ')}" with --json prints it.`;
  return { content: [{ type: 'text', text: `${text}\n\n${left}` }] };
}

const saidShape = z.object({
  sentence: z.string().optional(),
  headline: z.object({ sentence: z.string() }).nullish(),
  breakEvens: z.array(z.object({ sentence: z.string() })).optional(),
  cases: z.array(z.object({ comparison: z.object({ verdict: z.string() }).nullish() })).optional(),
  variants: z.array(z.object({ state: z.string() })).optional(),
});

/** What a document says in one line; null where it is a list. */
function sentenceOf(document: object): string | null {
  const read = saidShape.safeParse(document);
  if (!read.success) return null;
  const { sentence, headline, breakEvens = [], cases = [], variants = [] } = read.data;
  const said = sentence ?? headline?.sentence ?? breakEvens[0]?.sentence;
  if (said !== undefined) return said;
  const words = [
    ...cases.flatMap(({ comparison }) => comparison?.verdict ?? []),
    ...variants.map(({ state }) => state),
  ];
  const counts = [...Map.groupBy(words, (word) => word)].map(
    ([word, all]) => `${all.length} ${word}`,
  );
  return counts.length === 0 ? null : `${counts.join(', ')}.`;
}

type Notify = Pick<ServerContext['mcpReq'], '_meta' | 'notify'>;

/** Progress of a call that asks for it: seconds so far, with what was said last. */
function newsTo({ _meta, notify }: Notify): { say: (line: string) => void; end: () => void } {
  const token = _meta?.progressToken;
  if (token === undefined) return { say: () => undefined, end: () => undefined };
  const start = performance.now();
  let message = 'begun';
  const tell = (): void => {
    const progress = Number(((performance.now() - start) / 1000).toFixed(3));
    const params = { progressToken: token, progress, message };
    notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
  const timer = setInterval(tell, newsMs);
  return {
    say(line) {
      message = line;
      tell();
    },
    end: () => clearInterval(timer),
  };
}

/** The tools as clients are told of them. Fields without a description have that of the flag or positional. */
async function toolList(verbs: VerbContext['verbs']) {
  const all = await verbs();
  return Object.entries(tools).map(([name, tool]) => ({
    name,
    description: tool.description,
    inputSchema: { ...inputOf(tool, all), type: 'object' as const },
    annotations: { readOnlyHint: !tool.measures, destructiveHint: false, openWorldHint: false },
  }));
}

function inputOf({ input, words, positionals }: Tool, verbs: readonly Verb[]) {
  const verb = verbs.find(({ name }) => name === words[0]);
  const described = Object.entries(input.shape).map(([field, schema]) => {
    const known = z.globalRegistry.get(schema)?.description;
    const flag = verb?.flags.find((one) => one.name === flagOf(field));
    const positional = verb?.positionals.find((one) => one.name === field);
    const help = known ?? (positionals.includes(field) ? positional : flag)?.help;
    return [field, help === undefined ? schema : schema.describe(help)] as const;
  });
  const { $schema: _, ...made } = z.toJSONSchema(z.strictObject(Object.fromEntries(described)), {
    io: 'input',
  });
  return made as JSONObject;
}
