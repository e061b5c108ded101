import { posix } from 'node:path';
import { importsOf, type SourceFile } from './source-files.ts';

/** What each layer may import besides itself, by the start of the path. The first match decides. */
const layers: readonly { readonly below: string; readonly may: readonly string[] }[] = [
  { below: 'src-main/contract/', may: [] },
  { below: 'src-main/charts/', may: ['src-main/contract/'] },
  { below: 'src-main/stats/', may: ['src-main/contract/'] },
  {
    below: 'src-main/core/',
    may: ['src-main/contract/', 'src-main/charts/', 'src-main/stats/', 'resources/'],
  },
  { below: 'src-main/engine/', may: ['src-main/contract/', 'src-main/stats/'] },
  { below: 'src-main/hosts/', may: ['src-main/contract/', 'src-main/core/', 'docs/'] },
  { below: 'src-main/tools/', may: [] },
  { below: 'src-renderer/', may: ['src-main/contract/', 'src-main/charts/'] },
];

const electronHost = 'src-main/hosts/electron/';

/** One sentence for each import of the file that goes up, reaches Electron from elsewhere, or lacks its extension. */
export function wrongImports(file: SourceFile): readonly string[] {
  const layer = layers.find(({ below }) => file.path.startsWith(below));
  if (layer === undefined) return [`${file.path} is in no layer`];
  return importsOf(file.text).flatMap((name) => {
    if (!name.startsWith('.')) {
      const electron = name === 'electron' || name.startsWith('electron/');
      return electron && !file.path.startsWith(electronHost)
        ? [`${file.path} imports electron, which only ${electronHost} may`]
        : [];
    }
    const target = posix.join(posix.dirname(file.path), name.replace(/\?.*$/, ''));
    const complaints: string[] = [];
    if (!/\.(ts|tsx|mjs|json|css|svg|png|woff2?|md)$/.test(target)) {
      complaints.push(`${file.path} imports ${name} without its extension`);
    }
    if (![layer.below, ...layer.may].some((allowed) => target.startsWith(allowed))) {
      complaints.push(`${file.path} imports ${target}, which its layer must not know`);
    }
    if (target.startsWith(electronHost) && !file.path.startsWith(electronHost)) {
      complaints.push(`${file.path} imports ${target}: nothing is built on the Electron host`);
    }
    return complaints;
  });
}
