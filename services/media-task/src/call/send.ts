import type { Readable } from 'node:stream';
import type { Reading, RoomShare } from '@headgate/runtime/bodies/answer-room';
import { type AnswerDecoder, createDecoder } from '@headgate/runtime/bodies/decode-answer';
import { gatherPieces } from '@headgate/runtime/bodies/gather-pieces';
import { splitBody } from '@headgate/runtime/bodies/split-body';
import { createConnector } from '@headgate/runtime/outbound/egress/connector';
import type { Egress } from '@headgate/runtime/outbound/egress/egress';
import { setDeadline } from '@headgate/runtime/set-deadline';
import { Client } from 'undici';
import { createTextCutter } from './cut-texts.ts';
import { parseObject } from './json.ts';

export interface VendorRequest {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: Buffer;
  /** Of Google's: an API key, or a service account's key file, in whose name the request is signed in. */
  googleKey?: string | undefined;
  /** The answer is JSON in which long texts are files: they are left out of its body. */
  cutsTexts?: true;
  /** Where the answer's bytes are counted, which it waits for. */
  room?: RoomShare;
  /** The answer's body comes as a stream, which must be read to its end or destroyed. */
  isStreamed?: true;
}

export interface VendorAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
  /** In place of the body, where that was asked for. */
  stream?: Readable;
}

export interface SendLimits {
  egress: Egress;
  connectMs: number;
  /** Until the whole answer is there. */
  answerMs: number;
  /** An answer with more is cut. */
  answerBytes: number;
}

export type Send = (request: VendorRequest) => Promise<VendorAnswer>;

/** A request without a whole answer. `wasSent` is false only where not all of it can have left: of a part no vendor makes anything. */
export class SendError extends Error {
  readonly wasSent: boolean;

  constructor(message: string, wasSent: boolean, options?: ErrorOptions) {
    super(message, options);
    this.wasSent = wasSent;
  }
}

/**
 * Sends one request over a connection of its own: on a kept one that the vendor is just closing, nobody could say
 * whether a create arrived.
 */
export async function send(
  request: VendorRequest,
  { egress, connectMs, answerMs, answerBytes }: SendLimits,
): Promise<VendorAnswer> {
  const url = new URL(request.url);
  const client = new Client(url.origin, {
    connect: createConnector(egress, { timeout: connectMs }),
    pipelining: 1,
  });
  let hasBegun = false;
  let hasLast = request.body === undefined;
  let callOff: (() => void) | undefined;
  let decoder: AnswerDecoder | undefined;
  try {
    return await new Promise<VendorAnswer>((resolve, reject) => {
      let head: Omit<VendorAnswer, 'body'> | undefined;
      const parts = gatherPieces();
      let size = 0;
      let hasCome = false;
      let loss: Error | undefined;
      const cut = request.cutsTexts && createTextCutter();
      // Of an object that is all there only the end of its transfer was lost: what was made is named in it.
      const breakOff = (error: Error) => {
        const body = parts.join();
        if (head && parseObject(body)) resolve({ ...head, body });
        else reject(error);
      };
      const take = (chunk: Buffer, reading: Reading): void => {
        const bytes = cut ? cut(chunk) : chunk;
        size += bytes.length;
        if (size > answerBytes) {
          breakOff(new Error('the answer is too large'));
          return;
        }
        parts.add(bytes);
        request.room?.take(bytes.length, reading);
      };
      const end = (): void => {
        if (head) resolve({ ...head, body: parts.join() });
        else reject(new Error('the answer has no head'));
      };
      callOff = setDeadline(answerMs, () => breakOff(new Error(`no answer within ${answerMs} ms`)));
      client.dispatch(
        {
          path: url.pathname + url.search,
          method: request.method,
          ...(request.body === undefined
            ? { headers: request.headers, body: null }
            : splitBody(request.headers, request.body, () => (hasLast = true))),
          headersTimeout: answerMs,
          bodyTimeout: answerMs,
        },
        {
          onRequestStart() {
            hasBegun = true;
          },
          onResponseStart(_controller, status, headers) {
            if (status >= 200) head = { status, headers };
          },
          onResponseData(controller, chunk) {
            // Only its first bytes say whether it is compressed, whatever its head says.
            if (!hasCome && head)
              decoder = createDecoder(head.headers, chunk, {
                data: (bytes) => decoder && take(bytes, decoder),
                end: () => (loss ? breakOff(loss) : end()),
                broken: (error) => breakOff(loss ?? error),
                drain: () => controller.resume(),
              });
            hasCome = true;
            if (!decoder) take(chunk, controller);
            else if (!decoder.write(chunk)) controller.pause();
          },
          onResponseEnd() {
            if (decoder) decoder.end();
            else end();
          },
          onResponseError(_controller, error) {
            loss = error;
            // What came before is read first.
            if (decoder) decoder.end();
            else breakOff(error);
          },
        },
      );
    });
  } catch (cause) {
    throw new SendError('the upstream gave no whole answer', hasBegun && hasLast, { cause });
  } finally {
    callOff?.();
    decoder?.destroy();
    await client.destroy();
  }
}
