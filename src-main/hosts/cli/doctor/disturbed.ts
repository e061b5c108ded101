import { exitCodes } from '../../../contract/failure.ts';
import { type CliIo, paint } from '../io.ts';

/**
 * Says that what was measured of a disturbed machine replaces nothing, and gives the exit code of it.
 *
 * @param during `its peaks were measured`
 * @param kept what was stored, and what of earlier stays
 */
export function sayDisturbed(io: CliIo, during: string, reason: string, kept: string): number {
  io.err(
    `${paint(io, 'yellow', 'warning')} the machine was disturbed while ${during} (${reason}); ${kept}\n`,
  );
  return exitCodes.environment;
}
