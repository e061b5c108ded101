import type { z } from 'zod';

/** What a text says, as the schema describes it; null where there is no text, or one that says something else. */
export function parsedJson<S extends z.ZodType>(
  text: string | null,
  schema: S,
): z.output<S> | null {
  try {
    const parsed = schema.safeParse(JSON.parse(text ?? ''));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
