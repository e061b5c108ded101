import type { Repetition } from '../../contract/run.ts';
import type { CountedRepetitions } from '../../contract/target.ts';
import type { Timings } from '../../contract/timings.ts';
import { byCase } from './by-case.ts';
import { decodeJson, encodeJson } from './codec.ts';
import type { RunKey } from './reference.ts';
import { type Database, upsert } from './sqlite.ts';

type RepetitionRecord = {
  readonly case_index: number;
  readonly repetition: number;
  readonly seconds: number;
  readonly timings: string | null;
  readonly interference: string | null;
  readonly disturbed: string | null;
  readonly node: string | null;
};

/** Adds repetitions to a case; one of the same repetition is replaced. */
export function writeRepetitions(
  database: Database,
  caseId: number,
  repetitions: readonly Repetition[],
): void {
  for (const {
    repetition,
    seconds,
    timings,
    interference,
    disturbed,
    node = null,
  } of repetitions) {
    const row = {
      ...{ case_id: caseId, repetition, seconds, disturbed, node },
      timings: timings === undefined ? null : encodeJson(rounded(timings)),
      interference: interference === null ? null : encodeJson(interference),
    };
    upsert(database, 'repetition', ['case_id', 'repetition'], row);
  }
}

/** To a tenth of a millisecond, so that they take a hundred bytes. */
function rounded(timings: Timings): Timings {
  const short = Object.entries(timings).map(([phase, s]) => [phase, Math.round(s * 1e4) / 1e4]);
  return Object.fromEntries(short.filter(([, seconds]) => seconds !== 0));
}

/** How many there are in a run, how many of them were disturbed, and what was beside them. */
export function countRepetitions(database: Database, run: RunKey): CountedRepetitions {
  const counted = database
    .prepare<{ readonly whole: number; readonly disturbed: number }>(
      `SELECT COUNT(*) AS whole, COUNT(r.disturbed) AS disturbed
       FROM run_case AS c JOIN repetition AS r ON r.case_id = c.id WHERE c.run = ?`,
    )
    .get(run.seq);
  const beside = database
    .prepare<{ readonly neighbour: string }>(
      `SELECT DISTINCT each.value AS neighbour
       FROM run_case AS c JOIN repetition AS r ON r.case_id = c.id, json_each(r.interference, '$.neighbours') AS each
       WHERE c.run = ? AND r.interference LIKE '%"neighbours"%' ORDER BY neighbour LIMIT 100`,
    )
    .all(run.seq);
  const unseen = database
    .prepare<{ readonly count: number }>(
      `SELECT COUNT(*) AS count FROM run_case AS c JOIN repetition AS r ON r.case_id = c.id
       WHERE c.run = ? AND r.interference LIKE '%"gpuOthersSeen":false%'`,
    )
    .get(run.seq);
  return {
    ...{ all: counted?.whole ?? 0, disturbed: counted?.disturbed ?? 0 },
    ...(beside.length === 0 ? {} : { neighbours: beside.map(({ neighbour }) => neighbour) }),
    ...(unseen?.count ? { gpuUnseen: unseen.count } : {}),
  };
}

/** Of a run, by case index and in the order of repetitions. */
export function readRepetitions(
  database: Database,
  run: RunKey,
): ReadonlyMap<number, readonly Repetition[]> {
  const records = database
    .prepare<RepetitionRecord>(
      `SELECT c.case_index, r.repetition, r.seconds, r.timings, r.interference, r.disturbed, r.node
       FROM run_case AS c JOIN repetition AS r ON r.case_id = c.id
       WHERE c.run = ? ORDER BY c.case_index, r.repetition`,
    )
    .all(run.seq);
  return byCase(records, ({ case_index: _, timings, interference, node, ...rest }) => ({
    ...rest,
    ...(timings === null ? {} : { timings: decodeJson<Timings>(timings) }),
    ...(node === null ? {} : { node }),
    interference:
      interference === null ? null : decodeJson<Repetition['interference']>(interference),
  }));
}
