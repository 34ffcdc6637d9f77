import { wait } from '@headgate/runtime/wait';
import type { Random } from '../../chaos/random.ts';
import { type Answer, type Kind, kinds, type Question } from './kinds.ts';
import { count, type Tally } from './tally.ts';

/** Nobody may ever wait for so long. */
const timeoutMs = 60_000;
/** More at once than the rate can come to unless answers stop coming. */
const mostUnderWay = 2_000;

/** Asks so often a second, whether or not the earlier ones are answered, until told to stop; then waits for the last. */
export async function keepAsking(
  baseUrl: string,
  { rate, random, tally, signal }: { rate: number; random: Random; tally: Tally; signal: AbortSignal },
): Promise<void> {
  const underWay = new Set<Promise<unknown>>();
  const begunMs = performance.now();
  for (let number = 0; !signal.aborted; number += 1) {
    const pauseMs = begunMs + (number * 1_000) / rate - performance.now();
    if (pauseMs > 0) await wait(pauseMs);
    if (underWay.size >= mostUnderWay) await Promise.race(underWay);
    const asking = askOne(baseUrl, random, tally).finally(() => underWay.delete(asking));
    underWay.add(asking);
  }
  await Promise.all(underWay);
}

function askOne(baseUrl: string, random: Random, tally: Tally): Promise<boolean> {
  const kind = pickKind(random);
  return count(tally, kind.name, async () => {
    const answer = await ask(baseUrl, kind.draw(random));
    if (!kind.isRight(answer))
      throw new Error(
        `answered ${answer.status} ${answer.text.slice(0, 100)} ... ${answer.text.slice(-100)}`,
      );
  });
}

const total = kinds.reduce((sum, { weight }) => sum + weight, 0);

function pickKind(random: Random): Kind {
  let left = (random.below(1_000_000) / 1_000_000) * total;
  for (const kind of kinds) {
    left -= kind.weight;
    if (left < 0) return kind;
  }
  return kinds[0] as Kind;
}

async function ask(baseUrl: string, { path, key, body, leavesAfterMs }: Question): Promise<Answer> {
  const seen: Answer = { status: 0, text: '', hasLeft: false };
  try {
    const answer = await fetch(baseUrl + path, {
      ...(body !== undefined && {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(leavesAfterMs ?? timeoutMs),
    });
    seen.status = answer.status;
    seen.text = await answer.text();
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    seen.hasLeft = isTimeout && leavesAfterMs !== undefined;
    if (!seen.hasLeft) throw error;
  }
  return seen;
}
