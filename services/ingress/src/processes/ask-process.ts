import { type IncomingMessage, request as requestPlain } from 'node:http';
import { type Agent, request as requestSecure } from 'node:https';

/** What a process is asked, and how it is reached. */
export interface Asking {
  method: 'GET' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  /** What connects, where connections between services are secured. */
  agent?: Agent;
}

const deadlineMs = 2_000;
/** What a process says of itself is far shorter. */
const maxBytes = 16 * 1024;

/** Asks one process at its own HTTP port for something small. Rejects when it does not answer in time. */
export async function askProcess(
  target: string,
  { path, ...options }: Asking,
): Promise<{ status: number; body: string }> {
  const ask = target.startsWith('https:') ? requestSecure : requestPlain;
  const signal = AbortSignal.timeout(deadlineMs);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    ask(target + path, { ...options, signal }, resolve)
      .once('error', reject)
      .end();
  });
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new Error('too much was answered');
    chunks.push(chunk);
  }
  return { status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() };
}
