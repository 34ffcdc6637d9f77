import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fault } from '@headgate/proto/faults';
import { FaultError } from '@headgate/runtime/errors';
import { retryUntilDone } from '@headgate/runtime/wait';
import { awaitUpload, claimUpload, findUpload, type Upload } from '../sql/uploads.ts';
import { keepWritten } from '../store/keep-written.ts';
import { checkBeginning } from './check-beginning.ts';
import { hashToken } from './token.ts';
import type { UploadContext } from './upload-context.ts';
import { findUploadType } from './upload-types.ts';

/** As long as ingress lets a request last, and a little more: until then nobody else may bring the file. */
export const uploadLeaseMs = 11 * 60_000;

/** Less than what is left of the lease when ingress ends a request: after that it may be another's. */
const releaseMs = 45_000;

/**
 * Takes the file that a token was given for, once: exactly as long, and of the type, that was announced. Throws a FaultError,
 * of 503 where it could not be kept, and then it may be brought once more, as soon as the database is back where that is away.
 */
export async function receiveUpload(
  { knex, log, store, config }: UploadContext,
  request: IncomingMessage,
  response: ServerResponse,
  token: string,
): Promise<void> {
  const upload = await findUpload(knex, hashToken(token));
  if (!upload || (upload.isLate && upload.state !== 'kept'))
    throw refused(403, 'The address is unknown or has expired.');
  if (upload.state === 'kept') throw refused(409, 'The file has been uploaded already.');
  checkHead(request, upload);
  if (!(await claimUpload(knex, upload.key, uploadLeaseMs)))
    throw refused(409, 'The file is being uploaded already.');
  const hash = createHash('sha256');
  // What is refused midway is heard to its end: cut here, its connection would take the refusal along.
  const incoming: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  try {
    const bytes = checkHash(checkBeginning(incoming, upload.type), hash, upload);
    await store.put(upload.key, bytes, upload);
    const { sizeBytes } = upload;
    await keepWritten({ knex, store }, upload.key, { sizeBytes, retentionMs: config.uploadRetentionMs });
  } catch (error) {
    await releaseUpload({ knex, log }, upload.key);
    // Whoever has left is told nothing, and it was no fault of the store's.
    if (error instanceof FaultError || response.destroyed) throw error;
    log.warn({ err: error }, 'an upload could not be kept');
    throw new FaultError(fault('service_unavailable'), { cause: error });
  }
  const body = JSON.stringify({ success: true, message: '' });
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    etag: `"${hash.digest('hex')}"`,
  });
  response.end(body);
}

/** Now, or once the database is back: until then the lease stands. */
async function releaseUpload({ knex, log }: Pick<UploadContext, 'knex' | 'log'>, key: string): Promise<void> {
  const release = () => awaitUpload(knex, key);
  await release().catch((error) => {
    log.warn({ err: error }, 'an upload waits for the database until it may be brought once more');
    const signal = AbortSignal.timeout(releaseMs);
    retryUntilDone(release, { signal, onError: () => undefined }).catch(() => undefined);
  });
}

function checkHead({ headers }: IncomingMessage, { type, sizeBytes }: Upload): void {
  const length = headers['content-length'];
  if (length !== String(sizeBytes)) {
    throw refused(400, `Content-Length is ${length ?? 'missing'}; it must be ${sizeBytes}, as announced.`);
  }
  if (findUploadType(headers['content-type'] ?? '')?.type !== type) {
    throw refused(415, `Content-Type must be ${type}, as announced.`);
  }
}

/** The last bytes wait for the hash: what does not fit is never whole. */
async function* checkHash(
  bytes: AsyncIterable<Buffer>,
  hash: ReturnType<typeof createHash>,
  { sha256 }: Upload,
): AsyncGenerator<Buffer> {
  let held: Buffer | undefined;
  for await (const part of bytes) {
    hash.update(part);
    if (held) yield held;
    held = part;
  }
  if (sha256 && !hash.copy().digest().equals(sha256))
    throw refused(400, 'The bytes are not those that sha256 was announced for.');
  if (held) yield held;
}

export function refused(status: number, message: string): FaultError {
  return new FaultError(fault(status === 403 ? 'access_denied' : 'invalid_request', { status, message }));
}
