import { join } from 'node:path';
import { z } from 'zod';
import {
  type Calibration,
  calibrationSchema,
  type MeasuredCalibration,
} from '../../contract/calibration.ts';
import { parsedJson } from '../util/parsed-json.ts';
import { changeNamedFile, textOf } from './changed-file.ts';

const fileOf = (home: string): string => join(home, 'calibrations.json');
const fileSchema = z.array(z.unknown());

/** The newest calibration of each machine that was calibrated with this home folder. What cannot be read is not there. */
export function readCalibrations(home: string): readonly Calibration[] {
  const calibrations = parsedJson(textOf(fileOf(home)), fileSchema) ?? [];
  return calibrations.flatMap((one) => {
    const parsed = calibrationSchema.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  });
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
  const { machine: own } = calibration;
  changeNamedFile('The calibration', fileOf(home), () => {
    const others = readCalibrations(home).filter(({ machine }) => machine !== own);
    return `${JSON.stringify([...others, calibration], null, 2)}\n`;
  });
}
