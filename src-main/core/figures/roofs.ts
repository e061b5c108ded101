import { familySize } from '../../charts/theme.ts';
import type { FigureSeries } from '../../contract/figure.ts';
import { precisions } from '../../contract/precision.ts';
import { format } from '../../contract/units.ts';
import type { Roof } from '../analysis/percent-of-peak.ts';
import { joined } from './wording.ts';

/** A point of a roofline with the roof that it is under. */
export type UnderRoof = {
  readonly label: string;
  /** Operations a byte, operations a second, and the lower end of its interval. */
  readonly point: { readonly x: number; readonly y: number; readonly lo: number | null };
  readonly roof: Roof | null;
};

export type DrawnRoof = {
  readonly roof: Roof;
  /** `CPU L2, 2 threads`, `GPU memory`; with the device's name where there are several of the kind. */
  readonly name: string;
  /** Labels of the points under it. */
  readonly labels: readonly string[];
};

export const isMeasured = ({ bytesPerSecond, operationsPerSecond }: Roof): boolean =>
  bytesPerSecond !== null || operationsPerSecond !== null;

const keyOf = ({ device, name, cache, threads, bytesPerSecond, operationsPerSecond }: Roof) =>
  JSON.stringify([device, name, cache, threads, bytesPerSecond, operationsPerSecond]);

/** Every roof once, those of the processor first, the lowest first. */
export function drawnRoofs(under: readonly UnderRoof[]): readonly DrawnRoof[] {
  const byRoof = new Map<string, { readonly roof: Roof; readonly labels: string[] }>();
  for (const { label, roof } of under) {
    if (roof === null || !isMeasured(roof)) continue;
    const known = byRoof.get(keyOf(roof)) ?? { roof, labels: [] };
    if (!known.labels.includes(label)) known.labels.push(label);
    byRoof.set(keyOf(roof), known);
  }
  const all = [...byRoof.values()];
  return all
    .map(({ roof, labels }) => ({ roof, labels, name: nameOf(roof, all) }))
    .sort(
      (a, b) =>
        Number(a.roof.device === 'cuda') - Number(b.roof.device === 'cuda') ||
        (a.roof.bytesPerSecond ?? 0) - (b.roof.bytesPerSecond ?? 0),
    );
}

function nameOf(
  { device, name, cache, threads }: Roof,
  all: readonly { readonly roof: Roof }[],
): string {
  const kind = device === 'cpu' ? 'CPU' : 'GPU';
  const several = all.some(({ roof }) => roof.device === device && roof.name !== name);
  const place = `${several ? name : kind} ${cache ?? 'memory'}`;
  return threads === null ? place : `${place}, ${threadText(threads)}`;
}

/** Operations a second that the roof allows at so many operations a byte. */
export const heightAt = ({ bytesPerSecond, operationsPerSecond }: Roof, x: number): number =>
  Math.min(
    bytesPerSecond === null ? Number.POSITIVE_INFINITY : bytesPerSecond * x,
    operationsPerSecond ?? Number.POSITIVE_INFINITY,
  );

/** Operations a byte from which on arithmetic is what limits; null where not both are known. */
export const ridgeOf = ({
  bytesPerSecond,
  operationsPerSecond,
}: Pick<Roof, 'bytesPerSecond' | 'operationsPerSecond'>): number | null =>
  bytesPerSecond === null || operationsPerSecond === null
    ? null
    : operationsPerSecond / bytesPerSecond;

/** How far roofs go beyond the points, to both sides; for the sake of a ridge farther, up to a limit. */
const beside = 3;
const besideRidge = 2;
const maxBeside = 1000;

/** From and to where roofs are drawn: over all points, and over the ridges, which tell one roof from another. */
export function roofReach(
  xs: readonly number[],
  roofs: readonly DrawnRoof[],
): readonly [number, number] {
  const ridges = roofs.flatMap(({ roof }) => ridgeOf(roof) ?? []);
  const [low, high] = [Math.min(...xs), Math.max(...xs)];
  const from = Math.min(low / beside, Math.min(...ridges) / besideRidge);
  const to = Math.max(high * beside, Math.max(...ridges) * besideRidge);
  return [Math.max(from, low / maxBeside), Math.min(to, high * maxBeside)];
}

export const roofKey = ({ roof }: Pick<DrawnRoof, 'roof'>): string => `roof/${keyOf(roof)}`;

