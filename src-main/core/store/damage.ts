import { BreakevenError } from '../../contract/failure.ts';
import { type Backup, listBackups } from './backup-files.ts';
import { idsIn, isSound } from './soundness.ts';

/** The newest valid backup: the one that `doctor --restore-backup` restores. */
export function newestSound(home: string): Backup | undefined {
  return listBackups(home).find(({ file }) => isSound(file));
}

/** A damaged database, with the command that goes back to a backup or what else can be done. */
export function damaged(home: string, file: string, what: string): BreakevenError {
  const sentence = `The database ${file} is damaged; nothing was changed; ${wayBack(home)}.`;
  return new BreakevenError('store', sentence, what);
}

/** What to do about a database that is damaged, without a full stop. */
export function wayBack(home: string): string {
  const backup = newestSound(home);
  if (backup !== undefined) {
    const runs = runsText(idsIn(backup.file)?.length ?? null);
    return `\`breakeven doctor --restore-backup\` restores the backup of ${backup.takenAt}${runs === null ? '' : ` with ${runs}`} and keeps the damaged file`;
  }
  const others = listBackups(home).length;
  const none =
    others === 0
      ? 'there is no backup yet'
      : `${others === 1 ? 'its one backup is' : `its ${others} backups are`} damaged too`;
  return `${none}, so move the file away to start with an empty store`;
}

/** `1 run`, `40 runs`; null where nobody can tell. */
export function runsText(runs: number | null): string | null {
  return runs === null ? null : `${runs} ${runs === 1 ? 'run' : 'runs'}`;
}
