import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { userFolder } from '../../../src-main/hosts/cli/user-folder.ts';
import { repositoryRoot } from '../../helpers/paths.ts';
import { temporaryFolder } from '../../helpers/temporary-folder.ts';

describe('relative paths', () => {
  const started = { npm_lifecycle_event: 'breakeven', npm_package_name: 'breakeven' };

  it('resolve where the user stands when npm has gone to the folder of the package', () => {
    const folder = temporaryFolder();
    expect(userFolder({ ...started, INIT_CWD: folder })).toBe(folder);
  });

  it('resolve in the working folder of a script of another name or package, and where npm says nothing', () => {
    const folder = temporaryFolder();
    expect(userFolder({ ...started, INIT_CWD: folder, npm_lifecycle_event: 'nightly' })).toBeNull();
    expect(userFolder({ ...started, INIT_CWD: folder, npm_package_name: 'other' })).toBeNull();
    expect(userFolder({ ...started, INIT_CWD: join(folder, 'gone') })).toBeNull();
    expect(userFolder({})).toBeNull();
  });
});

describe('the installed command', () => {
  const { bin, man } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8'));

  /** A tree in which the command line says where it is, what it was given and where it was started. */
  function installed(built: boolean): { readonly link: string; readonly cwd: string } {
    const root = temporaryFolder();
    const script = join(root, bin.breakeven);
    mkdirSync(join(script, '..'), { recursive: true });
    copyFileSync(join(repositoryRoot, bin.breakeven), script);
    chmodSync(script, 0o755);
    mkdirSync(join(root, 'dist', 'main'), { recursive: true });
    mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true });
    symlinkSync(process.execPath, join(root, 'node_modules', '.bin', 'node'));
    if (built) {
      const text = 'console.log(JSON.stringify([process.cwd(), ...process.argv.slice(2)]))';
      writeFileSync(join(root, 'dist', 'main', 'cli.js'), text);
    }
    const cwd = join(root, 'a folder');
    mkdirSync(cwd);
    symlinkSync(script, join(root, 'breakeven'));
    return { link: join(root, 'breakeven'), cwd };
  }

  it('starts the bundle through a link with its words, where the user stands', () => {
    const { link, cwd } = installed(true);
    const out = execFileSync(link, ['run', '--title', 'two words', ''], { cwd, encoding: 'utf8' });
    expect(JSON.parse(out)).toEqual([cwd, 'run', '--title', 'two words', '']);
  });

  it('says what to do where nothing is built', () => {
    const { link, cwd } = installed(false);
    const run = () => execFileSync(link, ['list'], { cwd, encoding: 'utf8', stdio: 'pipe' });
    expect(run).toThrow(expect.objectContaining({ status: 3 }));
    expect(run).toThrow(/is not built; run npm run build there/);
  });

  it('comes with its manual page', () => {
    expect(readFileSync(join(repositoryRoot, man), 'utf8')).toMatch(/^\.TH BREAKEVEN 1 /m);
  });
});
