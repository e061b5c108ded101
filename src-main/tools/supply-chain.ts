import { createHash } from 'node:crypto';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { type ShippedPackage, shippedPackages, shippedParts } from './notice.ts';
import { binariesIn } from './older-systems.ts';
import { root } from './paths.ts';
import { collect, quietly, StepFailed } from './steps.ts';

/**
 * Seconds since 1970 that files of a package carry: `SOURCE_DATE_EPOCH`, or the time of the commit, so that two builds of
 * one commit are the same bytes; 0 where neither is known.
 */
export async function sourceDate(given = process.env.SOURCE_DATE_EPOCH): Promise<number> {
  if (given !== undefined && /^\d+$/.test(given)) return Number(given);
  const { code, output } = await collect('git', ['-C', root, 'log', '-1', '--format=%ct']);
  return code === 0 ? Number.parseInt(output, 10) || 0 : 0;
}

type Bill = {
  readonly version: string;
  readonly packages: readonly ShippedPackage[];
  /** What is shipped and is no package of npm. */
  readonly others: readonly { readonly name: string; readonly licence: string }[];
};

/** What is shipped, as CycloneDX 1.6 in JSON. It names no time and no serial number: equal parts give equal bytes. */
export function billOfMaterials({ version, packages, others }: Bill): string {
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        name: 'breakeven',
        version,
        licenses: [{ license: { id: 'MIT' } }],
      },
    },
    components: [
      ...packages.map(({ name, version: of, licence, linked }) => {
        const purl = `pkg:npm/${name.replace('@', '%40')}@${of}`;
        return {
          type: 'library',
          'bom-ref': purl,
          name,
          version: of,
          purl,
          licenses: [{ license: { id: licence } }],
          ...(linked.length > 0 && { components: linked }),
        };
      }),
      ...others.map(({ name, licence }) => ({
        type: 'library',
        'bom-ref': `part:${name}`,
        name,
        licenses: [{ expression: licence }],
      })),
    ],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** Binaries of a package that are no package of npm: Breakeven's own, Node, and the OpenMP runtime. */
const ownBinaries =
  /(^|\/)(breakeven_(cpu|cuda|system)\.node|libbreakeven_core\.so|libgomp\.so\.1|bin\/node)$/;

/**
 * Compares the packages and binaries of a laid out product with the list of what is shipped.
 *
 * @throws StepFailed naming what has no entry, and so no licence
 */
export function checkListed(folder: string): void {
  const names = new Set(shippedPackages().map(({ name }) => name));
  const packages = globSync(join(folder, '**', 'node_modules', '{*,@*/*}', 'package.json'));
  const modules = packages.map((file) => dirname(file));
  const strangers = [
    ...modules.filter((path) => !names.has(path.replace(/^.*\/node_modules\//, ''))),
    ...binariesIn(folder).filter(
      (path) =>
        !modules.some((each) => path.startsWith(`${each}/`)) &&
        !ownBinaries.test(relative(folder, path)),
    ),
  ];
  if (strangers.length === 0) return;
  const paths = strangers.map((path) => relative(folder, path));
  throw new StepFailed(`Shipped without an entry in the list of parts: ${paths.join(', ')}`);
}

/**
 * Reads that no binary of a laid out product names the folder that it was built in: another folder would give other bytes.
 *
 * @throws StepFailed naming the binaries
 */
export function checkPaths(folder: string, builtIn = root): void {
  const named = binariesIn(folder).filter((path) => readFileSync(path).includes(builtIn));
  if (named.length === 0) return;
  const paths = named.map((path) => relative(folder, path));
  throw new StepFailed(`${builtIn}, where it was built, is named in ${paths.join(', ')}`);
}

/** Writes the bill of materials and `SHA256SUMS`, which names every file of the folder, for `sha256sum --check`. */
export function writeReleaseFiles(folder: string, version: string, cuda: boolean): void {
  const bill = billOfMaterials({ version, ...shippedParts({ cuda }) });
  writeFileSync(join(folder, `breakeven-${version}.cdx.json`), bill);
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'SHA256SUMS')
    .map(({ name }) => name)
    .sort();
  const lines = names.map((name) => `${digest('sha256', join(folder, name), 'hex')}  ${name}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}

/**
 * Compares the Node that is shipped with the one in its package, whose integrity the lock file names. Returns that
 * integrity.
 *
 * @throws StepFailed where they differ, or the package cannot be had
 */
export async function checkShippedNode(
  shipped = process.execPath,
  lockFile = join(root, 'package-lock.json'),
): Promise<string> {
  const name = `node-linux-${process.arch}`;
  const lock = JSON.parse(readFileSync(lockFile, 'utf8')) as {
    readonly packages: Readonly<Record<string, { version: string; integrity: string }>>;
  };
  const locked = lock.packages[`node_modules/${name}`];
  if (locked === undefined) throw new StepFailed(`${name} is not in package-lock.json.`);
  const folder = mkdtempSync(join(tmpdir(), 'breakeven-node-'));
  try {
    const wanted = `${name}@${locked.version}`;
    await quietly(`getting ${wanted}`, 'npm', ['pack', wanted, '--pack-destination', folder]);
    const archive = join(folder, readdirSync(folder)[0] ?? '');
    const integrity = `sha512-${digest('sha512', archive, 'base64')}`;
    if (integrity !== locked.integrity) {
      throw new StepFailed(`${wanted} has ${integrity}, package-lock.json ${locked.integrity}.`);
    }
    await quietly(`unpacking ${wanted}`, 'tar', ['-xf', archive, '-C', folder]);
    const [ours, theirs] = [shipped, join(folder, 'package', 'bin', 'node')].map((file) =>
      digest('sha256', file, 'hex'),
    );
    if (ours !== theirs) throw new StepFailed(`${shipped} is not the Node of ${wanted}.`);
    return integrity;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function digest(algorithm: string, file: string, encoding: 'hex' | 'base64'): string {
  return createHash(algorithm).update(readFileSync(file)).digest(encoding);
}
