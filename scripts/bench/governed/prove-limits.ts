import { waitFor } from '@headgate/runtime/testing/wait-for';
import type { Session } from '../../e2e/testing/session.ts';
import { questions, upstreamModels } from '../cells.ts';
import { keys } from '../keys.ts';
import type { Asked } from './find-missing.ts';

/** What the governed key has asked and used since the start, as its limits have to have counted it. */
export interface Spent {
  requests: number;
  tokens: number;
}

interface Governed {
  baseUrl: string;
  session: Session;
  keyId: bigint;
  spent: Spent;
}

type Limit = 'rpm' | 'tpm' | 'concurrency';

/** As in bench.yaml. */
const wide: Record<Limit, number> = { rpm: 100_000_000, tpm: 2_000_000_000, concurrency: 100_000 };
const askTimeoutMs = 30_000;
/** For a changed limit to reach the ingress, on a busy machine. */
const patience = { timeoutMs: 120_000 };
const { path, body } = questions['chat-completions'](
  upstreamModels['chat-completions'],
  false,
  '[[chunks=1 delay=100]]',
);

/**
 * That the key's limits counted all that was asked with it, and no more: with one more than was spent each lets exactly
 * one more through. The minute of `npm run bench` is longer than a run, so that all of it is counted.
 */
export async function proveLimits(governed: Governed): Promise<Asked> {
  const { baseUrl, session, keyId, spent } = governed;
  const asked: Asked = { requests: 0, served: 0 };
  const change = (limit: Limit, to = wide[limit]): Promise<unknown> =>
    session.put('/api/token', { id: Number(keyId), [limit]: to });

  /** Asks so often at once, while one limit alone may refuse. */
  async function ask(limit: Limit, count = 1): Promise<string> {
    const answers = await Promise.all(Array.from({ length: count }, () => askOnce(baseUrl)));
    for (const { status, tokens } of answers) {
      asked.requests += 1;
      if (status === 200) asked.served += 1;
      // Who is refused for tokens has been counted among the minute's requests before.
      if (status === 200 || limit === 'tpm') spent.requests += 1;
      spent.tokens += tokens;
    }
    const statuses = answers.map(({ status }) => status).sort();
    return statuses.join();
  }

  async function proveCount(limit: 'rpm' | 'tpm', spentOfIt: () => number): Promise<void> {
    await change(limit, 1);
    await waitFor(async () => (await ask(limit)) === '429', `a lowered ${limit} refuses`, patience);
    await change(limit, spentOfIt() + 1);
    await waitFor(
      async () => (await ask(limit)) === '200',
      `${limit} counted no more than was spent`,
      patience,
    );
    if ((await ask(limit)) !== '429') throw new Error(`${limit} counted less than was spent`);
    await change(limit);
    await waitFor(async () => (await ask(limit)) === '200', `a raised ${limit} lets through`, patience);
  }

  await proveCount('rpm', () => spent.requests);
  await proveCount('tpm', () => spent.tokens);
  await change('concurrency', 1);
  const both = () => ask('concurrency', 2);
  await waitFor(async () => (await both()) === '200,429', 'of two at once one is refused', patience);
  await change('concurrency');
  await waitFor(async () => (await both()) === '200,200', 'two at once are let through again', patience);
  return asked;
}

async function askOnce(baseUrl: string): Promise<{ status: number; tokens: number }> {
  const answer = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${keys.governed}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(askTimeoutMs),
  });
  const { usage }: { usage?: { total_tokens: number } } = JSON.parse(await answer.text());
  return { status: answer.status, tokens: usage?.total_tokens ?? 0 };
}
