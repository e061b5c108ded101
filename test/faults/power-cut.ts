import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** All of a folder as it is has reached the disk. */
export function toShadow(at: string, disk: string): void {
  const entries = readdirSync(at, { withFileTypes: true });
  const lines = entries.map((entry) => {
    const path = join(at, entry.name);
    const isFolder = entry.isDirectory();
    const { ino } = statSync(path);
    if (isFolder) toShadow(path, disk);
    else cpSync(path, join(disk, `f${ino}`));
    return `${isFolder ? 'd' : 'f'}${ino} ${entry.name}\n`;
  });
  writeFileSync(join(disk, `d${statSync(at).ino}`), lines.join(''));
}

/** The names of a folder, as they were last synced, with what was synced of each. */
export function copyNamed(top: string, disk: string, to: string): void {
  const copy = (inode: string, target: string): void => {
    const shadow = join(disk, inode);
    if (inode.startsWith('f')) {
      if (existsSync(shadow)) cpSync(shadow, target);
      else writeFileSync(target, '');
      return;
    }
    mkdirSync(target, { recursive: true });
    if (!existsSync(shadow)) return;
    for (const line of readFileSync(shadow, 'utf8').split('\n')) {
      const [, entry = '', name = ''] = /^(\w+) (.*)$/.exec(line) ?? [];
      if (name !== '') copy(entry, join(target, name));
    }
  };
  copy(top, to);
}

/** The names of a folder as they are, with what was synced of each. */
export function copySynced(at: string, disk: string, to: string): void {
  for (const entry of readdirSync(at, { withFileTypes: true })) {
    const [path, target] = [join(at, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      mkdirSync(target);
      copySynced(path, disk, target);
      continue;
    }
    const shadow = join(disk, `f${statSync(path).ino}`);
    if (existsSync(shadow)) cpSync(shadow, target);
    else writeFileSync(target, '');
  }
}
