import { describe, expect, it } from 'vitest';
import { type Configuration, configurationSchema } from '../../src-main/contract/configuration.ts';
import type { Axis } from '../../src-main/contract/workload.ts';
import {
  type Draft,
  draftOf,
  emptyDraft,
  emptyPolicy,
  twinOf,
  withRule,
} from '../../src-renderer/state/draft.ts';
import { resolveDraft } from '../../src-renderer/state/resolve.ts';
import { policy } from '../core/store/fixtures.ts';
import { integerAxis } from '../helpers/catalog-parts.ts';
import { formCatalog } from './form-catalog.ts';
import { catalog, fresh, list, withAxis } from './new-run-drafts.ts';

describe('the form', () => {
  it('is a sweep over the size until somebody changes it, so that its run has a break-even', () => {
    const draft = emptyDraft(catalog);
    const { configuration } = resolveDraft(draft ?? fresh(), catalog);
    expect(configuration?.groups[0]?.sweep).toEqual({ n: [1000, 10_000, 100_000, 1_000_000] });
    const [first, ...others] = catalog.workloads;
    if (first === undefined) throw new Error('the catalog has no workload');
    const both = { ...catalog, workloads: [first, ...others, { ...first, id: 'histogram' }] };
    expect(emptyDraft(both)?.groups[0]?.workload).toBe('histogram');
    expect(emptyDraft({ ...catalog, workloads: [] })).toBeNull();
  });

  it('starts as a run that the contract accepts, of the variants that can run here', () => {
    const { configuration, errors } = resolveDraft(fresh(), catalog);
    expect(errors).toEqual({});
    expect(configurationSchema.parse(configuration)).toEqual(configuration);
    expect(configuration?.groups[0]?.variants).toEqual(['plain', 'split']);
    expect(configuration?.groups[0]?.set).toEqual({});
    expect(configuration?.policy).toEqual({
      criterion: 'precision',
      parameters: { width: 0.005 },
      timeLimitS: 3,
      repetitions: 5,
      order: 'shuffled',
    });
  });

  it('sweeps over several values, also of choices and flags', () => {
    let draft = withAxis(fresh(), 'n', list('1e3, 1e4'));
    draft = withAxis(draft, 'distribution', { kind: 'choice', selected: ['uniform', 'gaussian'] });
    draft = withAxis(draft, 'freshInput', { kind: 'flag', selected: [true] });
    const group = resolveDraft(draft, catalog).configuration?.groups[0];
    expect(group?.sweep).toEqual({ n: [1000, 10_000], distribution: ['uniform', 'gaussian'] });
    expect(group?.set).toEqual({ freshInput: true });
  });

  it('takes a text as it is, commas and all, and several at semicolons', () => {
    const own = (text: string) => {
      const draft = emptyDraft(formCatalog(true));
      if (draft === null) throw new Error('the catalog has no workload');
      return resolveDraft(withAxis(draft, 'gpu', { kind: 'text', text }), formCatalog(true))
        .configuration?.groups[0];
    };
    expect(own('0,1')?.set.gpu).toBe('0,1');
    expect(own('0; 1')?.sweep.gpu).toEqual(['0', '1']);
    expect(own('0;;1')).toBeUndefined();
  });

  it('says beside each field what is wrong with it, all at once', () => {
    const draft = withAxis(fresh(), 'n', list('1e3, -1'));
    const [group] = draft.groups;
    const { configuration, errors } = resolveDraft(
      {
        ...draft,
        groups: group === undefined ? [] : [{ ...group, variants: [] }],
        policy: {
          ...draft.policy,
          repetitions: '0',
          timeLimit: 'long',
          parameters: { width: '7' },
        },
      },
      catalog,
    );
    expect(configuration).toBeNull();
    expect(Object.keys(errors).sort()).toEqual(
      '0.n 0.variants policy.repetitions policy.timeLimit policy.width'.split(' '),
    );
    expect(errors['policy.repetitions']).toBe(
      'repetitions: 0 is too small; it takes a whole number from 1 to 50',
    );
  });

  it('takes an empty time limit for none', () => {
    const draft = fresh();
    const { configuration } = resolveDraft(
      { ...draft, policy: { ...draft.policy, timeLimit: ' ' } },
      catalog,
    );
    expect(configuration?.policy.timeLimitS).toBeNull();
  });

  it('takes a number of samples that is asked for however long it lasts, unless a limit is written', () => {
    const usual = { repetitions: null, timeLimitS: 4, gpu: null };
    const policy = emptyPolicy(catalog, usual);
    expect(policy.timeLimit).toBe('4');
    const counted = withRule(policy, 'fixed', usual);
    expect(counted).toMatchObject({ criterion: 'fixed', parameters: {}, timeLimit: '' });
    expect(withRule(counted, 'precision', usual).timeLimit).toBe('4');
    expect(withRule({ ...policy, timeLimit: '30' }, 'fixed', usual).timeLimit).toBe('30');
    expect(withRule({ ...policy, timeLimit: '' }, 'noise', usual).timeLimit).toBe('');
  });

  it('gives back a configuration that it was filled with', () => {
    const configuration: Configuration = {
      title: 'Again',
      groups: [
        {
          workload: 'tally',
          variants: ['plain', 'split'],
          set: { bins: 16, freshInput: true, threads: 4 },
          sweep: { n: [1000, 1_048_576], distribution: ['gaussian', 'uniform'] },
          input: 'data.npy',
        },
        { workload: 'total', variants: ['plain'], set: { n: 7 }, sweep: {} },
      ],
      policy: { ...policy, parameters: { samples: 12 }, repetitions: 3 },
      orderSeed: 99,
      tags: ['lab', 'night'],
      note: 'with the window closed',
    };
    const draft = draftOf(configuration, catalog);
    expect(draft === null ? null : resolveDraft(draft, catalog)).toEqual({
      configuration,
      errors: {},
    });
  });

  it('has fields for the target precision and the maximum of repetitions', () => {
    const draft = fresh();
    const policyOf = (more: Partial<Draft['policy']>) =>
      resolveDraft({ ...draft, policy: { ...draft.policy, ...more } }, catalog);
    expect(
      policyOf({ targetOther: '1.5 %', maxRepetitions: '12' }).configuration?.policy,
    ).toMatchObject({
      target: { other: 0.015, gpuKernel: 0.01 },
      maxRepetitions: 12,
    });
    expect(policyOf({ targetKernel: '0.7' }).configuration?.policy.target).toEqual({
      other: 0.02,
      gpuKernel: 0.007,
    });
    const wrong = policyOf({ targetOther: 'x', targetKernel: '200', maxRepetitions: '51' });
    expect(wrong.configuration).toBeNull();
    expect(Object.keys(wrong.errors).sort()).toEqual([
      'policy.maxRepetitions',
      'policy.targetKernel',
      'policy.targetOther',
    ]);
    const { configuration } = policyOf({
      targetKernel: '0.7',
      targetOther: '3',
      maxRepetitions: '9',
    });
    const again = configuration === null ? null : draftOf(configuration, catalog);
    expect(again?.policy).toMatchObject({
      targetKernel: '0.7',
      targetOther: '3',
      maxRepetitions: '9',
    });
  });

  it('offers that one side of a square follows the other, and nothing else does', () => {
    const side = integerAxis('side', 1, 65_536, 1024);
    const axes: readonly Axis[] = [
      { ...side, id: 'xres' },
      { ...side, id: 'yres' },
      { ...side, id: 'maxiter', max: 1e9 },
      { ...side, id: 'share', type: 'real' },
      { id: 'region', title: '', help: '', role: 'input', type: 'text', default: 'whole' },
    ];
    expect(axes.map((axis) => twinOf(axes, axis)?.id)).toEqual([
      ...[undefined, 'xres', undefined, undefined, undefined],
    ]);
  });

  it('asks for nothing that an input file decides', () => {
    const generated = new Set(['n', 'distribution']);
    const described = {
      ...catalog,
      workloads: catalog.workloads.map((workload) => ({
        ...workload,
        axes: workload.axes.map((axis) => ({ ...axis, generated: generated.has(axis.id) })),
      })),
    };
    const draft = withAxis(fresh(), 'bins', list('16'));
    const [group] = draft.groups;
    if (group === undefined) throw new Error('no group');
    const ofFile = { ...draft, groups: [{ ...group, input: 'data.npy' }] };
    expect(resolveDraft(ofFile, described).configuration?.groups[0]).toMatchObject({
      set: { bins: 16 },
      input: 'data.npy',
    });
    const asked = (one: Draft) => {
      const { set, sweep } = resolveDraft(one, described).configuration?.groups[0] ?? {};
      return Object.keys({ ...sweep, ...set });
    };
    expect(asked(ofFile)).toEqual(['bins']);
    expect(asked(draft)).toEqual(['n', 'bins']);
  });

  it('keeps a preset to the letter until something is changed', () => {
    const preset: Configuration = {
      groups: [{ workload: 'tally', variants: 'all', set: {}, sweep: { n: [10, 100] } }],
      policy,
      orderSeed: 3,
    };
    const filled = draftOf(preset, catalog);
    if (filled === null) throw new Error('not filled');
    const untouched = JSON.stringify(resolveDraft(filled, catalog).configuration);
    const draft = { ...filled, preset: { id: 'quick', configuration: preset, untouched } };
    expect(resolveDraft(draft, catalog).configuration).toEqual({ ...preset, preset: 'quick' });
    const changed = resolveDraft({ ...draft, title: 'mine' }, catalog).configuration;
    expect(changed?.preset).toBeUndefined();
    expect(changed?.groups[0]?.variants).toEqual(['plain', 'split']);
  });

  it('says that a workload is gone instead of failing', () => {
    const gone: Configuration = {
      groups: [{ workload: 'other', variants: 'all', set: {}, sweep: {} }],
      policy,
      orderSeed: 0,
    };
    expect(draftOf(gone, catalog)).toBeNull();
  });
});
