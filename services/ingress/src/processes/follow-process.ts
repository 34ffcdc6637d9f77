import { type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { Asking } from './ask-process.ts';

interface Following extends Asking {
  signal: AbortSignal;
  /** It is given up when it says nothing for so long. */
  silentMs: number;
}

/** What processes say in a line is far shorter. */
const longestLine = 1_024;

/**
 * Asks one process at its own HTTP port for something that it tells line by line, for as long as it likes. Gives the status once the
 * answer has ended; rejects when that breaks off.
 */
export async function followProcess(
  target: string,
  { path, silentMs, ...options }: Following,
  onLine: (line: string) => void,
): Promise<number> {
  const ask = target.startsWith('https:') ? requestSecure : requestPlain;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const asked: ClientRequest = ask(target + path, { ...options, timeout: silentMs }, resolve);
    asked
      .on('timeout', () => asked.destroy(new Error('nothing was said for too long')))
      .on('error', reject)
      .end();
  });
  const { statusCode = 0 } = answer;
  let rest = '';
  for await (const piece of answer.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) throw new Error('a line is too long');
    if (statusCode === 200) for (const line of lines) onLine(line);
  }
  return statusCode;
}
