import { z } from 'zod';
import { failureCodes } from './failure.ts';

/** A failure as it is read from another process. Apart from the type, so that windows need no schema library. */
export const failureSchema = z.object({
  code: z.enum(failureCodes),
  message: z.string(),
  detail: z.string().optional(),
});
