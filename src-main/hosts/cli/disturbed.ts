import { exitCodes } from '../../contract/failure.ts';
import { type CliIo, paint } from './io.ts';

/**
 * Says that what was measured of the machine replaces nothing, and gives the exit code of it.
 *
 * @param during `its peaks were measured`
 * @param kept `the peaks of yesterday stay`; null where there was nothing
 */
export function sayDisturbed(
  io: CliIo,
  during: string,
  reason: string,
  kept: string | null,
): number {
  const rest = kept === null ? 'nothing was stored' : `${kept} the reference`;
  io.err(
    `${paint(io, 'yellow', 'warning')} the machine was disturbed while ${during} (${reason}); ${rest}\n`,
  );
  return exitCodes.disturbed;
}
