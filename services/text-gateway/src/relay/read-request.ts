import { fault } from '@headgate/proto/faults';
import type { Open } from '@headgate/proto/gen/headgate/text/v1/text';
import { FaultError } from '@headgate/runtime/errors';
import type { CanonRequest } from '../canon/request.ts';
import type { ClientRequest } from '../dialects/passage.ts';
import { parseJson } from '../json/parse.ts';
import { asRefusal } from '../json/scan-body.ts';
import type { Surface } from '../surfaces/surface.ts';
import type { EmbeddingRequest } from '../surfaces/vectors/embedding-codec.ts';

/** The request's part of what opens it. */
export type RequestFacts = Pick<Open, 'body' | 'model' | 'stream' | 'headers'>;

/** What the gateway must know of a request. Throws a FaultError 400 that names the member at fault. */
export function readRequest(
  { passage }: Surface,
  { body, model, stream, headers }: RequestFacts,
): ClientRequest {
  const contentType = headers.find(({ name }) => name === 'content-type')?.value ?? '';
  try {
    return passage.readRequest(body, { model, stream, contentType });
  } catch (cause) {
    throw asFault(cause);
  }
}

/** A request in the canonical form. Throws a FaultError 400 that names the member at fault. */
export function decodeRequest(
  { name, codec }: Surface,
  { body }: ClientRequest,
  { model, stream }: RequestFacts,
): CanonRequest {
  if (!codec) throw new Error(`Nothing is converted from ${name}`);
  return codec.decodeRequest(parse(body), { model, stream });
}

/** A request for embeddings in its canonical form. Throws as well. */
export function decodeEmbedding(
  { name, embedding }: Surface,
  { body, model }: ClientRequest,
): EmbeddingRequest {
  if (!embedding) throw new Error(`No embeddings are converted from ${name}`);
  return embedding.decodeRequest(parse(body), model);
}

function parse(body: Buffer): unknown {
  try {
    return parseJson(body.toString('utf8'));
  } catch (cause) {
    throw asFault(cause);
  }
}

/** The scan lets pass what JSON forbids within strings; where it is parsed it is a 400 as everywhere. */
function asFault(cause: unknown): unknown {
  if (!(cause instanceof SyntaxError)) return asRefusal(cause);
  return new FaultError(fault('invalid_request', { message: 'The body is not valid JSON.' }), { cause });
}
