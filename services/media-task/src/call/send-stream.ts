import { Client } from 'undici';
import { SendError, type SendLimits, type VendorAnswer, type VendorRequest } from './send.ts';

/** Sends one request and hands on its answer as it comes, no faster than it is read. */
export async function sendStream(
  { url: address, method, headers, body }: VendorRequest,
  { connectMs, answerMs }: SendLimits,
): Promise<VendorAnswer> {
  const url = new URL(address);
  const client = new Client(url.origin, { connectTimeout: connectMs, pipelining: 1 });
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
    answer.body.once('close', () => client.destroy().catch(() => undefined));
    return { status: answer.statusCode, headers: answer.headers, body: Buffer.alloc(0), stream: answer.body };
  } catch (cause) {
    await client.destroy();
    throw new SendError('the upstream gave no answer', true, { cause });
  }
}
