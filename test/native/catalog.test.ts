import { describe, expect, it } from 'vitest';
import { nativeMachineSchema } from '../../src-main/contract/machine.ts';
import { catalogSchema } from '../../src-main/contract/workload.ts';
import { hasCuda, openAddon, openAddons } from './native-addons.ts';

describe('what the addons say of themselves', { tags: ['cuda-addon'] }, () => {
  const addons = openAddons();

  it('parses as the contract, without faults', () => {
    for (const addon of addons) {
      const catalog = catalogSchema.parse(addon.catalog());
      expect(catalog.problems).toEqual([]);
      expect(catalog.workloads.map(({ id }) => id)).toContain('histogram');
      expect(catalog.criteria[0]?.id).toBe('precision');
      nativeMachineSchema.parse(addon.machine());
    }
  });

  it('holds each variant once, on the side that its device says', () => {
    const seen = new Set<string>();
    for (const addon of addons) {
      for (const workload of addon.catalog().workloads) {
        for (const variant of workload.variants) {
          expect(variant.device === 'cpu').toBe(addon.provider === 'cpu');
          const name = `${workload.id}/${variant.id}`;
          expect(seen.has(name), name).toBe(false);
          seen.add(name);
        }
      }
    }
    expect(seen.size).toBeGreaterThanOrEqual(3);
  });

  it('titles variants with short noun phrases and cites their sources in one form', () => {
    const variants = addons.flatMap((addon) =>
      addon
        .catalog()
        .workloads.flatMap(({ id, variants: own }) =>
          own.map((variant) => ({ ...variant, name: `${id}/${variant.id}` })),
        ),
    );
    const not = (holds: (variant: (typeof variants)[number]) => boolean) =>
      variants.filter((variant) => !holds(variant)).map(({ name }) => name);
    expect(
      not(({ title }) => /^(?:[A-Z]|cuBLAS\b|libstdc\+\+|oneTBB\b)\S*(?: \S+){0,7}$/.test(title)),
    ).toEqual([]);
    expect(not(({ title }) => !/\b(fast|best)\b|^(CPU|CUDA|OpenMP),/.test(title))).toEqual([]);
    expect(not(({ kind, title }) => kind !== 'fast' || title.startsWith('Tuned '))).toEqual([]);
    const citation =
      /^(Breakeven(, after [A-Z].* \d{4})?|NVIDIA \w+(, \w+ \d{4})?|BSUIR|IME-USP|OpenMP 4\.5|Intel oneTBB|GNU libstdc\+\+|Eigen|OpenBLAS|[A-Z][\w ]+ \d{4})$/;
    expect(not(({ source }) => citation.test(source))).toEqual([]);
    expect(not(({ summary }) => /^[A-Za-z].*\.$/.test(summary))).toEqual([]);
    expect(not(({ summary }) => !/\bspans?\b|\bbest form\b/.test(summary))).toEqual([]);
  });

  it('says of every compiled CPU variant for which instruction set it is, and how it is vectorised', () => {
    const variants = openAddon('cpu')
      .catalog()
      .workloads.flatMap(({ id, variants: own }) =>
        own.map((variant) => ({ ...variant, name: `${id}/${variant.id}` })),
      )
      .filter(({ title }) => title !== 'JavaScript' && title !== 'Python');
    const without = (phrase: RegExp, some: typeof variants) =>
      some.filter(({ summary }) => !phrase.test(summary)).map(({ name }) => name);
    const portable = /portable code for the baseline instruction set, not vectorised by hand\.$/;
    const sequential = variants.filter(({ id }) => id === 'sequential');
    expect(sequential.length).toBeGreaterThan(6);
    expect(without(new RegExp(`on one core, in ${portable.source}`), sequential)).toEqual([]);
    const native = variants.filter(({ id }) => id === 'sequential-native');
    expect(native).toHaveLength(sequential.length);
    expect(without(/ on one core\b.* of AVX-512\b/, native)).toEqual([]);
    const ofStudies = variants.filter(
      ({ kind, source }) => kind === 'study' && !source.startsWith('Breakeven'),
    );
    expect(without(portable, ofStudies)).toEqual([]);
    const stated = /baseline instruction set|vectors .*\bAVX-512\b/;
    expect(without(stated, variants)).toEqual([]);
    // Those with a form written for vectors of 128 bits; the compiler makes the others' of the baseline.
    expect(
      variants.filter(({ summary }) => /\bNEON\b/.test(summary)).map(({ name }) => name),
    ).toEqual(
      ['exclusive-scan', 'fractal-pipeline', 'mandelbrot'].flatMap((workload) => [
        `${workload}/cpu-fast`,
        `${workload}/sequential-native`,
      ]),
    );
  });

  it('has no @ in an id of a workload, a variant or an axis: x@base and x@head are versions', () => {
    const ids = addons.flatMap((addon) =>
      addon
        .catalog()
        .workloads.flatMap(({ id, axes, variants }) => [
          id,
          ...[...axes, ...variants.flatMap(({ parameters }) => parameters)].map((axis) => axis.id),
          ...variants.map((variant) => variant.id),
        ]),
    );
    expect(ids.length).toBeGreaterThan(30);
    expect(ids.filter((id) => id.includes('@'))).toEqual([]);
  });

  it('has no two variants of one title in a workload', () => {
    const titles = addons.flatMap((addon) =>
      addon
        .catalog()
        .workloads.flatMap(({ id, variants }) => variants.map(({ title }) => `${id}: ${title}`)),
    );
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).toEqual([]);
  });

  it('says why a variant is not available, and never otherwise', () => {
    for (const addon of addons) {
      for (const { variants } of addon.catalog().workloads) {
        for (const { available, reason } of variants) {
          expect(reason === null).toBe(available);
        }
      }
    }
  });

  it('gives every variant the axes of how it is measured, and each axis a default within it', () => {
    for (const addon of addons) {
      for (const workload of addon.catalog().workloads) {
        for (const { parameters, scopes } of workload.variants) {
          const axes = [...workload.axes, ...parameters];
          expect(parameters.map(({ id }) => id)).toEqual(
            expect.arrayContaining(['cache', 'freshInput']),
          );
          expect(scopes).toEqual(expect.arrayContaining(['kernel', 'call', 'total']));
          expect(new Set(axes.map(({ id }) => id)).size).toBe(axes.length);
          for (const axis of axes) {
            if (axis.type === 'integer' || axis.type === 'real') {
              expect(axis.default).toBeGreaterThanOrEqual(axis.min);
              expect(axis.default).toBeLessThanOrEqual(axis.max);
            }
            if (axis.type === 'choice') {
              expect(axis.choices.map(({ id }) => id)).toContain(axis.default);
            }
          }
        }
      }
    }
  });

  it.skipIf(!hasCuda)('tells in one sentence when there is no GPU', () => {
    const cuda = addons.find(({ provider }) => provider === 'cuda');
    const machine = nativeMachineSchema.parse(cuda?.machine());
    expect(machine.noGpuReason === null).toBe(machine.gpus.length > 0);
    expect(machine.versions.cudaRuntime).toMatch(/^\d+\.\d+$/);
  });
});
