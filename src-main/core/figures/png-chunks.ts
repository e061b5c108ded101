import { crc32 } from 'node:zlib';

/** Of a PNG file: https://www.w3.org/TR/png-3/ (pHYs 11.3.4.3, tEXt 11.3.3.2, iTXt 11.3.3.4). */
export type PngChunk = { readonly type: string; readonly data: Buffer };

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The chunks of a PNG file in order. Throws on anything that is no whole PNG file. */
export function readPngChunks(png: Uint8Array): readonly PngChunk[] {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  if (!bytes.subarray(0, 8).equals(signature)) {
    throw new Error('not a PNG file');
  }
  const chunks: PngChunk[] = [];
  let at = 8;
  while (at < bytes.length) {
    const length = bytes.readUInt32BE(at);
    const body = bytes.subarray(at + 4, at + 8 + length);
    if (at + 12 + length > bytes.length || crc32(body) !== bytes.readUInt32BE(at + 8 + length)) {
      throw new Error('a chunk of the PNG file is damaged');
    }
    chunks.push({ type: body.toString('latin1', 0, 4), data: body.subarray(4) });
    at += 12 + length;
  }
  return chunks;
}

function encode({ type, data }: PngChunk): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}

/** A PNG file of these chunks, in order. */
export function encodePngChunks(chunks: readonly PngChunk[]): Buffer {
  return Buffer.concat([signature, ...chunks.map(encode)]);
}

function resolutionChunk(dpi: number): PngChunk {
  const data = Buffer.alloc(9);
  const perMetre = Math.round(dpi / 0.0254);
  data.writeUInt32BE(perMetre, 0);
  data.writeUInt32BE(perMetre, 4);
  data.writeUInt8(1, 8);
  return { type: 'pHYs', data };
}

const latin1 = /^[\n\x20-\x7e\xa1-\xff]*$/;

/** tEXt where Latin-1 can hold the text, else iTXt, its UTF-8 sibling. */
function textChunk(keyword: string, text: string): PngChunk {
  const key =
    keyword
      .replace(/[^\x20-\x7e]/g, '')
      .trim()
      .slice(0, 79) || 'Comment';
  if (latin1.test(text)) {
    return { type: 'tEXt', data: Buffer.from(`${key}\0${text}`, 'latin1') };
  }
  return { type: 'iTXt', data: Buffer.from(`${key}\0\0\0\0\0${text}`, 'utf8') };
}

/** The picture with its physical resolution and texts set; earlier ones of these kinds are replaced. */
export function annotatePng(
  png: Uint8Array,
  dpi: number,
  texts: Readonly<Record<string, string>>,
): Buffer {
  const added = [
    resolutionChunk(dpi),
    ...Object.entries(texts).map(([keyword, text]) => textChunk(keyword, text)),
  ];
  const kept = readPngChunks(png).filter(
    ({ type }) => !['pHYs', 'tEXt', 'iTXt', 'zTXt', 'tIME'].includes(type),
  );
  // All of these stand before the picture's data.
  const [header, ...rest] = kept;
  if (header === undefined) {
    throw new Error('a PNG file without a header');
  }
  return encodePngChunks([header, ...added, ...rest]);
}
