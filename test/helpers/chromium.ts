import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, createReadStream, createWriteStream, existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { chromium } from 'playwright';

/** How to start a Chromium that was seen to start. Plain data: it crosses to the workers. */
export type Chromium = {
  /** Which one, for people. */
  readonly name: string;
  readonly executablePath: string;
  readonly env: Readonly<Record<string, string>>;
  /** The folder it was unpacked to, removed after the run; null for an installed one. */
  readonly folder: string | null;
};

/**
 * Nothing in here weakens a page's security (no --disable-web-security and its like), or tests of it would be
 * void. The sandbox is off because Chromium refuses to start as root with it.
 */
export const chromiumFlags: readonly string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** The first Chromium that starts: the one from the install, Debian's or another installed one, Playwright's own. */
export async function provideChromium(): Promise<Chromium | { readonly reason: string }> {
  const reasons: string[] = [];
  for (const candidate of [unpacked, installed, playwrights]) {
    const result = await candidate();
    if (!('reason' in result)) return result;
    reasons.push(result.reason);
  }
  return { reason: reasons.join('; ') };
}

type Attempt = Chromium | { readonly reason: string };

/** Unpacks the package's Chromium into a private folder: in a shared one, another user's file could be started. */
async function unpacked(): Promise<Attempt> {
  const name = '@sparticuz/chromium';
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return { reason: `${name} is for Linux on x86-64` };
  }
  const entry = createRequire(import.meta.url).resolve(name);
  const packed = join(dirname(entry), '..', '..', 'bin');
  const folder = await mkdtemp(join(tmpdir(), 'breakeven-chromium-'));
  try {
    const executablePath = join(folder, 'chromium');
    await Promise.all([
      inflateFile(join(packed, 'chromium.br'), executablePath),
      inflateTar(join(packed, 'swiftshader.tar.br'), folder),
    ]);
    chmodSync(executablePath, 0o755);
    const fonts = existsSync('/etc/fonts/fonts.conf') ? {} : await carriedFonts(packed, folder);
    const plain = { name, executablePath, env: fonts, folder };
    if ((await whyNot(plain)) === null) return plain;
    await inflateTar(join(packed, 'al2023.tar.br'), folder);
    const libraries = { LD_LIBRARY_PATH: join(folder, 'lib') };
    const carried = { ...plain, name: `${name} with its own NSS`, env: { ...fonts, ...libraries } };
    const complaint = await whyNot(carried);
    if (complaint === null) return carried;
    rmSync(folder, { recursive: true, force: true });
    return { reason: `${name}: ${complaint}` };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    return { reason: `${name}: ${firstLine(error)}` };
  }
}

async function installed(): Promise<Attempt> {
  const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  const executablePath = paths.find((path) => existsSync(path));
  if (executablePath === undefined) return { reason: 'no installed Chromium' };
  return tried({ name: executablePath, executablePath, env: {}, folder: null });
}

async function playwrights(): Promise<Attempt> {
  const executablePath = chromium.executablePath();
  if (!existsSync(executablePath)) return { reason: "Playwright's browser is not installed" };
  return tried({ name: "Playwright's Chromium", executablePath, env: {}, folder: null });
}

async function tried(candidate: Chromium): Promise<Attempt> {
  const complaint = await whyNot(candidate);
  return complaint === null ? candidate : { reason: `${candidate.name}: ${complaint}` };
}

/** Starts the browser and closes it again: null, or why it does not start. */
async function whyNot(candidate: Chromium): Promise<string | null> {
  try {
    const browser = await chromium.launch(launchOptions(candidate));
    await browser.close();
    return null;
  } catch (error) {
    return firstLine(error);
  }
}

export function launchOptions(browser: Chromium): Parameters<typeof chromium.launch>[0] {
  const inherited = Object.entries(process.env).filter((entry) => entry[1] !== undefined);
  return {
    executablePath: browser.executablePath,
    args: [...chromiumFlags],
    env: { ...(Object.fromEntries(inherited) as Record<string, string>), ...browser.env },
  };
}

async function carriedFonts(packed: string, folder: string): Promise<Record<string, string>> {
  await inflateTar(join(packed, 'fonts.tar.br'), folder);
  const [fonts, cache] = [join(folder, 'fonts'), join(folder, 'font-cache')];
  await mkdir(cache, { recursive: true });
  const file = join(folder, 'own-fonts.conf');
  await writeFile(
    file,
    `<?xml version="1.0"?><fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>\n`,
  );
  return { FONTCONFIG_FILE: file };
}

function inflateFile(from: string, to: string): Promise<void> {
  return pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to));
}

/** By way of a file: tar may close a pipe before its last padding, which ends the writer with an error. */
async function inflateTar(from: string, folder: string): Promise<void> {
  const archive = join(folder, basename(from, '.br'));
  await inflateFile(from, archive);
  const tar = spawn('tar', ['-xf', archive, '-C', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = await once(tar, 'close');
  rmSync(archive);
  if (code !== 0) throw new Error(`tar could not unpack ${from} (exit code ${code})`);
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n').find((line) => line.trim() !== '') ?? 'unknown error';
}
