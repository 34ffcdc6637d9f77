import { Readable } from 'node:stream';
import { decodeBody } from '@headgate/runtime/bodies/decode-body';
import { saysCompressed } from '@headgate/runtime/bodies/encodings';
import { createConnector } from '@headgate/runtime/outbound/egress/connector';
import { Client } from 'undici';
import { SendError, type SendLimits, type VendorAnswer, type VendorRequest } from './send.ts';

/** Sends one request and hands on its answer as it comes, no faster than it is read. */
export async function sendStream(
  { url: address, method, headers, body }: VendorRequest,
  { egress, connectMs, answerMs }: SendLimits,
): Promise<VendorAnswer> {
  const url = new URL(address);
  const client = new Client(url.origin, {
    connect: createConnector(egress, { timeout: connectMs }),
    pipelining: 1,
  });
  try {
    const answer = await client.request({
      path: url.pathname + url.search,
      method,
      headers,
      body: body ?? null,
      headersTimeout: answerMs,
      // Between two pieces: there is no limit in all.
      bodyTimeout: answerMs,
    });
    const { statusCode: status, headers: said, body: sent } = answer;
    // Cut while nobody reads, it would have no one to tell.
    sent.on('error', () => undefined);
    const stream = saysCompressed(said) ? Readable.from(decodeBody(said, sent)) : sent;
    stream.once('close', () => client.destroy().catch(() => undefined));
    return { status, headers: said, body: Buffer.alloc(0), stream };
  } catch (cause) {
    await client.destroy();
    throw new SendError('the upstream gave no answer', true, { cause });
  }
}
