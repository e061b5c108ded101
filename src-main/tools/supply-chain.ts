import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ShippedPackage, shippedParts } from './notice.ts';
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
  /** Names of what is shipped and is no package of npm. */
  readonly others: readonly string[];
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
      ...packages.map(({ name, version: of, licence }) => {
        const purl = `pkg:npm/${name.replace('@', '%40')}@${of}`;
        return {
          type: 'library',
          'bom-ref': purl,
          name,
          version: of,
          purl,
          licenses: [{ license: { id: licence } }],
        };
      }),
      ...others.map((name) => ({ type: 'library', 'bom-ref': `part:${name}`, name })),
    ],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** Writes the bill of materials and `SHA256SUMS`, which names every file of the folder, for `sha256sum --check`. */
export function writeReleaseFiles(folder: string, version: string): void {
  const bill = billOfMaterials({ version, ...shippedParts() });
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
export async function checkShippedNode(shipped = process.execPath): Promise<string> {
  const name = `node-linux-${process.arch}`;
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
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
