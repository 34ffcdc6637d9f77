import { wait } from '@headgate/runtime/wait';
import type { Random } from '../../chaos/random.ts';
import { keys } from './kinds.ts';
import { count, type Tally } from './tally.ts';

const everyMs = 1_000;
const answerWithinMs = 60_000;
/** Far above what a film takes. */
const endsWithinMs = 240_000;
const refusedPercent = 10;

/** Has one film made after the other, follows it to its end and reads what came of it, until told to stop. */
export async function keepMaking(
  baseUrl: string,
  { random, tally, signal }: { random: Random; tally: Tally; signal: AbortSignal },
): Promise<void> {
  while (!signal.aborted) {
    await count(tally, 'a film', () => makeFilm(baseUrl, random.percent(refusedPercent)));
    await wait(everyMs);
  }
}

async function makeFilm(baseUrl: string, isRefused: boolean): Promise<void> {
  const prompt = `a mill by a river [[polls=3${isRefused ? ' ends=moderated' : ''}]]`;
  const made = await ask(`${baseUrl}/v1/videos`, { model: 'sora-2', prompt, seconds: '4' });
  const { id } = (await made.json()) as { id: string };
  const status = await follow(baseUrl, id);
  if (status !== (isRefused ? 'failed' : 'completed')) throw new Error(`it has ${status}`);
  if (isRefused) return;
  const content = await ask(`${baseUrl}/v1/videos/${id}/content`);
  const { byteLength } = await content.arrayBuffer();
  const promised = content.headers.get('content-length');
  if (byteLength === 0 || (promised !== null && Number(promised) !== byteLength))
    throw new Error(`${byteLength} bytes came of ${promised}`);
}

async function follow(baseUrl: string, id: string): Promise<string> {
  const until = performance.now() + endsWithinMs;
  while (performance.now() < until) {
    await wait(everyMs);
    const { status } = (await (await ask(`${baseUrl}/v1/videos/${id}`)).json()) as { status: string };
    if (status === 'completed' || status === 'failed') return status;
  }
  return 'no end';
}

async function ask(url: string, body?: object): Promise<Response> {
  const answer = await fetch(url, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${keys.governed}`, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(answerWithinMs),
  });
  if (!answer.ok) throw new Error(`answered ${answer.status} ${(await answer.text()).slice(0, 200)}`);
  return answer;
}
