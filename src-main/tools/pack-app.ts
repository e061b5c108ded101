import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { stageCommandLine } from './app-command-line.ts';
import { appConfiguration, appParts, projectAddress } from './app-config.ts';
import { buildToPack } from './pack-cli.ts';
import { root } from './paths.ts';
import { StepFailed, say, withFailures } from './steps.ts';

/**
 * `npm run pack:app`: the desktop packages (deb, rpm and AppImage) for the processor that it runs on in
 * `release`. Needs Electron's binary, which the packager downloads. `--dir` stops before the installers, in `dist/app`.
 */
export function main(args: readonly string[]): Promise<number> {
  return withFailures(async () => {
    const { values } = parseArgs({
      args: [...args],
      options: { dir: { type: 'boolean' }, 'cuda-arch': { type: 'string' } },
    });
    const homepage = await projectAddress();
    if (homepage === null) {
      throw new StepFailed(
        'Packages name the address of the project, and this checkout has none: git remote add origin https://...',
      );
    }
    await buildToPack(values['cuda-arch']);
    await drawIcons(appParts.icons);
    stageCommandLine(appParts.commandLine, appParts.native);
    const { build } = await import('electron-builder');
    try {
      const made = await build({ config: appConfiguration(homepage), dir: values.dir === true });
      for (const path of made.filter((each) => /\.(deb|rpm|AppImage)$/.test(each))) {
        renameSync(path, join(root, 'release', basename(path)));
        say(`packed: release/${basename(path)}`);
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new StepFailed(
        `The packages were not made: ${reason}. Electron's binary and the installers' tools come from their release host: is it reachable?`,
      );
    }
    return 0;
  });
}

/** Sizes in pixels that Linux desktops ask for. */
const iconSizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024] as const;

/** Draws the interface's own icon as `<size>x<size>.png` files into a folder. */
export async function drawIcons(folder: string): Promise<void> {
  const svg = readFileSync(join(root, 'src-renderer', 'icon.svg'), 'utf8');
  mkdirSync(folder, { recursive: true });
  for (const size of iconSizes) {
    // Rasterised at its own size: a large picture scaled down blurs thin lines.
    const sized = svg.replace('<svg ', `<svg width="${size}" height="${size}" `);
    const canvas = createCanvas(size, size);
    canvas.getContext('2d').drawImage(await loadImage(Buffer.from(sized)), 0, 0, size, size);
    writeFileSync(join(folder, `${size}x${size}.png`), canvas.toBuffer('image/png'));
  }
}
