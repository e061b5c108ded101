import type { IncomingMessage } from 'node:http';
import { badInput } from '../../contract/failure.ts';

/** The JSON body of a request, at most `limit` bytes long; what is longer is not even read to its end. */
export async function readJsonBody(request: IncomingMessage, limit: number): Promise<unknown> {
  const type = request.headers['content-type'] ?? '';
  // A form of another site can send text/plain without asking the browser; it cannot send this.
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw badInput('the Content-Type of a request must be application/json');
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > limit) {
      throw badInput(`a request may have ${limit} bytes; this one has more`);
    }
    chunks.push(bytes);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw badInput('the body of the request is not JSON');
  }
}
