import { request as requestPlain } from 'node:http';
import type { Agent } from 'node:https';
import { request as requestSecure } from 'node:https';
import { callerHeader } from '@headgate/proto/internal-headers';

const timeoutMs = 5_000;

/**
 * Asks the text-gateway that a session was handed to, to end it as soon as no response is under way. Rejects when it does
 * not say that it will.
 */
export function endSession(
  target: string,
  { signed, agent }: { signed: string; agent?: Agent },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const ask = target.startsWith('https:') ? requestSecure : requestPlain;
    const options = {
      method: 'DELETE',
      headers: { host: 'text-gateway', [callerHeader]: signed },
      timeout: timeoutMs,
      ...(agent && { agent }),
    };
    const asked = ask(`${target}/v1/realtime`, options, (answer) => {
      answer.resume();
      if (answer.statusCode === 204) resolve();
      else reject(new Error(`a session was not ended: ${answer.statusCode}`));
    });
    asked.once('timeout', () => asked.destroy(new Error('nothing was answered in time')));
    asked.once('error', reject);
    asked.end();
  });
}