/** Bandwidth times intensity up to the measured rate of operations, in the device's hues. */
export function roofSeries(
  roofs: readonly DrawnRoof[],
  from: number,
  to: number,
  factor: number,
  operation: string,
): readonly FigureSeries[] {
  const before: Record<Roof['device'], number> = { cpu: 0, cuda: 0 };
  // Roofs of the caches of one device end in one line, which is named once.
  const named = new Set<string>();
  const once = (roof: Roof, label: { readonly label?: string }): { readonly label?: string } => {
    const id = JSON.stringify([roof.device, roof.name, roof.threads, label.label]);
    if (label.label === undefined || named.has(id)) return {};
    named.add(id);
    return label;
  };
  return roofs.map(({ roof, name }): FigureSeries => {
    const { device } = roof;
    const place = before[device];
    before[device] += 1;
    const ridge = ridgeOf(roof) ?? from;
    const xs = [from, ...(ridge > from && ridge < to ? [ridge] : []), to];
    return {
      key: roofKey({ roof }),
      label: `roof: ${name}`,
      device,
      // Another hue and another dash for each.
      slot: place * (familySize + 1),
      published: false,
      mark: 'line',
      bare: true,
      points: xs.map((x) => ({
        ...{ x, y: heightAt(roof, x) / factor, lo: null, hi: null, n: 0 },
        ...once(roof, labelAt(x, { roof, from, to, operation })),
      })),
    };
  });
}

/** What stands on a roof: its bandwidth where it begins, the ridge where it bends, its rate where it ends. */
function labelAt(
  x: number,
  {
    roof: { bytesPerSecond, operationsPerSecond, arithmetic, cache },
    from,
    to,
    operation,
  }: {
    readonly roof: Roof;
    readonly from: number;
    readonly to: number;
    readonly operation: string;
  },
): { readonly label?: string } {
  const ridge = ridgeOf({ bytesPerSecond, operationsPerSecond });
  if (ridge !== null && x === ridge) {
    return { label: `ridge ${ridgeText(ridge)} ${operation}/B` };
  }
  if (x === from && bytesPerSecond !== null && (ridge === null || ridge > from)) {
    return { label: `${cache ?? 'memory'} ${format(bytesPerSecond, 'bytes-per-second')}` };
  }
  if (x === to && operationsPerSecond !== null && (ridge === null || ridge < to)) {
    const rate = format(operationsPerSecond, 'operations-per-second', { operation });
    return { label: `${arithmetic} ${rate}` };
  }
  return {};
}

export const ridgeText = (value: number): string => String(Number(value.toPrecision(3)));

export const threadText = (threads: number): string =>
  `${threads} thread${threads === 1 ? '' : 's'}`;

/** Sentences of a caption: what the roofs are, which points are under each, and which are above theirs. */
export function roofText(
  roofs: readonly DrawnRoof[],
  under: readonly UnderRoof[],
  operation: string,
): string {
  if (roofs.length === 0) return 'No peak of this device is measured.';
  const without = under.filter(({ roof }) => roof === null || !isMeasured(roof));
  const computing = precisions.filter((one) =>
    roofs.some(({ roof }) => roof.operationsPerSecond !== null && roof.arithmetic === one),
  );
  return joined([
    `Roof: measured bandwidth of the cache or memory that holds the working set of a case${
      computing.length === 0 ? '' : `, limited by the measured ${computing.join(' or ')} peak`
    }.`,
    ...roofs.map(
      (drawn) => `${drawn.name} (${ratesText(drawn, operation)}): ${list(drawn.labels)}.`,
    ),
    without.length > 0 ? `No roof: ${list(without.map(({ label }) => label))}.` : '',
    ...under.flatMap(aboveText),
  ]);
}

function ratesText({ roof, name }: DrawnRoof, operation: string): string {
  const { bytesPerSecond, operationsPerSecond } = roof;
  return [
    ...(name.startsWith(roof.name) ? [] : [roof.name]),
    ...(bytesPerSecond === null ? [] : [format(bytesPerSecond, 'bytes-per-second')]),
    ...(operationsPerSecond === null
      ? []
      : [format(operationsPerSecond, 'operations-per-second', { operation })]),
  ].join(', ');
}

const list = (labels: readonly string[]): string => [...new Set(labels)].join(', ');

/** Why a point is above its roof by more than its interval; nothing where it is not. */
function aboveText({ label, point, roof }: UnderRoof): readonly string[] {
  if (roof === null || !isMeasured(roof)) return [];
  if ((point.lo ?? point.y) <= heightAt(roof, point.x)) return [];
  const bound =
    roof.bytesPerSecond !== null && point.x <= (ridgeOf(roof) ?? Number.POSITIVE_INFINITY)
      ? 'memory'
      : 'compute';
  return [`${label} exceeds its roof: ${roof.whyAbove(bound)}.`];
}
