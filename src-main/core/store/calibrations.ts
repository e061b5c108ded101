import { join } from 'node:path';
import { z } from 'zod';
import {
  type Calibration,
  calibrationSchema,
  type MeasuredCalibration,
} from '../../contract/calibration.ts';
import { BreakevenError } from '../../contract/failure.ts';
import { changeFile, textOf } from './changed-file.ts';

const fileOf = (home: string): string => join(home, 'calibrations.json');
const fileSchema = z.array(z.unknown());

/** The newest calibration of each machine that was calibrated with this home folder. What cannot be read is not there. */
export function readCalibrations(home: string): readonly Calibration[] {
  try {
    const calibrations = fileSchema.parse(JSON.parse(textOf(fileOf(home)) ?? 'null'));
    return calibrations.flatMap((one) => {
      const parsed = calibrationSchema.safeParse(one);
      return parsed.success ? [parsed.data] : [];
    });
  } catch {
    return [];
  }
}

/** Stores what was measured, unless there is a `fault`: then the earlier one of the machine stays. */
export function keepCalibration(
  home: string,
  found: Calibration,
  fault: string | null,
): MeasuredCalibration {
  if (fault !== null) {
    const kept = readCalibrations(home).find(({ machine }) => machine === found.machine);
    return { ...found, refused: { reason: fault, kept: kept?.measuredAt ?? null } };
  }
  saveCalibration(home, found);
  return found;
}

/** Takes the place of an earlier one of the same machine. @throws BreakevenError `environment` when it cannot be written. */
export function saveCalibration(home: string, calibration: Calibration): void {
  const file = fileOf(home);
  const { machine: own } = calibration;
  try {
    changeFile(file, () => {
      const others = readCalibrations(home).filter(({ machine }) => machine !== own);
      return `${JSON.stringify([...others, calibration], null, 2)}\n`;
    });
  } catch (error) {
    throw new BreakevenError(
      'environment',
      `The calibration cannot be written to ${file}; check that the folder can be written.`,
      error instanceof Error ? error.message : String(error),
    );
  }
}
