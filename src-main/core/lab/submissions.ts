import { createHash } from 'node:crypto';
import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { badInput } from '../../contract/failure.ts';
import { maxSourceBytes } from './file-content.ts';
import type { Lab } from './lab.ts';
import { languageOf } from './languages.ts';
import { readLab } from './read-lab.ts';
import { maxFiles } from './variant-files.ts';

/** A file, or a folder of files, in place of one variant of a lab. */
export type Submission = { readonly name: string; readonly path: string };

/** Flags with which a compiler runs or reads what is not the source. */
const refusedFlag =
  /^(?:-fplugin|-specs|--specs|-B|-wrapper|-Xclang|-load|-ccbin|--compiler-bindir|-run|--run|-dumpdir|-dumpbase|-save-temps|-M|-o|@)/;
/** A Makefile would be run by the `build` of a lab, a generate.c or numpy.py be read in place of another. */
const header = /\.(?:h|hh|hpp|cuh|inc)$/;
const outsideInclude = /^\s*#\s*include\s*["<](?:\/|[^">\n]*\.\.\/)/m;

/** What is handed in, by name; hidden files are none. @throws BreakevenError `bad-input` where there is nothing. */
export function submissionsIn(folder: string): readonly Submission[] {
  const names = readdirSync(folder).filter((name) => !name.startsWith('.'));
  if (names.length === 0) throw badInput(`${folder} has no submission`);
  return names.sort().map((name) => ({ name, path: join(folder, name) }));
}

/** The variant that submissions take the place of. @throws BreakevenError `bad-input`. */
export function submittedVariant({ description, sources }: Lab, named?: string): string {
  const { baseline, reference, variants } = description;
  const replaceable = variants.flatMap(({ id }) => {
    const source = sources.get(id);
    const isFile = source !== undefined && !/^(?:library|command)$/.test(source.language);
    return isFile && id !== baseline && id !== reference ? [id] : [];
  });
  const [only, more] = replaceable;
  if (named === undefined && only !== undefined && more === undefined) return only;
  if (named !== undefined && replaceable.includes(named)) return named;
  const given = named === undefined ? 'is missing' : `"${named}" is not allowed`;
  throw badInput(
    `--variant ${given}: submissions take the place of one source file that is neither baseline nor reference (${replaceable.join(', ') || `${description.id} has none`})`,
  );
}

/** The lab without the file of a variant, in a folder that is made anew. */
export function labWithout(lab: Lab, variant: string, into: string): void {
  rmSync(into, { recursive: true, force: true });
  const own = lab.sources.get(variant)?.path;
  const filter = (path: string) => path !== own && !basename(path).startsWith('.git');
  cpSync(lab.folder, into, { recursive: true, dereference: true, filter });
}

/**
 * Puts a submission into the copy of a lab, as its variant.
 *
 * @throws BreakevenError `bad-input` for what is not allowed, in one sentence.
 */
export function placeSubmission({ path, name }: Submission, variant: string, lab: string): Lab {
  const files = filesOf(path);
  if (files.length > maxFiles)
    throw badInput(`it has ${files.length} files; ${maxFiles} are allowed`);
  for (const file of files) {
    const status = lstatSync(file);
    const own = basename(file);
    if (!status.isFile()) throw badInput(`${own} is no plain file`);
    if (status.size > maxSourceBytes)
      throw badInput(`${own} has more than ${maxSourceBytes} bytes`);
    if (outsideInclude.test(readFileSync(file, 'latin1')))
      throw badInput(`${own} includes a file of another folder`);
  }
  const isFolder = files.length !== 1 || files[0] !== path;
  const sources = files.filter((file) => languageOf(file) !== null);
  const named = sources.filter((file) => basename(file, extname(file)) === variant);
  const [main, second] = isFolder && sources.length > 1 ? named : sources;
  if (main === undefined || second !== undefined)
    throw badInput(`${name} needs one source file named ${variant}, such as ${variant}.c`);
  const other = files.find((file) => file !== main && !header.test(file));
  if (other !== undefined) throw badInput(`${basename(other)} is neither ${variant} nor a header`);
  const taken = new Set(readdirSync(lab));
  for (const file of files) {
    const target = file === main ? `${variant}${extname(main)}` : basename(file);
    if (taken.has(target)) throw badInput(`${target} is a file of the lab`);
    cpSync(file, join(lab, target));
  }
  const made = readLab(lab);
  const { flags = [], compiler, sources: more } = made.sources.get(variant) ?? {};
  if (compiler !== undefined) throw badInput('the key compiler is not allowed');
  if (more !== undefined) throw badInput('the key sources is not allowed');
  const flag = flags.find((one) => refusedFlag.test(one));
  if (flag !== undefined) throw badInput(`the flag ${flag} is not allowed`);
  return made;
}

/** One level: a folder in a folder is refused as what is no plain file. */
function filesOf(path: string): readonly string[] {
  if (!lstatSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !name.startsWith('.'))
    .sort()
    .map((name) => join(path, name));
}

/** Changes with a submission, whatever it is. */
export function submissionDigest({ path }: Submission): string {
  const digest = createHash('sha256');
  for (const file of filesOf(path)) {
    const status = lstatSync(file);
    digest.update(`${JSON.stringify(basename(file))} ${status.mode} ${status.size}\0`);
    if (status.isFile() && status.size <= maxSourceBytes) digest.update(readFileSync(file));
  }
  return digest.digest('hex');
}

/** A folder for the copy, with the name that gives the lab its id. */
export function copyFolder({ folder }: Lab, work: string): string {
  mkdirSync(work, { recursive: true });
  return join(work, basename(folder));
}
