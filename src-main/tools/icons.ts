import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { root } from './paths.ts';

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
