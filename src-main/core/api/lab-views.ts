import { toFailure } from '../../contract/failure.ts';
import type { LabVariant, RegisteredLab } from '../../contract/lab.ts';
import type { LabVariantView, LabView } from '../../contract/procedures/labs.ts';
import { excerptOf } from '../lab/excerpt.ts';
import { digestOf } from '../lab/file-content.ts';
import type { Lab } from '../lab/lab.ts';
import { codeOfLab, codeOfVariantFile, type KeptCheck, keptCheck } from '../lab/lab-checks.ts';
import { untrusted } from '../lab/lab-trust.ts';
import type { OpenLabs } from '../lab/open-labs.ts';
import { type CheckExpressions, readCheckedLab } from '../lab/read-lab.ts';

/** A lab as its files are now, with what the last check of it found. Nothing is compiled for that. */
export async function labView(
  home: string,
  { id, path }: RegisteredLab,
  labs: Pick<OpenLabs, 'buildsOf'>,
  check: CheckExpressions,
): Promise<LabView> {
  const kept = keptCheck(home, id, path);
  const unread = { id, title: id, summary: '', folder: path, checkedAt: kept?.at ?? null };
  const none = { size: null, baseline: null, untrusted: null, variants: [] };
  let lab: Lab;
  try {
    lab = await readCheckedLab(path, check);
  } catch (error) {
    const { message } = toFailure(error);
    return {
      ...unread,
      ...none,
      fault: { message, log: '', excerpt: excerptOf(path, message) },
    };
  }
  const { description, folder } = lab;
  if (description.id !== id) {
    const message = `${lab.file} gives it the id ${description.id} now; trust the folder again`;
    return { ...unread, ...none, fault: { message, log: '', excerpt: null } };
  }
  const { title, summary, baseline } = description;
  const size = description.axes.find((axis) => axis.id === description.size);
  const fault = kept?.fault?.code === codeOfLab(lab) ? kept.fault : null;
  return {
    ...{ id, title, summary, folder: path, baseline, checkedAt: kept?.at ?? null },
    untrusted: untrusted(home, lab),
    size: typeof size?.default === 'number' ? { id: size.id, default: size.default } : null,
    fault:
      fault === null
        ? null
        : {
            message: fault.message,
            log: fault.log,
            excerpt: excerptOf(folder, fault.message),
          },
    variants: description.variants.map((variant) => variantView(lab, variant, kept, labs)),
  };
}

function variantView(
  lab: Lab,
  { id, title, summary }: LabVariant,
  check: KeptCheck | null,
  labs: Pick<OpenLabs, 'buildsOf'>,
): LabVariantView {
  const source = lab.sources.get(id);
  const plain = {
    ...{ id, title, summary },
    ...{ language: source?.language ?? '', file: source?.name ?? '' },
    ...{ reason: null, excerpt: null, warnings: [], log: '', cases: 0, flags: '' },
  };
  const checkedVariant = check?.variants.find((one) => one.id === id);
  if (checkedVariant === undefined) {
    return { ...plain, state: isBuilt(lab, id, labs) ? 'built' : 'unchecked' };
  }
  if (checkedVariant.code !== codeOfVariantFile(lab, id)) return { ...plain, state: 'changed' };
  const { state, reason, warnings, log, cases, flags } = checkedVariant;
  const excerpt = reason === null ? null : excerptOf(lab.folder, reason);
  return { ...plain, state, reason, excerpt, warnings, log, cases, flags };
}

/** This process has compiled the file as it is now. */
function isBuilt(lab: Lab, variant: string, labs: Pick<OpenLabs, 'buildsOf'>): boolean {
  const source = lab.sources.get(variant);
  const builds = labs.buildsOf({ workload: lab.description.id, variant, values: {} });
  const build = builds.find(({ role }) => role === 'variant');
  return build !== undefined && source !== undefined && build.main === digestOf(source.path);
}
