import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pieceBytes } from '../../../src-main/contract/limits.ts';
import { createSampleResults } from '../../../src-main/core/import/sample-results.ts';
import { createUploads } from '../../../src-main/core/import/uploads.ts';
import { counted } from '../../helpers/counted.ts';
import { createMeasuringApp, type MeasuringApp } from '../../helpers/scripted-app.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

describe('run files over the API', () => {
  let here: MeasuringApp;
  let there: MeasuringApp;

  beforeAll(() => {
    here = createMeasuringApp();
    there = createMeasuringApp();
  });

  afterAll(async () => {
    await here.close();
    await there.close();
  });

  it('go to another machine in pieces', async () => {
    const runId = await here.measure(counted());
    const { files } = await here.call('exportRun', { ref: runId, format: 'breakeven' });
    const bytes = Buffer.from(files[0]?.bytes ?? []);
    const half = Math.floor(bytes.length / 2);
    const send = (upload: string | null, from: number, to: number, last: boolean) =>
      there.call('importRun', {
        upload,
        data: bytes.subarray(from, to).toString('base64'),
        last,
      });
    const first = await send(null, 0, half, false);
    expect(first).toMatchObject({ received: half, run: null });
    const { run } = await send(first.upload, half, bytes.length, true);
    expect(run).toMatchObject({ id: runId, status: 'complete' });
    expect(run?.importedAt).toBeDefined();
    const theirs = await there.call('run', { ref: runId });
    const ours = await here.call('run', { ref: runId });
    expect(theirs.cases).toEqual(ours.cases);
    expect(theirs.comparisons).toEqual(ours.comparisons);
    expect(theirs.breakEvens).toEqual(ours.breakEvens);
    await expect(send(first.upload, 0, half, true)).rejects.toMatchObject({ code: 'not-found' });
    await there.call('renameRun', { ref: runId, title: 'Theirs' });
    const again = await send(null, 0, bytes.length, true);
    expect(again).toMatchObject({ run: null, stored: { id: runId, title: 'Theirs' } });
    await there.call('trashRuns', { refs: [runId] });
    const { stored } = await send(null, 0, bytes.length, true);
    expect(stored?.trashedAt).toBeDefined();
    await there.call('restoreRuns', { refs: [runId] });
    await expect(there.call('resumeRun', { ref: runId })).rejects.toMatchObject({
      code: 'bad-input',
    });
  });

  it('come in pieces of a size that every host takes', async () => {
    const data = Buffer.alloc(pieceBytes + 3).toString('base64');
    await expect(there.call('importRun', { data, last: false })).rejects.toThrow();
    await expect(there.call('importRun', { data: '*', last: true })).rejects.toThrow();
    const message = JSON.stringify({
      input: { data: Buffer.alloc(pieceBytes).toString('base64') },
    });
    expect(message.length).toBeLessThan(1024 * 1024 - 1000);
  });

  it('are at most four, and one not continued for ten minutes is dropped', () => {
    let now = 0;
    const uploads = createUploads(() => now);
    const begin = () => uploads.take({ upload: null, data: 'AAAA', last: false });
    const ids = [begin(), begin(), begin(), begin()].map(({ upload }) => upload);
    expect(begin).toThrow(/4 files are already being imported/);
    now = 11 * 60_000;
    expect(begin().received).toBe(3);
    const [old = ''] = ids;
    expect(() => uploads.take({ upload: old, data: '', last: true })).toThrow(/expired/);
  });
});

