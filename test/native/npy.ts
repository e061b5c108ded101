/** Writes .npy files of every format version, for tests of the reader. */
export type NpyOptions = {
  readonly descr: string;
  readonly shape: readonly number[];
  readonly version?: 1 | 2 | 3;
  readonly fortran?: boolean;
  readonly data: Uint8Array;
};

export function npyFile({ descr, shape, version = 1, fortran = false, data }: NpyOptions): Buffer {
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const order = fortran ? 'True' : 'False';
  const text = `{'descr': '${descr}', 'fortran_order': ${order}, 'shape': ${tuple}, }`;
  const prefix = version === 1 ? 10 : 12;
  const padded = `${text.padEnd(Math.ceil((prefix + text.length + 1) / 64) * 64 - prefix - 1)}\n`;
  const start = Buffer.alloc(prefix);
  start.write('\x93NUMPY', 'latin1');
  start.writeUInt8(version, 6);
  if (version === 1) start.writeUInt16LE(padded.length, 8);
  else start.writeUInt32LE(padded.length, 8);
  return Buffer.concat([start, Buffer.from(padded, 'latin1'), data]);
}

/** Whole numbers as bytes of a numpy type such as `<i4`, `>u8` or `|i1`. */
export function encode(descr: string, values: readonly number[]): Buffer {
  const width = Number(descr[2]);
  const bytes = Buffer.alloc(width * values.length);
  for (const [index, value] of values.entries()) {
    const bits = BigInt.asUintN(8 * width, BigInt(value));
    for (let byte = 0; byte < width; byte += 1) {
      const place = descr[0] === '>' ? width - 1 - byte : byte;
      bytes[index * width + place] = Number((bits >> BigInt(8 * byte)) & 255n);
    }
  }
  return bytes;
}

/** Real numbers as bytes of `<f4`, `>f4`, `<f8` or `>f8`. */
export function encodeReals(descr: string, values: readonly number[]): Buffer {
  const width = Number(descr[2]);
  const little = descr[0] !== '>';
  const view = new DataView(new ArrayBuffer(width * values.length));
  for (const [index, value] of values.entries()) {
    if (width === 4) view.setFloat32(width * index, value, little);
    else view.setFloat64(width * index, value, little);
  }
  return Buffer.from(view.buffer);
}
