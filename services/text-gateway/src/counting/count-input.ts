import { FaultError } from '@headgate/runtime/errors';
import type { CanonRequest } from '../canon/request.ts';
import type { ClientRequest } from '../dialects/passage.ts';
import { OwnProtocolError } from '../json/read.ts';
import type { EmbeddingRequest } from '../surfaces/vectors/embedding-codec.ts';
import { countRequest, mediaTokens } from './count-request.ts';
import { countTokens } from './count-tokens.ts';

/** What a token is of the JSON of a conversation, near enough. */
const bytesPerToken = 4;

const parsedBytes = 4 * 1024 * 1024;

/** Whether a request is parsed to be counted: a huge one would hold up all others. */
function isParsed({ body }: ClientRequest): boolean {
  return body.length <= parsedBytes;
}

/** Input tokens of a request by its size, images, files and sounds apart. */
export function countBySize({ size }: Pick<ClientRequest, 'size'>): number {
  const { textBytes, imageParts, fileParts = 0, soundParts = 0 } = size;
  const ofPages = imageParts * mediaTokens.image + fileParts * mediaTokens.file;
  const ofMedia = ofPages + soundParts * mediaTokens.audio;
  return Math.ceil(textBytes / bytesPerToken) + ofMedia;
}

/** Input tokens of a request whose upstream did not count them; by its size where its content cannot be read. */
export function countInput(request: ClientRequest, canon: () => CanonRequest): number {
  return countParsed(request, () => countRequest(canon()));
}

/** The same for a client that asks. Throws the FaultError that says why a request is none. */
export function countAsked(request: ClientRequest, canon: () => CanonRequest): number {
  if (!isParsed(request)) return countBySize(request);
  try {
    return countRequest(canon());
  } catch (error) {
    if (error instanceof OwnProtocolError) return countBySize(request);
    throw error;
  }
}

/** The same of a request for embeddings. */
export function countEmbedded(request: ClientRequest, embedding: () => EmbeddingRequest): number {
  return countParsed(request, () => {
    const texts = embedding().texts.flatMap(({ title = '', text }) => (title === '' ? text : [title, text]));
    return countTokens(texts.join('\n'));
  });
}

function countParsed(request: ClientRequest, count: () => number): number {
  if (request.tokens !== undefined) return request.tokens;
  if (!isParsed(request)) return countBySize(request);
  try {
    return count();
  } catch (error) {
    // What passes to an upstream of the same dialect may hold what no other dialect knows.
    if (error instanceof FaultError) return countBySize(request);
    throw error;
  }
}