describe('own presets', () => {
  let scripted: MeasuringApp;
  const configuration = counted({}, { title: 'mine', matrices: '/data' });

  beforeEach(() => {
    scripted = createMeasuringApp();
  });

  afterEach(async () => await scripted.close());

  it('leave those of the product alone, and reach no other file', async () => {
    await expect(scripted.call('deletePreset', { id: 'quick' })).rejects.toMatchObject({
      code: 'bad-input',
      message: 'The preset "quick" comes with Breakeven and stays as it is.',
    });
    await expect(scripted.call('renamePreset', { id: 'none', title: 'x' })).rejects.toMatchObject({
      code: 'not-found',
    });
    for (const id of ['../settings', 'a/b', '']) {
      await expect(scripted.call('deletePreset', { id })).rejects.toThrow(/a-z, 0-9 and - are/);
    }
  });

  it('go out as a file and come in without its paths', async () => {
    const { id } = await scripted.call('savePreset', { title: 'Out', configuration });
    const { file } = await scripted.call('exportPreset', { id });
    expect(file.name).toBe('out.preset.json');
    const text = new TextDecoder().decode(file.bytes);
    expect((await scripted.call('importPreset', { text })).id).toBe('out-2');
    const read = (await scripted.call('presets', {})).find((preset) => preset.id === 'out-2');
    const { matrices: _, ...rest } = configuration;
    expect(read?.configuration).toEqual(rest);
    await expect(scripted.call('importPreset', { text: '{}' })).rejects.toMatchObject({
      code: 'bad-input',
    });
  });

  it('that cannot be read do not keep the others from being listed', async () => {
    mkdirSync(join(scripted.home, 'presets'), { recursive: true });
    writeFileSync(join(scripted.home, 'presets', 'broken.json'), '{');
    mkdirSync(join(scripted.home, 'presets', 'folder.json'));
    symlinkSync('loop.json', join(scripted.home, 'presets', 'loop.json'));
    symlinkSync('/dev/zero', join(scripted.home, 'presets', 'zero.json'));
    const { id } = await scripted.call('savePreset', { title: 'Sound', configuration });
    expect((await scripted.call('presets', {})).filter(({ own }) => own).map((p) => p.id)).toEqual([
      id,
    ]);
    expect(readdirSync(join(scripted.home, 'presets')).sort()).toEqual(
      'broken.json folder.json loop.json sound.json zero.json'.split(' '),
    );
  });
});

describe('sample results', () => {
  it('are read once for a list that is asked for again', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'one.breakeven');
    copyFileSync(
      join('resources', 'sample-results', readdirSync('resources/sample-results')[0] ?? ''),
      file,
    );
    const { list } = createSampleResults(folder);
    const first = await list(() => false);
    expect(first).toMatchObject([{ id: 'one', runId: null }]);
    writeFileSync(file, 'noise');
    expect(await list(() => false)).toEqual(first);
    expect((await list(() => true))[0]?.runId).not.toBeNull();
  });

  it('open as runs, once, and again out of the trash', async () => {
    const scripted = createMeasuringApp();
    const { samples } = await scripted.call('sampleResults', {});
    expect(existsSync('resources/sample-results')).toBe(true);
    expect(samples.length).toBeGreaterThan(0);
    const [sample] = samples;
    expect(sample?.runId).toBeNull();
    // It can be looked at before: nothing is stored by that.
    const figure = await scripted.call('sampleFigure', { id: sample?.id ?? '' });
    expect([figure.kind, figure.series.length > 1, figure.x.scale]).toEqual([
      'scaling',
      true,
      'log',
    ]);
    expect((await scripted.call('history', {})).total).toBe(0);
    const { runId } = await scripted.call('openSample', { id: sample?.id ?? '' });
    const { run, cases } = await scripted.call('run', { ref: runId });
    expect(run.importedAt).toBeDefined();
    expect(cases.length).toBe(sample?.cases);
    expect(cases.some(({ outcome }) => outcome === 'ok')).toBe(true);
    await scripted.call('trashRuns', { refs: [runId] });
    await scripted.call('openSample', { id: sample?.id ?? '' });
    expect((await scripted.call('history', {})).rows.map(({ id }) => id)).toEqual([runId]);
    expect((await scripted.call('sampleResults', {})).samples[0]?.runId).toBe(runId);
    await expect(scripted.call('openSample', { id: '../x' })).rejects.toMatchObject({
      code: 'not-found',
    });
    await scripted.close();
  });
});
