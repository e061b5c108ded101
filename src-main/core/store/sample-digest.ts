import { crc32 } from 'node:zlib';
import { type BreakevenError, storeFault } from '../../contract/failure.ts';

/** The columns of a row of samples that its digest is made of: all but its id and the digest. */
export type DigestedRow = {
  readonly case_id: number;
  readonly scope: string;
  readonly repetition: number;
  readonly n: number;
  readonly repeats: number;
  readonly launch_included: number;
  readonly same_as: string | null;
  readonly times: Buffer;
  readonly clocks: Buffer | null;
  readonly cpu: Buffer | null;
};

/**
 * CRC-32 of a row: each change of up to 32 neighbouring bits changes it, any other change but one in 4e9. It is there
 * against faults of disks and memory, costs 2 us for 500 samples, and is no protection against people.
 */
export function sampleDigest(row: DigestedRow): number {
  const { case_id, scope, repetition, n, repeats, launch_included, same_as } = row;
  const arrays = [row.times, row.clocks, row.cpu];
  const lengths = arrays.map((values) => values?.length ?? null);
  const head = [case_id, scope, repetition, n, repeats, launch_included, same_as, ...lengths];
  return arrays.reduce(
    (digest, values) => (values === null ? digest : crc32(values, digest)),
    crc32(JSON.stringify(head)),
  );
}

/** What to say of a row that is not as it was stored. */
export function damagedSamples(runId: string, caseIndex: number, scope: string): BreakevenError {
  return storeFault(
    `The stored samples of run ${runId}, case ${caseIndex}, timing scope ${scope} have changed since they were measured: their digest differs; \`breakeven doctor --verify\` names every such row, and a run file or a backup from before has them as they were.`,
  );
}
