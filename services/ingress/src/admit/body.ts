import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { fault } from '@headgate/proto/faults';
import { gatherPieces } from '@headgate/runtime/bodies/gather-pieces';
import { FaultError } from '@headgate/runtime/errors';
import { ClientGone } from '../exchange/client-gone.ts';
import { sendContinue } from './send-continue.ts';

export interface BodyLimits {
  /** Counted after decompression. */
  limitBytes: number;
  /** Longest pause between two pieces that arrive. */
  idleMs: number;
  /** Told what has come so far, in bytes, decompressed; says why there is no room for it. */
  grow?: (sizeBytes: number) => FaultError | undefined;
}

const chunkSize = 64 * 1024;

const byteOrderMark = Buffer.from('\ufeff');

const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', () => createGunzip({ chunkSize })],
  ['x-gzip', () => createGunzip({ chunkSize })],
  ['br', () => createBrotliDecompress({ chunkSize })],
]);

/**
 * Reads a request's body whole, decompressed, within `limits`, without the byte order mark that some programs
 * put before it. What is too large is refused by its announced length where there is one, and otherwise at the first byte
 * over the limit.
 */
export function readBody(
  request: IncomingMessage,
  response: ServerResponse,
  { limitBytes, idleMs, grow }: BodyLimits,
): Promise<Buffer> {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? '';
  const isPlain = encoding === '' || encoding === 'identity';
  const decoder = decoders.get(encoding)?.();
  if (!isPlain && !decoder) return Promise.reject(new FaultError(fault('unsupported_encoding')));
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) return Promise.reject(tooLarge());
  if (request.destroyed) return Promise.reject(new ClientGone());
  sendContinue(request, response);

  return new Promise((resolve, reject) => {
    const pieces = gatherPieces();
    let sizeBytes = 0;
    const source = decoder ? request.pipe(decoder) : request;
    const idle = setTimeout(() => end(() => reject(stalled())), idleMs);
    const keepAlive = (): void => void idle.refresh();
    // What has come whole is only decompressed yet.
    const onCome = (): void => clearTimeout(idle);

    const end = (settle: () => void): void => {
      clearTimeout(idle);
      source.off('data', onData).off('end', onEnd);
      request.off('data', keepAlive).off('end', onCome).off('close', onClose);
      response.off('close', onGone);
      if (decoder) {
        request.unpipe(decoder);
        decoder.destroy();
      }
      settle();
    };
    const onData = (chunk: Buffer): void => {
      sizeBytes += chunk.length;
      const refusal = sizeBytes > limitBytes ? tooLarge() : grow?.(sizeBytes);
      if (refusal) end(() => reject(refusal));
      else pieces.add(chunk);
    };
    const onEnd = (): void => end(() => resolve(withoutMark(pieces.join())));
    const onGone = (): void => end(() => reject(new ClientGone()));
    // 'close' also follows a body that arrived whole.
    const onClose = (): void => {
      if (!request.complete) onGone();
    };

    source.on('data', onData).on('end', onEnd);
    request.on('data', keepAlive).on('end', onCome).on('close', onClose);
    // One that arrived whole may take long to decompress.
    response.on('close', onGone);
    request.on('error', ignore);
    decoder?.on('error', (cause) => end(() => reject(broken(cause))));
  });
}

/** Readers of JSON may leave it out, and upstreams need not. Source: RFC 8259, section 8.1 */
function withoutMark(body: Buffer): Buffer {
  const { length } = byteOrderMark;
  return byteOrderMark.equals(body.subarray(0, length)) ? body.subarray(length) : body;
}

/** Stays with the request: one made in there would keep the body as long as its answer streams. */
function ignore(): void {}

function tooLarge(): FaultError {
  return new FaultError(fault('request_too_large'));
}

function broken(cause: Error): FaultError {
  const message = 'The compressed request body is broken or cut short.';
  return new FaultError(fault('invalid_request', { message }), { cause });
}

function stalled(): FaultError {
  const message = 'The request body stopped arriving.';
  return new FaultError(fault('invalid_request', { status: 408, message }));
}
