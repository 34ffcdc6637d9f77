import { type CallTimeouts, callUpstream } from './call.ts';
import type { Pools } from './pools.ts';

export interface Posted {
  status: number;
  body: Buffer;
}

/** All of it together. */
const deadlineMs = 15_000;
const timeouts: CallTimeouts = { connectMs: 5_000, firstByteMs: 10_000, idleMs: 5_000 };
const maxAnswerBytes = 64 * 1024;

/** A small question to an upstream whose small answer is read whole. Rejects when it does not come in time. */
export function post(
  pools: Pools,
  url: URL,
  { headers, body }: { headers: Record<string, string>; body: Buffer },
): Promise<Posted> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    let status = 0;
    const timer = setTimeout(() => call.abort(new Error(`No answer within ${deadlineMs} ms`)), deadlineMs);
    const call = callUpstream(
      pools,
      { url, headers, body, timeouts },
      {
        onHead: (came) => (status = came),
        onData(bytes) {
          sizeBytes += bytes.length;
          if (sizeBytes > maxAnswerBytes) call.abort(new Error('The answer is too large'));
          else chunks.push(bytes);
        },
        onEnd() {
          clearTimeout(timer);
          resolve({ status, body: Buffer.concat(chunks) });
        },
        onError(error) {
          clearTimeout(timer);
          reject(error);
        },
      },
    );
  });
}
