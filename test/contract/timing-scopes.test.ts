import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  breakEvenScopes,
  headlineScope,
  isTimedByEvents,
  phaseNames,
  scopeHelp,
  scopeName,
  scopeNameWithId,
  scopesText,
  scopeTime,
  timingScopes,
} from '../../src-main/contract/timing-scopes.ts';
import { stepName } from '../../src-main/contract/waterfall.ts';
import { sourceFiles } from '../architecture/source-files.ts';
import { openAddon } from '../native/native-addons.ts';

describe('timing scopes', () => {
  it('have an id, a name and one sentence each', () => {
    expect(timingScopes.map(({ id, name, time }) => [id, name, time])).toEqual([
      ['kernel', 'kernel', 'kernel time'],
      ['call', 'device call', 'device call time'],
      ['total', 'end to end', 'end-to-end time'],
    ]);
    for (const { help } of timingScopes) expect(help).toMatch(/^[A-Z][^.]+\.$/);
    expect(scopeNameWithId('total')).toBe('end to end (total)');
    expect(scopeNameWithId('kernel')).toBe('kernel');
    expect(['h2d', 'd2h'].map(scopeName)).toEqual(['copy to device', 'copy to host']);
    expect(scopesText()).toContain(`device call (call): ${scopeHelp('call')}`);
  });

  it('leave the parts that some variants have as they are', () => {
    expect([scopeName('levels'), scopeTime('levels'), scopeHelp('levels')]).toEqual([
      'levels',
      'levels time',
      '',
    ]);
  });

  it('stand for a case in their order, and a part does where there is none of them', () => {
    expect(headlineScope(['total', 'h2d', 'call'])).toBe('call');
    expect(headlineScope(['levels', 'h2d'])).toBe('h2d');
    expect(headlineScope([])).toBeNull();
  });

  it('know the batch, which stands for no case', () => {
    expect([scopeName('batch'), scopeTime('batch')]).toEqual(['batch', 'batch time']);
    expect(scopeHelp('batch')).toMatch(/^Many executions [^.]+\.$/);
    expect(headlineScope(['batch', 'total'])).toBe('total');
    expect(breakEvenScopes).not.toContain('batch');
    expect(['kernel', 'batch', 'call', 'total', 'h2d'].filter(isTimedByEvents)).toEqual([
      'kernel',
      'batch',
    ]);
  });

  it('are break-even scopes where a user waits for them', () => {
    expect(breakEvenScopes).toEqual(['call', 'total', 'setup']);
  });

  it('are described by docs/usage.md in the same words', () => {
    const usage = readFileSync('docs/usage.md', 'utf8');
    for (const { help } of timingScopes) expect(usage).toContain(help);
  });

  it('are described by the engine in the same words', () => {
    const { scopes } = openAddon('cpu').catalog();
    for (const { id, name, help } of [
      ...timingScopes,
      { id: 'batch', name: 'batch', help: scopeHelp('batch') },
    ]) {
      const title = name.charAt(0).toUpperCase() + name.slice(1);
      expect(scopes.find((one) => one.id === id)).toMatchObject({ title, help });
    }
  });

  it('have one name for each copy: in the catalog, figures of every language, waterfalls and documents', () => {
    const { scopes } = openAddon('cpu').catalog();
    const title = (id: string) => scopes.find((one) => one.id === id)?.title.toLowerCase();
    expect([phaseNames.h2d, phaseNames.d2h]).toEqual(['copy to device', 'copy to host']);
    expect([title('h2d'), title('d2h')]).toEqual([phaseNames.h2d, phaseNames.d2h]);
    expect([stepName('h2d'), stepName('d2h')]).toEqual([phaseNames.h2d, phaseNames.d2h]);
    const phrases = readFileSync('src-main/core/figures/phrases.json', 'utf8');
    for (const name of [phaseNames.h2d, phaseNames.d2h]) expect(phrases).toContain(`"${name} | `);
    const otherName =
      /cop(?:y|ies) (?:back|in\b|out\b|(?:from|to) the (?:host|device))|(?:download|upload) (?:time|phase)|\b(?:DtoH|HtoD)\b/i;
    const shown = [
      ...sourceFiles('src-renderer', 'src-main/contract', 'src-main/hosts/cli', 'docs'),
      ...sourceFiles('src-main/core/analysis', 'src-main/core/figures', 'src-main/core/export'),
    ];
    expect(shown.length).toBeGreaterThan(300);
    const found = shown.flatMap(({ path, text }) =>
      text.split('\n').flatMap((line) => (otherName.test(line) ? [`${path}: ${line.trim()}`] : [])),
    );
    expect(found).toEqual([]);
  });
});
