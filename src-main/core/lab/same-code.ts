import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { versionId, versionOf } from '../../contract/versions.ts';
import { canonicalJson } from '../store/codec.ts';
import type { FileBuild } from './build-lab.ts';
import type { Lab } from './lab.ts';

/**
 * Variants, without their side, whose two versions are the same machine code, started in the same way: measuring them
 * would tell nothing. A program that was built elsewhere, or that links libraries from a folder, is never taken for the
 * same: what it loads is not known.
 */
export function sameCode(lab: Lab, builds: readonly FileBuild[]): readonly string[] {
  const ids = lab.description.variants.flatMap(({ id }) => {
    const version = versionOf(id);
    return version?.side === 'base' ? [version.id] : [];
  });
  return ids.filter((id) => {
    const [base, head] = [versionId(id, 'base'), versionId(id, 'head')].map((one) =>
      codeOf(lab, builds, one),
    );
    return base !== null && base === head;
  });
}

/** Digest of all that is executed of a variant; null where that is not known. */
function codeOf(lab: Lab, builds: readonly FileBuild[], id: string): string | null {
  const variant = lab.description.variants.find((one) => one.id === id);
  const files = builds.filter((one) => one.role === 'variant' && one.variant === id);
  if (variant === undefined || files.length === 0) return null;
  const digests = files.map(digestOf);
  if (digests.includes(null)) return null;
  const { id: _id, title: _title, summary: _summary, ...started } = variant;
  return `${canonicalJson(started)} ${digests.toSorted().join(' ')}`;
}

function digestOf({ source, defines, result }: FileBuild): string | null {
  if (!result.ok || source.language === 'command' || source.language === 'library') return null;
  if (source.kind === 'command' || source.flags.some((flag) => /^-L|rpath/.test(flag))) return null;
  const hash = createHash('sha256').update(JSON.stringify(defines));
  if (source.language === 'python') {
    for (const { name, sha256 } of result.record.sources) hash.update(`\0${name}\0${sha256}`);
  } else hash.update(readFileSync(result.path));
  return hash.digest('hex');
}
