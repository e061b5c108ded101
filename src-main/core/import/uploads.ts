import { randomUUID } from 'node:crypto';
import { BreakevenError, badInput, notFound } from '../../contract/failure.ts';
import { maxRunFileBytes } from '../../contract/limits.ts';

export type Piece = {
  /** Null begins an upload. */
  readonly upload: string | null;
  /** Base64. */
  readonly data: string;
  readonly last: boolean;
};

export type Received = {
  readonly upload: string;
  readonly received: number;
  /** All of it, with the last piece. */
  readonly bytes: Uint8Array | null;
};

type Upload = { readonly parts: Buffer[]; size: number; at: number };

const maxUploads = 4;
/** An upload that nobody continues is forgotten, in milliseconds. */
const patienceMs = 10 * 60_000;

/** Files that come in pieces, in memory until they are whole; what they may take is bounded. */
export function createUploads(now: () => number = Date.now): { take(piece: Piece): Received } {
  const uploads = new Map<string, Upload>();

  function begin(): string {
    for (const [id, { at }] of uploads) if (now() - at > patienceMs) uploads.delete(id);
    if (uploads.size >= maxUploads) {
      throw new BreakevenError(
        'busy',
        `${maxUploads} files are already being imported; wait until one is finished`,
      );
    }
    const id = randomUUID();
    uploads.set(id, { parts: [], size: 0, at: now() });
    return id;
  }

  return {
    take({ upload, data, last }) {
      const id = upload ?? begin();
      const found = uploads.get(id);
      if (found === undefined) {
        throw notFound('this upload expired; send the file again');
      }
      const part = Buffer.from(data, 'base64');
      found.size += part.length;
      found.at = now();
      if (found.size > maxRunFileBytes) {
        uploads.delete(id);
        throw badInput(`The file has more than ${maxRunFileBytes} bytes, which is the maximum.`);
      }
      found.parts.push(part);
      if (!last) return { upload: id, received: found.size, bytes: null };
      uploads.delete(id);
      return { upload: id, received: found.size, bytes: Buffer.concat(found.parts) };
    },
  };
}
