import { key } from '../configuration.ts';

/** Nobody may ever wait for so long. */
const timeoutMs = 240_000;

/** Asks with the key of the run. Whatever is not a success is an error: a client of a rollout sees none. */
export async function ask(
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const answer = await fetch(url, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!answer.ok) throw new Error(`answered ${answer.status} ${(await answer.text()).slice(0, 200)}`);
  return answer;
}
