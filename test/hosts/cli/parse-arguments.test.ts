import { describe, expect, it } from 'vitest';
import { parseArguments } from '../../../src-main/hosts/cli/parse-arguments.ts';

const grammar = {
  verb: 'test',
  positionals: [
    { name: 'run', required: true, help: 'an id' },
    { name: 'more', required: false, help: 'more' },
  ],
  flags: [
    { name: 'set', value: 'axis=value', repeat: true, help: '' },
    { name: 'limit', value: 'n', help: '' },
    { name: 'fresh-input', value: 'value', help: '' },
    { name: 'json', value: null, help: '' },
    { name: 'wait', value: 's', optional: true, help: '' },
  ],
};
const parse = (...words: string[]) => parseArguments(words, grammar);

describe('parseArguments', () => {
  it('reads switches, values in both forms, repeated flags and positionals in any order', () => {
    const args = parse('--set', 'a=1', 'latest', '--json', '--set=b=2', '--limit=5', 'x');
    expect(args.positionals).toEqual(['latest', 'x']);
    expect(args.values('set')).toEqual(['a=1', 'b=2']);
    expect(args.value('limit')).toBe('5');
    expect(args.has('json')).toBe(true);
    expect(args.has('fresh-input')).toBe(false);
  });

  it('takes a negative number as a value and words after -- as they are', () => {
    const args = parse('--limit', '-5', '--', '--odd');
    expect(args.value('limit')).toBe('-5');
    expect(args.positionals).toEqual(['--odd']);
  });

  it('takes a number behind a flag whose value may be left out, and nothing else', () => {
    const values = (...words: string[]) => {
      const args = parse(...words, 'latest');
      return [args.has('wait'), args.value('wait'), args.positionals];
    };
    expect(values('--wait')).toEqual([true, undefined, ['latest']]);
    expect(values('--wait', '0.5')).toEqual([true, '0.5', ['latest']]);
    expect(values('--wait=60')).toEqual([true, '60', ['latest']]);
    expect(values('--wait', '--json')).toEqual([true, undefined, ['latest']]);
    // A run may begin with digits.
    expect(parse('--wait', '20260101-x').positionals).toEqual(['20260101-x']);
    expect(() => parse('--wait=', 'latest')).toThrow('--wait needs a value');
  });

  it('suggests the name of a flag for another spelling of it', () => {
    expect(() => parse('latest', '--freshInput', 'true')).toThrow('did you mean "--fresh-input"?');
  });

  it('does not miss positionals when help is asked for', () => {
    expect(parse('-h').has('help')).toBe(true);
  });

  it.each([
    [['latest', '--limitt', '5'], 'unknown flag --limitt of test; did you mean "--limit"?'],
    [['latest', '--zzzzzz'], 'unknown flag --zzzzzz of test; see breakeven test --help'],
    [['latest', '--limit'], '--limit needs a value: --limit <n>'],
    [['latest', '--limit', '--json'], '--limit needs a value: --limit <n>'],
    [['latest', '--limit='], '--limit needs a value: --limit <n>'],
    [['latest', '--limit', '1', '--limit', '2'], '--limit is given twice; it takes one value'],
    [['latest', '--json=yes'], '--json is a switch and takes no value'],
    [['latest', '-l'], '-l: flags are written with two dashes; see breakeven test --help'],
    [[], 'test needs <run>, an id; see breakeven test --help'],
    [['a', 'b', 'c'], 'test: unexpected "c"; see breakeven test --help'],
  ])('refuses %j', (words, sentence) => {
    expect(() => parse(...words)).toThrow(sentence);
  });
});
