import { FaultError } from '@headgate/runtime/errors';
import type { CanonRequest } from '../canon/request.ts';
import type { ClientRequest } from '../dialects/passage.ts';
import { countRequest, mediaTokens } from './count-request.ts';

/** Larger bodies are not parsed to be counted. */
const parsedBytes = 4 * 1024 * 1024;

/** What a token is of the JSON of a conversation, near enough. */
const bytesPerToken = 4;

/** Input tokens of a request whose upstream did not count them; by its size where its content cannot be read. */
export function countInput({ body, size }: ClientRequest, canon: () => CanonRequest): number {
  if (body.length <= parsedBytes) {
    try {
      return countRequest(canon());
    } catch (error) {
      // What passes to an upstream of the same dialect may hold what no other dialect knows.
      if (!(error instanceof FaultError)) throw error;
    }
  }
  return Math.ceil(size.textBytes / bytesPerToken) + size.imageParts * mediaTokens.image;
}
