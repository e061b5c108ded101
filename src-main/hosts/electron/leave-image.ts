import { delimiter } from 'node:path';

/**
 * Takes the folders of the AppImage that the program runs from (`APPDIR`) out of an environment. Compilers and
 * interpreters that are started must find the programs and libraries of the system: those of the image are of another
 * age, and gone when it is unmounted. The loader has read its list when this is called.
 */
export function leaveImage(environment: NodeJS.ProcessEnv): void {
  const { APPDIR: image } = environment;
  if (image === undefined || image === '') return;
  for (const name of ['LD_LIBRARY_PATH', 'PATH']) {
    const folders = environment[name]?.split(delimiter) ?? [];
    const kept = folders.filter((folder) => folder !== image && !folder.startsWith(`${image}/`));
    if (kept.length === folders.length) continue;
    // An empty entry means the working folder; the image's launcher leaves one where the list was unset.
    const named = kept.filter((folder) => folder !== '');
    if (named.length === 0) delete environment[name];
    else environment[name] = named.join(delimiter);
  }
}
