import { setDeadline } from '@headgate/runtime/set-deadline';
import { type CallTimeouts, callUpstream } from './call.ts';
import type { Pools } from './pools.ts';

/** A question whose answer is read whole. */
export interface Question {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: Buffer;
  /** Of a larger answer nothing is taken. */
  maxAnswerBytes: number;
  signal?: AbortSignal;
}

export interface Answered {
  status: number;
  body: Buffer;
}

/** All of it together. */
const deadlineMs = 15_000;
const timeouts: CallTimeouts = { connectMs: 5_000, firstByteMs: 10_000, idleMs: 5_000 };
const noBody = Buffer.alloc(0);

/** Asks an upstream something small. Rejects when the answer does not come in time, or nobody waits for it any more. */
export function ask(pools: Pools, url: URL, question: Question): Promise<Answered> {
  const { method, headers, body = noBody, maxAnswerBytes, signal } = question;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    let status = 0;
    const end = (run: () => void): void => {
      callOff();
      signal?.removeEventListener('abort', leave);
      run();
    };
    const leave = (): void => call.abort(new Error('Nobody waits for the answer'));
    const callOff = setDeadline(deadlineMs, () => call.abort(new Error(`No answer within ${deadlineMs} ms`)));
    const call = callUpstream(
      pools,
      { url, method, headers, body, timeouts },
      {
        onHead: (came) => (status = came),
        onData(bytes) {
          sizeBytes += bytes.length;
          if (sizeBytes > maxAnswerBytes) call.abort(new Error('The answer is too large'));
          else chunks.push(bytes);
        },
        onEnd: () => end(() => resolve({ status, body: Buffer.concat(chunks) })),
        onError: (error) => end(() => reject(error)),
      },
    );
    if (signal?.aborted) leave();
    else signal?.addEventListener('abort', leave, { once: true });
  });
}
